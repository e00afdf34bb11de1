import { z } from "zod";
import type { Queryable } from "#backend/core/database/database.ts";
import { HttpError } from "#backend/core/errors.ts";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { type Auth, type Method, timestamp, type UserCall, type UserEndpoint } from "../context.ts";
import { confirmEmailChange, writeEmailChange } from "../email/email-change.ts";
import { pauseOf, send, writing } from "../email/emails.ts";
import { consume, findCode } from "../email/one-time-tokens.ts";
import { redirectOf } from "../email/redirects.ts";
import { refuse } from "../errors.ts";
import { countGuess } from "../limits/guess-limits.ts";
import {
  limitRequests,
  limitTexts,
  limitTokens,
  limitVerifying,
  release,
} from "../limits/limits.ts";
import { limitMail, limitMailTo, type MailBudget, mailKey } from "../limits/mail-limits.ts";
import { hasSecondFactor } from "../mfa/factors.ts";
import { checkNewPassword } from "../passwords/password-rules.ts";
import { channelOf, confirmPhoneChange, findPhoneCode, textCode } from "../phone/phones.ts";
import { metadata, newEmailAddress, phoneNumber, pkceFields, readJson, text } from "../request.ts";
import { challengeOf } from "../sessions/pkce.ts";
import {
  choosesPassword,
  endChoosing,
  endUnfinished,
  recordProof,
  requireFreshProof,
  unprovenSince,
} from "../sessions/recent-proof.ts";
import { closeSessions } from "../sessions/sessions.ts";
import { actorOf, userJson } from "./user.ts";
import { findUserByEmail, findUserByPhone, mergeMetadata, reload } from "./users.ts";

const Body = z.object({
  email: text(320),
  phone: text(32),
  password: z.string().max(4096).nullish(),
  current_password: z.string().max(4096).nullish(),
  nonce: text(32),
  channel: text(16),
  data: metadata,
  app_metadata: z.unknown().optional(),
  ...pkceFields,
});

/** A session older than this needs another proof of identity before the password changes. */
const RECENT_SECONDS = 24 * 3600;

const checkNonce = async (auth: Auth, call: UserCall, nonce: string) => {
  if (!nonce) throw refuse("reauthentication_needed");
  try {
    const types = ["reauthentication_token"] as const;
    const { email, phone, id } = call.user;
    const found = email
      ? await findCode(auth, types, email, nonce, id)
      : await findPhoneCode(auth, types, phone ?? "", nonce, id);
    await consume(auth.core.db, found);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw refuse("reauthentication_not_valid", { cause: error });
  }
};

const newPassword = async (
  auth: Auth,
  call: UserCall,
  body: z.output<typeof Body>,
  proof: Method | null,
): Promise<string | null> => {
  if (typeof body.password !== "string") return null;
  const { minimumPasswordLength, recoveryMinimumPasswordLength } = auth.config;
  const minimum = choosesPassword(auth, call)
    ? recoveryMinimumPasswordLength
    : minimumPasswordLength;
  await checkNewPassword(auth, body.password, call.user, minimum);
  const age = auth.core.clock.now() - call.session.createdAt.getTime();
  if (proof !== "otp" && auth.config.email.securePasswordChange && age > RECENT_SECONDS * 1000) {
    await checkNonce(auth, call, body.nonce);
  }
  const same = await auth.passwords.verify(body.password, call.user.encrypted_password, call.ip);
  if (same.matches) throw refuse("same_password");
  return auth.passwords.hash(body.password, call.ip);
};

/**
 * Refuses a change that needs the current password and does not have it, so that a stolen session cannot
 * take over the account. An account without a password needs another fresh proof. Neither is needed for the
 * password that a link was sent to choose.
 */
const requireProof = (
  auth: Auth,
  call: UserCall,
  body: z.output<typeof Body>,
  { identifier, password }: { identifier: boolean; password: boolean },
): void => {
  if (!auth.config.requireCurrentPassword) return;
  if (!identifier && (!password || choosesPassword(auth, call))) return;
  if (!call.user.encrypted_password) {
    if (!body.nonce) requireFreshProof(auth, call);
  } else if (typeof body.current_password !== "string") {
    throw refuse("reauthentication_needed", { message: "Current password is required" });
  }
};

/** Checks the request's proof of identity; returns its kind, or null without one. */
const proofIn = async (
  auth: Auth,
  call: UserCall,
  body: z.output<typeof Body>,
): Promise<Method | null> => {
  if (typeof body.current_password === "string") {
    const stored = call.user.encrypted_password;
    const { matches } = await auth.passwords.verify(body.current_password, stored, call.ip);
    if (!matches) throw refuse("invalid_credentials", { message: "Current password is incorrect" });
    return "password";
  }
  if (!body.nonce || !auth.config.requireCurrentPassword) return null;
  await limitVerifying(auth, call.ip);
  await checkNonce(auth, call, body.nonce);
  return "otp";
};

/**
 * PUT /user: the user's own password, address, number and data. A new password ends every other session; a
 * new address or number waits for its confirmation. `current_password` must be right if sent. With `[auth]
 * require_current_password` it is required. Like a right `nonce`, it counts as a fresh proof of the session
 * even if nothing changes. The response to a new password says since when the account has had a session
 * without proof (`unproven_since`).
 */
export const userUpdate: UserEndpoint = async (auth, call) => {
  const { config, core } = auth;
  const { user } = call;
  const body = await readJson(call.request, Body);
  if (body.app_metadata !== undefined && body.app_metadata !== null) {
    throw refuse("not_admin", { message: "Updating app_metadata requires admin privileges" });
  }
  const email = body.email ? newEmailAddress(body.email, config) : "";
  const changesEmail = email !== "" && email !== user.email;
  const phone = body.phone ? phoneNumber(body.phone) : "";
  const changesPhone = phone !== "" && phone !== user.phone;
  if (changesPhone && !config.sms.enableSignup) throw refuse("phone_provider_disabled");
  const channel = channelOf(auth, body.channel);
  const identifier = changesEmail || changesPhone;
  if (user.is_sso_user && (identifier || typeof body.password === "string")) {
    throw refuse("user_sso_managed");
  }
  // Comes before any check, so that a session without the right learns nothing.
  if (
    (identifier || typeof body.password === "string") &&
    hasSecondFactor(user) &&
    call.session.aal !== "aal2"
  ) {
    throw refuse("aal2_to_change");
  }
  if (user.is_anonymous && typeof body.password === "string") {
    throw refuse("unprocessable", {
      message: "Updating password of an anonymous user without an email or phone is not allowed",
    });
  }
  const changes = { identifier, password: typeof body.password === "string" };
  requireProof(auth, call, body, changes);
  const challenge = challengeOf(body);
  let resetGuesses: Awaited<ReturnType<typeof countGuess>> | null = null;
  if (typeof body.current_password === "string" || typeof body.password === "string") {
    // A new password that is refused as the same as the old one is a guess too.
    await limitTokens(auth, call.ip);
    resetGuesses = await countGuess(auth, { kind: "password", userId: user.id, ip: call.ip });
  }
  const proof = await proofIn(auth, call, body);
  const encryptedPassword = await newPassword(auth, call, body, proof);
  const budget: MailBudget = { kind: "email_change", ip: call.ip };
  const pause = pauseOf("email_change");
  const pauses = [user.email ?? email, email].map((to) => mailKey(pause, to));
  if (changesEmail) {
    await limitRequests(auth, call.ip);
    if (await findUserByEmail(core.db, email)) throw refuse("email_exists");
    await limitMail(auth, budget, pause, user.email ?? email);
    // The new address is mailed too, and may be a stranger's.
    if (user.email) await limitMailTo(auth, call.ip, pause, email);
  }
  const textsPhone = changesPhone && config.sms.enableConfirmations;
  if (changesPhone) {
    await limitRequests(auth, call.ip);
    if (await findUserByPhone(core.db, phone)) throw refuse("phone_exists");
    if (textsPhone) await limitTexts(auth, "phone_change", phone);
  }

  const strict = config.requireCurrentPassword && !user.is_anonymous;
  const chooses = !proof && choosesPassword(auth, call);
  let since: Date | null = null;
  const work = async (tx: Queryable) => {
    await tx.query("select 1 from auth.users where id = $1 for update", [user.id]);
    const current = await reload(tx, user.id);
    if (encryptedPassword) {
      if (strict) since = (await unprovenSince(tx, user.id)) ?? user.created_at;
      if (strict && chooses) await endChoosing(auth, tx, call.session.id);
      if (strict) await endUnfinished(tx, user.id);
      await tx.query(
        "update auth.users set encrypted_password = $2, updated_at = $3 where id = $1",
        [user.id, encryptedPassword, timestamp(auth)],
      );
      await closeSessions(tx, user.id, call.session.id, "others");
      // A recovery link in some mailbox must not undo the change.
      await tx.query(
        "delete from auth.one_time_tokens where user_id = $1 and token_type = 'recovery_token'",
        [user.id],
      );
      await audit(auth, tx, call.ip, "user_updated_password", actorOf(user));
    }
    if (strict && proof) await recordProof(auth, tx, call.session.id, proof);
    await resetGuesses?.(tx);
    if (body.data) {
      const merged = mergeMetadata(current.raw_user_meta_data, body.data);
      await tx.query(
        "update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1",
        [user.id, JSON.stringify(merged), timestamp(auth)],
      );
    }
    await audit(auth, tx, call.ip, "user_modified", actorOf(user));
    if (changesPhone && !textsPhone) {
      await tx.query("update auth.users set phone_change = $2 where id = $1", [user.id, phone]);
      await confirmPhoneChange(auth, tx, await reload(tx, user.id));
    }
    if (!changesEmail) return [];
    if (user.is_anonymous && !config.email.enableConfirmations) {
      // As in sign-up, which needs no confirmation here either.
      await tx.query("update auth.users set email_change = $2 where id = $1", [user.id, email]);
      await confirmEmailChange(auth, tx, await reload(tx, user.id));
      return [];
    }
    const redirectTo = redirectOf(call.request, call.url, config);
    return writeEmailChange(auth, tx, current, {
      newEmail: email,
      redirectTo,
      challenge,
      budget,
    });
  };
  const transact = changesEmail ? writing(auth, work) : core.db.transaction(work);
  const mails = await transact.catch(async (error: unknown) => {
    if (changesEmail) await release(auth, pauses);
    throw error;
  });
  if (mails.length > 0) {
    await send(auth, "email_change", mails).catch(async (error: unknown) => {
      await release(auth, pauses);
      throw error;
    });
  }
  if (textsPhone) await textCode(auth, user, { kind: "phone_change", phone, channel });
  const changed = userJson(await reload(core.db, user.id));
  return json(since ? { ...changed, unproven_since: (since as Date).toISOString() } : changed);
};
