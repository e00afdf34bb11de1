import type { SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import type { TestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { clientAt, fragmentOf, newEmail, startAuth } from "./auth-people.ts";
import { type Account, startProvider, type TestProvider } from "./auth-provider.ts";

/* People who come with an account at another site, and the browser that they come in. */

/** A backend that lets people in by a provider on loopback, under three of its names. */
export const withProvider = () => {
  const provider = perFile(startProvider);
  const backend = perFile(() => {
    const at = { enabled: true, clientId: provider.client.id, secret: provider.client.secret };
    return startAuth((auth) => {
      auth.additionalRedirectUrls = ["https://app.example/**"];
      auth.enableManualLinking = true;
      auth.external = {
        google: { ...at, url: provider.url },
        github: { ...at, url: provider.url },
        keycloak: { ...at, url: `${provider.url}/`, email_optional: true },
        apple: { ...at, enabled: false },
      };
    });
  });
  return { provider, backend };
};

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

let hosts = 0;
/** Where the browser is sent to from there. */
export const goIn = async (
  backend: TestBackend,
  to: string,
  init: RequestInit = {},
): Promise<URL> => {
  hosts += 1;
  const response = await backend.request(
    to,
    { redirect: "manual", ...init },
    `10.230.${hosts >> 8}.${hosts & 255}`,
  );
  const location = response.headers.get("location");
  if (response.status !== 302 || !location) {
    throw new Error(`No redirect but ${response.status}: ${await response.text()}`);
  }
  return new URL(location);
};

/** Leaves for the provider. */
export const startIn = async (
  backend: TestBackend,
  client: SupabaseClient,
  name: Name,
  options: Parameters<SupabaseClient["auth"]["signInWithOAuth"]>[0]["options"] = {},
): Promise<URL> => {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: name,
    options: { redirectTo: "https://app.example/back", skipBrowserRedirect: true, ...options },
  });
  if (error || !data.url) throw error ?? new Error("No address");
  return goIn(backend, data.url);
};

/** The whole way from the application to the provider and back to the application. */
export const signInBy = async (
  backend: TestBackend,
  provider: TestProvider,
  name: Name,
  account: Account,
): Promise<URL> => {
  const left = await startIn(backend, clientAt(backend), name);
  return goIn(backend, provider.signIn(left, account).href);
};

export const accountsWith = (backend: TestBackend, email: string | undefined) =>
  backend.db.query<{ id: string; encrypted_password: string; email_confirmed_at: Date | null }>(
    "select id, encrypted_password, email_confirmed_at from auth.users where email = $1",
    [email],
  );

/** The error, as both the query and the fragment give it. */
export const errorOf = (url: URL): string | undefined => {
  const { error_code } = fragmentOf(url);
  expect(url.searchParams.get("error_code")).toBe(error_code ?? null);
  expect(url.hash).not.toContain("access_token");
  return error_code;
};
