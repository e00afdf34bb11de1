import { encodeQR } from "qr";
import { z } from "zod";
import { json } from "#backend/kernel/http.ts";
import { audit } from "../audit.ts";
import { timestamp, type UserEndpoint } from "../context.ts";
import { brokenConstraint, refuse } from "../errors.ts";
import { checkPlace, dropStaleEnrolments, nameTaken } from "../factors.ts";
import { limitFactors } from "../limits.ts";
import { readJson, text } from "../request.ts";
import { NO_STORE } from "../sessions.ts";
import { newTotpSecret, totpUri } from "../totp.ts";
import { actorOf } from "../user.ts";
import { reload } from "../users.ts";

const Body = z.object({
  factor_type: text(32),
  friendly_name: text(128),
  issuer: text(128),
  phone: text(32),
});

const siteName = (siteUrl: string): string =>
  URL.canParse(siteUrl) ? new URL(siteUrl).host : siteUrl;

/**
 * POST /factors: starts a factor of type `totp`. The secret is answered this once, as text, as an
 * `otpauth:` address and as a picture of that; the factor counts only after its first right code.
 */
export const factorsEnroll: UserEndpoint = async (auth, call) => {
  await limitFactors(auth, call.ip);
  const { config, kernel } = auth;
  const { factor_type: type, friendly_name: name, issuer } = await readJson(call.request, Body);
  if (type === "phone") throw refuse("mfa_phone_enroll_not_enabled");
  if (type === "webauthn") throw refuse("mfa_webauthn_enroll_not_enabled");
  if (type !== "totp") {
    throw refuse("validation_failed", {
      message: "factor_type needs to be totp, phone, or webauthn",
    });
  }
  if (!config.mfa.totp.enrollEnabled) throw refuse("mfa_totp_enroll_not_enabled");

  const id = crypto.randomUUID();
  const secret = newTotpSecret();
  await kernel.db
    .transaction(async (tx) => {
      // One enrolment of an account at a time: two at once would both see the last free place.
      await tx.query("select 1 from auth.users where id = $1 for update", [call.user.id]);
      await dropStaleEnrolments(auth, tx, call.user.id);
      const user = await reload(tx, call.user.id);
      checkPlace(auth, user, name, call.session.aal);
      await tx.query(
        `insert into auth.mfa_factors
           (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
         values ($1, $2, $3, 'totp', 'unverified', $4, $5, $5)`,
        [id, user.id, name, secret, timestamp(auth)],
      );
      await audit(auth, tx, call.ip, "factor_in_progress", actorOf(user), {
        factor_id: id,
        factor_type: type,
      });
    })
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== "mfa_factors_user_friendly_name_unique") throw error;
      throw nameTaken(name, error);
    });
  const account = call.user.email || call.user.phone || call.user.id;
  const uri = totpUri(issuer || siteName(config.siteUrl), account, secret);
  // Black on white whatever the page's colours are: a reader needs the contrast and the margin.
  const picture = encodeQR(uri, "svg", { ecc: "medium", border: 4 }).replace(
    ">",
    '><rect width="100%" height="100%" fill="white"/>',
  );
  return json(
    { id, type, friendly_name: name, totp: { qr_code: picture, secret, uri } },
    200,
    NO_STORE,
  );
};
