import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { holdScripts } from "#tests/e2e/scripts.ts";
import {
  expect,
  expectAccessible,
  fillLogin,
  logInAs,
  open,
  reload,
  SAMPLE,
  siteUrl,
  test,
} from "#tests/e2e/site.ts";
import { account, confirmEmail, freshAddress, PASSWORD, signUpByForm } from "./accounts.ts";

test("a provider signs up, confirms by a press, and logs in on the right tab only", async ({
  page,
}) => {
  const email = freshAddress("provider");
  await signUpByForm(page, email, "provider");
  await confirmEmail(page, email);
  await expect(page).toHaveURL("/profile");

  await open(page, "/account");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("You have been signed out of your account.")).toBeVisible();

  await open(page, "/login");
  await logInAs(page, email, PASSWORD, "Solutionz Seeker");
  const mismatch =
    "This account is registered as a Solutionz Provider. Please use the correct account type to log in.";
  await expect(
    page.getByRole("group", { name: "There is a problem" }).getByText(mismatch),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();

  await page.getByRole("button", { name: "Log in as Solutionz Provider" }).click();
  await expect(page).toHaveURL("/membership");
  await expect(page.getByText("Welcome back to Solutionz!")).toBeVisible();
  // Counted at once: the message leaves by itself after five seconds.
  expect(await page.getByText("Login failed").count()).toBe(0);

  // The tab of the last login is open the next time.
  await page.getByRole("button", { name: /^Account menu of/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page.getByText("You have been signed out of your account.")).toBeVisible();
  await open(page, "/login");
  await expect(page.getByRole("tab", { name: "Solutionz Provider" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
});

test("the guard sends a visitor to the login and back to where they wanted to be", async ({
  page,
}) => {
  const { email } = await account("client");
  const reads: string[] = [];
  page.on("request", (request) => {
    const [, table] = /\/rest\/v1\/(profiles|subscribers)\?/.exec(request.url()) ?? [];
    if (table && request.method() === "GET") reads.push(table);
  });
  await open(page, "/account?tab=security");
  await expect(page).toHaveURL("/login?return=%2Faccount%3Ftab%3Dsecurity");
  await expect(page.getByText("Please log in to access account settings.")).toBeVisible();
  await logInAs(page, email, "wrong password", "Solutionz Seeker");
  await expect(page.getByText("Login failed")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/account?tab=security");
  await expect(page.getByRole("heading", { name: "Password", exact: true })).toBeVisible();
  // A login reads the person's profile and membership once, and so does each page that is loaded.
  expect(reads.toSorted()).toEqual(["profiles", "subscribers"]);
  reads.length = 0;
  await reload(page);
  await page.waitForLoadState("networkidle");
  expect(reads.filter((table) => table === "subscribers")).toHaveLength(1);
});

test("a sign-in link signs in in another browser, and keeps the return path", async ({
  page,
  browser,
}) => {
  const emailLink = page.getByRole("button", { name: "Email me a login link" });
  const { email } = await account("client");
  await open(page, "/account?tab=security");
  await emailLink.click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await emailLink.click();
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible();
  await expect(emailLink).toBeDisabled();
  await expectAccessible(page);

  // In another browser, as the mail may be read on the telephone.
  const link = linkIn(await mailTo(page.request, email, /sign-in link/), "/confirm-email");
  const other = await (await browser.newContext()).newPage();
  await open(other, link);
  expect(await other.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other).toHaveURL("/account?tab=security");
});

test("the login goes on when another tab signs in, and leads neither to a page for logging in nor elsewhere", async ({
  browser,
}) => {
  const { session } = await account("client");
  const context = await browser.newContext();
  const page = await context.newPage();
  const elsewhere = await context.newPage();
  await open(page, "/login?return=/dashboard");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.org");
  await elsewhere.goto("/privacy");
  await elsewhere.evaluate(
    (stored) => localStorage.setItem("solutionz-session", stored),
    JSON.stringify(session),
  );
  await expect(page).toHaveURL("/dashboard");
  const left: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(siteUrl())) left.push(request.url());
  });
  await page.goto(`/login?return=//evil.example&redirect=${encodeURIComponent("/job-directory")}`);
  await expect(page).toHaveURL("/job-directory");
  expect(left).toEqual([]);
});

test("a message can be closed without the script that draws it", async ({ page }) => {
  await page.route("**/assets/toaster-*.js", (route) => route.abort());
  await open(page, "/login");
  await logInAs(page, "ada@example.org", "wrong password", "Solutionz Seeker");
  const messages = page.getByRole("region", { name: "Notifications" });
  await expect(messages.getByText("Login failed")).toBeVisible();
  await messages.getByRole("button", { name: "Dismiss" }).click();
  await expect(messages.getByText("Login failed")).toHaveCount(0);
});

test("a login before the scripts run is of the type that was pressed", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/login");
  await page.getByRole("tab", { name: "Solutionz Provider" }).click();
  await fillLogin(page, SAMPLE.member);
  release();
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole("button", { name: /^Account menu of/ })).toBeVisible();
});
