import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";
import { ADMIN, person, test } from "#tests/e2e/admin.ts";
import { expect } from "#tests/e2e/site.ts";
import { publicClient, signedInState } from "./accounts.ts";

/**
 * Whom the guards meet. `deactivated` is a provider with a membership who was switched off while signed in:
 * a visitor from then on (P-30).
 */
const WHO = ["visitor", "client", "provider", "member", "deactivated", "admin"] as const;
type Who = (typeof WHO)[number];

/** Where somebody lands, and the heading that they read there. */
type Landing = readonly [address: string | RegExp, heading: string | RegExp];

const login = (path: string): Landing => [`/login?return=${encodeURIComponent(path)}`, "Log in"];
const adminLogin = (path: string): Landing => [
  `/admin-login?return=${encodeURIComponent(path)}`,
  /Admin/,
];
const signedIn = (path: string, heading: string | RegExp, visitor = login(path)) => ({
  visitor,
  client: [path, heading] as Landing,
  provider: [path, heading] as Landing,
  member: [path, heading] as Landing,
  deactivated: visitor,
  admin: [path, heading] as Landing,
});
const adminsOnly = (path: string, heading: string | RegExp) => {
  const refused = adminLogin(path);
  return {
    visitor: refused,
    client: refused,
    provider: refused,
    member: refused,
    deactivated: refused,
    admin: [path, heading] as Landing,
  };
};
const DENIED = "Access Denied";

/** Every protected route, and what each of them finds there (spec 1 sections 2, 4 and 6). */
const GUARDED: Record<string, Record<Who, Landing>> = {
  "/profile": signedIn("/profile", /./),
  "/account": signedIn("/account", "Account settings"),
  "/account-settings": signedIn("/account", "Account settings"),
  "/account?tab=payments": {
    ...signedIn("/account?tab=payments", DENIED),
    provider: ["/account?tab=payments", "Basic Plan"],
    member: ["/account?tab=payments", "Annual Plan"],
  },
  "/dashboard": { ...signedIn("/dashboard", /./), admin: ["/admin/dashboard", /./] },
  "/membership": {
    ...signedIn("/membership", /./, ["/login?type=provider&return=%2Fmembership", "Log in"]),
    client: ["/directory", /./],
    admin: ["/directory", /./],
  },
  "/admin": {
    ...adminsOnly("/admin/dashboard", /./),
    visitor: ["/admin-login", /Admin/],
    client: ["/admin-login", /Admin/],
    provider: ["/admin-login", /Admin/],
    member: ["/admin-login", /Admin/],
    deactivated: ["/admin-login", /Admin/],
  },
  "/admin/dashboard": adminsOnly("/admin/dashboard", /./),
  "/admin/users": adminsOnly("/admin/users", /./),
  "/admin/feedback": adminsOnly("/admin/feedback", /./),
  "/admin/categories": adminsOnly("/admin/categories", /./),
  "/admin/analytics": adminsOnly("/admin/analytics", /./),
  "/admin/businesses": adminsOnly("/admin/businesses", /./),
  "/admin/settings": adminsOnly("/admin/settings", /./),
  "/admin/audit": adminsOnly("/admin/audit", /./),
};

const visit = async (page: Page, path: string, [address, heading]: Landing) => {
  await page.goto(path);
  await expect(page, path).toHaveURL(address);
  const read = page.getByRole("main").getByRole("heading", { name: heading });
  await expect(read.first(), path).toBeVisible();
};

test.describe("every guarded route", () => {
  let sessions: Record<Exclude<Who, "visitor">, Session>;

  test.beforeAll(async ({ adminSite: { url, service } }) => {
    const enter = async (email: string, password: string) => {
      const db = await publicClient(url);
      const { data, error } = await db.auth.signInWithPassword({ email, password });
      if (error) throw error;
      return data.session;
    };
    const made = async (type: "client" | "provider", name: string) => {
      const { id, email, password } = await person(service, type, name);
      return { id, session: await enter(email, password) };
    };
    const subscribe = async (user_id: string) => {
      const { error } = await service.from("subscribers").insert({
        user_id,
        subscribed: true,
        subscription_tier: "yearly",
        subscription_end: "2099-01-01T00:00:00Z",
      });
      if (error) throw error;
    };
    const client = await made("client", "Guard Client");
    const provider = await made("provider", "Guard Provider");
    const member = await made("provider", "Guard Member");
    const deactivated = await made("provider", "Guard Deactivated");
    await subscribe(member.id);
    await subscribe(deactivated.id);
    const off = await service
      .from("profiles")
      .update({ is_active: false })
      .eq("id", deactivated.id);
    if (off.error) throw off.error;
    const { data } = await service.from("profiles").select("email").eq("account_type", "admin");
    const admin = await enter(String(data?.[0]?.email), ADMIN.password);
    sessions = {
      client: client.session,
      provider: provider.session,
      member: member.session,
      deactivated: deactivated.session,
      admin,
    };
  });

  test("does with everybody what it should", async ({ browser, adminSite: { url } }) => {
    test.setTimeout(300_000);
    for (const who of WHO) {
      const storageState = who === "visitor" ? undefined : signedInState(sessions[who], url);
      const context = await browser.newContext({ baseURL: url, storageState });
      const page = await context.newPage();
      // All screens of admins have one guard.
      const few = who === "provider" || who === "member" || who === "deactivated";
      for (const [path, landings] of Object.entries(GUARDED))
        if (!few || !/^\/admin\/(?!dashboard)/.test(path))
          await test.step(`${who} ${path}`, () => visit(page, path, landings[who]));
      await context.close();
    }
  });
});
