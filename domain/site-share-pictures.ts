/**
 * A short name of what a picture for sharing says, for its address: other words, another address.
 * So the picture may be kept for ever. (FNV-1a: nothing secret depends on it.)
 */
export const pictureVersion = (facts: readonly string[]): string => {
  let hash = 0x811c9dc5;
  for (const sign of facts.join("\n")) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
};
