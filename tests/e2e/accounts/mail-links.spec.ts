import type { EmailOtpType, GenerateLinkParams } from "@supabase/supabase-js";
import { person, test } from "#tests/e2e/admin.ts";
import { expect, open } from "#tests/e2e/site.ts";
import { publicClient } from "./accounts.ts";

/** The page that each kind of mail leads to, as supabase/templates say. */
const PAGES = {
  signup: "/confirm-email?type=signup",
  magiclink: "/confirm-email?type=magiclink",
  recovery: "/reset-password?mode=reset&type=recovery",
  invite: "/reset-password?mode=reset&type=invite",
  // The two links of one change of address, which are redeemed as one kind.
  email_change_current: "/confirm-email?type=email_change",
  email_change_new: "/confirm-email?type=email_change",
} as const;

const redeemedAs = (kind: keyof typeof PAGES): EmailOtpType =>
  kind === "email_change_current" || kind === "email_change_new" ? "email_change" : kind;

test("every link of a mail works once, after scanners too, and leads where its account logs in", async ({
  browser,
  adminSite: { url, service },
}) => {
  await test.step("a mail scanner burns no link by opening it, and no link works twice", async () => {
    const scanner = await browser.newContext({ baseURL: url });
    const page = await scanner.newPage();
    for (const [kind, path] of Object.entries(PAGES) as [keyof typeof PAGES, string][]) {
      const name = kind.replaceAll("_", "");
      const creates = kind === "signup" || kind === "invite";
      const email = creates
        ? `${name}@people.example`
        : (await person(service, "client", `Link ${name}`)).email;
      const data = { first_name: "Link", account_type: "client" };
      const newEmail = `next-${name}@people.example`;
      const mail = { type: kind, email, newEmail, password: "correct horse", options: { data } };
      const made = await service.auth.admin.generateLink(mail as GenerateLinkParams);
      expect(made.error, kind).toBeNull();
      const token_hash = made.data.properties?.hashed_token ?? "";
      const link = `${path}&token_hash=${token_hash}`;
      // Some fetch the page, some open it in a browser and let its scripts run.
      expect((await page.request.get(link)).status(), kind).toBe(200);
      await open(page, link);
      await expect(page.getByRole("main").getByRole("button").first(), kind).toBeVisible();
      expect(await page.evaluate(() => localStorage.length), kind).toBe(0);

      const redeem = async () => {
        const db = await publicClient(url);
        return db.auth.verifyOtp({ token_hash, type: redeemedAs(kind) });
      };
      expect((await redeem()).error, kind).toBeNull();
      expect((await redeem()).error?.code, kind).toBe("otp_expired");
    }
    await scanner.close();
  });

  await test.step("an admin who chooses a new password by a link ends at the login of admins", async () => {
    const email = "aida@people.example";
    const made = await service.auth.admin.createUser({ email, email_confirm: true });
    await service.rpc("operator_make_admin", { target_user_id: made.data.user?.id ?? "" });
    const link = await service.auth.admin.generateLink({ type: "recovery", email });
    const token = link.data.properties?.hashed_token ?? "";
    const page = await (await browser.newContext({ baseURL: url })).newPage();
    await open(page, `${PAGES.recovery}&token_hash=${token}`);
    await page.getByLabel("New password", { exact: true }).fill("another battery staple");
    await page.getByLabel("Confirm new password").fill("another battery staple");
    await page.getByRole("button", { name: "Update password" }).click();
    await expect(page).toHaveURL("/admin-login", { timeout: 15_000 });
    await expect(page.getByLabel("Username or email")).toHaveValue(email);
    await page.context().close();
  });
});
