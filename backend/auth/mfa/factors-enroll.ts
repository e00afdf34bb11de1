import { encodeQR } from "qr";
import { z } from "zod";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { type Auth, timestamp, type UserCall, type UserEndpoint } from "../context.ts";
import { brokenConstraint, refuse } from "../errors.ts";
import { limitFactors } from "../limits/limits.ts";
import { phoneNumber, readJson, text } from "../request.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { actorOf } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { checkPlace, dropStaleEnrolments, isVerified, nameConflict } from "./factors.ts";
import { newTotpSecret, totpUri } from "./totp.ts";

const Body = z.object({
  factor_type: text(32),
  friendly_name: text(128),
  issuer: text(128),
  phone: text(32),
});

const siteName = (siteUrl: string): string =>
  URL.canParse(siteUrl) ? new URL(siteUrl).host : siteUrl;

/** Writes an unfinished factor, if there is room. It replaces an unfinished factor of the same number. */
const insertFactor = async (
  auth: Auth,
  call: UserCall,
  factor: { type: string; name: string; secret?: string; phone?: string },
): Promise<string> => {
  const id = crypto.randomUUID();
  const { type, name, secret = "", phone = null } = factor;
  await auth.core.db
    .transaction(async (tx) => {
      // One enrolment of an account at a time: two at once would both see the last free place.
      await tx.query("select 1 from auth.users where id = $1 for update", [call.user.id]);
      await dropStaleEnrolments(auth, tx, call.user.id);
      await tx.query(
        "delete from auth.mfa_factors where user_id = $1 and phone = $2 and status = 'unverified'",
        [call.user.id, phone],
      );
      const user = await reload(tx, call.user.id);
      checkPlace(auth, user, name, call.session.aal);
      await tx.query(
        `insert into auth.mfa_factors
           (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
         values ($1, $2, $3, $4, 'unverified', $5, $6, $7, $7)`,
        [id, user.id, name, type, secret, phone, timestamp(auth)],
      );
      await audit(auth, tx, call.ip, "factor_in_progress", actorOf(user), {
        factor_id: id,
        factor_type: type,
      });
    })
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== "mfa_factors_user_friendly_name_unique") throw error;
      throw nameConflict(name, error);
    });
  return id;
};

const enrollTotp = async (auth: Auth, call: UserCall, name: string, issuer: string) => {
  const secret = newTotpSecret();
  const id = await insertFactor(auth, call, { type: "totp", name, secret });
  const account = call.user.email || call.user.phone || call.user.id;
  const uri = totpUri(issuer || siteName(auth.config.siteUrl), account, secret);
  // Black on white whatever the page's colours are: a scanner needs the contrast and the margin.
  const picture = encodeQR(uri, "svg", { ecc: "medium", border: 4 }).replace(
    ">",
    '><rect width="100%" height="100%" fill="white"/>',
  );
  return { id, type: "totp", friendly_name: name, totp: { qr_code: picture, secret, uri } };
};

const enrollPhone = async (auth: Auth, call: UserCall, name: string, given: string) => {
  if (!given) {
    throw refuse("validation_failed", {
      message: "Phone number required to enroll Phone factor",
    });
  }
  const phone = phoneNumber(given);
  if (call.user.factors.some((factor) => factor.phone === phone && isVerified(factor))) {
    throw refuse("mfa_phone_factor_exists");
  }
  const id = await insertFactor(auth, call, { type: "phone", name, phone });
  return { id, type: "phone", friendly_name: name, phone: given };
};

/**
 * POST /factors: starts a factor, which is valid only after its first right code. The secret of type `totp`
 * is sent only this once, as text, as an `otpauth:` address and as a picture of that. For type `phone` a
 * challenge sends a code. Type `webauthn` asks an authenticator for a credential.
 */
export const factorsEnroll: UserEndpoint = async (auth, call) => {
  await limitFactors(auth, call.ip);
  requireFreshProof(auth, call);
  const { mfa } = auth.config;
  const body = await readJson(call.request, Body);
  const { factor_type: type, friendly_name: name } = body;
  switch (type) {
    case "totp":
      if (!mfa.totp.enrollEnabled) throw refuse("mfa_totp_enroll_not_enabled");
      return json(await enrollTotp(auth, call, name, body.issuer), 200, NO_STORE);
    case "phone":
      if (!mfa.phone.enrollEnabled) throw refuse("mfa_phone_enroll_not_enabled");
      return json(await enrollPhone(auth, call, name, body.phone), 200, NO_STORE);
    case "webauthn":
      if (!mfa.webauthn.enrollEnabled) throw refuse("mfa_webauthn_enroll_not_enabled");
      return json(
        { id: await insertFactor(auth, call, { type, name }), type, friendly_name: name },
        200,
        NO_STORE,
      );
    default:
      throw refuse("validation_failed", {
        message: "factor_type needs to be totp, phone, or webauthn",
      });
  }
};
