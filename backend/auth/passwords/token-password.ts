import { z } from "zod";
import type { Queryable } from "#backend/core/database/database.ts";
import { audit } from "../audit.ts";
import { type Auth, type Endpoint, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { countGuess } from "../limits/guess-limits.ts";
import { limitTokens } from "../limits/limits.ts";
import { readJson, text } from "../request.ts";
import { openSession, sessionResponse } from "../sessions/sessions.ts";
import { actorOf, isConfirmed, isPhoneConfirmed, type User } from "../users/user.ts";
import { findUserByEmail, findUserByPhone, isBanned, reload } from "../users/users.ts";
import { weaknessOf } from "./passwords.ts";

const Body = z.object({ email: text(320), phone: text(32), password: text(4096) });

/** Replaces the hash of a password by a new one of the same. */
const storeAgain = (auth: Auth, tx: Queryable, user: User, fresh: string) =>
  Promise.all([
    // For triggers that inform people of a new password.
    tx.query("select set_config('auth.same_password', $1, true)", ["yes"]),
    tx.query(
      `update auth.users set encrypted_password = $2, updated_at = $4
        where id = $1 and encrypted_password = $3`,
      [user.id, fresh, user.encrypted_password, timestamp(auth)],
    ),
  ]);

/**
 * POST /token?grant_type=password. An unknown address or number, an account without a password and a wrong
 * password get the same response in the same time. Problems with an account are reported to its owner only,
 * and so is what an old password lacks by the present rules.
 */
export const passwordGrant: Endpoint = async (auth, call) => {
  const { core } = auth;
  const body = await readJson(call.request, Body);
  if (body.email && body.phone) {
    throw refuse("validation_failed", {
      message: "Only an email address or phone number should be provided on login.",
    });
  }
  const byPhone = body.phone !== "";
  if (body.email && !auth.config.email.enableSignup) throw refuse("email_provider_disabled");
  if (byPhone && !auth.config.sms.enableSignup) throw refuse("phone_logins_disabled");
  const name = byPhone
    ? body.phone.replace(/^\+/, "").replaceAll(" ", "")
    : body.email.trim().toLowerCase();
  if (!name) throw refuse("validation_failed", { message: "missing email or phone" });

  const find = byPhone ? findUserByPhone : findUserByEmail;
  const [user] = await core.db.atOnce((tx) =>
    Promise.all([find(tx, name), limitTokens(auth, call.ip, tx)]),
  );
  const guess = { kind: "password", userId: user?.id ?? null, name, ip: call.ip } as const;
  const resetGuesses = await countGuess(auth, guess);
  const stored = user && !user.deleted_at ? user.encrypted_password : null;
  const { matches, outdated } = await auth.passwords.verify(body.password, stored, call.ip);
  const rejection = user && (await auth.hooks.passwordAttempt(user.id, matches));
  if (user && rejection?.logout) {
    await core.db.query("delete from auth.sessions where user_id = $1", [user.id]);
  }
  if (rejection) throw refuse("invalid_credentials", { message: rejection.message });
  if (!user || !matches) throw refuse("invalid_credentials");
  if (isBanned(auth, user)) throw refuse("banned_from_tokens");
  if (byPhone && !isPhoneConfirmed(user)) throw refuse("phone_not_confirmed");
  if (!byPhone && !isConfirmed(user)) throw refuse("email_not_confirmed");

  const provider = byPhone ? "phone" : "email";
  const fresh = outdated ? await auth.passwords.hash(body.password, call.ip) : null;
  const [, , issued, , signedIn] = await core.db.atOnce((tx) =>
    Promise.all([
      fresh && storeAgain(auth, tx, user, fresh),
      audit(auth, tx, call.ip, "login", actorOf(user), { provider }),
      openSession(auth, tx, user, "password", call, provider),
      resetGuesses(tx),
      reload(tx, user.id),
    ]),
  );
  const weak = weaknessOf(body.password, auth.config);
  return sessionResponse(auth, signedIn, issued, weak ? { weak_password: weak } : undefined);
};
