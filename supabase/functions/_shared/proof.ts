import { type Caller, requireCaller, tokenOf } from "./caller.ts";
import { asService, asVisitor } from "./database.ts";
import { Refusal } from "./errors.ts";

interface Facts {
  has_password: boolean;
  signed_in_just_now: boolean;
}

/** The session that a token belongs to; the token has been verified before. */
const sessionOf = (token: string): string => {
  const part = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  const { session_id } = JSON.parse(atob(part)) as { session_id?: unknown };
  if (typeof session_id !== "string") throw new Refusal("not_signed_in");
  return session_id;
};

/** Signs in once more on trial; the session that this opens is closed again at once. */
const checkPassword = async (request: Request, email: string, password: string): Promise<void> => {
  // Rate limits and device lists are about whoever sits before the screen, not about this server.
  const trial = asVisitor({
    "x-forwarded-for": request.headers.get("x-forwarded-for") ?? "",
    "user-agent": request.headers.get("user-agent") ?? "",
  });
  const { error } = await trial.auth.signInWithPassword({ email, password });
  if (error?.code === "invalid_credentials") throw new Refusal("wrong_password");
  if (error?.status === 429) throw new Refusal("too_many_tries", { cause: error });
  if (error) throw new Refusal("unavailable", { cause: error });
  await trial.auth.signOut({ scope: "local" });
};

/**
 * The caller, proven once more by the current password; the session itself must have passed the second
 * step where there is one. An account without a password must have signed in within ten minutes.
 * Whoever only found an open screen gets no further than here.
 */
export const requireProvenCaller = async (request: Request, password: unknown): Promise<Caller> => {
  const caller = await requireCaller(request);
  const { data, error } = await asService().rpc("how_to_prove", {
    p_user: caller.id,
    p_session: sessionOf(tokenOf(request)),
  });
  if (error) throw new Refusal("unavailable", { cause: error });
  const facts = data as unknown as Facts;
  if (!facts.has_password) {
    if (!facts.signed_in_just_now) throw new Refusal("sign_in_again");
    return caller;
  }
  if (typeof password !== "string" || password === "" || password.length > 4096) {
    throw new Refusal("wrong_password");
  }
  await checkPassword(request, caller.email, password);
  return caller;
};
