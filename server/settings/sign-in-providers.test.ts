import { expect, test } from "vitest";
import { readSignInWays, signInProviders } from "./sign-in-providers.ts";

const SITE = "https://www.example.org";

test("no provider without settings", () => {
  expect(signInProviders({}, SITE)).toEqual({});
});

test("those that are registered, with the public address to return to", () => {
  const environment = {
    SIGN_IN_GOOGLE_CLIENT_ID: "id",
    SIGN_IN_GOOGLE_SECRET: "s",
    SIGN_IN_APPLE_CLIENT_ID: "services id",
    SIGN_IN_APPLE_SECRET: "a token",
    SIGN_IN_AZURE_CLIENT_ID: "tenant's",
    SIGN_IN_AZURE_SECRET: "t",
    SIGN_IN_AZURE_URL: "https://login.microsoftonline.com/example",
  };
  const all = { enabled: true, redirect_uri: "https://www.example.org/auth/v1/callback" };
  expect(signInProviders(environment, SITE)).toEqual({
    google: { ...all, clientId: "id", secret: "s" },
    apple: { ...all, clientId: "services id", secret: "a token" },
    azure: { ...all, clientId: "tenant's", secret: "t", url: environment.SIGN_IN_AZURE_URL },
  });
});

test("reads those that are switched on, and none from an invalid response", async () => {
  const read = (respond: () => Promise<Response>) =>
    readSignInWays(new Request("https://api.example/auth/v1/settings"), respond);
  const external = { email: true, phone: true, anonymous_users: true, google: true, apple: false };
  expect(await read(async () => Response.json({ external }))).toEqual({
    providers: ["google"],
    passkeys: false,
  });
  expect(await read(async () => Response.json({ external: {}, passkeys_enabled: true }))).toEqual({
    providers: [],
    passkeys: true,
  });
  const nothing = { providers: [], passkeys: false };
  expect(await read(async () => Response.json(null))).toEqual(nothing);
  expect(await read(async () => new Response("<html>"))).toEqual(nothing);
  expect(await read(() => Promise.reject(new Error("cut")))).toEqual(nothing);
});
