import type { Db } from "#web/session/site.ts";

/** What went wrong, in words for the person who typed it. */
const inWords = (error: { code: string; message: string }): Error => {
  if (error.code === "23505") return new Error("These two stand in the list already.");
  if (error.code === "23514")
    return new Error("Please write two different words or short phrases.");
  return new Error(error.message);
};

/** The database keeps both as the search reads words: small, without accents, three words at most. */
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
  if (data.length === 0) throw new Error("This synonym is no longer there.");
};

export const deleteSynonym = async (db: Db, id: string) => {
  const { data, error } = await db.from("search_synonyms").delete().eq("id", id).select("id");
  if (error) throw error;
  if (data.length === 0) throw new Error("This synonym is no longer there.");
};
