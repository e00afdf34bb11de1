/** What a company's name ends with, which is no part of what people call it. */
const LEGAL_FORM = /\s(?:ltd|limited|llp|plc|cic)\.?$/i;

/**
 * At most two letters for a name: of the first and the last word that begins with a letter or a digit, a company's
 * legal form left out. An empty name gives an empty text.
 */
export const initials = (name: string): string => {
  const first = name
    .trim()
    .replace(LEGAL_FORM, "")
    .split(/\s+/u)
    .flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? []);
  const letters = first.length > 1 ? [first[0], first.at(-1)] : first;
  return letters.join("").toUpperCase();
};
