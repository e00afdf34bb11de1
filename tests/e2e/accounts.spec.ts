import type { Browser, Page } from "@playwright/test";
import { linkIn, mailTo } from "./mailbox.ts";
import { expect, open, reload, SAMPLE, test } from "./site.ts";

const PASSWORD = "correct horse";
let people = 0;
const freshAddress = (name: string) => {
  people += 1;
  return `${name}-${process.pid}-${people}-${Date.now()}@example.co.uk`;
};

const fillSignUp = async (page: Page, email: string, type: "client" | "provider") => {
  await page.getByLabel("Full name").fill("Ada King Lovelace");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Location").fill("Leeds");
  if (type === "provider") {
    await page.getByLabel("Phone number").fill("(0113) 496-0000");
    await page.getByLabel("Business name").fill("Lovelace Engines");
    await page.getByLabel("Business Category *").click();
    await page.getByLabel("Search categories").fill("graphic");
    await page.getByLabel("Graphic Design").check();
  }
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
};

const signUp = async (page: Page, email: string, type: "client" | "provider") => {
  await open(page, type === "provider" ? "/signup?type=provider" : "/signup");
  await fillSignUp(page, email, type);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/confirm-email");
};

const confirm = async (page: Page, email: string) => {
  const mail = await mailTo(page.request, email, /confirm/i);
  await open(page, linkIn(mail, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm my e-mail" }).click();
};

const logIn = async (page: Page, email: string, password: string, type: string) => {
  await page.getByRole("tab", { name: type }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
};

/** Somebody confirmed, in a browser of their own that is signed in. */
const member = async (browser: Browser, type: "client" | "provider") => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const email = freshAddress(type);
  await signUp(page, email, type);
  await confirm(page, email);
  await expect(page).toHaveURL("/profile");
  return { context, page, email };
};

test("the sign-up form refuses in the spec's words and loses nothing typed", async ({ page }) => {
  await open(page, "/signup?type=provider");
  await expect(page.getByRole("tab", { name: "Solutionz Provider" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.getByRole("button", { name: "Create account" }).click();
  for (const words of [
    "Full name is required",
    "Email is required",
    "Location is required",
    "Phone number is required for providers",
    "Business name is required",
    "At least one category is required for providers",
    "Password is required",
  ]) {
    await expect(page.getByRole("link", { name: words })).toBeVisible();
  }
  await expect(page.getByLabel("Full name")).toBeFocused();

  await page.getByLabel("Full name").fill("Ada");
  await page.getByLabel("Phone number").fill("123");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Confirm password").fill("other");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("link", { name: "Invalid phone number format" })).toBeVisible();
  await expect(
    page.getByRole("link", { name: "Password must be at least 8 characters" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Passwords do not match" })).toBeVisible();

  await page.getByRole("tab", { name: "Solutionz Seeker" }).click();
  await expect(page.getByLabel("Full name")).toHaveValue("Ada");
  await expect(page.getByLabel("Business name")).toHaveCount(0);
  await page.getByRole("tab", { name: "Solutionz Provider" }).click();
  await expect(page.getByLabel("Phone number")).toHaveValue("123");
});

test("a provider signs up, confirms by a press, and logs in on the right tab only", async ({
  page,
  browser,
}) => {
  const email = freshAddress("provider");
  await signUp(page, email, "provider");
  await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();

  await open(page, "/login");
  await logIn(page, email, PASSWORD, "Solutionz Provider");
  await expect(page.getByText("Your email address is not confirmed yet.")).toBeVisible();

  // Opening the link, as mail scanners do, burns nothing.
  const link = linkIn(await mailTo(page.request, email, /confirm/i), "/confirm-email");
  await page.request.get(link);
  const scanner = await browser.newContext();
  const scannerPage = await scanner.newPage();
  await open(scannerPage, link);
  await scanner.close();

  await open(page, link);
  await page.getByRole("button", { name: "Confirm my e-mail" }).click();
  await expect(page.getByRole("heading", { name: "Email Confirmed" })).toBeVisible();
  await expect(page).toHaveURL("/profile");
  await expect(page.getByRole("heading", { name: "Ada King Lovelace" })).toBeVisible();
  await page.getByRole("tab", { name: "Services" }).click();
  await expect(page.getByText("Services can be added with a live membership.")).toBeVisible();

  await open(page, "/account");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("You have been signed out of your account.")).toBeVisible();

  await open(page, "/login");
  await logIn(page, email, PASSWORD, "Solutionz Seeker");
  const mismatch =
    "This account is registered as a Solutionz Provider. Please use the correct account type to log in.";
  await expect(page.getByRole("alert").getByText(mismatch).first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();

  await page.getByRole("tab", { name: "Solutionz Provider" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/membership");
  await expect(page.getByText("Welcome back to Solutionz!")).toBeVisible();
});

test("a used link says so and offers another", async ({ page, browser }) => {
  const { context, email } = await member(browser, "client");
  const link = linkIn(await mailTo(page.request, email, /confirm/i), "/confirm-email");
  await context.close();
  await open(page, link);
  await page.getByRole("button", { name: "Confirm my e-mail" }).click();
  await expect(page.getByText("This link has expired or was already used.")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill("nobody");
  await page.getByRole("button", { name: "Resend Confirmation Email" }).click();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();
});

test("a known address is told so at sign-up", async ({ page, browser }) => {
  const { context, email } = await member(browser, "client");
  await context.close();
  await open(page, "/signup");
  await fillSignUp(page, email, "client");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(
    page.getByText(
      "This email is already registered. Please use a different email or try logging in.",
    ),
  ).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Ada King Lovelace");
});

test("the guard sends a visitor to the login and back to where they wanted to be", async ({
  page,
  browser,
}) => {
  const { context, email } = await member(browser, "client");
  await context.close();
  await open(page, "/account?tab=security");
  await expect(page).toHaveURL("/login?return=%2Faccount%3Ftab%3Dsecurity");
  await expect(page.getByText("Please log in to access account settings.")).toBeVisible();
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Please enter both email and password").first()).toBeVisible();
  await logIn(page, email, "wrong password", "Solutionz Seeker");
  await expect(page.getByText("Login failed")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/account?tab=security");
  await expect(page.getByRole("heading", { name: "Password", exact: true })).toBeVisible();
});

test("a target on another site is not followed", async ({ page, browser }) => {
  const { context, email } = await member(browser, "client");
  await context.close();
  await open(page, "/login?return=https://evil.example/&redirect=//evil.example");
  await logIn(page, email, PASSWORD, "Solutionz Seeker");
  await expect(page).toHaveURL("/directory");
});

test("a forgotten password is replaced by a link that works once", async ({ page, browser }) => {
  const { context, email } = await member(browser, "client");
  await open(page, "/forgot-password");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const link = linkIn(await mailTo(page.request, email, /reset/i), "/reset-password");

  await open(page, link);
  await page.getByLabel("New password", { exact: true }).fill("five5");
  await page.getByLabel("Confirm new password").fill("other");
  await page.getByRole("button", { name: "Update password" }).click();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("sixsix");
  await page.getByLabel("Confirm new password").fill("sixsix");
  await page.getByRole("button", { name: "Update password" }).click();
  await expect(page.getByText("Your password has been changed")).toBeVisible();
  await expect(page).toHaveURL("/login");
  await logIn(page, email, "sixsix", "Solutionz Seeker");
  await expect(page).toHaveURL("/directory");

  const again = await context.newPage();
  await open(again, link);
  await again.getByLabel("New password", { exact: true }).fill("another1");
  await again.getByLabel("Confirm new password").fill("another1");
  await again.getByRole("button", { name: "Update password" }).click();
  await expect(again.getByText("This link has expired or was already used.")).toBeVisible();
  await context.close();
});

test("settings change profile, password and e-mail, each after the current password", async ({
  browser,
}) => {
  const { context, page, email } = await member(browser, "client");
  await open(page, "/account");
  await page.getByLabel("First name").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("link", { name: "First name is required" })).toBeVisible();
  await page.getByLabel("First name").fill("Augusta");
  await page.getByRole("textbox", { name: "Website" }).fill("engines.example");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await reload(page);
  await expect(page.getByLabel("First name")).toHaveValue("Augusta");
  await expect(page.getByRole("textbox", { name: "Website" })).toHaveValue(
    "https://engines.example",
  );

  await page.getByRole("tab", { name: "Account Security" }).click();
  await page.getByLabel("Current password").last().fill("not this one");
  await page.getByLabel("New password", { exact: true }).fill("new horse 8");
  await page.getByLabel("Confirm new password").fill("new horse");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("New passwords don't match")).toBeVisible();
  await page.getByLabel("Confirm new password").fill("new horse 8");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Current password is incorrect").first()).toBeVisible();
  await page.getByLabel("Current password").last().fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password updated")).toBeVisible();

  const next = freshAddress("moved");
  await page.getByLabel("New email").fill("nobody");
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await page.getByLabel("New email").fill(next);
  await page.getByLabel("Current password").first().fill("new horse 8");
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(
    page.getByText("Email update initiated - check your new email to confirm"),
  ).toBeVisible();
  for (const [address, words] of [
    [email, "Thank you, this address is confirmed"],
    [next, "Your address is confirmed and you are signed in."],
  ] as const) {
    const mail = await mailTo(page.request, address, /new e-?mail|change/i);
    await open(page, linkIn(mail, "/confirm-email"));
    await page.getByRole("button", { name: "Confirm my e-mail" }).click();
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(page).toHaveURL("/profile");
  await expect(page.getByText(next)).toBeVisible();
  await context.close();
});

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a new profile picture shows at once, and a wrong file is refused", async ({ browser }) => {
  const { context, page } = await member(browser, "client");
  await open(page, "/account");
  const picker = page.locator("main input[type=file]");
  await picker.setInputFiles({ name: "a.gif", mimeType: "image/gif", buffer: PIXEL });
  await expect(page.getByText("Please upload a PNG, JPG, or JPEG image.")).toBeVisible();
  const large = Buffer.alloc(2 * 1024 * 1024 + 1);
  await picker.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: large });
  await expect(page.getByText("Please upload an image smaller than 2MB.")).toBeVisible();
  await expect(page.locator('main img[src*="/avatars/"]')).toHaveCount(0);
  await picker.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PIXEL });
  await expect(page.getByText("Profile picture updated successfully.")).toBeVisible();
  await expect(page.locator('main img[src*="/avatars/"]')).toBeVisible();
  await expect(page.locator('header img[src*="/avatars/"]').first()).toBeVisible();
  await context.close();
});

test("logging out of all devices ends the other device's session", async ({ browser }) => {
  const { context, page, email } = await member(browser, "client");
  const other = await browser.newContext();
  const there = await other.newPage();
  await open(there, "/login");
  await logIn(there, email, PASSWORD, "Solutionz Seeker");
  await expect(there).toHaveURL("/directory");

  await open(page, "/account?tab=security");
  await page.getByRole("button", { name: "Log out of all devices" }).click();
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expect(page).toHaveURL("/");
  const refreshed = await there.evaluate(async () => {
    const stored = JSON.parse(localStorage.getItem("solutionz-session") ?? "{}");
    const answer = await fetch("/auth/v1/token?grant_type=refresh_token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: stored.refresh_token }),
    });
    return answer.status;
  });
  expect(refreshed).toBeGreaterThanOrEqual(400);
  await Promise.all([context.close(), other.close()]);
});

test("a chosen business with the typed address warns, and lets somebody go on", async ({
  page,
}) => {
  await open(page, "/signup?type=provider");
  await page.getByLabel("Email", { exact: true }).fill("hello@applegarthjoinery.example.com");
  await page.getByLabel("Business name").pressSequentially("apple");
  await page.getByRole("option", { name: "Applegarth Joinery" }).click();
  await expect(page.getByLabel("Business name")).toHaveValue("Applegarth Joinery");
  await expect(page.getByText("Business Already Registered")).toBeVisible();
  await expect(page.getByRole("link", { name: "Recover Account" })).toHaveAttribute(
    "href",
    "/reset-password?email=hello%40applegarthjoinery.example.com",
  );
  await page.getByRole("button", { name: "Continue Anyway" }).click();
  await expect(page.getByText("Business Already Registered")).toHaveCount(0);
  await expect(page.getByLabel("Business name")).toHaveValue("Applegarth Joinery");
});

test("resending too soon is refused with a countdown", async ({ page }) => {
  const email = freshAddress("eager");
  await signUp(page, email, "client");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await reload(page);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByRole("button", { name: "Resend Confirmation Email" }).click();
  await expect(page.getByText("Email rate limit exceeded")).toBeVisible();
  await expect(
    page.getByText(/Please wait \d+ seconds before requesting another email\./),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend Confirmation Email" })).toBeDisabled();
});

test("trying to log in before confirming leads to the login with the address filled in", async ({
  page,
}) => {
  const email = freshAddress("hasty");
  await signUp(page, email, "client");
  await page.getByRole("button", { name: "Try Logging In" }).click();
  await expect(page.getByText("Please sign in manually.")).toBeVisible();
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
});

test("a client sees who unlocked a job's contact, closes, reopens and deletes own jobs", async ({
  page,
}) => {
  await open(page, "/login");
  await logIn(page, SAMPLE.client.email, SAMPLE.client.password, "Solutionz Seeker");
  await expect(page).toHaveURL("/directory");
  await open(page, "/profile?tab=my-jobs");
  const job = page.getByRole("listitem").filter({ hasText: "Rescue dog barks" });
  await job.getByRole("button", { name: /^Close / }).click();
  await expect(job.getByText("Closed")).toBeVisible();
  await job.getByRole("button", { name: /^Reopen / }).click();
  await expect(job.getByText("Open", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Who unlocked my contact: Radiator/ }).click();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/^Unlocked on/)
      .first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await job.getByRole("button", { name: /^Delete / }).click();
  await page.getByRole("button", { name: "Delete Job" }).click();
  await expect(page.getByText("Job deleted")).toBeVisible();
  await expect(job).toHaveCount(0);
});

test("a member lists services, each once", async ({ page }) => {
  await open(page, "/login");
  await logIn(page, SAMPLE.member.email, SAMPLE.member.password, "Solutionz Provider");
  await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
  await open(page, "/profile?tab=services");
  await page.getByLabel("Add a service").fill("  Loft   ladders ");
  await page.getByLabel("Add a service").press("Enter");
  const services = page.getByRole("list", { name: "Services" });
  await expect(services.getByText("Loft ladders", { exact: true })).toBeVisible();
  await page.getByLabel("Add a service").fill("LOFT LADDERS");
  await page.getByLabel("Add a service").press("Enter");
  await expect(page.getByText("You have already added this service")).toBeVisible();
  await services.getByRole("button", { name: "Remove Loft ladders" }).click();
  await expect(services.getByText("Loft ladders", { exact: true })).toHaveCount(0);
  await open(page, "/account?tab=payments");
  await expect(page.getByRole("heading", { name: "Annual Plan" })).toBeVisible();
  await expect(page.getByText(/^Expires in \d+ days$/)).toBeVisible();
});

test("the admin login refuses others in the spec's words", async ({ page }) => {
  await open(page, "/admin/dashboard");
  await expect(page).toHaveURL("/admin-login?return=%2Fadmin%2Fdashboard");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Username and password are required").first()).toBeVisible();
  await page.getByLabel("Username").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("not an admin");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Invalid credentials. Please try again.")).toBeVisible();
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await expect(page.getByText("Please contact the system administrator")).toBeVisible();
});

test("the first admin's form checks both passwords", async ({ page }) => {
  await open(page, "/admin-signup");
  await page.getByLabel("Username").fill("boss");
  await page.getByLabel("Password", { exact: true }).fill("seven77");
  await page.getByLabel("Confirm password").fill("other");
  await page.getByRole("button", { name: "Create admin account" }).click();
  await expect(page.getByText("Password must be at least 8 characters")).toBeVisible();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
});

test("a paying member opens the portal, then cancels and keeps what is paid", async ({
  browser,
}) => {
  const { context, page } = await member(browser, "provider");
  await open(page, "/account?tab=payments");
  await expect(page.getByRole("heading", { name: "Basic Plan" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Activate Membership" }).click();
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await page.getByRole("button", { name: /^pay/i }).click();
  await expect(page.getByText("Payment successful")).toBeVisible();
  await expect(page).toHaveURL(/\/directory\//);

  await open(page, "/account?tab=payments");
  await expect(page.getByRole("heading", { name: "Annual Plan" })).toBeVisible();
  await expect(page.getByText(/^Renews in \d+ days$/)).toBeVisible();
  await page.getByRole("button", { name: "Manage subscription" }).click();
  await expect(page).toHaveURL(/_test-checkout\/portal\//);

  await open(page, "/account?tab=payments");
  await page.getByRole("button", { name: "Cancel membership", exact: true }).click();
  await expect(page.getByText("Are you sure you want to cancel?")).toBeVisible();
  await page.getByRole("button", { name: "Keep My Membership" }).click();
  await expect(page.getByText(/^Renews in/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel membership", exact: true }).click();
  await page.getByRole("button", { name: "Cancel Membership", exact: true }).last().click();
  await expect(page.getByText("Subscription cancelled (will not renew)")).toBeVisible();
  await expect(page.getByText("Will not renew", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Expires in \d+ days$/)).toBeVisible();
  await context.close();
});
