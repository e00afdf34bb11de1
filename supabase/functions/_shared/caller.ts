import { DEACTIVATED } from "#domain/accounts/messages.ts";
import { SESSION_ENDED } from "#domain/accounts/sessions.ts";
import { asCaller, type Db } from "./database.ts";
import { required } from "./environment.ts";
import { Refusal } from "./errors.ts";

/** A signed-in person whose address is confirmed and whose account is active. */
export interface Caller {
  id: string;
  email: string;
  name: string;
  accountType: string;
  /** Whether the session has had no proof for too long, according to the authentication service. */
  reauthenticationNeeded: boolean;
}

/** The bearer token of a request; refuses with not_signed_in. */
export const tokenOf = (request: Request): string => {
  const token = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!token) throw new Refusal("not_signed_in");
  return token;
};

/**
 * The caller, from the bearer token. The authentication service is called, so that an ended session does
 * not count; the account is read under the caller's own policies. Refuses with not_signed_in, unconfirmed
 * or inactive; unavailable if the caller cannot be determined.
 */
export const requireCaller = async (request: Request): Promise<Caller> => {
  const token = tokenOf(request);
  const db = asCaller(token);
  const { data, error } = await db.auth.getUser(token);
  if (error) {
    const refused = [400, 401, 403, 404].includes(error.status ?? 0);
    throw new Refusal(refused ? "not_signed_in" : "unavailable", { cause: error });
  }
  const [profile, valid] = await Promise.all([
    db
      .from("profiles")
      .select("account_type, is_active, first_name, last_name")
      .eq("id", data.user.id)
      .maybeSingle(),
    db.rpc("is_session_valid"),
  ]);
  const unknown = profile.error ?? valid.error;
  if (unknown?.message === DEACTIVATED) throw new Refusal("inactive", { cause: unknown });
  // The session is over, or the token gives no access: it lacks the second step, or is too old for an admin.
  if (unknown && ["42501", SESSION_ENDED.code].includes(unknown.code))
    throw new Refusal("not_signed_in", { cause: unknown });
  if (unknown) throw new Refusal("unavailable", { cause: unknown });
  if (!valid.data) throw new Refusal("not_signed_in");
  if (!profile.data?.is_active) throw new Refusal("inactive");
  if (!data.user.email || !data.user.email_confirmed_at) throw new Refusal("unconfirmed");
  return {
    id: data.user.id,
    email: data.user.email,
    name: `${profile.data.first_name} ${profile.data.last_name}`.trim(),
    accountType: profile.data.account_type,
    reauthenticationNeeded:
      (data.user as { reauthentication_needed?: boolean }).reauthentication_needed ?? false,
  };
};

/**
 * The caller, after recent proof of identity to the authentication service: a person who merely found an
 * open screen gets no further. Refuses as requireCaller does, and with reauthentication_needed.
 */
export const requireProvenCaller = async (request: Request): Promise<Caller> => {
  const caller = await requireCaller(request);
  if (caller.reauthenticationNeeded) throw new Refusal("reauthentication_needed");
  return caller;
};

/**
 * An active admin, with a client that acts in that admin's name, so that the database checks again and
 * records who it was. Refuses as requireCaller does, and everybody else with not_an_admin.
 */
export const requireAdmin = async (request: Request): Promise<Caller & { db: Db }> => {
  const caller = await requireCaller(request);
  if (caller.accountType !== "admin") throw new Refusal("not_an_admin");
  return { ...caller, db: asCaller(tokenOf(request)) };
};

/** Whether a caller gave this secret. Every byte is compared, so that the time does not reveal where they differ. */
export const isSameSecret = (given: string, secret: string): boolean => {
  const encoder = new TextEncoder();
  const [one, other] = [encoder.encode(given), encoder.encode(secret)];
  let differs = one.length ^ other.length;
  for (let at = 0; at < other.length; at++) differs |= (one[at] ?? 0) ^ (other[at] ?? 0);
  return differs === 0;
};

/**
 * Refuses with not_the_service unless the bearer is the service key: for functions that the scheduler
 * calls.
 */
export const requireService = (request: Request): void => {
  if (!isSameSecret(tokenOf(request), required("SUPABASE_SERVICE_ROLE_KEY")))
    throw new Refusal("not_the_service");
};
