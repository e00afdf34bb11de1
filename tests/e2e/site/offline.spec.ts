import type { Locator } from "@playwright/test";
import { member, payingMember } from "#tests/e2e/accounts/accounts.ts";
import { expectToast } from "#tests/e2e/refusing.ts";
import { expect, followProfile, open, test } from "#tests/e2e/site.ts";

const NETWORK_ISSUE = "Network issue: please check your connection and try again.";

test("a link that is pressed offline leaves the page as it is, and works when the network is back", async ({
  page,
  context,
  faults,
}) => {
  await open(page, "/login");
  const email = page.getByLabel("Email", { exact: true });
  await email.fill("ada@example.org");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await context.setOffline(true);
  const privacy = page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).first();
  await privacy.click();
  await expectToast(page, "Couldn't open the page", NETWORK_ISSUE);
  await expect(page).toHaveURL("/login");
  await expect(email).toHaveValue("ada@example.org");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await context.setOffline(false);
  await privacy.click();
  await expect(page).toHaveURL("/privacy");
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);

  // The way back leads to a page whose script is here, but not its data.
  await context.setOffline(true);
  await page.goBack();
  await expectToast(page, "Couldn't open the page", NETWORK_ISSUE);
  await expect(page).toHaveURL("/privacy");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Privacy/);
  await context.setOffline(false);
  faults.splice(0);
});

test("while the server is down, what needs it says so and works later, without a reload", async ({
  page,
  faults,
}) => {
  const down = () => page.route("**/*", (route) => route.abort("connectionrefused"));
  const up = () => page.unroute("**/*");
  await open(page, "/job-directory");
  await page.locator("[id^=job-] h2").getByRole("link").first().click();
  await expect(page).toHaveURL(/job=/);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const report = page.getByRole("button", { name: /^Report / }).first();
  await down();
  await report.click();
  await expectToast(page, "Couldn't open this", NETWORK_ISSUE);
  await up();
  await report.click();
  await expect(page.getByRole("dialog", { name: /^Report/ })).toBeVisible();
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);

  // The form asks for every category when somebody begins to use it.
  await open(page, "/directory");
  await down();
  const refused = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/healthz"),
  );
  await page.getByRole("combobox", { name: "Category" }).focus();
  await refused;
  await up();
  await page.getByRole("combobox", { name: "Category" }).hover();
  await expect(page.getByRole("option", { name: "Plumber" })).toBeAttached();
  faults.splice(0);
});

test("what could not be sent or saved without a connection says so, and keeps what was typed", async ({
  browser,
  faults,
}) => {
  const { page, session } = await payingMember(browser);
  const cut = () => page.route("**/rest/v1/**", (route) => route.abort("connectionrefused"));
  const problemIn = (part: Locator) =>
    part.getByRole("group", { name: "There is a problem" }).filter({ hasText: NETWORK_ISSUE });
  await open(page, "/directory");
  await followProfile(page);
  await page.getByRole("link", { name: "Send an enquiry" }).first().click();
  await page.getByLabel("Subject").fill("A garden door");
  await page.getByLabel("Message").fill("It is heavy.");
  await cut();
  await page.getByRole("button", { name: "Send enquiry" }).click();
  await expectToast(page, "Submission failed", NETWORK_ISSUE);
  // The toast says it too, as soon as its script is loaded.
  await expect(problemIn(page.getByRole("main"))).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("It is heavy.");
  await page.unroute("**/rest/v1/**");

  await open(page, `/directory/${session.user.id}`);
  await page.getByRole("button", { name: "Edit opening hours" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Sunday is" }).selectOption("Closed");
  await cut();
  await dialog.getByRole("button", { name: "Save hours" }).click();
  await expect(problemIn(dialog)).toBeVisible();
  await expect(dialog.getByRole("combobox", { name: "Sunday is" })).toHaveValue("closed");
  faults.splice(0);
});

test("a list keeps its filters while the server is gone, and is loaded in place later", async ({
  page,
  faults,
}) => {
  await open(page, "/directory");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.route("**/*", (route) => route.abort("connectionrefused"));
  const location = page.getByRole("search", { name: "Professionals" }).getByLabel("Location");
  await location.fill("Leeds");
  await location.press("Enter");
  const problem = page.getByRole("alert").filter({ hasText: "Failed to load providers" });
  await expect(problem).toContainText(NETWORK_ISSUE);
  await expect(page).toHaveURL(/location=Leeds/);
  await expect(page).toHaveTitle("Professionals | Solutionz");
  await expect(location).toHaveValue("Leeds");
  const again = problem.getByRole("link", { name: "Try Again" });
  // The second press must follow the failure of the first: a load that is under way when the server is
  // back would take the link away.
  await Promise.all([page.waitForEvent("requestfailed"), again.click()]);
  await expect(again).not.toHaveAttribute("aria-busy");
  await expect(problem).toContainText(NETWORK_ISSUE);
  await page.unroute("**/*");
  await again.click();
  await expect(page.getByText(/Showing \d+ of \d+ professionals/)).toBeVisible();
  await expect(problem).toHaveCount(0);
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
  faults.splice(0);
});

test("a page stays when only what a person has saved cannot be loaded", async ({
  browser,
  faults,
}) => {
  const { context, page } = await member(browser, "provider");
  await page.goto("/directory");
  const link = page.getByRole("link", { name: /^View Profile/ }).first();
  const profile = (await link.getAttribute("href")) ?? "";
  await context.route(/\/rest\/v1\/saved_(jobs|providers)/, (route) =>
    route.abort("connectionrefused"),
  );
  // Each is requested again for some seconds, so both at once.
  const jobs = await context.newPage();
  const lost = [jobs, page].map((one) =>
    one.waitForEvent("requestfailed", (request) => request.url().includes("/saved_")),
  );
  await Promise.all([open(jobs, "/job-directory"), open(page, profile), ...lost]);
  for (const [one, shown] of [
    [jobs, jobs.getByText(/^\d+ jobs? found$/)],
    [page, page.getByRole("heading", { name: "Get in touch" })],
  ] as const) {
    await expect(one.getByRole("button", { name: /^Account menu of/ })).toBeVisible();
    await expect(shown.first()).toBeVisible();
    await expect(one.getByText(NETWORK_ISSUE)).toHaveCount(0);
  }
  faults.splice(0);
});
