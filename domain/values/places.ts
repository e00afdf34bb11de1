/** The distances in miles that filters offer. */
export const RADII = [5, 10, 25, 50, 100] as const;

/** A distance in an address; the database measures no further. */
export const readMiles = (text: string | null): number | undefined => {
  const miles = /^\d{1,3}$/.test(text ?? "") ? Number(text) : 201;
  return miles <= 200 ? miles : undefined;
};

/** A distance in words. */
export const distanceText = (miles: number): string =>
  miles < 1 ? "Less than a mile away" : `${miles} ${miles === 1 ? "mile" : "miles"} away`;

const SMALL = new Set(["upon", "on", "le", "of", "the", "and", "in", "under", "by"]);

/** The spelling of a place's name. */
export const placeName = (name: string): string =>
  /\d/.test(name)
    ? name.toUpperCase()
    : name.replace(/\p{L}+/gu, (word, at: number) =>
        at > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
      );
