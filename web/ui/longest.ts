/**
 * The attributes of a field for a text of at most so many characters, counted as rules and the database do. Alone,
 * `maxLength` counts most emoji twice, so it only bounds the text; `limitTexts` in site/shell does the rest.
 */
export const longest = (characters: number | undefined) =>
  characters === undefined ? undefined : { maxLength: 2 * characters, "data-longest": characters };
