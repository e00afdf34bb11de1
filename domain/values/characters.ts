/**
 * How many characters a text has, as PostgreSQL's `char_length` and people count them: `length` counts most emoji, and
 * letters of rarer scripts, twice.
 */
export const lengthOf = (text: string): number => [...text].length;

/** The first characters of a text, counted in the same way, so that none is cut in two. */
export const firstOf = (text: string, longest: number): string =>
  [...text].slice(0, longest).join("");
