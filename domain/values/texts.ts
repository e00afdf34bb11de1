import { z } from "zod";
import { INVALID_PHONE } from "#domain/accounts/messages.ts";
import { lengthOf } from "./characters.ts";
import { isEmailAddress } from "./email-address.ts";
import { INPUT_LIMITS, tooLong } from "./limits.ts";
import { isPhoneNumber } from "./phone.ts";
import { visibleText } from "./visible-text.ts";

/** Refuses a text of more characters. */
export const atMost = <Text extends z.ZodString>(text: Text, longest: number, what?: string) =>
  text.refine((typed) => lengthOf(typed) <= longest, tooLong(longest, what));

/** A text of at most so many characters, without what nobody sees. */
export const shortText = (longest: number, what?: string) =>
  atMost(z.string().overwrite(visibleText), longest, what);

/** As above, refused with `missing` if it is empty. */
export const requiredText = (missing: string, longest: number, what?: string) =>
  atMost(z.string().overwrite(visibleText).min(1, missing), longest, what);

/** A text of either kind that is an email address, or empty. */
export const emailText = (text: ReturnType<typeof shortText>) =>
  text.refine((typed) => typed === "" || isEmailAddress(typed), "Invalid email address");

/** A text of either kind that is a telephone number, or empty. */
export const phoneText = (text: ReturnType<typeof shortText>) =>
  text.refine((typed) => typed === "" || isPhoneNumber(typed), INVALID_PHONE);

/** An address with its missing scheme: `example.co.uk` becomes `https://example.co.uk`. */
const withScheme = (typed: string): string =>
  typed === "" || /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`;

/** A web address, with or without https://, or empty. */
export const webAddressText = atMost(
  z.string().overwrite(visibleText).overwrite(withScheme),
  INPUT_LIMITS.web_address,
).refine(
  (address) => address === "" || /^https?:\/\/[^\s<>"/.]+\.[^\s<>"]+$/i.test(address),
  "Please enter a web address, such as https://example.co.uk",
);

/** An admin's reason for a change, stored with it (P-16). */
export const reasonSchema = requiredText("Please give a reason", INPUT_LIMITS.reason, "the reason");
