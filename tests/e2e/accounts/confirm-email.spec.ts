import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, open, reload, test } from "#tests/e2e/site.ts";
import { account, freshAddress, PASSWORD, publicClient, signUpByForm } from "./accounts.ts";

const fragmentOf = ({ access_token, refresh_token }: Session) =>
  new URLSearchParams({ access_token, refresh_token, type: "signup" });

test("a link that is used, says so itself, or brings its session along is judged on arrival", async ({
  browser,
  page,
}) => {
  const { email, session } = await account("client");
  const link = linkIn(await mailTo(page.request, email, /confirm/i), "/confirm-email");
  await open(page, link);
  await expect(page.getByText("Confirm your email in one tap.")).toBeVisible();
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expect(page.getByText("This link has expired or was already used.")).toBeVisible();
  await expect(page.getByText("Confirm your email in one tap.")).toHaveCount(0);
  await page.getByLabel("Email", { exact: true }).fill("nobody");
  await page.getByRole("button", { name: "Resend Confirmation Email" }).click();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();
  await open(page, "/confirm-email#error=access_denied&error_description=Email+link+is+invalid");
  await expect(page.getByText("This link has expired or was already used.")).toBeVisible();

  // Tokens of the account that this browser signed up with are accepted at once.
  await page.evaluate((address) => sessionStorage.setItem("signup-email", address), email);
  await open(page, "/login");
  await open(page, `/confirm-email?${fragmentOf(session)}`);
  await expect(page.getByText("Email confirmed").first()).toBeVisible();
  await expect(page).toHaveURL("/profile");
  expect(await page.evaluate(() => sessionStorage.getItem("signup-email"))).toBeNull();

  // In another browser, a session in an address that is older than two minutes gives a warning.
  const context = await browser.newContext();
  const other = await context.newPage();
  const warning = other.getByText("This link is more than two minutes old");
  const path = `/confirm-email#${fragmentOf(session)}`;
  await other.clock.install({ time: Date.now() });
  await open(other, path);
  await expect(other.getByText("This link belongs to")).toBeVisible();
  expect(await warning.count()).toBe(0);
  await other.clock.setFixedTime(Date.now() + 180_000);
  await open(other, "/privacy");
  await open(other, path);
  await expect(warning).toBeVisible();
  await open(other, `/reset-password?mode=reset&access_token=${session.access_token}`);
  await expect(warning).toBeVisible();
  await context.close();
});

test("who has not confirmed is refused a second mail too soon, and a login, with the address filled in", async ({
  page,
}) => {
  const email = freshAddress("eager");
  await open(page, "/confirm-email");
  await expect(page.getByText("Follow the link in our confirmation email")).toBeVisible();
  await expect(page.getByText("We have sent")).toHaveCount(0);
  await signUpByForm(page, email, "client");
  await expect(page.getByText("Account created successfully")).toBeVisible();
  await expect(page.getByText("Please check your email to confirm your account.")).toBeVisible();
  await reload(page);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByRole("button", { name: "Resend Confirmation Email" }).click();
  await expect(page.getByText("Email rate limit exceeded")).toBeVisible();
  await expect(
    page.getByText(/Please wait \d+ seconds before requesting another email\./),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend Confirmation Email" })).toBeDisabled();
  await reload(page);
  await expect(page.getByText(/Please wait \d+ seconds/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend Confirmation Email" })).toBeDisabled();

  await page.getByRole("button", { name: "Try Logging In" }).click();
  await expect(page.getByText("Attempting to log you in")).toBeVisible();
  await expect(page.getByText("Login attempt failed")).toBeVisible();
  await expect(page.getByText("Please sign in manually.")).toBeVisible();
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);

  // The address is remembered; the connection is lost before what signs in has been loaded.
  await page.route("**/healthz", (route) => route.abort());
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    const isClient = (await response.text()).includes("AuthRetryableFetchError");
    await (isClient ? route.abort() : route.fulfill({ response: response }));
  });
  await open(page, "/confirm-email");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByRole("button", { name: "Try Logging In" }).click();
  await expect(page.getByText("Authentication Error")).toBeVisible();
  await expect(
    page.getByText("We couldn't log you in automatically. Please try logging in manually."),
  ).toBeVisible();
  await expect(page).toHaveURL("/login");
});

const whoIsHere = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("solutionz-session") ?? "{}").user?.email);

test("tokens in an address for an unexpected account need confirmation, and a contested address gets the password of whoever confirms it", async ({
  page,
  browser,
}) => {
  await test.step("tokens in an address for an unexpected account need confirmation before signing in", async () => {
    const stranger = await account("client");
    await open(page, `/confirm-email#${fragmentOf(stranger.session)}`);
    await expect(page.getByText(`This link belongs to ${stranger.email}`)).toBeVisible();
    expect(await whoIsHere(page)).toBeUndefined();
    await page.getByRole("button", { name: "Continue to Profile" }).click();
    await expect(page.getByRole("heading", { name: "Email Confirmed" })).toBeVisible();
    await expect(page).toHaveURL("/profile");
    expect(await whoIsHere(page)).toBe(stranger.email);

    const other = await account("client");
    await open(page, `/confirm-email#${fragmentOf(other.session)}`);
    await expect(page.getByText(`You are signed in as ${stranger.email}.`)).toBeVisible();
    await page.getByRole("link", { name: `Stay signed in as ${stranger.email}` }).click();
    await expect(page).toHaveURL("/profile");
    expect(await whoIsHere(page)).toBe(stranger.email);

    const unconfirmed = freshAddress("planted");
    const db = await publicClient();
    const data = { first_name: "Planted", account_type: "client" };
    await db.auth.signUp({ email: unconfirmed, password: PASSWORD, options: { data } });
    await open(page, linkIn(await mailTo(page.request, unconfirmed, /confirm/i), "/confirm-email"));
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.getByText(`This link belongs to ${unconfirmed}`)).toBeVisible();
    expect(await whoIsHere(page)).toBe(stranger.email);
  });

  await test.step("an address that others used too gets the password of whoever confirms it", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const email = freshAddress("contested");
    const db = await publicClient();
    const data = { first_name: "Ada", account_type: "client" };
    await db.auth.signUp({ email, password: PASSWORD, options: { data } });
    await db.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const mail = await mailTo(page.request, email, /confirm/i);
    await open(page, linkIn(mail, "/confirm-email"));
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.getByRole("heading", { name: "Choose your password" })).toBeVisible();
    await expect(page.getByText("no password chosen earlier works")).toBeVisible();
    await expect(page).toHaveURL(/confirm-email/);
    await expectAccessible(page);
    // The link is used; the question stays.
    await reload(page);
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("a new one of my own");
    await page.getByLabel("Confirm password").fill("another one");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("Passwords do not match")).toBeVisible();
    await page.getByLabel("Confirm password").fill("a new one of my own");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByRole("heading", { name: "Email Confirmed" })).toBeVisible();
    await expect(page).toHaveURL("/profile");
    const logIn = (secret: string) => db.auth.signInWithPassword({ email, password: secret });
    expect((await logIn(PASSWORD)).error?.code).toBe("invalid_credentials");
    expect((await logIn("a new one of my own")).error).toBeNull();
    await context.close();
  });
});
