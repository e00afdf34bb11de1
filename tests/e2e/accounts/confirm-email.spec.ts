import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";
import { expect, expectAccessible, open, reload, test } from "#tests/e2e/site.ts";
import {
  account,
  confirmEmail,
  freshAddress,
  PASSWORD,
  publicClient,
  signUpByForm,
} from "./accounts.ts";

const fragmentOf = ({ access_token, refresh_token }: Session) =>
  new URLSearchParams({ access_token, refresh_token, type: "signup" });

const whoIsHere = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("solutionz-session") ?? "{}").user?.email);

test("a used link says so, and the session of whoever signed up in this browser is taken at once", async ({
  page,
}) => {
  const { email, session } = await account("client");
  await confirmEmail(page, email);
  await expect(page.getByText("This link has expired or was already used.")).toBeVisible();
  expect(await whoIsHere(page)).toBeUndefined();

  await page.evaluate((address) => sessionStorage.setItem("signup-email", address), email);
  await open(page, "/login");
  await open(page, `/confirm-email?${fragmentOf(session)}`);
  await expect(page).toHaveURL("/profile");
  expect(await page.evaluate(() => sessionStorage.getItem("signup-email"))).toBeNull();
});

test("who has not confirmed waits for a second mail, also after a reload, and takes the address to the login", async ({
  page,
}) => {
  const email = freshAddress("eager");
  await signUpByForm(page, email, "client");
  await reload(page);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  const press = page.getByRole("button", { name: "Resend Confirmation Email" });
  await press.click();
  await expect(page.getByText("Email rate limit exceeded")).toBeVisible();
  await reload(page);
  await expect(page.getByText(/Please wait \d+ seconds/)).toBeVisible();
  await expect(press).toBeDisabled();
  await page.getByRole("button", { name: "Try Logging In" }).click();
  await expect(page.getByText("Login attempt failed")).toBeVisible();
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
});

test("tokens in an address for an unexpected account need a press before they sign in", async ({
  page,
}) => {
  const stranger = await account("client");
  await open(page, `/confirm-email#${fragmentOf(stranger.session)}`);
  await expect(page.getByText(`This link belongs to ${stranger.email}`)).toBeVisible();
  expect(await whoIsHere(page)).toBeUndefined();
  await page.getByRole("button", { name: "Continue to Profile" }).click();
  await expect(page).toHaveURL("/profile");
  expect(await whoIsHere(page)).toBe(stranger.email);

  const planted = freshAddress("planted");
  const db = await publicClient();
  const data = { first_name: "Planted", account_type: "client" };
  await db.auth.signUp({ email: planted, password: PASSWORD, options: { data } });
  await confirmEmail(page, planted);
  await expect(page.getByText(`This link belongs to ${planted}`)).toBeVisible();
  expect(await whoIsHere(page)).toBe(stranger.email);
  await page.getByRole("link", { name: `Stay signed in as ${stranger.email}` }).click();
  await expect(page).toHaveURL("/profile");
  expect(await whoIsHere(page)).toBe(stranger.email);
});

test("an address that others used too gets the password of whoever confirms it", async ({
  page,
}) => {
  const email = freshAddress("contested");
  const db = await publicClient();
  const data = { first_name: "Ada", account_type: "client" };
  await db.auth.signUp({ email, password: PASSWORD, options: { data } });
  await db.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  await confirmEmail(page, email);
  await expect(page.getByRole("heading", { name: "Choose your password" })).toBeVisible();
  await expectAccessible(page);
  // The link is used; the question stays.
  await reload(page);
  await page.getByLabel("Password", { exact: true }).fill("a new one of my own");
  await page.getByLabel("Confirm password").fill("a new one of my own");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page).toHaveURL("/profile");
});
