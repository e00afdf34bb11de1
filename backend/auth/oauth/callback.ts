import type { Queryable } from "#backend/core/database/database.ts";
import { HttpError } from "#backend/core/errors.ts";
import { readBody } from "#backend/core/http/http.ts";
import { parseForm } from "#backend/core/http/parse.ts";
import type { Auth, Call, Endpoint } from "../context.ts";
import { redirectWith } from "../email/redirects.ts";
import { refuse } from "../errors.ts";
import { limitFlows } from "../limits/limits.ts";
import { type Issued, NO_STORE, openSession, tokenPair } from "../sessions/sessions.ts";
import { saveError } from "../users/registration.ts";
import type { User } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { linkTo, signInWith } from "./external-accounts.ts";
import { type Flow, finishFlow, isSameBrowser, takeFlow, unmarkBrowser } from "./oauth-flow.ts";
import { ProviderError } from "./providers/wire.ts";

const FORM_LIMIT = 64 * 1024;

/** GoTrue's code for a refusal, for the application (RFC 6749 section 4.1.2.1). */
const OAUTH_ERRORS: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
};
const DENIALS = new Set(["signup_disabled", "user_banned", "provider_email_needs_verification"]);

const paramsOf = async ({ request, url }: Call): Promise<URLSearchParams> => {
  if (request.method !== "POST") return url.searchParams;
  return parseForm(new TextDecoder().decode(await readBody(request, FORM_LIMIT)));
};

/** A short foreign text, without anything that could break a log or a page. */
const excerpt = (text: string | null, longest: number): string =>
  [...(text ?? "")]
    .filter((character) => character >= " ")
    .slice(0, longest)
    .join("");

/** The browser's next address after success: with a code in the query, or tokens in the fragment. */
const completeSignIn = async (
  auth: Auth,
  call: Call,
  flow: Flow,
  params: URLSearchParams,
): Promise<string> => {
  const provider = auth.providers.find(flow.provider);
  if (!provider) throw refuse("oauth_provider_not_supported");
  const code = params.get("code");
  if (!code) throw refuse("bad_oauth_callback");
  const returned = { code, issuer: params.get("iss"), user: params.get("user") };
  const { grant, person } = await provider
    .fetchProfile(returned, flow.verifier)
    .catch((cause: unknown) => {
      throw cause instanceof ProviderError ? refuse("provider_failed", { cause }) : cause;
    });

  const { db } = auth.core;
  const end = async (
    tx: Queryable,
    userId: string,
  ): Promise<{ code: string } | { user: User; issued: Issued }> => {
    if (flow.pkce) return { code: await finishFlow(auth, tx, flow, userId, grant) };
    await tx.query("delete from auth.flow_state where id = $1", [flow.id]);
    const user = await reload(tx, userId);
    const issued = await openSession(auth, tx, user, "oauth", call, provider.name);
    return { user: await reload(tx, userId), issued };
  };
  const target = flow.linkTo;
  const outcome = target
    ? await db
        .transaction(async (tx) =>
          end(tx, (await linkTo(auth, tx, call, target, provider, person)).id),
        )
        .catch((error: unknown) => {
          throw saveError(error, "Database error linking the identity");
        })
    : await signInWith(auth, call, { provider, person, redirectTo: flow.redirectTo }, (tx, user) =>
        end(tx, user.id),
      );
  if ("code" in outcome) {
    return redirectWith(flow.redirectTo, { code: outcome.code }, { query: true, fragment: false });
  }
  const { expires_at, expires_in, ...pair } = await tokenPair(auth, outcome.user, outcome.issued);
  return redirectWith(flow.redirectTo, {
    ...pair,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    provider_token: grant.accessToken,
    ...(grant.refreshToken ? { provider_refresh_token: grant.refreshToken } : {}),
  });
};

const errorFacts = (auth: Auth, error: unknown): Record<string, string> => {
  if (!(error instanceof HttpError)) throw error;
  if (error.status >= 500) {
    auth.core.log.warn("auth.provider_failed", { code: error.code, error: error.cause ?? error });
  }
  const kind = DENIALS.has(error.code) ? "access_denied" : OAUTH_ERRORS[error.status];
  return {
    error: kind ?? "server_error",
    error_code: error.code,
    error_description: error.message,
  };
};

/**
 * GET and POST /callback: where a provider returns the browser. Always responds with a redirect, to the
 * address allowed when the sign-in started; without a sign-in of ours, to the site.
 */
export const callback: Endpoint = async (auth, call) => {
  await limitFlows(auth, call.ip);
  const params = await paramsOf(call);
  const flow = await takeFlow(auth, params.get("state") ?? "");
  const back = (location: string) =>
    new Response(null, {
      status: 302,
      headers: {
        location,
        "referrer-policy": "no-referrer",
        ...(flow ? { "set-cookie": unmarkBrowser(auth, flow.id) } : {}),
        ...NO_STORE,
      },
    });
  const target = flow?.redirectTo ?? auth.config.siteUrl;
  try {
    if (!params.get("state")) {
      throw refuse("bad_oauth_callback", { message: "OAuth state parameter missing" });
    }
    if (!flow || !isSameBrowser(auth, call.request, flow)) throw refuse("bad_oauth_state");
    const error = excerpt(params.get("error"), 100);
    if (error) {
      const error_description = excerpt(params.get("error_description"), 500);
      return back(redirectWith(target, { error, error_description }, { query: true }));
    }
    return back(await completeSignIn(auth, call, flow, params));
  } catch (error) {
    return back(redirectWith(target, errorFacts(auth, error), { query: true }));
  }
};
