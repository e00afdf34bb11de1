import type { EmailOtpType, GenerateLinkParams } from "@supabase/supabase-js";
import { person, test } from "#tests/e2e/admin.ts";
import { expect, open } from "#tests/e2e/site.ts";
import { publicClient } from "./accounts.ts";

/** The page that each kind of mail leads to, as supabase/templates say, and the kind that its token is redeemed as. */
const LINKS = [
  ["signup", "/confirm-email?type=signup", "signup"],
  ["magiclink", "/confirm-email?type=magiclink", "magiclink"],
  ["recovery", "/reset-password?mode=reset&type=recovery", "recovery"],
  ["email_change_new", "/confirm-email?type=email_change", "email_change"],
] satisfies [GenerateLinkParams["type"], string, EmailOtpType][];

test("a mail scanner burns no link by opening it, and no link works twice", async ({
  browser,
  adminSite: { url, service },
}) => {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  for (const [kind, path, type] of LINKS) {
    const name = kind.replaceAll("_", "");
    const email =
      kind === "signup"
        ? `${name}@people.example`
        : (await person(service, "client", `Link ${name}`)).email;
    const data = { first_name: "Link", account_type: "client" };
    const newEmail = `next-${name}@people.example`;
    const mail = { type: kind, email, newEmail, password: "correct horse", options: { data } };
    const made = await service.auth.admin.generateLink(mail as GenerateLinkParams);
    expect(made.error, kind).toBeNull();
    const token_hash = made.data.properties?.hashed_token ?? "";
    // Some fetch the page, some open it in a browser and let its scripts run.
    await open(page, `${path}&token_hash=${token_hash}`);
    await expect(page.getByRole("main").getByRole("button").first(), kind).toBeVisible();
    expect(await page.evaluate(() => localStorage.length), kind).toBe(0);
    const db = await publicClient(url);
    const redeem = () => db.auth.verifyOtp({ token_hash, type });
    expect((await redeem()).error, kind).toBeNull();
    expect((await redeem()).error?.code, kind).toBe("otp_expired");
  }
});
