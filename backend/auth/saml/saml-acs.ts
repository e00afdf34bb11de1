import { HttpError } from "#backend/core/errors.ts";
import { readBody } from "#backend/core/http/http.ts";
import { parseForm } from "#backend/core/http/parse.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { type Auth, type Call, type Endpoint, timestamp } from "../context.ts";
import { allowedRedirect, redirectWith } from "../email/redirects.ts";
import { refuse } from "../errors.ts";
import { limitFlows } from "../limits/limits.ts";
import { newEmailAddress } from "../request.ts";
import { NO_STORE, openSession, tokenPair } from "../sessions/sessions.ts";
import { saveError, sendUserCreated } from "../users/registration.ts";
import { reload } from "../users/users.ts";
import { findSsoAccount, resolveSsoAccount } from "./account.ts";
import { factsOf, subjectOf } from "./person.ts";
import { currentMetadata, findProvider, type SsoProvider } from "./providers.ts";
import { consumeAssertion, INVALID, type SignIn, takeSignIn } from "./relay.ts";
import { type Assertion, readResponse } from "./response.ts";
import { serviceProvider } from "./service.ts";
import { children, NS, parseXml, SamlError, textIn } from "./xml.ts";

const FORM_LIMIT = 512 * 1024;

const invalid = (cause: unknown): unknown =>
  cause instanceof SamlError ? refuse("validation_failed", { message: INVALID, cause }) : cause;

const decoded = (form: URLSearchParams): string => {
  const given = (form.get("SAMLResponse") ?? "").replace(/\s/g, "");
  if (!given) throw refuse("validation_failed", { message: "SAMLResponse is missing" });
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(given)) {
    throw refuse("validation_failed", { message: "SAMLResponse is not a valid Base64 string" });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(given, "base64"));
  } catch (cause) {
    throw refuse("validation_failed", { message: INVALID, cause });
  }
};

/** The issuer that a response claims: used only to find the signature to check. */
const claimedIssuer = (xml: string): string => {
  const [issuer] = children(parseXml(xml), NS.assertion, "Issuer");
  return issuer ? textIn(issuer) : "";
};

/** The sign-in that this responds to, and its provider; null for one that the provider started. */
const identifySignIn = async (
  auth: Auth,
  relayState: string,
  xml: string,
): Promise<{ signIn: SignIn | null; provider: SsoProvider }> => {
  const { db } = auth.core;
  if (!isUuid(relayState) && relayState !== "" && !URL.canParse(relayState)) {
    throw refuse("validation_failed", {
      message: "SAML RelayState is not a valid UUID or URL",
    });
  }
  const signIn = isUuid(relayState) ? await takeSignIn(auth, relayState) : null;
  const provider = signIn
    ? await findProvider(db, "id", signIn.provider_id)
    : await findProvider(db, "entity_id", claimedIssuer(xml));
  if (!provider) throw refuse("saml_idp_not_found");
  if (provider.disabled) throw refuse("sso_provider_disabled");
  return { signIn, provider };
};

const profileOf = (auth: Auth, provider: SsoProvider, assertion: Assertion) => {
  const subject = subjectOf(assertion);
  if (!subject) throw refuse("saml_assertion_no_user_id");
  const { email, facts } = factsOf(assertion, provider.attribute_mapping ?? {}, provider.entity_id);
  if (!email) throw refuse("saml_assertion_no_email");
  const address = newEmailAddress(email, auth.config);
  return { provider: `sso:${provider.id}`, subject, email: address, facts };
};

const completeSignIn = async (auth: Auth, call: Call, form: URLSearchParams): Promise<string> => {
  const { db, clock, publicUrl } = auth.core;
  const xml = decoded(form);
  const relayState = form.get("RelayState") ?? "";
  const { signIn, provider } = await identifySignIn(auth, relayState, xml);
  const { certificates } = await currentMetadata(auth, provider);
  const assertion = readResponse(xml, {
    service: serviceProvider(publicUrl, auth.config.saml.privateKey),
    issuer: provider.entity_id,
    certificates,
    requestId: signIn?.request_id ?? null,
    now: clock.now(),
  });
  const person = profileOf(auth, provider, assertion);
  if (!(await findSsoAccount(db, person))) {
    if (!auth.config.enableSignup) throw refuse("signup_disabled");
    const { email, facts: userMetadata } = person;
    await auth.hooks.beforeUserCreated({ email, userMetadata, provider: person.provider });
  }
  const target = allowedRedirect(signIn ? signIn.redirect_to : relayState, auth.config);
  const outcome = await db
    .transaction(async (tx) => {
      await consumeAssertion(tx, provider.id, assertion);
      const { user, isNew } = await resolveSsoAccount(auth, tx, call, person);
      const made = isNew ? user.id : null;
      if (signIn?.flow_state_id) {
        const code = crypto.randomUUID();
        await tx.query(
          `update auth.flow_state set user_id = $2, auth_code = $3, auth_code_issued_at = $4,
             updated_at = $4 where id = $1`,
          [signIn.flow_state_id, user.id, code, timestamp(auth)],
        );
        return { made, code };
      }
      const issued = await openSession(auth, tx, user, "sso/saml", call, person.provider);
      if (assertion.sessionEnds) {
        await tx.query("update auth.sessions set not_after = $2 where id = $1", [
          issued.sessionId,
          new Date(assertion.sessionEnds).toISOString(),
        ]);
      }
      return { made, user: await reload(tx, user.id), issued };
    })
    .catch((error: unknown) => {
      throw saveError(error);
    });
  if (outcome.made) await sendUserCreated(auth, outcome.made);
  if (!outcome.user) {
    return redirectWith(target, { code: outcome.code }, { query: true, fragment: false });
  }
  const { expires_at, expires_in, ...pair } = await tokenPair(auth, outcome.user, outcome.issued);
  return redirectWith(target, {
    ...pair,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
  });
};

/**
 * POST /sso/saml/acs: where an identity provider returns the browser, or starts a sign-in itself. Always
 * responds with a redirect: to the allowed address, or to the site with the error.
 */
export const samlAcs: Endpoint = async (auth, call) => {
  if (!auth.config.saml.enabled) throw refuse("saml_provider_disabled");
  await limitFlows(auth, call.ip);
  const form = parseForm(new TextDecoder().decode(await readBody(call.request, FORM_LIMIT)));
  const back = (status: number, location: string) =>
    new Response(null, {
      status,
      headers: { location, "referrer-policy": "no-referrer", ...NO_STORE },
    });
  try {
    return back(302, await completeSignIn(auth, call, form));
  } catch (thrown) {
    const error = invalid(thrown);
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    auth.core.log.warn("auth.saml_refused", { code: error.code, error: error.cause ?? error });
    const facts = {
      error: error.status === 403 ? "access_denied" : "invalid_request",
      error_code: error.code,
      error_description: error.message,
    };
    return back(303, redirectWith(auth.config.siteUrl, facts, { query: true, fragment: false }));
  }
};
