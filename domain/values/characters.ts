/**
 * How many characters a text has, as PostgreSQL's `char_length` and people count them: `length` counts most emoji, and
 * letters of rarer scripts, twice.
 */
export const lengthOf = (text: string): number => [...text].length;

let graphemes: Intl.Segmenter | undefined;

/**
 * The beginning of a text, at most so many of its characters (`lengthOf`). What people take for one letter or emoji is
 * not cut in two.
 */
export const firstOf = (text: string, longest: number): string => {
  if (lengthOf(text) <= longest) return text;
  graphemes ??= new Intl.Segmenter("en-GB", { granularity: "grapheme" });
  let left = longest;
  let cut = "";
  for (const { segment } of graphemes.segment(text)) {
    left -= lengthOf(segment);
    if (left < 0) break;
    cut += segment;
  }
  return cut;
};
