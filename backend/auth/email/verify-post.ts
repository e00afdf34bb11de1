import { z } from "zod";
import { json } from "#backend/core/http/http.ts";
import type { Auth, Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitVerifying } from "../limits/limits.ts";
import { findPhoneCode } from "../phone/phones.ts";
import { emailAddress, phoneNumber, readJson, text } from "../request.ts";
import { openSession, sessionResponse } from "../sessions/sessions.ts";
import { reload } from "../users/users.ts";
import { findMailedLink } from "./earlier-links.ts";
import { OTHER_LINK } from "./email-change.ts";
import { type Found, findCode, type TokenType } from "./one-time-tokens.ts";
import { methodOf, redeem, tokenTypes } from "./verification.ts";

const Body = z.object({
  type: text(32),
  token: text(255),
  token_hash: text(255),
  email: text(320),
  phone: text(32),
});

/** GoTrue uses other words here for an invalid address. */
const address = (email: string): string => {
  try {
    return emailAddress(email);
  } catch (cause) {
    throw refuse("verify_email_malformed", { cause });
  }
};

const findToken = (
  auth: Auth,
  body: z.output<typeof Body>,
  types: readonly TokenType[],
): Promise<Found> => {
  const code = body.token.replace(/[\s-]/g, "");
  if (body.token_hash) return findMailedLink(auth, types, body.token_hash);
  if (!body.phone) return findCode(auth, types, address(body.email), code);
  if (body.type !== "sms" && body.type !== "phone_change") {
    throw refuse("validation_failed", { message: "Invalid sms verification type" });
  }
  if (!auth.config.sms.enableSignup) throw refuse("phone_provider_disabled");
  return findPhoneCode(auth, types, phoneNumber(body.phone), code);
};

/**
 * POST /verify: `{ type, token_hash }` redeems a link from a page of the site, which a mail scanner that
 * opens links does not do; `{ type, email | phone, token }` redeems a typed code. Responds with a session.
 */
export const verifyPost: Endpoint = async (auth, call) => {
  await limitVerifying(auth, call.ip);
  const body = await readJson(call.request, Body);
  const types = tokenTypes(body.type);
  if (Boolean(body.token) === Boolean(body.token_hash)) {
    throw refuse("validation_failed", {
      message: "Verify requires either a token or a token hash",
    });
  }
  if (body.token_hash && (body.email || body.phone)) {
    throw refuse("validation_failed", {
      message: "Only the token_hash and type should be provided",
    });
  }
  if (!body.token_hash && Boolean(body.email) === Boolean(body.phone)) {
    throw refuse("validation_failed", {
      message: "Only an email address or phone number should be provided on verify",
    });
  }
  const found = await findToken(auth, body, types);
  const signedIn = await auth.core.db.transaction(async (tx) => {
    const { user, complete } = await redeem(auth, tx, call, found);
    if (!complete) return null;
    const provider = body.phone ? "phone" : "email";
    const issued = await openSession(auth, tx, user, methodOf(body.type), call, provider);
    return { user: await reload(tx, user.id), issued };
  });
  if (!signedIn) return json({ msg: OTHER_LINK, code: "200" });
  return sessionResponse(auth, signedIn.user, signedIn.issued);
};
