import type { Page } from "@playwright/test";
import { person, test } from "#tests/e2e/admin.ts";
import { expect } from "#tests/e2e/site.ts";
import { enter, enterAsAdmin, subscribe } from "./accounts.ts";

/**
 * Whom the guards meet. `deactivated` is a provider with a membership who was switched off while signed in:
 * a visitor from then on (P-30).
 */
const WHO = ["visitor", "client", "provider", "member", "deactivated", "admin"] as const;
type Who = (typeof WHO)[number];

/** Where somebody lands, and the heading that they read there. */
type Landing = readonly [address: string | RegExp, heading: string | RegExp];

const login = (path: string): Landing => [`/login?return=${encodeURIComponent(path)}`, "Log in"];
const signedIn = (path: string, heading: string | RegExp, visitor = login(path)) => {
  const here: Landing = [path, heading];
  return { visitor, client: here, provider: here, member: here, deactivated: visitor, admin: here };
};
const notAdmin: Landing = ["/admin-login?return=%2Fadmin%2Fusers", /Admin/];

/** A route of each guard, and what each of them finds there (spec 1 sections 2, 4 and 6). */
const GUARDED: Record<string, Record<Who, Landing>> = {
  "/account?tab=payments": {
    ...signedIn("/account?tab=payments", "Access Denied"),
    provider: ["/account?tab=payments", "Basic Plan"],
    member: ["/account?tab=payments", "Annual Plan"],
  },
  "/dashboard": { ...signedIn("/dashboard", /./), admin: ["/admin/dashboard", /./] },
  "/membership": {
    ...signedIn("/membership", /./, ["/login?type=provider&return=%2Fmembership", "Log in"]),
    client: ["/directory", /./],
    admin: ["/directory", /./],
  },
  "/admin/users": {
    ...signedIn("/admin/users", /./, notAdmin),
    client: notAdmin,
    provider: notAdmin,
    member: notAdmin,
  },
};

const visit = async (page: Page, path: string, [address, heading]: Landing) => {
  await page.goto(path);
  await expect(page, path).toHaveURL(address);
  const read = page.getByRole("main").getByRole("heading", { name: heading });
  await expect(read.first(), path).toBeVisible();
};

test("a route of each guard does with everybody what it should", async ({
  browser,
  adminSite: { url: baseURL, service },
}) => {
  const pageOf = async (who: Who): Promise<Page> => {
    if (who === "visitor") return (await browser.newContext({ baseURL })).newPage();
    if (who === "admin") return enterAsAdmin(browser, baseURL);
    const made = await person(service, who === "client" ? who : "provider", `Guard ${who}`);
    if (who === "member" || who === "deactivated") await subscribe(service, made.id);
    const page = await enter(browser, made, { baseURL });
    if (who === "deactivated")
      await service.from("profiles").update({ is_active: false }).eq("id", made.id).throwOnError();
    return page;
  };
  // At once: each waits for the site most of the time.
  await Promise.all(
    WHO.map(async (who) => {
      const page = await pageOf(who);
      for (const [path, landings] of Object.entries(GUARDED))
        await test.step(`${who} ${path}`, () => visit(page, path, landings[who]));
    }),
  );
});
