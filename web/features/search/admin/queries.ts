import { foldText } from "#domain/values/names.ts";
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
  const text = foldText(searched);
  return synonyms.filter(({ term, means }) => term.includes(text) || means.includes(text));
};

/** Each typed word once, with all that it finds. */
export const byTerm = (synonyms: readonly Synonym[]): [string, Synonym[]][] => [
  ...Map.groupBy(synonyms, ({ term }) => term),
];

/** The part of the list in which a typed word is: its first letter, or "#". */
export const letterOf = (term: string): string => {
  const first = term.trim().toLowerCase().normalize("NFD").charAt(0);
  return /\p{L}/u.test(first) ? first : "#";
};

/** The parts of the list, each once and in its order. */
export const lettersOf = (synonyms: readonly Synonym[]): string[] =>
  [...new Set(synonyms.map(({ term }) => letterOf(term)))].toSorted();
