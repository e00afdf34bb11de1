import type { Page } from "@playwright/test";
import { enter } from "#tests/e2e/accounts/accounts.ts";
import { person, test } from "#tests/e2e/admin.ts";
import { expect, hydrated, open, unfold } from "#tests/e2e/site.ts";
import { postJob } from "./jobs.ts";

const HOUR = 3_600_000;

const titlesOf = (page: Page) => page.locator("[id^=job-] h2").allInnerTexts();

test.beforeAll(async ({ adminSite: { service } }) => {
  const client = await person(service, "client", "Vera Vane");
  for (const [title, location, budget, hours, days] of [
    ["Gild the vane", "Leeds", "£90", 2, 20],
    ["Oil the vane", "Wakefield", "£400", 50, 2],
    ["Paint the vane", "Plymouth", "£250", 26, 9],
  ] as const)
    await postJob(service, client.id, {
      title,
      location,
      budget,
      description: "On the spire of the weathervane museum",
      posted_date: new Date(Date.now() - hours * HOUR).toISOString(),
      expires_at: new Date(Date.now() + days * 24 * HOUR).toISOString(),
      reveal_limit: days === 2 ? 5 : null,
    });
});

test("on a telephone the unfolded search has the focus, finds by words, order and distance, and follows its chips", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const fields = page.getByRole("search", { name: "Jobs", includeHidden: true });
  // An unfolded form takes the focus, unless somebody is already in a field of it.
  await open(page, "/job-directory");
  await unfold(page);
  await expect(fields.getByLabel("Search")).toBeFocused();
  await unfold(page);
  // A busy browser says that it is open only after the next press.
  await page
    .getByRole("main")
    .locator("details")
    .evaluate(async (fold) => {
      const toggled = new Promise((resolve) => fold.addEventListener("toggle", resolve));
      fold.querySelector("summary")?.click();
      document.querySelector<HTMLInputElement>("[name=location]")?.focus();
      await toggled;
    });
  await expect(fields.getByLabel("Location")).toBeFocused();

  await fields.getByLabel("Search").fill("weathervanes");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/job-directory?keyword=weathervanes");
  await expect(page.getByText("3 jobs found")).toBeVisible();
  await page.getByLabel("Sort by").selectOption("Nearest");
  await expect(page).toHaveURL("/job-directory?keyword=weathervanes&sort=nearest");
  await expect(page.getByText("Add a town or postcode to sort by distance.")).toBeVisible();
  await unfold(page);
  await fields.getByLabel("Location").fill("Wakefield");
  await fields.getByLabel("Distance").selectOption("Within 25 miles");
  await expect(page.getByText("Within 25 miles of Wakefield.")).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(["Oil the vane", "Gild the vane"]);
  await page.getByRole("button", { name: "Remove Search: weathervanes" }).click();
  await expect(fields.getByLabel("Search")).toHaveValue("");
});

test("a job's row reads the same before scripts and after, any word of it leads to the job, and a bar there leads on", async ({
  page,
  browser,
  baseURL,
  adminSite: { service },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/job-directory?keyword=weathervanes");
  const rows = page.locator("[id^=job-]");
  const before = await rows.allInnerTexts();
  expect(before[0]).toContain("2 hours ago");
  for (const words of ["2 days ago", "5 of 5 places left", "Closes in 2 days"])
    expect(before[2]).toContain(words);
  await hydrated(page);
  expect(await rows.allInnerTexts()).toEqual(before);
  const place = rows.last().getByText("Closes in 2 days", { exact: true });
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (!box) throw new Error("It is nowhere");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByRole("heading", { level: 1, name: "Oil the vane" })).toBeVisible();

  const path = new URL(page.url()).pathname + new URL(page.url()).search;
  const bar = page.locator("[data-bottom-bar]");
  await expect(bar).toBeInViewport();
  // A member who is logged out comes back to the job.
  const back = `/login?return=${encodeURIComponent(path)}`;
  await expect(bar.getByRole("link", { name: "Log in" })).toHaveAttribute("href", back);
  const member = await person(service, "provider", "Otto Oil");
  const viewport = { width: 360, height: 740 };
  const phone = await enter(browser, member, { ...(baseURL && { baseURL }), viewport });
  await open(phone, path);
  await phone.locator("[data-bottom-bar]").getByRole("link", { name: "Contact details" }).click();
  await expect(phone.getByRole("button", { name: "Reveal Contact" })).toBeInViewport();
});
