const SMALL = new Set(["upon", "on", "le", "of", "the", "and", "in", "under", "by"]);

/** A place's name as it is written. */
export const placeName = (name: string): string =>
  /\d/.test(name)
    ? name.toUpperCase()
    : name.replace(/\p{L}+/gu, (word, at: number) =>
        at > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
      );
