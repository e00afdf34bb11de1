/**
 * Whether this is a telephone number by the rule of spec 1 section 5: dashes, brackets and spaces
 * are ignored, then an optional plus and 10 to 15 digits. The database has the same rule (private.valid_phone).
 */
export const isPhoneNumber = (text: string): boolean =>
  /^\+?\d{10,15}$/.test(text.replace(/[-()\s]/g, ""));

/** A link that calls a number, however it is written. */
export const callLink = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, "")}`;
