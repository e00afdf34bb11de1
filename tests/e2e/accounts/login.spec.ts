import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { holdScripts } from "#tests/e2e/scripts.ts";
import {
  expect,
  expectAccessible,
  logInAs,
  open,
  reload,
  SAMPLE,
  siteUrl,
  test,
} from "#tests/e2e/site.ts";
import { account, freshAddress, PASSWORD, signUpByForm } from "./accounts.ts";

test("a provider signs up, confirms by a press, and logs in on the right tab only", async ({
  page,
  browser,
}) => {
  const email = freshAddress("provider");
  await signUpByForm(page, email, "provider");
  await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();

  await open(page, "/login");
  await logInAs(page, email, PASSWORD, "Solutionz Provider");
  await expect(page.getByText("Your email address is not confirmed yet.")).toBeVisible();

  // Opening the link, as mail scanners do, burns nothing.
  const link = linkIn(await mailTo(page.request, email, /confirm/i), "/confirm-email");
  await page.request.get(link);
  const scanner = await browser.newContext();
  const scannerPage = await scanner.newPage();
  await open(scannerPage, link);
  await scanner.close();

  await open(page, link);
  await page.getByRole("button", { name: "Confirm my email" }).click();
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
  await logInAs(page, email, PASSWORD, "Solutionz Seeker");
  const mismatch =
    "This account is registered as a Solutionz Provider. Please use the correct account type to log in.";
  await expect(
    page.getByRole("group", { name: "There is a problem" }).getByText(mismatch),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();

  const own = page.getByRole("button", { name: "Log in as Solutionz Provider" });
  await expect(own).toHaveClass(/bg-signal/);
  const again = page.getByRole("button", { name: "Log in", exact: true });
  await expect(again).not.toHaveClass(/bg-signal/);
  await own.click();
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
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Please enter both email and password").first()).toBeVisible();
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

test("a sign-in link instead of a password: the same response for everybody, and the return path is kept", async ({
  page,
  browser,
}) => {
  const emailLink = page.getByRole("button", { name: "Email me a login link" });
  const { email } = await account("client");
  const unknown = freshAddress("nobody");
  for (const address of [unknown, email]) {
    await open(page, "/account?tab=security");
    if (address === unknown) {
      await emailLink.click();
      await expect(page.getByText("Email is required")).toBeVisible();
      await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
    }
    await page.getByLabel("Email", { exact: true }).fill(address);
    await emailLink.click();
    await expect(page.getByText(`If there is an account for ${address}`)).toBeVisible();
    await expect(page.getByText(/Please wait \d+ seconds/)).toBeVisible();
    await expect(emailLink).toBeDisabled();
  }
  await expectAccessible(page);
  // Too soon, for an address that has an account and for one that has none.
  for (const address of [unknown, email]) {
    await open(page, "/login");
    await page.getByLabel("Email", { exact: true }).fill(address);
    await emailLink.click();
    await expect(page.getByText("Email rate limit exceeded")).toBeVisible();
    await expect(page.getByText(/Please wait \d+ seconds/)).toBeVisible();
  }

  // In another browser, as the mail may be read on the telephone.
  const link = linkIn(await mailTo(page.request, email, /sign-in link/), "/confirm-email");
  const context = await browser.newContext();
  const other = await context.newPage();
  await open(other, link);
  await expectAccessible(other);
  expect(await other.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other).toHaveURL("/account?tab=security");
  await context.close();
  await open(page, link);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This link has expired or was already used.")).toBeVisible();
  await page.getByRole("link", { name: "Back to login" }).click();
  await expect(page).toHaveURL("/login?return=%2Faccount%3Ftab%3Dsecurity");

  // The tab counts, as it does with a password.
  const provider = await account("provider");
  await page.getByLabel("Email", { exact: true }).fill(provider.email);
  await emailLink.click();
  const mail = await mailTo(page.request, provider.email, /sign-in link/);
  await open(page, linkIn(mail, "/confirm-email"));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This account is registered as a Solutionz Provider.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Log in as Solutionz Provider" }).click();
  await expect(page).toHaveURL("/account?tab=security");
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
  // Every other way of writing them is in web/session/return-path.test.ts.
  for (const [name, path] of [
    ["return", "/two-step"],
    ["return", "//evil.example"],
    ["redirect", "/\\evil.example"],
  ]) {
    await page.goto(`/login?${name}=${encodeURIComponent(path ?? "")}`);
    await expect(page, path).toHaveURL("/directory");
  }
  await page.goto(`/login?return=//evil.example&redirect=${encodeURIComponent("/job-directory")}`);
  await expect(page).toHaveURL("/job-directory");
  expect(left).toEqual([]);
  await context.close();
});

test("the admin login refuses others, and a message can be closed without the script that draws it", async ({
  page,
  browser,
}) => {
  await test.step("the admin login refuses others, and a reload of it shows what was said", async () => {
    await test.step("the admin login refuses others in the spec's words", async () => {
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

    await test.step("a reload hydrates with what the entry of the history remembers", async () => {
      await open(page, "/admin-login");
      await page.evaluate(() =>
        history.replaceState({ ...history.state, usr: { adminCreated: true } }, ""),
      );
      // A page that differs from the server's would be an error in the browser.
      await reload(page);
      await expect(page.getByText("Admin account created")).toBeVisible();
    });
  });

  await test.step("a message can be closed when what draws it cannot be loaded", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route("**/assets/toaster-*.js", (route) => route.abort());
    await open(page, "/login");
    await expect(page.getByRole("tabpanel")).toContainText("Find professionals and post jobs.");
    await page.getByRole("tab", { name: "Solutionz Provider" }).click();
    await expect(page.getByRole("tabpanel")).toContainText("Get found and win work near you.");
    await logInAs(page, "ada@example.org", "wrong password", "Solutionz Seeker");
    const messages = page.getByRole("region", { name: "Notifications" });
    await expect(messages.getByText("Login failed")).toBeVisible();
    await messages.getByRole("button", { name: "Dismiss" }).click();
    await expect(messages.getByText("Login failed")).toHaveCount(0);
    await context.close();
  });
});

test("a link or a login before the scripts run is of the type that was pressed", async ({
  page,
}) => {
  await test.step("a link requested before the scripts run is of the type pressed", async () => {
    const release = await holdScripts(page);
    await page.goto("/login");
    await page.getByRole("tab", { name: "Solutionz Provider" }).click();
    await page.getByLabel("Email", { exact: true }).fill("nobody@example.org");
    await page.getByRole("button", { name: "Email me a login link" }).click();
    const request = page.waitForRequest(/\/auth\/v1\/otp/);
    release();
    const { searchParams } = new URL((await request).url());
    const way = new URL(searchParams.get("redirect_to") ?? "").searchParams.get("way") ?? "";
    expect(Buffer.from(way, "base64").toString()).toMatch(/^provider /);
    await page.unrouteAll({ behavior: "wait" });
  });

  await test.step("a login before the scripts run is of the type that was pressed", async () => {
    const release = await holdScripts(page);
    await page.goto("/login");
    await page.getByRole("tab", { name: "Solutionz Provider" }).click();
    await page.getByLabel("Email", { exact: true }).fill(SAMPLE.member.email);
    await page.getByLabel("Password", { exact: true }).fill(SAMPLE.member.password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    release();
    await expect(page).not.toHaveURL(/\/login/);
    await expect(page.getByRole("button", { name: /^Account menu of/ })).toBeVisible();
  });
});
