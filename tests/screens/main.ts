/**
 * Pictures of every screen, from a site that it starts itself with the sample marketplace: `npm run screens`.
 *
 * npm run screens [-- directory users] [-- --approve]
 *
 * Names narrow it to these screens. Each is taken in three widths and both themes into test-results/screens, and its
 * sheet (all six, small) is compared with the approved one beside this file; the end names the screens that differ.
 * `--approve` writes the approved sheets instead, and the pictures of docs/screens.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type BrowserContextOptions, chromium, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { chromiumLaunch } from "../chromium.ts";
import { publicClient, signIn } from "../e2e/accounts/accounts.ts";
import { ADMIN, logInAsAdmin } from "../e2e/admin.ts";
import { startOnEmptyFolder } from "../e2e/process.ts";
import { ADMIN_ACCOUNT, logIn, type Person, SAMPLE, setUp } from "../e2e/site.ts";
import { type Made, makeBusy } from "./busy.ts";
import { stopClock } from "./clock.ts";
import { differencesOf } from "./compare.ts";
import { SCREENS } from "./list/index.ts";
import type { Screen, Who } from "./screen.ts";
import { SIZES, scrollTo, sheetOf, take, VIEWS } from "./sheet.ts";
import { show } from "./show.ts";

const APPROVED = path.join(import.meta.dirname, "approved");
const TAKEN = path.join(import.meta.dirname, "../../test-results/screens");
const DOCS = path.join(import.meta.dirname, "../../docs/screens");

/** Accounts that did nothing yet. */
const NEW: Record<"newClient" | "newProvider", Person> = {
  newClient: { type: "client", email: "new.client@example.co.uk", password: ADMIN.password },
  newProvider: { type: "provider", email: "new.provider@example.co.uk", password: ADMIN.password },
};

const enter = (page: Page, who: Exclude<Who, "visitor">): Promise<void> =>
  who === "admin" ? logInAsAdmin(page) : logIn(page, { ...SAMPLE, ...NEW }[who]);

/** For the docs, what an admin sees, with its true dates. */
const illustrate = async (page: Page, name: string, { at }: Screen) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await scrollTo(page, at);
  await sharp(await page.screenshot())
    .webp({ quality: 72 })
    .toFile(path.join(DOCS, `${name}.webp`));
};

const { values, positionals } = parseArgs({
  options: { approve: { type: "boolean" } },
  allowPositionals: true,
});
mkdirSync(TAKEN, { recursive: true });

/** Leaves the pictures where they can be looked at, and gives the sheet. */
const write = async (name: string, taken: Buffer[]): Promise<Buffer> => {
  for (const [at, { width, colorScheme }] of VIEWS.entries())
    writeFileSync(path.join(TAKEN, `${name}-${width}-${colorScheme}.jpg`), taken[at] as Buffer);
  const sheet = await sheetOf(taken);
  writeFileSync(path.join(TAKEN, `${name}.webp`), sheet);
  return sheet;
};

const check = async (page: Page, name: string, who: Who, screen: Screen, made: Made) => {
  await show(page, screen, made);
  if (values.approve && (who === "admin" || name === "login")) await illustrate(page, name, screen);
  const approved = path.join(APPROVED, `${name}.webp`);
  const sheet = await write(name, await take(page, screen));
  if (values.approve) {
    writeFileSync(approved, sheet);
    return console.info(name, `${Math.round(sheet.length / 1024)} kB`);
  }
  const compare = async (one: Buffer) =>
    existsSync(approved) ? differencesOf(one, approved) : ["has no approved sheet"];
  let differences = await compare(sheet);
  // What was still on its way when the first was taken.
  if (differences.length > 0)
    differences = await compare(await write(name, await take(page, screen)));
  console.info(name, differences.length === 0 ? "as approved" : "DIFFERS");
  if (differences.length > 0) throw new Error(differences.join("; "));
};

const wanted = SCREENS.map(
  ([who, screens]) =>
    [
      who,
      Object.entries(screens).filter(
        ([name]) => positionals.length === 0 || positionals.includes(name),
      ),
    ] as const,
).filter(([, screens]) => screens.length > 0);
const names = SCREENS.flatMap(([, screens]) => Object.keys(screens));
/** What the end says, with the name of each screen. */
const problems = positionals
  .filter((name) => !names.includes(name))
  .map((name) => `${name}: there is no such screen`);
for (const file of readdirSync(APPROVED)) {
  const name = path.parse(file).name;
  if (!names.includes(name)) problems.push(`${name}: approved, but no longer taken`);
}

const site = await startOnEmptyFolder("screens-", {
  // The sample's pictures are drawn while the site already serves.
  ready: /sample\.pictures_uploaded/,
  env: { ACCESS_LOG: "true" },
});
// The format of date fields is that of the browser's language, not of the page's.
const launch = await chromiumLaunch();
const british = { LANG: "en_GB.UTF-8", LANGUAGE: "en_GB" };
const browser = await chromium.launch({ ...launch, env: { ...launch.env, ...british } });
try {
  const { service } = await setUp(site.url, site.dataDir);
  const visitor = await publicClient(site.url);
  const { db: admin } = await signIn(ADMIN_ACCOUNT, site.url);
  await stopClock(site.dataDir);
  const made = await makeBusy({ visitor, service, admin }, Object.values(NEW));

  // The sample's pictures come after the site is there.
  const drawn = async () => {
    const hannah = service.from("profiles").select("id").eq("first_name", "Hannah");
    return (await hannah.not("profile_image_url", "is", null)).data?.length;
  };
  await expect.poll(drawn, { timeout: 60_000 }).toBe(1);

  const options: BrowserContextOptions = {
    baseURL: site.url,
    viewport: SIZES[0],
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/London",
  };
  for (const [who, screens] of wanted) {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(20_000);
    if (who !== "visitor") await enter(await context.newPage(), who);
    for (const [name, screen] of screens) {
      // A page shows a larger copy of a picture where one before it has loaded that.
      const page = await context.newPage();
      const devTools = await context.newCDPSession(page);
      await devTools.send("Network.setCacheDisabled", { cacheDisabled: true });
      await check(page, name, who, screen, made).catch((error: Error) => {
        problems.push(`${name}: ${error.message}`);
      });
      await page.close();
    }
    await context.close();
  }
} finally {
  await browser.close();
  await site.stop();
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
