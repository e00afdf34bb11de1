/**
 * Pictures of every screen, from a site that it starts itself with the sample marketplace: `npm run screens`.
 *
 * npm run screens [-- users feedback] [-- --compare] [-- --every FOLDER]
 *
 * Names narrow it to these screens. Without an option it approves: it writes each screen's sheet (three widths, both
 * themes) beside this file, and the pictures of docs/screens. `--compare` writes nothing and fails if a screen differs
 * from its sheet by more than dates, figures and font pixels do. `--every FOLDER` writes whole pages, for judging them.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type BrowserContextOptions, chromium, expect, type Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { chromiumLaunch } from "../chromium.ts";
import { ADMIN, logInAsAdmin } from "../e2e/admin.ts";
import { startSite } from "../e2e/process.ts";
import { logIn, open as openPage, type Person, SAMPLE } from "../e2e/site.ts";
import { makeBusy } from "./busy.ts";
import { SCREENS, type Screen, type Who } from "./list.ts";
import { differenceOf, SIZES, sheetOf, views } from "./sheet.ts";

const SHEETS = path.join(import.meta.dirname, "approved");
const DOCS = path.join(import.meta.dirname, "../../docs/screens");
const API = /\/(rest|functions)\/v1\//;

/** Accounts that did nothing yet. */
const NEW: Record<"newClient" | "newProvider", Person> = {
  newClient: { type: "client", email: "new.client@example.co.uk", password: ADMIN.password },
  newProvider: { type: "provider", email: "new.provider@example.co.uk", password: ADMIN.password },
};

const enter = (page: Page, who: Exclude<Who, "visitor">): Promise<void> =>
  who === "admin" ? logInAsAdmin(page) : logIn(page, { ...SAMPLE, ...NEW }[who]);

const show = async (page: Page, { path: address, open, api }: Screen): Promise<void> => {
  const loading = page.getByRole("status").filter({ hasText: "Loading" });
  await page.unrouteAll();
  // Each is opened on the narrow screen, where most has to scroll.
  await page.setViewportSize(SIZES[0]);
  if (api) {
    await page.route(API, (call) =>
      api === "waiting"
        ? undefined
        : call.fulfill({ status: 400, json: { code: "XX000", message: "Not today" } }),
    );
  }
  if (api === "waiting") {
    await page.goto(address);
    await page.getByRole("button", { name: /^Account menu/ }).waitFor();
    return loading.first().waitFor();
  }
  await openPage(page, address);
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  await expect(loading).toHaveCount(0);
  await open?.(page);
  // What the last press opened is not what the pointer is over.
  await page.mouse.move(0, 0);
  await expect(loading).toHaveCount(0);
  // What a page loads after its content, such as the count at the inbox.
  await page.waitForLoadState("networkidle");
};

/** Writes a whole page in each width and theme. */
const writeEvery = async (page: Page, name: string, screen: Screen, folder: string) => {
  await views(page, ({ width, colorScheme }) =>
    page.screenshot({
      fullPage: !screen.open,
      path: path.join(folder, `${name}-${width}-${colorScheme}.png`),
    }),
  );
  console.info(name);
};

/** Writes the approved sheet, and for the docs what an admin sees. */
const approve = async (page: Page, name: string, who: Who, sheet: Buffer) => {
  const { size } = await sharp(sheet).toFile(path.join(SHEETS, `${name}.webp`));
  console.info(name, `${Math.round(size / 1024)} kB`);
  if (who !== "admin" && name !== "login") return;
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await sharp(await page.screenshot())
    .webp({ quality: 72 })
    .toFile(path.join(DOCS, `${name}.webp`));
};

const { values, positionals } = parseArgs({
  options: { every: { type: "string" }, compare: { type: "boolean" } },
  allowPositionals: true,
});
mkdirSync(values.every ?? SHEETS, { recursive: true });

const take = async (page: Page, name: string, who: Who, screen: Screen) => {
  await show(page, screen);
  if (values.every) return writeEvery(page, name, screen, values.every);
  const sheet = await sheetOf(page, screen.mask ?? ".no-mask");
  if (!values.compare) return approve(page, name, who, sheet);
  const { share, tooMuch } = await differenceOf(sheet, path.join(SHEETS, `${name}.webp`));
  console.info(name, `${(100 * share).toFixed(1)} %`);
  if (tooMuch) process.exitCode = 1;
};

const dataDir = mkdtempSync(path.join(os.tmpdir(), "screens-"));
const site = await startSite(dataDir, {
  // The sample's pictures are drawn while the site already serves.
  ready: /sample\.pictures_uploaded/,
  env: { ACCESS_LOG: "true" },
});
// The format of date fields is that of the browser's language, not of the page's.
const launch = await chromiumLaunch();
const british = { LANG: "en_GB.UTF-8", LANGUAGE: "en_GB" };
const browser = await chromium.launch({ ...launch, env: { ...launch.env, ...british } });
try {
  const made = await fetch(`${site.url}/functions/v1/admin-setup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  if (!made.ok) throw new Error(await made.text());
  const { api } = JSON.parse(readFileSync(path.join(dataDir, "keys.json"), "utf8")) as {
    api: { anon: string; serviceRole: string };
  };
  const client = (key: string) =>
    createClient(site.url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const [visitor, service, admin] = [client(api.anon), client(api.serviceRole), client(api.anon)];
  const { error } = await admin.auth.signInWithPassword({
    email: `${ADMIN.username}@admin.solutionz.internal`,
    password: ADMIN.password,
  });
  if (error) throw error;
  await makeBusy({ visitor, service, admin }, ADMIN.password, Object.values(NEW));

  // The sample's pictures come after the site is there.
  await expect
    .poll(
      async () =>
        (
          await service
            .from("profiles")
            .select("id")
            .eq("first_name", "Hannah")
            .not("profile_image_url", "is", null)
        ).data?.length,
      { timeout: 60_000 },
    )
    .toBe(1);

  const options: BrowserContextOptions = {
    baseURL: site.url,
    viewport: SIZES[0],
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/London",
  };
  for (const who of Object.keys(SCREENS) as Who[]) {
    const chosen = Object.entries(SCREENS[who]).filter(
      ([name]) => positionals.length === 0 || positionals.includes(name),
    );
    if (chosen.length === 0) continue;
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    if (who !== "visitor") await enter(page, who);
    for (const [name, screen] of chosen) {
      await take(page, name, who, screen).catch((error: Error) => {
        console.error(name, error.message);
        process.exitCode = 1;
      });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
