import type { Db } from "#web/session/database.ts";

export interface Synonym {
  id: string;
  /** What people type. */
  term: string;
  /** What it also finds. */
  means: string;
}

/** Every synonym, by typed word; more than this do not fit on one page. */
export const loadSynonyms = async (db: Db): Promise<Synonym[]> => {
  const { data, error } = await db
    .from("search_synonyms")
    .select("id, term, means")
    .order("term")
    .order("means")
    .limit(1000);
  if (error) throw error;
  return data;
};

/** Those that contain the search text, in either half. */
export const matching = (synonyms: readonly Synonym[], searched: string): Synonym[] => {
  const text = searched.trim().toLowerCase();
  return synonyms.filter(({ term, means }) => term.includes(text) || means.includes(text));
};

/** Each typed word once, with all that it finds. */
export const byTerm = (synonyms: readonly Synonym[]): [string, Synonym[]][] => [
  ...Map.groupBy(synonyms, ({ term }) => term),
];

/** The first typed word of each letter, with its letter; words that start otherwise have none. */
export const firstOfLetters = (synonyms: readonly Synonym[]): Map<string, string> => {
  const firsts = new Map<string, string>();
  for (const { term } of synonyms) {
    const letter = term.charAt(0).toLowerCase();
    if (/\p{L}/u.test(letter) && !firsts.has(letter)) firsts.set(letter, term);
  }
  return new Map([...firsts].map(([letter, term]) => [term, letter]));
};
