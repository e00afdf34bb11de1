import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, test } from "#tests/e2e/site.ts";
import { account, freshAddress, PASSWORD, publicClient } from "./accounts.ts";

test("without scripts a provider signs up, and a password is reset", async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
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
    expect(await page.content()).not.toContain(PASSWORD);

    await page.getByLabel("Phone number").fill("(0113) 496-0000");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
    await page.goto(linkIn(await mailTo(page.request, email, /confirm/i), "/confirm-email"));
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.getByText("Your address is confirmed. You can log in now.")).toBeVisible();
  });

  await test.step("a password is reset from the request to the new password", async () => {
    const { email } = await account("client");
    await page.goto("/forgot-password");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByText("Reset email sent")).toBeVisible();
    await page.goto(linkIn(await mailTo(page.request, email, /reset/i), "/reset-password"));
    await page.getByLabel("New password", { exact: true }).fill("sixsix");
    await page.getByLabel("Confirm new password").fill("sixsix");
    await page.getByRole("button", { name: "Update password" }).click();
    await expect(page.getByRole("heading", { name: "Password updated" })).toBeVisible();
    const db = await publicClient();
    expect((await db.auth.signInWithPassword({ email, password: "sixsix" })).error).toBeNull();
  });
});

test("a form of another site is refused, and each caller has a limit of their own", async ({
  site,
}) => {
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
});
