import { z } from "zod";
import type { Queryable } from "#backend/core/database/database.ts";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { type Auth, type Endpoint, timestamp } from "../context.ts";
import { voidChangeLinks } from "../email/email-change.ts";
import { confirmationUrl } from "../email/emails.ts";
import { createSecret, type TokenType } from "../email/one-time-tokens.ts";
import { allowedRedirect } from "../email/redirects.ts";
import { refuse } from "../errors.ts";
import { checkNewPassword } from "../passwords/password-rules.ts";
import { emailAddress, metadata, readJson, text } from "../request.ts";
import { disownSignup, saveError } from "../users/registration.ts";
import { actorOf, isConfirmed, type User, userJson } from "../users/user.ts";
import { findUserByEmail, insertUser, reload } from "../users/users.ts";
import { hashOfRandomPassword } from "./admin.ts";

const Body = z.object({
  type: text(32),
  email: text(320),
  new_email: text(320),
  password: text(4096),
  data: metadata,
  redirect_to: text(2048),
});

const TYPES: Record<string, { token: TokenType; link: string; sent: string }> = {
  signup: {
    token: "confirmation_token",
    link: "signup",
    sent: "confirmation_sent_at = $2",
  },
  invite: {
    token: "confirmation_token",
    link: "invite",
    sent: "confirmation_sent_at = $2, invited_at = $2",
  },
  magiclink: { token: "recovery_token", link: "magiclink", sent: "recovery_sent_at = $2" },
  recovery: { token: "recovery_token", link: "recovery", sent: "recovery_sent_at = $2" },
  email_change_current: {
    token: "email_change_token_current",
    link: "email_change",
    sent: "email_change_sent_at = $2",
  },
  email_change_new: {
    token: "email_change_token_new",
    link: "email_change",
    sent: "email_change_sent_at = $2",
  },
};

/**
 * Starts the change, or continues it if the address is the same. Links made earlier for another address
 * become void, and both sides must confirm after the newest link was made.
 */
const startChange = async (auth: Auth, tx: Queryable, user: User, newEmail: string) => {
  await tx.query(
    `update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3
      where id = $1`,
    [user.id, newEmail, timestamp(auth)],
  );
  if (user.email_change !== newEmail) await voidChangeLinks(tx, user.id);
};

/** POST /admin/generate_link: the link and code of a mail that the operator sends by other means. */
export const adminGenerateLink: Endpoint = async (auth, call) => {
  const { config, core } = auth;
  const body = await readJson(call.request, Body);
  const email = emailAddress(body.email);
  const redirectTo = allowedRedirect(
    body.redirect_to || call.url.searchParams.get("redirect_to"),
    config,
  );
  const existing = await findUserByEmail(core.db, email);
  // A sign-in link for a new person signs them up.
  const type = body.type === "magiclink" && !existing ? "signup" : body.type;
  const kind = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (!kind) {
    throw refuse("validation_failed", {
      message: `Invalid email action link type requested: ${body.type}`,
    });
  }
  const creates = type === "signup" || type === "invite";
  if (!existing && !creates) {
    throw refuse("user_not_found", { message: "User with this email not found" });
  }
  if (existing && creates && isConfirmed(existing)) throw refuse("email_exists");
  const changes = type.startsWith("email_change");
  const newEmail = changes ? emailAddress(body.new_email) : "";
  if (changes && (await findUserByEmail(core.db, newEmail))) throw refuse("email_exists");
  if (type === "email_change_current" && !config.email.doubleConfirmChanges) {
    throw refuse("validation_failed", {
      message: "Enable secure email change to generate link for current email",
    });
  }
  let encryptedPassword = "";
  if (!existing && type === "signup") {
    if (body.password) await checkNewPassword(auth, body.password, { email });
    else if (body.type === "signup") {
      throw refuse("validation_failed", { message: "Signup requires a valid password" });
    }
    encryptedPassword = body.password
      ? await auth.passwords.hash(body.password)
      : await hashOfRandomPassword(auth);
  }

  try {
    const made = await core.db.transaction(async (tx) => {
      const user =
        existing ??
        (await insertUser(auth, tx, {
          email,
          encryptedPassword,
          userMetadata: body.data ?? {},
          operated: true,
        }));
      if (existing && creates) await disownSignup(tx, existing.id);
      if (changes) await startChange(auth, tx, user, newEmail);
      const relatesTo = type === "email_change_new" ? newEmail : email;
      const secret = await createSecret(auth, tx, {
        userId: user.id,
        type: kind.token,
        relatesTo,
      });
      await tx.query(`update auth.users set ${kind.sent}, updated_at = $2 where id = $1`, [
        user.id,
        timestamp(auth),
      ]);
      await audit(
        auth,
        tx,
        call.ip,
        type === "invite" ? "user_invited" : "user_recovery_requested",
        type === "invite" ? null : actorOf(user),
        { user_id: user.id, user_email: email },
      );
      return { user: await reload(tx, user.id), secret };
    });
    return json({
      ...userJson(made.user),
      action_link: confirmationUrl(auth, made.secret.link, kind.link, redirectTo),
      email_otp: made.secret.code,
      hashed_token: made.secret.link,
      redirect_to: redirectTo,
      verification_type: type,
    });
  } catch (error) {
    throw saveError(error);
  }
};
