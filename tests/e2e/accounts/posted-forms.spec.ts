import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, open, test } from "#tests/e2e/site.ts";
import { account, freshAddress, PASSWORD, publicClient } from "./accounts.ts";

test("without scripts a provider signs up, a password is reset, and the login says what it needs", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  /** The forms about accounts in a browser without scripts, and in one whose scripts still load. */
  await test.step("a provider signs up, loses nothing that was refused, and confirms the address", async () => {
    const email = freshAddress("posted");
    await page.goto("/signup");
    await page.getByRole("link", { name: "Sign up as a Solutionz Provider instead" }).click();
    await page.getByLabel("Full name").fill("Ada King Lovelace");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Location").fill("Leeds");
    await page.getByLabel("Business name").fill("Lovelace Engines");
    await page
      .getByRole("listbox", { name: "Categories" })
      .selectOption({ label: "Graphic Design" });
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Phone number is required for providers")).toBeVisible();
    await expect(page.getByLabel("Full name")).toHaveValue("Ada King Lovelace");
    await expect(page.getByLabel("Business name")).toHaveValue("Lovelace Engines");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    expect(await page.content()).not.toContain(PASSWORD);

    await page.getByLabel("Phone number").fill("(0113) 496-0000");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
    await page.goto(linkIn(await mailTo(page.request, email, /confirm/i), "/confirm-email"));
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.getByText("Your address is confirmed. You can log in now.")).toBeVisible();
    const db = await publicClient();
    const { data } = await db.auth.signInWithPassword({ email, password: PASSWORD });
    expect(data.user?.user_metadata).toMatchObject({
      account_type: "provider",
      business_name: "Lovelace Engines",
      categories: [expect.stringMatching(/ > Graphic Design$/)],
    });
  });

  await test.step("a password is reset from the request to the new password", async () => {
    const { email } = await account("client");
    await page.goto("/forgot-password");
    await page.getByLabel("Email", { exact: true }).fill("nobody at all");
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByText("Invalid email address")).toBeVisible();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByText("Reset email sent")).toBeVisible();
    await page.goto(linkIn(await mailTo(page.request, email, /reset/i), "/reset-password"));
    await page.getByLabel("New password", { exact: true }).fill("sixsix");
    await page.getByLabel("Confirm new password").fill("other");
    await page.getByRole("button", { name: "Update password" }).click();
    await expect(page.getByText("Passwords don't match")).toBeVisible();
    await page.getByLabel("New password", { exact: true }).fill("sixsix");
    await page.getByLabel("Confirm new password").fill("sixsix");
    await page.getByRole("button", { name: "Update password" }).click();
    await expect(page.getByRole("heading", { name: "Password updated" })).toBeVisible();
    const db = await publicClient();
    expect((await db.auth.signInWithPassword({ email, password: "sixsix" })).error).toBeNull();
  });

  await test.step("the login says that it needs scripts, and a confirmation is sent again", async () => {
    await page.goto("/login");
    // Playwright's texts leave out what is for browsers without scripts.
    const notice = page.locator("main noscript").first();
    await expect(notice).toBeVisible();
    expect(await notice.innerText()).toContain("Logging in needs JavaScript");
    await page.getByLabel("Email", { exact: true }).fill("ada@example.org");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("You are not logged in yet")).toBeVisible();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("ada@example.org");

    await page.goto("/confirm-email");
    await page.getByLabel("Email", { exact: true }).fill(freshAddress("unknown"));
    await page.getByRole("button", { name: "Resend Confirmation Email" }).click();
    await expect(page.getByText("Confirmation email sent")).toBeVisible();
  });
  await context.close();
});

test("a form of another site is refused, and each caller has a limit of their own", async ({
  page,
  site,
  faults,
}) => {
  await open(page, "/");
  const post = (caller: string, origin = site) =>
    fetch(`${site}/reset-password`, {
      method: "POST",
      headers: {
        origin,
        "content-type": "application/x-www-form-urlencoded",
        "x-forwarded-for": caller,
      },
      body: new URLSearchParams({ email: freshAddress("flood") }),
    });
  expect((await post("198.51.100.1", "https://evil.example")).status).toBe(400);
  let refusedAt = 0;
  for (let attempt = 1; attempt <= 61 && refusedAt === 0; attempt += 1) {
    const text = await (await post("198.51.100.7")).text();
    if (text.includes("Too many attempts.")) refusedAt = attempt;
    else expect(text).toContain("Reset email sent");
  }
  expect(refusedAt).toBe(61);
  expect(await (await post("203.0.113.9")).text()).toContain("Reset email sent");
  faults.splice(0);
});
