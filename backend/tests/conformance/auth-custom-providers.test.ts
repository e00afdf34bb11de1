import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { clientAt, fragmentOf, operatorOf } from "./auth-people.ts";
import {
  goIn,
  type Name,
  newAccount,
  signInBy,
  startIn,
  withProvider,
} from "./auth-provider-people.ts";

const { provider, backend } = withProvider();

const api = () => operatorOf(backend).auth.admin.customProviders;

const oidc = (identifier: string) => ({
  provider_type: "oidc" as const,
  identifier,
  name: "Ours",
  client_id: provider.client.id,
  client_secret: provider.client.secret,
  issuer: provider.url,
});

const oauth2 = (identifier: string) => ({
  provider_type: "oauth2" as const,
  identifier,
  name: "Plain",
  client_id: provider.client.id,
  client_secret: provider.client.secret,
  authorization_url: `${provider.url}/authorize`,
  token_url: `${provider.url}/token`,
  userinfo_url: `${provider.url}/userinfo`,
});

describe("a provider of the operator's own", () => {
  it("is made, shown without its secret, changed, listed and deleted by the operator alone", async () => {
    const made = await api().createProvider({ ...oidc("custom:ours"), scopes: ["email"] });
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({
      id: expect.any(String),
      provider_type: "oidc",
      identifier: "custom:ours",
      scopes: ["openid", "email"],
      acceptable_client_ids: [],
      attribute_mapping: {},
      authorization_params: {},
      custom_claims_allowlist: [],
      pkce_enabled: true,
      enabled: true,
      email_optional: false,
      skip_nonce_check: false,
      discovery_document: { issuer: provider.url, token_endpoint: `${provider.url}/token` },
    });
    expect(JSON.stringify(made.data)).not.toContain(provider.client.secret);
    expect(made.data).not.toHaveProperty("token_url");

    const again = await api().createProvider(oidc("custom:ours"));
    expect(again.error).toMatchObject({ status: 400, code: "conflict" });
    await api().createProvider(oauth2("custom:plain"));
    const all = (type?: "oidc" | "oauth2") => api().listProviders(type ? { type } : undefined);
    const names = async (type?: "oidc" | "oauth2") =>
      (await all(type)).data.providers.map(({ identifier }) => identifier);
    expect(await names()).toEqual(["custom:plain", "custom:ours"]);
    expect(await names("oidc")).toEqual(["custom:ours"]);

    const changed = await api().updateProvider("custom:ours", {
      name: "Theirs",
      scopes: ["profile"],
      enabled: false,
    });
    expect(changed.data).toMatchObject({
      name: "Theirs",
      scopes: ["openid", "profile"],
      enabled: false,
      issuer: provider.url,
    });
    expect((await api().getProvider("custom:ours")).data).toEqual(changed.data);

    const stranger = clientAt(backend).auth.admin.customProviders;
    expect((await stranger.listProviders()).error?.code).toBe("not_admin");
    for (const identifier of ["custom:ours", "custom:plain"])
      expect((await api().deleteProvider(identifier)).error).toBeNull();
    const removed = await api().getProvider("custom:ours");
    expect(removed.error).toMatchObject({ status: 404, code: "custom_provider_not_found" });
    expect((await all()).data.providers).toEqual([]);
  });

  it("is refused with the reason when it could not be used", async () => {
    const good = oidc("custom:good");
    const bad: [object, string][] = [
      [{ provider_type: "saml" }, "provider_type must be either 'oauth2' or 'oidc'"],
      [{ identifier: "good" }, "identifier must start with 'custom:' prefix, e.g. 'custom:good'"],
      [{ identifier: "custom:Not Good" }, "identifier is not well-formed"],
      [{ name: "" }, "name is required"],
      [{ client_secret: "" }, "client_secret is required"],
      [{ issuer: "" }, "issuer is required for OIDC providers"],
      [{ issuer: "http://elsewhere.example" }, "issuer must be an https URL"],
      [
        { authorization_params: { state: "mine" } },
        "Cannot override reserved OAuth parameter: state",
      ],
      [{ authorization_params: { a: 1 } }, 'Authorization parameter "a" must be a string'],
      [{ attribute_mapping: { role: "role" } }, "Cannot map to protected system field: role"],
      [
        { custom_claims_allowlist: [" "] },
        "custom_claims_allowlist entries must be non-empty strings",
      ],
      [{ provider_type: "oauth2" }, "authorization_url is required for OAuth2 providers"],
    ];
    for (const [change, message] of bad) {
      const { error } = await api().createProvider({ ...good, ...change });
      expect(error).toMatchObject({ status: 400, code: "validation_failed", message });
    }
    const { error } = await api().createProvider({ ...good, issuer: `${provider.url}/nowhere` });
    expect(error?.message).toMatch(/^OIDC discovery from ".*\/nowhere\/\.well-known.* failed: /);
    expect((await api().listProviders()).data.providers).toEqual([]);
    const client = clientAt(backend);
    await expect(startIn(backend, client, "custom:good")).rejects.toThrow("not found");
  });
});

describe("signing in with one", () => {
  const signIn = async (name: Name, account = newAccount()) => {
    const target = await signInBy(backend, provider, name, account);
    const { access_token = "", refresh_token = "" } = fragmentOf(target);
    const { data } = await clientAt(backend).auth.setSession({ access_token, refresh_token });
    return { user: data.user, claims: decodeJwt(access_token), account };
  };

  it("with OpenID Connect is called as configured, and fills the claims that it may", async () => {
    await api().createProvider({
      ...oidc("custom:work"),
      scopes: ["email"],
      authorization_params: { prompt: "login" },
      attribute_mapping: { preferred_username: "handle" },
      custom_claims_allowlist: ["groups", "missing"],
    });
    const left = await startIn(backend, clientAt(backend), "custom:work");
    expect(Object.fromEntries(left.searchParams)).toMatchObject({
      scope: "openid email",
      prompt: "login",
      redirect_uri: `${backend.url}/auth/v1/callback`,
      code_challenge_method: "S256",
    });
    const account = newAccount({ handle: "ada", groups: ["a", { b: 1 }], role: "service_role" });
    const { user, claims } = await signIn("custom:work", account);
    expect(user).toMatchObject({
      email: account.email,
      role: "authenticated",
      app_metadata: { provider: "custom:work", providers: ["custom:work"] },
      user_metadata: {
        provider_id: account.sub,
        user_name: "ada",
        custom_claims: { groups: ["a", { b: 1 }] },
      },
    });
    expect(claims.role).toBe("authenticated");

    // A change is heeded at once, and so is an end.
    await api().updateProvider("custom:work", { scopes: ["calendar"] });
    const next = await startIn(backend, clientAt(backend), "custom:work");
    expect(next.searchParams.get("scope")).toBe("openid calendar");
    await api().updateProvider("custom:work", { enabled: false });
    await expect(startIn(backend, clientAt(backend), "custom:work")).rejects.toThrow("not found");
    const back = await goIn(backend, provider.signIn(next, newAccount()).href);
    expect(fragmentOf(back)).not.toHaveProperty("access_token");
  });

  it("with OAuth alone is asked for the user, and no other claim counts as a verified address", async () => {
    await api().createProvider({
      ...oauth2("custom:shop"),
      scopes: ["read"],
      attribute_mapping: { name: "handle" },
    });
    const { user, account } = await signIn("custom:shop", newAccount({ handle: "Shop Ada" }));
    expect(user).toMatchObject({
      email: account.email,
      app_metadata: { provider: "custom:shop" },
      user_metadata: { full_name: "Shop Ada", email_verified: true },
    });
    const victim = newAccount();
    await signIn("custom:shop", victim);
    await api().updateProvider("custom:shop", { attribute_mapping: { email: "handle" } });
    const thief = newAccount({ handle: victim.email });
    const target = await signInBy(backend, provider, "custom:shop", thief);
    expect(fragmentOf(target)).not.toHaveProperty("access_token");
  });

  it("reads ID tokens for any of its clients", async () => {
    await api().createProvider({ ...oidc("custom:app"), acceptable_client_ids: ["the-phone"] });
    const account = newAccount();
    const sign = (aud: string) => provider.idToken({ ...account, aud });
    const by = async (aud: string) =>
      clientAt(backend).auth.signInWithIdToken({
        provider: "custom:app",
        token: await sign(aud),
      });
    const { data, error } = await by("the-phone");
    expect(error).toBeNull();
    expect(data.user?.email).toBe(account.email);
    expect((await by("another")).error?.message).toBe("Bad ID token");
  });
});
