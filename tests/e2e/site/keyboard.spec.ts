import type { Locator, Page } from "@playwright/test";
import { member, payingMember } from "#tests/e2e/accounts/accounts.ts";
import { holdScripts } from "#tests/e2e/scripts.ts";
import { expect, open, SAMPLE, test } from "#tests/e2e/site.ts";

/** The whole road of a marketplace without a mouse, on the narrowest telephone (issue 5). */
test.use({ viewport: { width: 360, height: 740 } });

/** Nothing sticks out to the side, so that nobody scrolls in two directions. */
const expectFits = async (page: Page) => {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width, page.url()).toBeLessThanOrEqual(360);
};

/** How to go on to a control by Tab (null when it has the focus), and what is wrong on the way, or null. */
const wayTo = (control: Locator) =>
  control.evaluate((node) => {
    const active = document.activeElement;
    // Behind the last control of a page nothing has the focus.
    if (!active || active === document.body) return { key: "Tab", fault: null };
    const ringed = (element: Element | null | undefined, part?: string) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    };
    const label = active instanceof HTMLInputElement ? active.labels?.[0] : null;
    const places = [active, active.parentElement, active.nextElementSibling, label];
    const marked = places.some((place) => ringed(place)) || ringed(active, "::after");
    const { top, bottom } = active.getBoundingClientRect();
    const seen = bottom > 0 && top < innerHeight;
    const back = active.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING;
    return {
      key: active === node ? null : back ? "Shift+Tab" : "Tab",
      fault: marked && seen ? null : `${marked ? "out of sight" : "no ring"}: ${active.outerHTML}`,
    };
  });

/** Tabs forwards or backwards to a control; each that has the focus on the way shows it. */
const tabTo = async (page: Page, control: Locator) => {
  await expect(control).toBeVisible();
  const { key: first } = await wayTo(control);
  for (let key = first, presses = 0; key && presses < 90; presses++) {
    await page.keyboard.press(key);
    const now = await wayTo(control);
    expect(now.fault).toBeNull();
    key = now.key;
  }
  await expect(control).toBeFocused();
};

const press = async (page: Page, control: Locator, key = "Enter") => {
  await tabTo(page, control);
  await page.keyboard.press(key);
};

const type = async (page: Page, field: Locator, words: string) => {
  await tabTo(page, field);
  await page.keyboard.type(words);
};

test("from the search to an unlocked contact by keyboard alone, at 360 px", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const mark = Date.now().toString(36);
  const business = `Keys & Locks ${mark}`;
  const title = `Oil the hinges ${mark}`;
  const [provider, client] = await Promise.all([
    payingMember(browser, business),
    member(browser, "client"),
  ]);

  await test.step("searches, and opens a profile", async () => {
    const { page } = client;
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, baseURL ?? "");
    await press(page, page.getByRole("link", { name: /^Skip to/ }));
    await type(page, page.getByRole("search").getByRole("textbox").first(), business);
    await expectFits(page);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Showing 1 of 1 professionals")).toBeVisible();
    await expectFits(page);
    // The fields are folded, so that the results are seen; they open where one goes on typing.
    const change = page.locator("summary").filter({ hasText: business });
    await press(page, change);
    await expect(page.getByLabel("Search", { exact: true })).toBeFocused();
    await expectFits(page);
    await page.keyboard.press("Enter");
    await expect(change).toBeFocused();
    await press(page, page.getByRole("button", { name: "Why this order?" }));
    await expect(page.getByText("Nobody can pay for a higher place.")).toBeVisible();
    await press(page, page.getByRole("link", { name: /View Profile/ }));
    await expect(page.getByRole("heading", { level: 1, name: business })).toBeVisible();
    await expectFits(page);
  });

  await test.step("saves the professional, writes to them and leaves feedback", async () => {
    const { page } = client;
    await press(page, page.getByRole("button", { name: "Save", exact: true }), "Space");
    await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeFocused();
    await press(page, page.getByRole("link", { name: "Send an enquiry" }).first());
    await type(page, page.getByLabel("Subject"), "Squeaking hinges");
    await type(page, page.getByLabel("Message"), "Three doors, when would you have time?");
    await expectFits(page);
    await press(page, page.getByRole("button", { name: "Send enquiry" }));
    await expect(page.getByText("Your enquiry has been sent")).toBeVisible();
    await expectFits(page);

    await open(page, `/directory/${provider.session.user.id}`);
    await press(page, page.getByRole("link", { name: "Leave Feedback" }));
    await press(page, page.getByRole("button", { name: "Submit Feedback" }));
    await expect(page.getByRole("radio", { name: "1 star" })).toBeFocused();
    await page.keyboard.press("Space");
    for (let star = 2; star <= 4; star++) await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "4 stars" })).toBeChecked();
    await type(page, page.getByLabel("Title"), "Quiet doors");
    await expectFits(page);
    await press(page, page.getByRole("button", { name: "Submit Feedback" }));
    await expect(page.getByText("Your feedback has been published.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Quiet doors" })).toBeVisible();
    await expectFits(page);
  });

  await test.step("finds the form in the menu, and posts a job", async () => {
    const { page } = client;
    await open(page, "/");
    await press(page, page.getByRole("button", { name: /^Account menu of/ }));
    const post = page.getByRole("menuitem", { name: "Post a Job" });
    await expect(post).toBeVisible();
    await expectFits(page);
    await page.keyboard.type("post");
    await expect(post).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/post-job");
    await type(page, page.getByLabel("Job Title"), title);
    await type(page, page.getByLabel("Job Description"), "All of them.");
    await press(page, page.getByLabel("Category"));
    await type(page, page.getByLabel("Search categories"), "locksmith");
    await press(page, page.getByLabel("Locksmith"), "Space");
    await expectFits(page);
    await page.keyboard.press("Escape");
    await type(page, page.getByLabel("Location"), `Keyham ${mark}`);
    await type(page, page.getByLabel("Contact Email"), `keys-${mark}@example.com`);
    await expectFits(page);
    await press(page, page.getByRole("button", { name: "Preview" }));
    await press(page, page.getByRole("button", { name: "Post Job" }));
    await expect(page.getByText("Job posted successfully")).toBeVisible();
    await expectFits(page);
  });

  await test.step("finds the job, unlocks its contact and saves it", async () => {
    const { page } = provider;
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, "/job-directory");
    await press(page, page.locator("summary").filter({ hasText: "Search and filter" }));
    await type(page, page.getByLabel("Location"), `Keyham ${mark}`);
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 job found")).toBeVisible();
    await press(page, page.getByRole("button", { name: "Reveal Contact" }));
    await expect(page.getByText("Contact information revealed")).toBeVisible();
    await expect(page.getByText(`keys-${mark}@example.com`)).toBeVisible();
    await expectFits(page);
    await press(page, page.getByRole("button", { name: `Save ${title}` }), "Space");
    await expect(page.getByRole("button", { name: `Save ${title}`, pressed: true })).toBeFocused();
    await press(page, page.getByRole("link", { name: title }));
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expectFits(page);
  });
});

test("logs in by keyboard alone, from field to field, also on a tab chosen before scripts run", async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto("/login");
  await press(page, page.getByRole("tab", { name: "Solutionz Provider" }));
  release();
  await expect(page.getByRole("tab", { name: "Solutionz Provider", selected: true })).toBeFocused();
  await type(page, page.getByLabel("Email", { exact: true }), SAMPLE.member.email);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type(SAMPLE.member.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
});
