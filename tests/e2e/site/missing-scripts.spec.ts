import type { Page, Request, Route } from "@playwright/test";
import { member } from "#tests/e2e/accounts/accounts.ts";
import { holdScripts, SCRIPT } from "#tests/e2e/scripts.ts";
import {
  expect,
  fillLogin,
  followProfile,
  hydrated,
  open,
  reload,
  SAMPLE,
  test,
} from "#tests/e2e/site.ts";

/** A page whose script does not arrive, at first or later, as after a release: one notice, and nothing for ever. */

const missing = (route: Route) =>
  route.fulfill({ status: 404, contentType: "text/html", body: "<h1>Gone</h1>" });
const cut = (route: Route) => route.abort("connectionreset");
const halved = (route: Route) =>
  route.fulfill({ status: 200, contentType: "text/javascript", body: "export const {" });

const noticeOf = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "This page did not load completely." });
/** Presses, and waits for the page that is loaded then: the old one is there, and hydrated, a little longer. */
const tryAgain = async (page: Page) => {
  const loaded = page.waitForEvent("load");
  await noticeOf(page).getByRole("button", { name: "Try again" }).click();
  await loaded;
};

/** The addresses that the page has loaded whole since. */
const watchLoads = (page: Page): string[] => {
  const loads: string[] = [];
  page.on("request", (request: Request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    const { pathname, search } = new URL(request.url());
    loads.push(pathname + search);
  });
  return loads;
};

const expectIncomplete = async (page: Page) => {
  await expect(noticeOf(page)).toHaveCount(1);
  await expect(
    page
      .getByRole("main")
      .getByText(/^Loading/)
      .filter({ visible: true }),
  ).toHaveCount(0);
};

test("a person's page says that it is incomplete, after every fault", async ({
  browser,
  faults,
}) => {
  const { page } = await member(browser, "client");
  const loads = watchLoads(page);
  for (const [path, fault] of [
    ["/dashboard", missing],
    ["/directory", cut],
    ["/profile", halved],
  ] as const) {
    await page.route(SCRIPT, fault);
    await page.goto(path);
    await expectIncomplete(page);
    await page.unroute(SCRIPT);
  }
  await tryAgain(page);
  await expect(page.getByRole("tab", { name: "My Jobs" })).toBeVisible();
  await expect(noticeOf(page)).toHaveCount(0);
  expect(loads).toEqual(["/dashboard", "/directory", "/profile", "/profile"]);

  for (const part of ["entry.client", "client", "profile"])
    await test.step(`only ${part} is missing`, async () => {
      const script = new RegExp(`/assets/${part}-[^/]+\\.js$`);
      await page.route(script, missing);
      await page.goto("/profile");
      await expectIncomplete(page);
      await page.unroute(script);
    });

  await page.route(/\.css$/, missing);
  await open(page, "/profile");
  await expect(noticeOf(page)).toHaveCount(1);
  faults.splice(0);
});

test("a page whose scripts only take long says so, until they are here", async ({ browser }) => {
  const { page } = await member(browser, "client");
  await page.clock.install();
  const release = await holdScripts(page);
  await page.goto("/profile", { waitUntil: "domcontentloaded" });
  await page.clock.fastForward(16_000);
  await expectIncomplete(page);
  release();
  await expect(page.getByRole("tab", { name: "My Jobs" })).toBeVisible();
  await expect(noticeOf(page)).toHaveCount(0);
});

test("a press whose page has a script missing loads its address whole, and the way back too", async ({
  browser,
  faults,
}) => {
  const { page } = await member(browser, "client");
  const loads = watchLoads(page);
  const profile = /\/assets\/profile-[^/]+\.js$/;
  await open(page, "/directory");
  loads.length = 0;
  await page.route(profile, cut);
  await page.getByRole("button", { name: /^Account menu of/ }).click();
  await page.getByRole("menuitem", { name: "My Profile" }).click();
  await expect(page).toHaveURL("/profile");
  await expectIncomplete(page);
  expect(loads).toEqual(["/profile"]);
  await page.unroute(profile);
  await tryAgain(page);
  await expect(page.getByRole("tab", { name: "My Jobs" })).toBeVisible();

  // The way back to a page of which only the address is left.
  await open(page, "/privacy");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).first().click();
  await expect(page).toHaveURL("/terms");
  await reload(page);
  await page.route(/\/assets\/privacy-[^/]+\.js$/, missing);
  await page.goBack();
  await expect(page).toHaveURL("/privacy");
  await expect(page.getByRole("heading", { level: 1, name: /Privacy/ })).toBeVisible();
  await expect(noticeOf(page)).toHaveCount(1);
  faults.splice(0);
});

test("a part that is missing later leaves the page and what was typed", async ({
  browser,
  faults,
}) => {
  const { page } = await member(browser, "client");
  await open(page, "/directory");
  await followProfile(page);
  await page.getByRole("link", { name: "Send an enquiry" }).first().click();
  await page.getByLabel("Subject").fill("An oak shelf");
  const dialog = /\/assets\/report-dialog-[^/]+\.js$/;
  await page.route(dialog, missing);
  await page
    .getByRole("button", { name: /^Report/ })
    .last()
    .click();
  await expect(noticeOf(page)).toHaveCount(1);
  await expect(page.getByLabel("Subject")).toHaveValue("An oak shelf");
  await page.unroute(dialog);
  await tryAgain(page);
  await hydrated(page);
  await page
    .getByRole("button", { name: /^Report/ })
    .last()
    .click();
  await expect(page.getByRole("dialog", { name: /^Report/ })).toBeVisible();

  faults.splice(0);
});

test("a visitor's press is followed where it can be, and gets the notice elsewhere", async ({
  page,
  faults,
}) => {
  await page.route(SCRIPT, missing);
  const loads = watchLoads(page);
  await page.goto("/login");
  await fillLogin(page, SAMPLE.client);
  await expect(noticeOf(page)).toHaveCount(1);
  await page.goto("/signup");
  await page.getByRole("tab", { name: "Solutionz Provider" }).click();
  await expect(noticeOf(page)).toHaveCount(1);
  expect(loads).toEqual(["/login", "/signup"]);

  // The server takes this form, and a browser follows these links.
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Full name is required")).toBeVisible();
  await page.goto("/directory");
  await followProfile(page);
  await page.getByRole("link", { name: /^Portfolio/ }).click();
  await expect(page).toHaveURL(/tab=portfolio/);
  await page.getByRole("button", { name: /^Report/ }).hover();
  await expect(noticeOf(page)).toHaveCount(0);
  await page.getByRole("button", { name: /^Report/ }).click();
  await expect(noticeOf(page)).toHaveCount(1);
  await page.getByRole("banner").getByRole("link", { name: "Job Directory" }).click();
  await expect(page).toHaveURL("/job-directory");
  await page.unroute(SCRIPT);

  // Logging in needs one file more, which the press asks for.
  const client = /\/assets\/client-[^/]+\.js$/;
  await page.route(client, missing);
  await open(page, "/login");
  await fillLogin(page, SAMPLE.client);
  await expect(noticeOf(page)).toHaveCount(1);
  await expect(page.getByText("Login failed")).toHaveCount(0);
  await page.unroute(client);
  await tryAgain(page);
  await hydrated(page);
  await fillLogin(page, SAMPLE.client);
  await expect(page).toHaveURL("/directory");
  faults.splice(0);
});
