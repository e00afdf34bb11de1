/**
 * Takes the approved pictures in docs/screens: `npm run screens`. It starts a site of its own with the sample
 * marketplace, gives the admins something to do, and shoots.
 *
 * npm run screens [-- users feedback] [-- --compare] [-- --every FOLDER]
 *
 * Names narrow it to these screens. `--compare` writes nothing and fails if a screen differs from its approved picture
 * by more than dates, figures and font pixels do. `--every FOLDER` writes each in three widths and both themes
 * instead, whole pages, for judging them.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { chromiumLaunch } from "./chromium.ts";
import { startSite } from "./e2e/process.ts";
import { logIn as logInAsPerson, SAMPLE } from "./e2e/site.ts";

const ADMIN = { username: "morgan", password: "correct horse battery" };

interface Screen {
  path: string;
  /** Whose screen it is; an admin's if nobody is named. */
  as?: keyof typeof SAMPLE | "visitor";
  /** What to open before the picture. */
  open?: (page: Page) => Promise<void>;
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name }).first().click();

const SCREENS: Record<string, Screen> = {
  dashboard: { path: "/admin/dashboard" },
  users: { path: "/admin/users" },
  "user-edit": {
    path: "/admin/users?q=featherstonehaugh",
    open: async (page) => {
      await press(page, /Actions for/);
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await page.getByRole("dialog").getByLabel("First name").waitFor();
    },
  },
  feedback: { path: "/admin/feedback" },
  categories: { path: "/admin/categories" },
  "category-merge": {
    path: "/admin/categories",
    open: async (page) => {
      await page.getByRole("heading", { name: "Construction/Trade" }).click();
      await press(page, "Merge Plastering/Rendering");
      const dialog = page.getByRole("alertdialog");
      await dialog.getByText("This moves").waitFor();
      await dialog.getByLabel("Merge into").selectOption("Builder");
      await dialog.getByLabel("Reason").fill("The same trade under two names");
    },
  },
  synonyms: { path: "/admin/synonyms" },
  analytics: {
    path: "/admin/analytics?range=12m",
    open: (page) =>
      page
        .getByRole("heading", { name: "Over time" })
        .evaluate((heading) => heading.scrollIntoView()),
  },
  businesses: { path: "/admin/businesses" },
  reports: { path: "/admin/reports" },
  report: {
    path: "/admin/reports",
    open: async (page) => {
      await page
        .getByRole("link", { name: /^R-\d+/ })
        .first()
        .click();
      await page.getByRole("heading", { name: /^Decide/ }).waitFor();
    },
  },
  "job-moderation": {
    path: "/job-directory",
    open: async (page) => {
      await page
        .getByRole("main")
        .getByRole("heading", { level: 2 })
        .getByRole("link")
        .first()
        .click();
      await page.getByRole("button", { name: "Close job" }).waitFor();
    },
  },
  settings: { path: "/admin/settings" },
  email: {
    path: "/admin/emails?mail=confirmation",
    open: (page) =>
      page
        .getByRole("heading", { name: "Email text" })
        .evaluate((heading) => heading.scrollIntoView()),
  },
  audit: { path: "/admin/audit" },
  health: { path: "/admin/health" },
  login: { path: "/admin-login", as: "visitor" },
  "client-dashboard": { path: "/dashboard", as: "client" },
  "client-jobs": { path: "/profile?tab=my-jobs", as: "client" },
  "client-enquiries": { path: "/dashboard/enquiries", as: "client" },
  "member-dashboard": { path: "/dashboard", as: "member" },
  "member-membership": { path: "/membership", as: "member" },
  "member-profile": { path: "/profile", as: "member" },
  "member-settings": { path: "/account", as: "member" },
  "member-security": { path: "/account?tab=security", as: "member" },
  "member-enquiry": {
    path: "/dashboard/enquiries",
    as: "member",
    open: async (page) => {
      await page.getByRole("link", { name: /^An oak door/ }).click();
      await page.getByRole("list", { name: "Messages" }).waitFor();
    },
  },
  "provider-membership": { path: "/membership", as: "provider" },
  "provider-enquiries": { path: "/dashboard/enquiries", as: "provider" },
};

/** People and cases as they come: also with names and addresses that are longer than a column likes. */
const makeBusy = async (url: string, service: SupabaseClient, admin: SupabaseClient) => {
  const must = async <T>(call: PromiseLike<{ data: T; error: unknown }>) => {
    const { data, error } = await call;
    if (error || data === undefined) throw error;
    return data as NonNullable<T>;
  };
  const long = await service.auth.admin.createUser({
    email: "maximilian.featherstonehaugh-cholmondeley@wolverhampton-restorations.example",
    password: ADMIN.password,
    email_confirm: true,
    user_metadata: {
      first_name: "Maximilian Alexander",
      last_name: "Featherstonehaugh-Cholmondeley",
      account_type: "provider",
      location: "Wolverhampton, West Midlands",
      phone_number: "+44 1902 496 0123",
      business_name: "Featherstonehaugh-Cholmondeley & Daughters Heritage Restorations Ltd",
      categories: [
        "Construction/Trade > Specialist Tradesperson",
        "Construction/Trade > Stoneworker/Stonemason",
        "Construction/Trade > Plastering/Rendering",
      ],
    },
  });
  if (long.error) throw long.error;
  const listed = await must(service.from("public_providers").select("user_id").limit(3));
  const written = await must(service.from("feedback").select("id, title").limit(12));
  await must(
    service
      .from("feedback")
      .update({ approved: false, moderated_at: null })
      .in(
        "id",
        written.slice(0, 7).map(({ id }) => id),
      ),
  );
  const jobs = await must(service.from("jobs").select("id").eq("status", "open").limit(2));
  const visitor = createClient(url, await anonKey(url), { auth: { persistSession: false } });
  for (const [target_type, target_id, reason, details] of [
    [
      "profile",
      listed[0]?.user_id,
      "misleading",
      "The registration number belongs to another firm.",
    ],
    ["job", jobs[0]?.id, "spam", "Posted three times with different telephone numbers."],
    ["feedback", written[9]?.id, "offensive", "It names my employee and where she lives."],
    ["profile", listed[1]?.user_id, "other", "The pictures are mine."],
  ]) {
    await must(visitor.rpc("report_content", { target_type, target_id, reason, details }));
  }
  for (const [name, value, why] of [
    ["maintenance_notice", { on: false, text: "We are back at six." }, "Work on Sunday"],
    ["contact_email", "help@solutionz.example", "The old address is full of spam"],
  ] as const) {
    const change = { setting_key: name, new_value: value, reason: why };
    await must(admin.rpc("admin_save_setting", change));
  }
  await must(
    admin.rpc("admin_toggle_user_status", {
      target_user_id: long.data.user.id,
      status_field: "is_visible",
      new_value: false,
      reason: "Waits for proof of the business",
    }),
  );
  for (let call = 0; call < 3; call++)
    await must(
      service.rpc("record_webhook", { p_name: "stripe", p_error: "The price is not a plan's" }),
    );
};

const anonKey = async (url: string): Promise<string> => {
  const { anonKey: key } = (await (await fetch(`${url}/config.json`)).json()) as {
    anonKey: string;
  };
  return key;
};

type Who = NonNullable<Screen["as"]> | "admin";
const whoseIs = ({ as }: Screen): Who => as ?? "admin";

const logIn = async (page: Page, who: Who): Promise<void> => {
  if (who === "visitor") return;
  if (who !== "admin") {
    await logInAsPerson(page, SAMPLE[who]);
    return;
  }
  await page.goto("/admin-login");
  await page.locator("html").dispatchEvent("hydrate");
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.getByLabel("Username").fill(ADMIN.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/admin/dashboard");
};

const show = async (page: Page, { path: address, open }: Screen): Promise<void> => {
  await page.goto(address);
  await page.locator("html").dispatchEvent("hydrate");
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("status").filter({ hasText: "Loading" }).waitFor({ state: "detached" });
  await open?.(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
};

/** The pictures are compared at this width, where a pixel of a letter no longer counts. */
const COMPARED_WIDTH = 360;
/** A point differs by more than this of 255; and at most this share of them may. */
const POINT = 48;
const SHARE = 0.01;

/** The share of points by which two pictures differ; 1 if their heights do. */
const differenceOf = async (one: Buffer, other: string): Promise<number> => {
  const read = (picture: Buffer | string) =>
    sharp(picture).resize({ width: COMPARED_WIDTH }).greyscale().raw().toBuffer();
  const [a, b] = await Promise.all([read(one), read(other)]);
  if (a.length !== b.length) return 1;
  return a.filter((point, at) => Math.abs(point - (b[at] ?? 0)) > POINT).length / a.length;
};

const { values, positionals } = parseArgs({
  options: { every: { type: "string" }, compare: { type: "boolean" } },
  allowPositionals: true,
});
const chosen = Object.entries(SCREENS).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
const folder = path.resolve(values.every ?? path.join(import.meta.dirname, "../docs/screens"));
mkdirSync(folder, { recursive: true });

const dataDir = mkdtempSync(path.join(os.tmpdir(), "screens-"));
const site = await startSite(dataDir, { ready: /Sample sign-ins/ });
const browser = await chromium.launch(await chromiumLaunch());
try {
  const made = await fetch(`${site.url}/functions/v1/admin-setup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  if (!made.ok) throw new Error(await made.text());
  const { api } = JSON.parse(readFileSync(path.join(dataDir, "keys.json"), "utf8")) as {
    api: { serviceRole: string };
  };
  const stateless = { auth: { persistSession: false, autoRefreshToken: false } };
  const admin = createClient(site.url, await anonKey(site.url), stateless);
  const { error } = await admin.auth.signInWithPassword({
    email: `${ADMIN.username}@admin.solutionz.internal`,
    password: ADMIN.password,
  });
  if (error) throw error;
  await makeBusy(site.url, createClient(site.url, api.serviceRole, stateless), admin);

  const sizes = values.every
    ? [360, 768, 1440].flatMap((width) =>
        (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
      )
    : [{ width: 1440, colorScheme: "light" as const }];
  const people = new Set(chosen.map(([, screen]) => whoseIs(screen)));
  for (const { width, colorScheme } of sizes) {
    for (const who of people) {
      const context = await browser.newContext({
        baseURL: site.url,
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: "reduce",
        locale: "en-GB",
        timezoneId: "Europe/London",
      });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      await logIn(page, who);
      for (const [name, screen] of chosen.filter(([, one]) => whoseIs(one) === who)) {
        await show(page, screen);
        const taken = await page.screenshot({ fullPage: Boolean(values.every) && !screen.open });
        if (values.compare) {
          const share = await differenceOf(taken, path.join(folder, `${name}.webp`));
          console.info(name, `${(100 * share).toFixed(1)} %`);
          if (share > SHARE) process.exitCode = 1;
          continue;
        }
        const file = values.every ? `${name}-${width}-${colorScheme}.png` : `${name}.webp`;
        const picture = sharp(taken);
        const { size } = await (values.every ? picture : picture.webp({ quality: 72 })).toFile(
          path.join(folder, file),
        );
        console.info(file, `${Math.round(size / 1024)} kB`);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
