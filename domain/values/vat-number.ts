import { z } from "zod";
import { plainDigits } from "./numbers.ts";

/** Characters of a VAT number as people write it, with spaces. */
export const VAT_NUMBER_LENGTH = 24;

const DIGITS = /^(?:GB)?(\d{9}|\d{12})$/;

const plain = (typed: string): string =>
  plainDigits(typed)
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();

/**
 * A UK VAT number as its column has it: `GB` and 9 digits, or 12 for a branch. Spaces and a missing `GB` are put
 * right; the check of `profiles.vat_number` is the same. Whether it is registered is not asked.
 */
export const vatNumberText = z
  .string()
  .refine(
    (typed) => plain(typed) === "" || DIGITS.test(plain(typed)),
    "Please enter a UK VAT number of 9 or 12 digits, such as GB 123 4567 89",
  )
  .transform((typed) => plain(typed).replace(DIGITS, "GB$1"));
