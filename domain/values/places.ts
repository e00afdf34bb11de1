const SMALL = new Set(["upon", "on", "le", "of", "the", "and", "in", "under", "by"]);

/** The spelling of a place's name. */
export const placeName = (name: string): string =>
  /\d/.test(name)
    ? name.toUpperCase()
    : name.replace(/\p{L}+/gu, (word, at: number) =>
        at > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
      );
