/** A link that calls a number, however it is written. */
export const callLink = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, "")}`;
