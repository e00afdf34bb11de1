/*
 * What an address of the site may be like. Longer ones are refused before the router sees them: no page of
 * ours has one, and what a long one costs is the router's to say.
 */
const LONGEST_PATH = 1_000;
const MOST_SEGMENTS = 16;
/** What other sites send people back with (sign-in codes and states) is some kilobytes at the most. */
const LONGEST_QUERY = 8_000;
const MOST_PARAMETERS = 200;

/** Whether there are more than `most` of a character; looks no further than it must. */
const hasMoreThan = (text: string, character: string, most: number): boolean => {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
};

export const isTooLong = ({ path, query }: { path: string; query: string }): boolean =>
  path.length > LONGEST_PATH ||
  query.length > LONGEST_QUERY ||
  hasMoreThan(path, "/", MOST_SEGMENTS) ||
  hasMoreThan(query, "&", MOST_PARAMETERS - 1);
