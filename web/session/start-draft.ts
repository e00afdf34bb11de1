import type { DraftKind } from "#domain/accounts/drafts.ts";
import type { Json } from "#supabase/database.ts";
import type { Db } from "./database.ts";

export interface Sender {
  name: string;
  email: string;
  homepage: string;
}

/**
 * Sends what somebody without an account has written: it waits for the mailed confirmation.
 *
 * @param age milliseconds since the form was shown
 * @returns the id with which the mailed code is accepted; it opens nothing else
 */
export const startDraft = async (
  db: Db,
  kind: DraftKind,
  { name, email, homepage }: Sender,
  content: Json,
  age: number,
): Promise<string> => {
  const { data } = await db
    .rpc("start_draft", {
      p_kind: kind,
      p_email: email,
      p_name: name,
      p_content: content,
      p_age: Math.round(age),
      p_website: homepage,
    })
    .throwOnError();
  return data;
};
