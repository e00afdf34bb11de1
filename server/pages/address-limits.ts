/*
 * Limits of the site's page addresses. Any other address is refused before the router sees it: no page of
 * ours has one, and the router's cost for it is unknown.
 */
const LONGEST_PATH = 1_000;
const MOST_SEGMENTS = 16;
/** Other sites return people with some kilobytes at most (sign-in codes and states). */
const LONGEST_QUERY = 8_000;
const MOST_PARAMETERS = 200;

/** Whether a text has more than `most` of a character; it stops searching as soon as it knows. */
const hasMoreThan = (text: string, character: string, most: number): boolean => {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
};

const isTooLong = (path: string, query: string): boolean =>
  path.length > LONGEST_PATH ||
  query.length > LONGEST_QUERY ||
  hasMoreThan(path, "/", MOST_SEGMENTS) ||
  hasMoreThan(query, "&", MOST_PARAMETERS - 1);

/** Whether an encoded text contains U+0000, which no text of ours has and the database refuses. */
export const hasNul = (encoded: string): boolean => /%00|\0/.test(encoded);

/** Why no page is made for an address; null if one may be. */
export const addressFault = ({
  path,
  query,
}: {
  path: string;
  query: string;
}): "too long" | "broken" | null => {
  if (isTooLong(path, query)) return "too long";
  return hasNul(path) || hasNul(query) ? "broken" : null;
};
