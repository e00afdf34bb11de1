import { z } from "zod";
import type { HttpError } from "#backend/core/errors.ts";
import { readBody } from "#backend/core/http/http.ts";
import type { Auth, Call, Endpoint } from "./context.ts";
import { refuse } from "./errors.ts";
import { isServiceRole } from "./guards.ts";
import { limitCaptchas } from "./limits/limits.ts";
import { readJson } from "./request.ts";

/** GoTrue's own limit. */
const TIMEOUT_MS = 10_000;
const LONGEST = 16 * 1024;

const Body = z.object({
  gotrue_meta_security: z.object({ captcha_token: z.string().max(16_384).nullish() }).nullish(),
});

const Verdict = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).nullish(),
});

type Captcha = NonNullable<Auth["config"]["captcha"]>;

/** Asks the captcha's provider whether this token is right; only the provider decides. */
const verify = async (captcha: Captcha, token: string, ip: string) => {
  try {
    const response = await fetch(captcha.url, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: new URLSearchParams({ secret: captcha.secret, response: token, remoteip: ip }),
    });
    const text = new TextDecoder().decode(await readBody(response, LONGEST));
    return Verdict.parse(JSON.parse(text) as unknown);
  } catch (cause) {
    throw refuse("unexpected_failure", { message: "captcha verification process failed", cause });
  }
};

const disallowed = (why: string): HttpError =>
  refuse("captcha_failed", { message: `captcha protection: request disallowed (${why})` });

const check = async (auth: Auth, captcha: Captcha, call: Call): Promise<void> => {
  await limitCaptchas(auth, call.ip);
  const { gotrue_meta_security: given } = await readJson(call.request.clone(), Body);
  const token = given?.captcha_token?.trim();
  if (!token) throw disallowed("no captcha_token found");
  const verdict = await verify(captcha, token, call.ip);
  if (!verdict.success) throw disallowed((verdict["error-codes"] ?? []).join(", ").slice(0, 200));
};

/** Grant types that prove by themselves that the caller was let in before. */
const FOLLOW_UPS = new Set(["pkce", "refresh_token", "id_token"]);

/**
 * For people who solved the captcha of `[auth.captcha]`, if the project sets one, and for the operator. If
 * the provider cannot be reached, nobody is let in.
 */
export const requireCaptcha =
  (endpoint: Endpoint): Endpoint =>
  async (auth, call) => {
    const { captcha } = auth.config;
    const followsUp = FOLLOW_UPS.has(call.url.searchParams.get("grant_type") ?? "");
    const spared = call.url.pathname.endsWith("/token") && followsUp;
    if (captcha && !spared && !(await isServiceRole(auth, call))) await check(auth, captcha, call);
    return endpoint(auth, call);
  };
