import { randomBytes } from "node:crypto";
import { seconds } from "#backend/core/clock.ts";
import type { Queryable } from "#backend/core/database/database.ts";
import { json } from "#backend/core/http/http.ts";
import type { Claims } from "#backend/core/tokens/tokens.ts";
import { type Auth, type Call, type Method, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { rememberNetwork } from "../limits/known-networks.ts";
import { hasSecondFactor } from "../mfa/factors.ts";
import { type User, userJson } from "../users/user.ts";
import { recordProof, recoveryEnd } from "./recent-proof.ts";

/** The data for a session's tokens. */
export interface Issued {
  sessionId: string;
  aal: string;
  amr: { method: string; timestamp: number }[];
  refreshToken: string;
  /** Whether this sign-in opened the session. */
  opened?: boolean;
}

/** 192 random bits. Stored as plain text, as in GoTrue, so that it could take the sessions over. */
export const newRefreshToken = (): string => randomBytes(24).toString("base64url");

const inet = (ip: string) => (/^[0-9a-f.:]+$/i.test(ip) ? ip : null);

/**
 * A person's own session `s`. The platform also has sessions of applications that people sign in to with the
 * project, which have fewer rights; a database that had been the platform's may contain them.
 */
export const OWN_SESSION = "s.oauth_client_id is null";

/** Opens a session within the caller's transaction and records the sign-in on the user. */
export const openSession = async (
  auth: Auth,
  tx: Queryable,
  user: User,
  method: Method,
  call: Call,
  provider = "email",
): Promise<Issued> => {
  const sessionId = crypto.randomUUID();
  const refreshToken = newRefreshToken();
  const agent = call.request.headers.get("user-agent")?.slice(0, 512) ?? "";
  // Read once: later tokens take the time of this proof from the database.
  const now = timestamp(auth);
  const written = tx.query(
    `with session as (
       insert into auth.sessions
         (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after)
       values ($1, $2::uuid, $3, $3, 'aal1', $4, $5, $9)
     ), claim as (
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values (gen_random_uuid(), $1, $3, $3, $6)
     ), token as (
       insert into auth.refresh_tokens
         (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
       values ('00000000-0000-0000-0000-000000000000', $7, ($2::uuid)::text, false, $3, $3, $1)
     ), identity as (
       update auth.identities set last_sign_in_at = $3, updated_at = $3
       where user_id = $2 and provider = $8
     )
     update auth.users set last_sign_in_at = $3, updated_at = $3 where id = $2`,
    [
      sessionId,
      user.id,
      now,
      agent,
      inet(call.ip),
      method,
      refreshToken,
      provider,
      recoveryEnd(auth, method),
    ],
  );
  const remembers = !hasSecondFactor(user);
  await Promise.all([written, remembers && rememberNetwork(auth, tx, user.id, call.ip)]);
  return {
    sessionId,
    aal: "aal1",
    amr: [{ method, timestamp: Math.floor(Date.parse(now) / 1000) }],
    refreshToken,
    opened: true,
  };
};

/** How the person proved their identity, newest first. */
export const amrOf = async (tx: Queryable, sessionId: string): Promise<Issued["amr"]> => {
  const claims = await tx.query<{ method: string; updated_at: Date }>(
    `select authentication_method as method, updated_at from auth.mfa_amr_claims
      where session_id = $1 order by updated_at desc`,
    [sessionId],
  );
  return claims.map(({ method, updated_at }) => ({
    method,
    timestamp: Math.floor(updated_at.getTime() / 1000),
  }));
};

/**
 * Raises the session to `aal2` by the factor and gives it a new refresh token; older ones are used up. The
 * user's own sessions that are still below end, because their holders have not shown the factor.
 */
export const elevateToAal2 = async (
  auth: Auth,
  tx: Queryable,
  sessionId: string,
  userId: string,
  factorId: string,
  method: Method,
): Promise<Issued> => {
  const now = timestamp(auth);
  const lifted = await tx.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3
      where id = $1 returning id`,
    [sessionId, factorId, now],
  );
  if (lifted.length === 0) throw refuse("session_not_found");
  await recordProof(auth, tx, sessionId, method);
  await tx.query(
    `delete from auth.sessions where user_id = $1 and (aal is null or aal < 'aal2') and id <> $2`,
    [userId, sessionId],
  );
  const refreshToken = newRefreshToken();
  await tx.query(
    `with used as (
       update auth.refresh_tokens set revoked = true, updated_at = $3
       where session_id = $1 and revoked is not true returning id, token
     )
     insert into auth.refresh_tokens
       (instance_id, token, user_id, revoked, parent, created_at, updated_at, session_id)
     values ('00000000-0000-0000-0000-000000000000', $2, $4, false,
       (select token from used order by id desc limit 1), $3, $3, $1)`,
    [sessionId, refreshToken, now, userId],
  );
  return { sessionId, aal: "aal2", amr: await amrOf(tx, sessionId), refreshToken };
};

/** Which of several identity providers was used. */
const providerOf = (user: User, method: string): { provider?: string } => {
  const own = user.identities.find(({ provider }) => provider.startsWith("sso:"));
  return method === "sso/saml" && own ? { provider: own.provider.slice("sso:".length) } : {};
};

/** GoTrue's claims for the user in the session. */
const accessToken = async (auth: Auth, user: User, issued: Issued): Promise<string> => {
  const now = seconds(auth.core.clock);
  const claims = {
    iss: `${auth.core.publicUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud || "authenticated",
    exp: now + auth.config.jwtExpiry,
    iat: now,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role || "authenticated",
    aal: issued.aal,
    amr: issued.amr.map((entry) => ({ ...entry, ...providerOf(user, entry.method) })),
    session_id: issued.sessionId,
    is_anonymous: user.is_anonymous,
  };
  const method = issued.amr[0]?.method ?? "otp";
  return auth.core.tokens.sign(await customClaims(auth, issued, user.id, method, claims));
};

/** The claims as the project wants them. A sign-in that it refuses leaves no session, as in GoTrue. */
const customClaims = async (
  auth: Auth,
  { sessionId, opened }: Issued,
  ...input: Parameters<Auth["hooks"]["customAccessToken"]>
): Promise<Claims> => {
  try {
    return await auth.hooks.customAccessToken(...input);
  } catch (refusal) {
    if (opened) await auth.core.db.query("delete from auth.sessions where id = $1", [sessionId]);
    throw refusal;
  }
};

/** The members of a token response, as from /token and in links. */
export const tokenPair = async (auth: Auth, user: User, issued: Issued) => ({
  access_token: await accessToken(auth, user, issued),
  token_type: "bearer",
  expires_in: auth.config.jwtExpiry,
  expires_at: seconds(auth.core.clock) + auth.config.jwtExpiry,
  refresh_token: issued.refreshToken,
});

/** No cache may store tokens (RFC 6749 section 5.1). */
export const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" };

/**
 * The response of every sign-in. `user` must be as stored after the sign-in. Not for use within a
 * transaction: a hook may need its own connection.
 */
export const sessionResponse = async (
  auth: Auth,
  user: User,
  issued: Issued,
  more: object = {},
): Promise<Response> =>
  json({ ...(await tokenPair(auth, user, issued)), user: userJson(user), ...more }, 200, NO_STORE);

/** Which sessions of a user a sign-out ends. */
export const SCOPES = ["global", "local", "others"] as const;
type Scope = (typeof SCOPES)[number];

/** Ends sessions, with their refresh tokens. */
export const closeSessions = async (
  tx: Queryable,
  userId: string,
  sessionId: string,
  scope: Scope,
): Promise<void> => {
  const which = {
    global: "$2::uuid is not null",
    local: "id = $2",
    others: "id <> $2",
  }[scope];
  await tx.query(`delete from auth.sessions where user_id = $1 and ${which}`, [userId, sessionId]);
};
