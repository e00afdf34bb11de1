import { readFileSync } from "node:fs";
import path from "node:path";
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type axe from "axe-core";
import { siteUrl } from "./mailbox.ts";
import { type RunningSite, startOnEmptyFolder } from "./process.ts";

/**
 * The browser itself logs every refusal (4xx), and those are responses that tests check. The router
 * logs that a page was left while it was still asking for routes. The recorder of traces fetches
 * pictures that a page shows of local files, which the site's own policy forbids.
 */
const EXPECTED = /Failed to load resource|Failed to fetch manifest patches|Connecting to 'blob:/;

export const ADMIN = { username: "boss", password: "correct horse battery" };
/** The admin, as the service knows them. */
export const ADMIN_ACCOUNT = {
  email: `${ADMIN.username}@admin.solutionz.internal`,
  password: ADMIN.password,
};

interface AdminSite {
  url: string;
  /** May do anything: for what a test needs to be there, never for what it shows. */
  service: SupabaseClient;
}

/** Makes the first admin, and gives a client that may do anything. */
export const setUp = async (url: string, dataDir: string): Promise<AdminSite> => {
  const made = await fetch(`${url}/functions/v1/admin-setup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  expect(made.status, await made.text()).toBe(200);
  const { api } = JSON.parse(readFileSync(path.join(dataDir, "keys.json"), "utf8")) as {
    api: { serviceRole: string };
  };
  const auth = { persistSession: false, autoRefreshToken: false };
  return { url, service: createClient(url, api.serviceRole, { auth }) };
};

/** Stops a site after its use; it must have logged no error. */
const useSite = async (site: RunningSite, use: () => Promise<void>) => {
  try {
    await use();
  } finally {
    await site.stop();
  }
  const lines = site.output().split("\n");
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
};

/**
 * A page that fails its test when the site logs an error in the browser or responds with a fault.
 * A test that provokes one takes it from `faults`. Each context that a test opens is closed after it.
 */
export const test = base.extend<{ faults: string[] }, { site: string; adminSite: AdminSite }>({
  // A worker's own, with the sample marketplace, started as a person would, on an empty folder (with a
  // space in its name) and a free port: what one test writes, none that runs beside it reads.
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
    async ({}, use) => {
      const site = await startOnEmptyFolder("e2e site ", { ready: /^Sample sign-ins/m });
      process.env.SITE = site.url;
      await useSite(site, () => use(site.url));
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // For journeys of admins: a site of their own, without the sample, so that its figures are known. It is a fixture of
  // every test, because a worker ends when the next test's are others, and starts its sites again.
  adminSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
    async ({}, use) => {
      const site = await startOnEmptyFolder("admin-", { args: ["--empty"], ready: / is at / });
      await useSite(site, async () => use(await setUp(site.url, site.dataDir)));
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site),
  faults: [
    async ({ browser }, use) => {
      const faults: string[] = [];
      const contexts: BrowserContext[] = [];
      const watch = (context: BrowserContext) => {
        contexts.push(context);
        context.on("console", (message) => {
          if (message.type() === "error" && !EXPECTED.test(message.text())) {
            faults.push(`console: ${message.text()}`);
          }
        });
        context.on("weberror", (error) => faults.push(`page: ${error.error().message}`));
        context.on("response", (response) => {
          if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
        });
      };
      // The test's own context and every other that it opens.
      browser.on("context", watch);
      await use(faults);
      browser.off("context", watch);
      await Promise.all(contexts.map((context) => context.close()));
      expect(faults, "errors in the browser").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, siteUrl };

/**
 * Has a page load its scripts, as the first use of a control does, and waits until they run and the page
 * knows who is here. What is pressed before is repeated then: tests/e2e/site/hydration.spec.ts.
 */
export const hydrated = async (page: Page): Promise<void> => {
  // A visitor's page for accounts leaves for the login while it loads.
  await expect(async () => {
    await page.locator("html").dispatchEvent("hydrate");
    await page.locator("html[data-hydrated]").waitFor({ state: "attached", timeout: 10_000 });
  }).toPass();
};

/** Opens a page and waits until it can be used. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await hydrated(page);
};

/** Opens the fields of a search, which are folded on a telephone. */
export const unfold = (page: Page): Promise<void> =>
  page.getByRole("main").locator("summary").click();

/** Loads the page again, and waits as `open` does. */
export const reload = async (page: Page): Promise<void> => {
  await page.reload();
  await hydrated(page);
};

/** Half of what its module has, and each page reads it anew. */
const AXE = readFileSync(path.resolve("node_modules/axe-core/axe.min.js"), "utf8");

/**
 * No accessibility fault that axe can find, in the theme that the page has; `rules` leaves out all
 * others.
 */
export const expectAccessible = async (page: Page, rules?: string[]): Promise<void> => {
  // What is still loading, or on its way to another page, would be judged instead of what comes.
  await page.locator("h1").first().waitFor({ state: "attached" });
  await expect(
    page.getByRole("main").getByRole("status").filter({ hasText: "Loading" }),
  ).toHaveCount(0);
  const here = (await page.evaluate("typeof window.axe")) === "object";
  if (!here) await page.evaluate(AXE);
  const violations = await page.evaluate(async (only) => {
    const runner = (window as unknown as { axe: typeof axe }).axe;
    // A bar that stays in view would cut the size of what it happens to cover, which one can scroll away.
    const stuck = [...document.querySelectorAll<HTMLElement>("main *")].filter(
      (element) => getComputedStyle(element).position === "sticky",
    );
    for (const element of stuck) element.style.position = "relative";
    const found = await runner.run(document, {
      resultTypes: ["violations"],
      selectors: false,
      // The only rule of WCAG 2.2, and off unless it is asked for.
      rules: { "target-size": { enabled: !only } },
      ...(only ? { runOnly: only } : {}),
    });
    for (const element of stuck) element.style.position = "";
    // Only what is wrong comes back: all that was looked at would be megabytes.
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`,
    );
  }, rules);
  expect.soft(violations).toEqual([]);
};

/** As `expectAccessible`, in the light theme and then, for what a theme can change, in the dark one. */
export const expectAccessibleInBoth = async (page: Page): Promise<void> => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectAccessible(page, ["color-contrast"]);
};

export interface Person {
  type: "client" | "provider";
  email: string;
  password: string;
}

/** The sample's own people, as `npm start` prints them. */
export const SAMPLE = {
  client: { type: "client", email: "client@solutionz.example", password: "solutionz-sample-1" },
  member: { type: "provider", email: "member@solutionz.example", password: "solutionz-sample-1" },
  provider: {
    type: "provider",
    email: "provider@solutionz.example",
    password: "solutionz-sample-1",
  },
} satisfies Record<string, Person>;

/** Fills the login that a page or a part of it shows, and presses. */
export const fillLogin = async (
  on: Page | Locator,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<void> => {
  await on.getByLabel("Email", { exact: true }).fill(email);
  await on.getByLabel("Password", { exact: true }).fill(password);
  await on.getByRole("button", { name: "Log in", exact: true }).click();
};

/** As `fillLogin`, on the tab of this name. */
export const logInAs = async (
  page: Page,
  email: string,
  password: string,
  tab: string,
): Promise<void> => {
  await page.getByRole("tab", { name: tab }).click();
  await fillLogin(page.getByRole("tabpanel", { name: tab }), { email, password });
};

const TABS = { client: "Solutionz Seeker", provider: "Solutionz Provider" };

/** Logs in on the right tab and waits until the site has moved on. */
export const logIn = async (page: Page, { type, email, password }: Person): Promise<void> => {
  await open(page, "/login");
  await logInAs(page, email, password, TABS[type]);
  await expect(page).not.toHaveURL(/\/login/);
};

/** Follows the first profile of the list that is open, and waits for its page. */
export const followProfile = async (page: Page): Promise<void> => {
  await page
    .getByRole("link", { name: /^View Profile/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
};
