import type { Db } from "#web/session/database.ts";

/** A refusal in words for people; its code says that it may be shown. */
const refusal = (message: string) => Object.assign(new Error(message), { code: "PT400" });

const inWords = (error: { code: string; message: string }) => {
  if (error.code === "23505")
    return refusal("This synonym already exists. Please write another one.");
  if (error.code === "23514") return refusal("Please write two different words or short phrases.");
  return error;
};

const REMOVED = "This synonym no longer exists. Please reload the page.";

/** The database stores both as the search reads words: lower case, without accents, three words at most. */
export const addSynonym = async (db: Db, input: { term: string; means: string }) => {
  const { error } = await db.from("search_synonyms").insert(input);
  if (error) throw inWords(error);
};

export const editSynonym = async (db: Db, input: { id: string; term: string; means: string }) => {
  const { id, term, means } = input;
  const { data, error } = await db
    .from("search_synonyms")
    .update({ term, means })
    .eq("id", id)
    .select("id");
  if (error) throw inWords(error);
  if (data.length === 0) throw refusal(REMOVED);
};

export const deleteSynonym = async (db: Db, id: string) => {
  const { data, error } = await db.from("search_synonyms").delete().eq("id", id).select("id");
  if (error) throw error;
  if (data.length === 0) throw refusal(REMOVED);
};
