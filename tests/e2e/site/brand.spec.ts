import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { throwAwayFolder } from "#backend/tests/throw-away.ts";
import { brandColours, paletteOf } from "#domain/site/palette.ts";
import { type RunningSite, startSite } from "#tests/e2e/process.ts";
import { expect, expectAccessibleInBoth, hydrated, test } from "#tests/e2e/site.ts";

const BRAND = {
  site_name: "Acme & Daughters",
  contact_email: "help@acme.example",
  brand_colour: "#ff5fa2",
  social_links: { x: "https://x.com/acme" },
};

/** A site with the sample whose admins gave it another brand. */
let brandSite: { url: string; service: SupabaseClient };
let running: RunningSite;
const dataDir = throwAwayFolder("brand-");
test.beforeAll(async () => {
  running = await startSite(dataDir, { ready: /^Sample sign-ins/m });
  const { api } = JSON.parse(readFileSync(path.join(dataDir, "keys.json"), "utf8")) as {
    api: { serviceRole: string };
  };
  const auth = { persistSession: false, autoRefreshToken: false };
  brandSite = { url: running.url, service: createClient(running.url, api.serviceRole, { auth }) };
  for (const [key, value] of Object.entries(BRAND))
    await brandSite.service.from("site_settings").update({ value }).eq("key", key).throwOnError();
});
test.afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
  baseURL: async ({}, use) => use(running?.url),
});

const OURS = /.{0,60}solutionz.{0,60}/i;
/** Names in the browser's storage, and the operator's `ADMIN_DOMAIN`: nobody reads them. */
const UNREAD =
  /solutionz-(?:session|revocations|signing-out|account(?:-type)?)|admin\.solutionz\.internal/g;
const BEGIN = [
  "/",
  "/sitemap.xml",
  "/robots.txt",
  "/site.webmanifest",
  "/config.json",
  "/favicon.svg",
  "/signup?type=provider",
  "/login?type=provider",
  "/reset-password",
  "/confirm-email",
  "/two-step",
  "/membership",
  "/account",
  "/profile",
  "/dashboard",
  "/admin-login",
  "/admin-signup",
  "/unsubscribe?token=none&topic=email",
  "/still-looking",
  "/no-such-page",
  "/directory/00000000-0000-4000-8000-000000000000",
  "/_test-checkout/none",
  `/${"long/".repeat(2000)}`,
];
/** Pages of each kind of address that are read: the sample's listings are alike. */
const OF_A_KIND = 6;

const kindOf = (address: string): string =>
  address.replace(/\?.*/, "?").replace(/(?<=^\/(?:directory|categories|sitemap)\/).*/, "…");

test("another brand shows no word of ours on any public page", async ({ request, baseURL }) => {
  test.setTimeout(240_000);
  const seen = new Set<string>();
  const kinds = new Map<string, number>();
  const waiting = [...BEGIN];
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    if (seen.has(address)) continue;
    seen.add(address);
    const kind = kindOf(address);
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    if (count > OF_A_KIND && !BEGIN.includes(address)) continue;
    const response = await request.get(address);
    if (!/text|json|xml|svg/.test(response.headers()["content-type"] ?? "")) continue;
    const text = await response.text();
    expect.soft(OURS.exec(text.replaceAll(UNREAD, ""))?.[0], address.slice(0, 80)).toBeUndefined();
    for (const [, link = ""] of text.matchAll(/(?:href="|<loc>)([^"<]*)/g)) {
      const to = new URL(
        link.replaceAll(/&#38;|&amp;/g, "&"),
        `${baseURL}${address.slice(0, 200)}`,
      );
      if (to.origin === baseURL && !to.pathname.startsWith("/assets/"))
        waiting.push(to.pathname + to.search);
    }
  }
  expect(seen.size).toBeGreaterThan(100);
});

test("a brand is on pages, in the tab, in shared pictures, data and mails, and its colour can be read", async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await test.step("pages, structured data, the manifest and mails have the brand's name", async () => {
    await page.goto("/");
    await expect(page.getByRole("banner").getByText(BRAND.site_name)).toBeVisible();
    await expect(page.getByRole("contentinfo")).toContainText(BRAND.contact_email);
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(data.map((text) => JSON.parse(text).name)).toContain(BRAND.site_name);
    const manifest = await request.get("/site.webmanifest");
    expect(manifest.headers()["content-type"]).toContain("application/manifest+json");
    const { pine, signal } = paletteOf(BRAND.brand_colour);
    expect(await manifest.json()).toMatchObject({
      name: BRAND.site_name,
      theme_color: pine.light,
    });
    const icon = await (await request.get("/favicon.svg")).text();
    expect(icon).toContain(brandColours(BRAND.brand_colour).sign.ground);
    for (const address of ["/favicon.ico", "/apple-touch-icon.png"])
      expect((await request.get(address)).headers()["content-type"]).toBe("image/png");
    await expect(
      page.getByRole("contentinfo").getByRole("link", { name: "X (Twitter)" }),
    ).toHaveAttribute("href", BRAND.social_links.x);

    await page.goto("/signup");
    await hydrated(page);
    await expect(page.getByRole("tab", { name: `${BRAND.site_name} Seeker` })).toBeVisible();

    const email = "reader@people.example";
    const made = await brandSite.service.auth.admin.createUser({ email, email_confirm: true });
    expect(made.error).toBeNull();
    const { anonKey } = (await (await request.get("/config.json")).json()) as { anonKey: string };
    await request.post("/auth/v1/recover", { headers: { apikey: anonKey }, data: { email } });
    const inbox = "/_mailbox/api/v1/search?query=to:reader@people.example";
    const found = async () =>
      ((await (await request.get(inbox)).json()) as { messages: { ID: string }[] }).messages;
    await expect.poll(async () => (await found()).length, { intervals: [100] }).toBe(1);
    const mail = await request.get(`/_mailbox/api/v1/message/${(await found())[0]?.ID}`);
    const { From, HTML, Text } = (await mail.json()) as {
      From: { Name: string };
      HTML: string;
      Text: string;
    };
    expect(From.Name).toBe(BRAND.site_name);
    expect(Text).toContain(`Sent by ${BRAND.site_name}`);
    expect(OURS.exec(HTML + Text)?.[0]).toBeUndefined();
    expect(HTML).toContain(`background:${pine.light}`);
    expect(HTML).toContain(`background:${signal.light}`);
  });

  await test.step("a logo is on pages, in the tab and in shared pictures", async () => {
    const share = async () =>
      (await (await request.get("/share/site.png")).body()).toString("base64");
    const before = await share();
    const logo = await sharp({
      create: { width: 300, height: 300, channels: 3, background: "#00c0ff" },
    })
      .png()
      .toBuffer();
    const stored = await brandSite.service.storage
      .from("business_logos")
      .upload("site/logo-1.png", logo, { contentType: "image/png" });
    expect(stored.error).toBeNull();
    const settings = brandSite.service.from("site_settings");
    await settings.update({ value: "site/logo-1.png" }).eq("key", "logo");
    await page.goto("/");
    const shown = page.getByRole("banner").locator("img").first();
    await expect(shown).toHaveAttribute(
      "src",
      "/storage/v1/object/public/business_logos/site/logo-1.png",
    );
    const width = await shown.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.naturalWidth;
    });
    expect(width).toBeGreaterThan(0);
    expect(await (await request.get("/favicon.svg")).text()).toContain("data:image/png;base64,");
    const icon = sharp(await (await request.get("/apple-touch-icon.png")).body());
    expect(await icon.metadata()).toMatchObject({ format: "png", width: 180, height: 180 });
    expect(await share()).not.toBe(before);
    await settings.update({ value: "" }).eq("key", "logo");
    expect(await share()).toBe(before);
  });

  await test.step("a brand remains when an error page is left, and the next heading is focused", async () => {
    await page.goto("/categories/nope");
    await hydrated(page);
    await page.getByRole("link", { name: "Return Home" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const shown = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--color-brand"),
    );
    const { brand, pine } = paletteOf(BRAND.brand_colour);
    expect(shown).toContain(brand.light);
    await expect(page.locator("meta[name=theme-color]")).toHaveAttribute("content", pine.light);
  });

  await test.step("a brand's colour can be read on every kind of page, in both themes", async () => {
    const listed = await brandSite.service
      .from("public_providers")
      .select("user_id")
      .limit(1)
      .single();
    for (const colour of ["#ffd400", BRAND.brand_colour]) {
      await brandSite.service
        .from("site_settings")
        .update({ value: colour })
        .eq("key", "brand_colour");
      for (const path of ["/", "/login", `/directory/${listed.data?.user_id}`, "/job-directory"]) {
        await page.goto(path);
        await hydrated(page);
        await expectAccessibleInBoth(page);
        const shown = await page.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue("--color-brand"),
        );
        expect(shown).toContain(paletteOf(colour).brand.light);
      }
    }
  });

  await test.step("the longest name fits a telephone", async () => {
    const name = brandSite.service.from("site_settings");
    await name
      .update({ value: "The Long and Winding Road Company of Kingston upon Hull 1234" })
      .eq("key", "site_name");
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto("/");
    await expect(page.getByRole("banner").getByText("The Long and Winding Road")).toBeVisible();
    for (const control of await page.getByRole("banner").getByRole("button").all())
      await expect(control).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await name.update({ value: BRAND.site_name }).eq("key", "site_name");
  });
});
