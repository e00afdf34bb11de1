import type { Page } from "@playwright/test";
import { person, test } from "#tests/e2e/admin.ts";
import { layoutFaults } from "#tests/e2e/narrow-layout.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  hydrated,
  logIn,
  open,
  unfold,
} from "#tests/e2e/site.ts";

const HOUR = 3_600_000;

const titlesOf = (page: Page) => page.locator("[id^=job-] h2").allInnerTexts();

test.beforeAll(async ({ adminSite: { service } }) => {
  const client = await person(service, "client", "Vera Vane");
  const job = (title: string, location: string, budget: string, hours: number, days: number) => ({
    title,
    location,
    budget,
    description: "On the spire of the weathervane museum",
    category: "IT",
    contact_email: "vera@vane.example",
    user_id: client.id,
    posted_date: new Date(Date.now() - hours * HOUR).toISOString(),
    expires_at: new Date(Date.now() + days * 24 * HOUR).toISOString(),
    reveal_limit: days === 2 ? 5 : null,
  });
  const { error } = await service
    .from("jobs")
    .insert([
      job("Gild the vane", "Leeds", "£90", 2, 20),
      job("Oil the vane", "Wakefield", "£400", 50, 2),
      job("Paint the vane", "Plymouth", "£250", 26, 9),
    ]);
  expect(error).toBeNull();
});

test("jobs are found by words and distance, in four orders, at 360 px", async ({ page }) => {
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

  await open(page, "/job-directory");
  await unfold(page);
  await fields.getByLabel("Search").fill("weathervanes");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/job-directory?keyword=weathervanes");
  await expect(page.getByText("3 jobs found")).toBeVisible();
  await expect
    .poll(() => titlesOf(page))
    .toEqual(["Gild the vane", "Paint the vane", "Oil the vane"]);
  for (const [label, key, titles] of [
    ["Highest budget", "budget", ["Oil the vane", "Paint the vane", "Gild the vane"]],
    ["Closing soon", "closing", ["Oil the vane", "Paint the vane", "Gild the vane"]],
    ["Nearest", "nearest", ["Gild the vane", "Paint the vane", "Oil the vane"]],
  ] as const) {
    await page.getByLabel("Sort by").selectOption(label);
    await expect(page).toHaveURL(`/job-directory?keyword=weathervanes&sort=${key}`);
    await expect.poll(() => titlesOf(page)).toEqual(titles);
  }
  await expect(page.getByText("Add a town or postcode to sort by distance.")).toBeVisible();
  await unfold(page);
  await fields.getByLabel("Location").fill("Wakefield");
  await fields.getByLabel("Distance").selectOption("Within 25 miles");
  await expect(page.getByText("Within 25 miles of Wakefield.")).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual(["Oil the vane", "Gild the vane"]);
  await expect(page.getByText("8 miles away")).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Remove Search: weathervanes" }).click();
  await expect(fields.getByLabel("Search")).toHaveValue("");
  await open(page, "/job-directory?keyword=weathervanes&location=Atlantis&within=10");
  await expect(page.getByText(/We don't know where “Atlantis” is/)).toBeVisible();
  await expect(page.getByLabel("Sort by")).toBeHidden();
  await open(page, "/job-directory?keyword=weathervanes&location=Truro");
  await expect(page.getByText("Try other words or a greater distance.")).toBeVisible();
  await open(page, "/job-directory?location=Atlantis");
  await expect(page.getByText("No open jobs in “Atlantis”.")).toBeVisible();
  await page.getByRole("link", { name: "Search within 25 miles" }).click();
  await expect(page.getByText(/We don't know where “Atlantis” is/)).toBeVisible();
  await page.getByRole("link", { name: "See all jobs" }).click();
  await expect(fields.getByLabel("Location")).toHaveValue("");
  await expect(page.locator("[id^=job-]").first()).toBeVisible();
});
test("a job's row and page have its facts, before scripts and after, and lead on", async ({
  page,
  browser,
  baseURL,
  adminSite: { service },
}) => {
  await test.step("a visitor sees how old a job is before scripts and after, and a press on any word of its row opens it", async () => {
    await test.step("a visitor sees how old a job is and how many places are left, before scripts and after", async () => {
      await page.goto("/job-directory?keyword=weathervanes");
      const rows = page.locator("[id^=job-]");
      const before = await rows.allInnerTexts();
      expect(before[0]).toContain("2 hours ago");
      expect(before[1]).toContain("1 day ago");
      expect(before[2]).toContain("2 days ago");
      expect(before[2]).toContain("5 of 5 places left");
      expect(before[2]).toContain("Closes in 2 days");
      // Nothing stands in for what this visitor cannot reveal.
      await expect(page.locator(".blur-sm")).toHaveCount(0);
      await expect(page.getByText(/^Membership for .* costs £[\d.]+ a year/)).toBeVisible();
      await hydrated(page);
      expect(await rows.allInnerTexts()).toEqual(before);
    });

    await test.step("a press on any word of a job's row opens it", async () => {
      for (const [path, row, name, places] of [
        [
          "/job-directory?keyword=weathervanes",
          "div[id^=job-]",
          "Oil the vane",
          ["Wakefield", "2 days ago", "Closes in 2 days"],
        ],
        // Only the newest are there, of all that this site's tests have posted.
        ["/", "li", "Gild the vane", ["Leeds"]],
      ] as const) {
        if (path === "/")
          await service
            .from("jobs")
            .update({ posted_date: new Date().toISOString() })
            .eq("title", name)
            .throwOnError();
        const title = page.getByRole("heading", { level: 1, name });
        const job = page.locator(row).filter({ hasText: name }).last();
        for (const words of places) {
          await open(page, path);
          const place = job.getByText(words, { exact: true });
          await place.scrollIntoViewIfNeeded();
          const box = await place.boundingBox();
          if (!box) throw new Error(`${words} is not on ${path}`);
          await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
          await expect(title, `${words} on ${path}`).toBeVisible();
        }
      }
    });
  });

  await test.step("a job's page has its facts, and on a telephone a bar that leads on", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/job-directory?keyword=weathervanes&sort=closing");
    await page.getByRole("link", { name: "Oil the vane" }).click();
    const job = page.getByRole("article");
    for (const [label, value] of [
      ["Budget", "£400"],
      ["Location", "Wakefield"],
      ["Posted", "2 days ago"],
      ["Closes", "In 2 days"],
      ["Places", "5 of 5 places left"],
    ] as const)
      await expect(job.locator("dl > div", { hasText: label }), label).toHaveText(
        `${label}${value}`,
        {
          ignoreCase: true,
        },
      );
    const bar = page.locator("[data-bottom-bar]");
    await expect(bar).toBeInViewport();
    await expect(bar.getByRole("link", { name: "Become a Provider" })).toBeVisible();
    await expect(bar).toContainText(/Membership: £[\d.]+ a year/);
    // A member who is logged out comes back to the job.
    const back = `/login?return=${encodeURIComponent(new URL(page.url()).pathname + new URL(page.url()).search)}`;
    await expect(bar.getByRole("link", { name: "Log in" })).toHaveAttribute("href", back);
    expect(await layoutFaults(page)).toEqual([]);
    await expectAccessible(page);
    // Where there is no bar, the contact's place says the same.
    await page.setViewportSize({ width: 1440, height: 900 });
    const contact = job.locator("#contact-details");
    await expect(contact).toContainText(/Membership costs £[\d.]+ a year/);
    await expect(contact.getByRole("link", { name: "Log in" })).toHaveAttribute("href", back);

    const member = await person(service, "provider", "Otto Oil");
    const phone = await (
      await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })
    ).newPage();
    await logIn(phone, member);
    await open(phone, new URL(page.url()).pathname + new URL(page.url()).search);
    await phone.locator("[data-bottom-bar]").getByRole("link", { name: "Contact details" }).click();
    await expect(phone.getByRole("button", { name: "Reveal Contact" })).toBeInViewport();
    await phone.context().close();
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("words, distance, budget and order are one form", async ({ page }) => {
    await page.goto("/job-directory");
    const form = page.getByRole("search", { name: "Jobs" });
    await form.getByLabel("Search").fill("vane");
    await form.getByLabel("Location").fill("Leeds");
    await form.getByLabel("Distance").selectOption("Within 25 miles");
    await form.getByLabel("Budget type").selectOption("Fixed price");
    await form.getByLabel("Lowest budget").fill("80");
    await page.getByLabel("Sort by").selectOption("Highest budget");
    await form.getByRole("button", { name: "Apply Filters" }).click();
    await expect(page.getByText("2 jobs found")).toBeVisible();
    await expect.poll(() => titlesOf(page)).toEqual(["Oil the vane", "Gild the vane"]);
    await expect(form.getByLabel("Lowest budget")).toHaveValue("80");
    await expect(page.getByLabel("Sort by")).toHaveValue("budget");
    await expect(page.getByText("Within 25 miles of Leeds.")).toBeVisible();
  });
});
