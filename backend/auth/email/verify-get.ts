import { HttpError } from "#backend/core/errors.ts";
import type { Auth, Call, Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitVerifying } from "../limits/limits.ts";
import { issueCode, PKCE_PREFIX } from "../sessions/pkce.ts";
import { NO_STORE, openSession, tokenPair } from "../sessions/sessions.ts";
import { reload } from "../users/users.ts";
import { findMailedLink } from "./earlier-links.ts";
import { OTHER_LINK } from "./email-change.ts";
import { redirectOf, redirectWith } from "./redirects.ts";
import { methodOf, normalizeType, redeem, tokenTypes } from "./verification.ts";

const redirect = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { location, "referrer-policy": "no-referrer", ...NO_STORE },
  });

/** GoTrue's flow names for the `type` of a link. */
const FLOWS: Record<string, string[]> = {
  signup: ["email/signup"],
  invite: ["invite"],
  recovery: ["recovery"],
  magiclink: ["magiclink"],
  email: ["email/signup", "magiclink"],
  email_change: ["email_change"],
};

const follow = async (auth: Auth, call: Call, target: string, link: string, type: string) => {
  const pkce = link.startsWith(PKCE_PREFIX);
  const found = await findMailedLink(auth, tokenTypes(type), link);
  const outcome = await auth.core.db.transaction(async (tx) => {
    const { user, complete } = await redeem(auth, tx, call, found);
    if (!complete) return {};
    if (pkce) return { code: await issueCode(auth, tx, user.id, FLOWS[type] ?? []) };
    const issued = await openSession(auth, tx, user, methodOf(type), call);
    return { user: await reload(tx, user.id), issued };
  });
  if (outcome.code) {
    return redirectWith(target, { code: outcome.code }, { query: true, fragment: false });
  }
  if (!outcome.user) return redirectWith(target, { message: OTHER_LINK }, { query: pkce });
  const { expires_at, expires_in, ...pair } = await tokenPair(auth, outcome.user, outcome.issued);
  return redirectWith(target, {
    ...pair,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    type,
  });
};

/**
 * GET /verify?token=…&type=…&redirect_to=…: the link of a mail. Responds with a redirect to an allowed
 * address: with a session in its fragment, a PKCE code in its query, or an error. A malformed link is
 * refused.
 */
export const verifyGet: Endpoint = async (auth, call) => {
  await limitVerifying(auth, call.ip);
  const query = call.url.searchParams;
  const target = redirectOf(call.request, call.url, auth.config);
  const link = query.get("token") ?? query.get("token_hash") ?? "";
  const type = normalizeType(query.get("type"));
  if (!link) {
    throw refuse("validation_failed", { message: "Verify requires a token or a token hash" });
  }
  try {
    return redirect(await follow(auth, call, target, link, type));
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    const facts = {
      error: error.status < 500 ? "access_denied" : "server_error",
      error_code: error.code,
      error_description: error.message,
    };
    return redirect(redirectWith(target, facts, { query: link.startsWith(PKCE_PREFIX) }));
  }
};
