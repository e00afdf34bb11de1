import { z } from "zod";
import type { Queryable } from "#backend/core/database/database.ts";
import type { HttpError } from "#backend/core/errors.ts";
import { audit } from "../audit.ts";
import { type Auth, type Call, type Endpoint, timestamp } from "../context.ts";
import { type AuthCode, refuse } from "../errors.ts";
import { limitTokens } from "../limits/limits.ts";
import { readJson, text } from "../request.ts";
import { actorOf, type User } from "../users/user.ts";
import { findUserById, isBanned } from "../users/users.ts";
import { amrOf, type Issued, newRefreshToken, OWN_SESSION, sessionResponse } from "./sessions.ts";

const Body = z.object({ refresh_token: text(255) });

type TokenRow = {
  id: string;
  token: string;
  user_id: string;
  revoked: boolean | null;
  updated_at: Date;
  session_id: string;
  aal: string | null;
  not_after: Date | null;
};

/** A refusal that must not undo what was written before it (the revoking of a stolen family). */
type Outcome = { user: User; issued: Issued } | { refused: AuthCode | HttpError };

/** The token to return for a token that was used before; null if that is a theft. */
const afterReuse = async (auth: Auth, tx: Queryable, used: TokenRow): Promise<string | null> => {
  const [live] = await tx.query<{ token: string; parent: string | null }>(
    `select token, parent from auth.refresh_tokens
      where session_id = $1 and revoked is not true order by id desc limit 1`,
    [used.session_id],
  );
  const until = used.updated_at.getTime() + auth.config.refreshTokenReuseInterval * 1000;
  // A client that lost a response asks again, soon, with its last token.
  return live && live.parent === used.token && auth.core.clock.now() < until ? live.token : null;
};

const rotate = async (auth: Auth, tx: Queryable, call: Call, given: string): Promise<Outcome> => {
  // The session's lock makes two uses of one token follow each other.
  const [used] = await tx.query<TokenRow>(
    `select t.id, t.token, s.user_id, t.revoked, t.updated_at, t.session_id, s.aal::text, s.not_after
       from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id and ${OWN_SESSION}
      where t.token = $1 for update of s`,
    [given],
  );
  if (!used) return { refused: "refresh_token_not_found" };
  const user = await findUserById(tx, used.user_id);
  if (!user || user.deleted_at) return { refused: "refresh_token_not_found" };
  if (isBanned(auth, user)) {
    const message = "Invalid Refresh Token: User Banned";
    return { refused: refuse("banned_from_tokens", { message }) };
  }
  if (used.not_after && used.not_after.getTime() <= auth.core.clock.now()) {
    return { refused: "session_expired" };
  }
  // Read again: another request may have used the token before this one got the lock.
  const [current] = await tx.query<{ revoked: boolean | null; updated_at: Date }>(
    "select revoked, updated_at from auth.refresh_tokens where id = $1",
    [used.id],
  );
  if (!current) return { refused: "refresh_token_not_found" };

  const now = timestamp(auth);
  let next: string | null = null;
  if (current.revoked) {
    next = await afterReuse(auth, tx, { ...used, ...current });
    if (!next && auth.config.enableRefreshTokenRotation) {
      await tx.query(
        "update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and revoked is not true",
        [used.session_id, now],
      );
      await audit(auth, tx, call.ip, "token_revoked", actorOf(user));
    }
    if (!next) return { refused: "refresh_token_already_used" };
  } else if (auth.config.enableRefreshTokenRotation) {
    next = newRefreshToken();
    await tx.query(
      `with used as (update auth.refresh_tokens set revoked = true, updated_at = $5 where id = $1)
       insert into auth.refresh_tokens
         (instance_id, token, user_id, revoked, parent, created_at, updated_at, session_id)
       values ('00000000-0000-0000-0000-000000000000', $2, $3, false, $4, $5, $5, $6)`,
      [used.id, next, used.user_id, used.token, now, used.session_id],
    );
  } else {
    next = used.token;
  }
  await tx.query(
    `update auth.sessions
        set refreshed_at = $2::timestamptz at time zone 'UTC', updated_at = $2 where id = $1`,
    [used.session_id, now],
  );
  await audit(auth, tx, call.ip, "token_refreshed", actorOf(user));
  const amr = await amrOf(tx, used.session_id);
  return {
    user,
    issued: {
      sessionId: used.session_id,
      aal: used.aal ?? "aal1",
      amr,
      refreshToken: next,
    },
  };
};

/**
 * POST /token?grant_type=refresh_token. Each token works once. Using one again later than
 * `refresh_token_reuse_interval` revokes every token of its session (RFC 9700 section 4.14.2).
 */
export const refreshGrant: Endpoint = async (auth, call) => {
  await limitTokens(auth, call.ip);
  const { refresh_token: given } = await readJson(call.request, Body);
  if (!given) throw refuse("validation_failed", { message: "refresh_token required" });
  const outcome = await auth.core.db.transaction((tx) => rotate(auth, tx, call, given));
  if ("refused" in outcome)
    throw typeof outcome.refused === "string" ? refuse(outcome.refused) : outcome.refused;
  return sessionResponse(auth, outcome.user, outcome.issued);
};
