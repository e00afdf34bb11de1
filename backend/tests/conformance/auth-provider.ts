import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { listening } from "#backend/tests/listening.ts";

/** Somebody's account at the provider. */
export interface Account {
  sub: string;
  email?: string;
  email_verified?: boolean;
  [claim: string]: unknown;
}

/** What the browser took to the provider. */
interface AuthorizeQuery {
  client_id: string;
  redirect_uri: string;
  state: string;
  nonce?: string;
  code_challenge: string;
  scope: string;
}

const CLIENT = { id: "our-client", secret: "our-secret" };

/**
 * An identity provider on loopback: OpenID Connect at its root (code flow with PKCE, signed ID tokens) and
 * GitHub's way below `/login` and `/api/v3`. It checks what a strict provider checks. With a `folder`, all of it is
 * below that.
 */
export const startProvider = async ({ folder = "" } = {}) => {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256", use: "sig" };
  const codes = new Map<string, { account: Account; authorize: AuthorizeQuery }>();
  const people = new Map<string, Account>();
  /** Claims that the next ID token is to have instead of the right ones. */
  const next: { claims: JWTPayload; down: boolean } = { claims: {}, down: false };
  /** The person at the browser: they agree at once, or decline (null). */
  const visitor: { account: Account | null } = { account: null };
  let url = "";

  const idToken = async (claims: JWTPayload, key = privateKey, now = Date.now()) => {
    const seconds = Math.floor(now / 1000);
    return new SignJWT({ iss: url, aud: CLIENT.id, iat: seconds, exp: seconds + 300, ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "one" })
      .sign(key);
  };

  const tokens = async (form: URLSearchParams) => {
    const known = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const verifier = createHash("sha256").update(form.get("code_verifier") ?? "");
    const right =
      known &&
      form.get("grant_type") === "authorization_code" &&
      form.get("client_id") === CLIENT.id &&
      form.get("client_secret") === CLIENT.secret &&
      form.get("redirect_uri") === known.authorize.redirect_uri &&
      verifier.digest("base64url") === known.authorize.code_challenge;
    if (!known || !right) return null;
    const access = crypto.randomUUID();
    people.set(access, known.account);
    return {
      access_token: access,
      refresh_token: `refresh ${access}`,
      token_type: "bearer",
      id_token: await idToken({ ...known.account, nonce: known.authorize.nonce, ...next.claims }),
    };
  };

  const respond = async (path: string, form: URLSearchParams, bearer: string): Promise<unknown> => {
    if (next.down) return null;
    const account = people.get(bearer) ?? null;
    switch (path) {
      case "/.well-known/openid-configuration":
        return {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/jwks`,
          userinfo_endpoint: `${url}/userinfo`,
        };
      case "/jwks":
        return { keys: [jwk] };
      case "/token":
      case "/login/oauth/access_token":
        return tokens(form);
      case "/userinfo":
        return account;
      case "/api/v3/user":
        return account && { id: Number(account.sub), login: "octo", name: "Octo Cat" };
      case "/api/v3/user/emails":
        return (
          account && [
            { email: account.email, primary: true, verified: account.email_verified === true },
          ]
        );
      default:
        return null;
    }
  };

  const backFrom = ({ searchParams }: URL, word: Record<string, string>): URL => {
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    const query = { ...word, state: searchParams.get("state") ?? "" };
    for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value);
    return back;
  };

  /** Lets the account sign in at the address that the browser was sent to; gives where it goes back. */
  const signIn = (at: URL, account: Account): URL => {
    const authorize = Object.fromEntries(at.searchParams) as unknown as AuthorizeQuery;
    const code = crypto.randomUUID();
    codes.set(code, { account, authorize });
    return backFrom(at, { code });
  };

  const { url: origin, close } = await listening(
    createServer(async (request, response) => {
      const at = new URL(request.url ?? "", url);
      if (at.pathname === `${folder}/authorize`) {
        const declined = () => backFrom(at, { error: "access_denied" });
        const back = visitor.account ? signIn(at, visitor.account) : declined();
        response.writeHead(302, { location: back.href }).end();
        return;
      }
      const bearer = (request.headers.authorization ?? "").replace(/^Bearer /, "");
      const form = new URLSearchParams(await text(request));
      const reply = await respond(at.pathname.slice(folder.length), form, bearer);
      response.writeHead(reply ? 200 : 400, { "content-type": "application/json" });
      response.end(JSON.stringify(reply ?? { error: "invalid_grant" }));
    }),
  );
  url = `${origin}${folder}`;

  const { id: clientId, secret } = CLIENT;
  return {
    url,
    client: CLIENT,
    /** What a project's settings say of it. */
    settings: { enabled: true, clientId, secret, url },
    next,
    privateKey,
    idToken,
    visitor,
    signIn,
    close,
  };
};

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;
