// Publishes what a visitor sent, by the mailed link or code: makes or finds the account of the address, publishes once,
// and gives a token that signs in. Each step can be repeated, so that a press after a fault completes it.
import { isUuid } from "#domain/values/uuid.ts";
import { limitAttempts } from "../_shared/attempts.ts";
import { asService, type Db } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readObject } from "../_shared/http.ts";
import { makeAccount } from "./account.ts";

const LIMIT = { most: 60, seconds: 300 };

const openDraft = async (db: Db, { token, draft, code, email }: Record<string, unknown>) => {
  const byLink = typeof token === "string" && token !== "";
  const { data } = await db
    .rpc(
      "open_draft",
      byLink
        ? { p_token: token }
        : {
            ...(isUuid(draft) && { p_draft: draft }),
            p_code: typeof code === "string" ? code : "",
            ...(typeof email === "string" && { p_email: email.slice(0, 320) }),
          },
    )
    .throwOnError();
  if ("problem" in data) throw new Refusal("draft_refused", { message: data.problem });
  return data;
};

/** The database's refusals are written for people: the rules of the signed-in form. */
const publish = async (db: Db, id: string) => {
  const { data, error } = await db.rpc("finish_draft", { p_draft: id });
  if (!error) return data;
  if (!/^(?:PT4..|42501|23514)$/.test(error.code)) throw error;
  const message = [error.message, error.hint].filter(Boolean).join(" ");
  throw new Refusal("draft_refused", { message, cause: error });
};

const signInToken = async (db: Db, email: string): Promise<string> => {
  const { data, error } = await db.auth.admin.generateLink({ type: "magiclink", email });
  if (error) throw error;
  return data.properties.hashed_token;
};

Deno.serve(
  posted("finish-draft", async (request) => {
    const body = await readObject(request);
    const db = asService();
    await limitAttempts(db, "finish_draft", { request }, LIMIT);
    const draft = await openDraft(db, body);
    if (draft.kind === "job" || draft.kind === "enquiry") await makeAccount(db, draft);
    const { signs_in, email, ...done } = await publish(db, draft.id);
    return json({ ...done, tokenHash: signs_in ? await signInToken(db, email) : null });
  }),
);
