import type { SupabaseClient } from "@supabase/supabase-js";
import { afterEach, expect } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { fragmentOf, newEmail, startAuth } from "./auth-people.ts";
import { type Account, startProvider } from "./auth-provider.ts";

/* People who come with an account at another site, and the browser that they come in. */

let accounts = 0;
export const newAccount = (facts: Partial<Account> = {}): Account => {
  accounts += 1;
  return {
    sub: String(1000 + accounts),
    email: newEmail("abroad"),
    email_verified: true,
    name: "Ada Abroad",
    picture: "https://pictures.example/ada.png",
    ...facts,
  };
};

export type Name = "google" | "github" | "keycloak";

/** The error, as both the query and the fragment give it. */
export const errorOf = (url: URL): string | undefined => {
  const { error_code } = fragmentOf(url);
  expect(url.searchParams.get("error_code")).toBe(error_code ?? null);
  expect(url.hash).not.toContain("access_token");
  return error_code;
};

type OAuthOptions = Parameters<SupabaseClient["auth"]["signInWithOAuth"]>[0]["options"];

let hosts = 0;

/** A backend that lets people in by a provider on loopback, under three of its names. */
export const withProvider = () => {
  const provider = perFile(startProvider);
  const backend = perFile(() => {
    const at = provider.settings;
    return startAuth((auth) => {
      auth.additionalRedirectUrls = ["https://app.example/**"];
      auth.enableManualLinking = true;
      auth.external = {
        google: at,
        github: at,
        keycloak: { ...at, url: `${provider.url}/`, email_optional: true },
        apple: { ...at, enabled: false },
      };
    });
  });
  afterEach(() => {
    Object.assign(provider.next, { claims: {}, down: false });
  });

  /** Where the browser is sent to from there. */
  const go = async (to: string, init: RequestInit = {}): Promise<URL> => {
    hosts += 1;
    const ip = `10.230.${hosts >> 8}.${hosts & 255}`;
    const response = await backend.request(to, { redirect: "manual", ...init }, ip);
    const location = response.headers.get("location");
    if (response.status !== 302 || !location) {
      throw new Error(`No redirect but ${response.status}: ${await response.text()}`);
    }
    return new URL(location);
  };

  /** Leaves for the provider. */
  const start = async (name: Name, options: OAuthOptions = {}, client = backend.client()) => {
    const { data, error } = await client.auth.signInWithOAuth({
      provider: name,
      options: { redirectTo: "https://app.example/back", skipBrowserRedirect: true, ...options },
    });
    if (error || !data.url) throw error ?? new Error("No address");
    return go(data.url);
  };

  /** The whole way from the application to the provider and back to the application. */
  const signInAt = async (name: Name, account: Account): Promise<URL> =>
    go(provider.signIn(await start(name), account).href);

  return { provider, backend, go, start, signInAt };
};
