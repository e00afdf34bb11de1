/**
 * At most two letters for a name: of the first and the last word that begins with a letter or a digit. An
 * empty name gives an empty text.
 */
export const initials = (name: string): string => {
  const first = name.split(/\s+/u).flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? []);
  const letters = first.length > 1 ? [first[0], first.at(-1)] : first;
  return letters.join("").toUpperCase();
};
