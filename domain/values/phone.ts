import { plainDigits } from "./numbers.ts";

/**
 * Whether this is a telephone number by the rule of spec 1 section 5: dashes, dots, brackets and spaces are ignored,
 * then an optional plus and 10 to 15 digits, of any script. The database has the same rule (private.valid_phone).
 */
export const isPhoneNumber = (text: string): boolean =>
  /^\+?\d{10,15}$/.test(plainDigits(text).replace(/[-().\s]/g, ""));

/** The first part of a text that may be a number: up to a letter, a comma or a second plus. */
const FIRST_NUMBER = /\+?(?:[-().\s]*\d){7,}/;

/**
 * The digits to dial of a number, however it is written: its country's code replaces a `(0)`, and after a whole
 * British number comes an extension or another number.
 */
export const numberToCall = (phone: string): string => {
  const [first = ""] = FIRST_NUMBER.exec(plainDigits(phone)) ?? [];
  const digits = first
    .replace(/^((?:\+|[-(.\s]*00)[-(.\s]*[1-9][-).\s\d]{0,5})\(0\)/, "$1")
    .replace(/[^+\d]/g, "")
    .replace(/^00/, "+")
    .replace(/^(?:44(?=\d{10}$)|\+440?)(?=\d)/, "+44");
  return /^(?:\+44\d{10}|0\d{10}|\+?\d{1,15})/.exec(digits)?.[0] ?? "";
};

/** A link that calls a number. */
export const callLink = (phone: string): string => `tel:${numberToCall(phone)}`;
