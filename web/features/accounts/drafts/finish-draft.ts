import { faultOf, NETWORK_ISSUE } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import type { Db } from "#web/session/database.ts";
import { callFunction } from "#web/session/refusal.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { postedText, postedWords } from "#web/ui/posted-form.ts";
import { detachedClient } from "../detached-client.ts";
import { admit } from "../login/log-in.ts";

/** What was published; a token that signs in, for an hour. */
export interface Finished {
  kind: string;
  result: string | null;
  /** False for a review that waits for a moderator. */
  is_public: boolean;
  no_password: boolean;
  tokenHash: string | null;
}

export interface Confirmation {
  done: Finished | null;
  problem: string | null;
  /** The draft whose code was typed; empty in another browser, where the address says which. */
  draft: string;
  email: string;
}

/** Publishes by the posted link, or by a draft's code with its id or its address. */
export const confirmDraft = async (visitor: Db, form: FormData): Promise<Confirmation> => {
  const draft = postedText(form, "draft");
  const email = postedText(form, "email");
  const body = { token: postedText(form, "token"), draft, email, code: postedText(form, "code") };
  try {
    return {
      done: await callFunction<Finished>(visitor, "finish-draft", body),
      problem: null,
      draft,
      email,
    };
  } catch (error) {
    return {
      done: null,
      problem: postedWords(faultOf(error, UNEXPECTED_ERROR).message),
      draft,
      email,
    };
  }
};

/** A press that did not reach the server. */
export const unsentConfirmation = (form: FormData): Confirmation => ({
  done: null,
  problem: NETWORK_ISSUE,
  draft: postedText(form, "draft"),
  email: postedText(form, "email"),
});

/** Signs in with the token of a confirmation, as a mailed sign-in link does. */
export const signInWith = async (
  db: Db,
  settings: SiteSettings,
  tokenHash: string,
): Promise<"signed-in" | "second-step" | "refused"> => {
  const trial = await detachedClient(settings);
  const { data } = await trial.auth.verifyOtp({ token_hash: tokenHash, type: "magiclink" });
  if (!data.session) return "refused";
  return (await admit(db, trial, data.session, { accountType: null, target: null })).kind;
};
