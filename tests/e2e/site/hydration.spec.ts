import type { Locator, Page, Request } from "@playwright/test";
import { clientOf, payingMember } from "#tests/e2e/accounts/accounts.ts";
import { holdScripts, SCRIPT } from "#tests/e2e/scripts.ts";
import { expect, followProfile, open, test } from "#tests/e2e/site.ts";

/** A visitor's page runs its scripts with the first use of a control (docs/decisions/0028-*). */

/** The scripts that a page has requested until now. */
const watchScripts = (page: Page): Request[] => {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (SCRIPT.test(request.url())) requests.push(request);
  });
  return requests;
};

const isHydrated = (page: Page) =>
  page.evaluate(() => "hydrated" in document.documentElement.dataset);

test("a text that would end a script is a text of the page's data", async ({ browser, page }) => {
  const { session } = await payingMember(browser);
  const bio = 'a</script><script>window.stolen = 1</script> <!--<script> & \\u0026 \\ "';
  const own = (await clientOf(session)).from("profiles").update({ bio });
  await own.eq("id", session.user.id).throwOnError();
  await open(page, `/directory/${session.user.id}`);
  const data = JSON.parse((await page.locator("#page-data").textContent()) ?? "");
  expect(data[1]["routes/public/provider"].provider.bio).toBe(bio);
  await expect(page.getByText("window.stolen = 1")).toBeVisible();
  expect(await page.evaluate(() => "stolen" in window)).toBe(false);
});

test("a visitor's page hydrates for a link that scripts make better, a stored draft, and a login in another tab", async ({
  page,
  browser,
  context,
}) => {
  await test.step("a link that scripts make better waits for them, and one without them is followed", async () => {
    await page.goto("/directory");
    await followProfile(page);
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await page.getByRole("link", { name: /^Portfolio/ }).click();
    await expect(page).toHaveURL(/tab=portfolio/);
    expect(await page.evaluate(() => "stayed" in window)).toBe(true);
    expect(await isHydrated(page)).toBe(true);
  });

  await test.step("a form with a stored draft hydrates by itself, and an empty one with its use", async () => {
    const page = await (await browser.newContext()).newPage();
    const scripts = watchScripts(page);
    await page.goto("/signup");
    await page.waitForLoadState();
    expect(scripts).toHaveLength(0);
    await page.getByLabel("Full name").focus();
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await page.evaluate(() => sessionStorage.setItem("draft:any", "{}"));
    await page.reload();
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
  });

  await test.step("a visitor's page learns of a login in another tab", async () => {
    await page.goto("/categories");
    const other = await context.newPage();
    await other.goto("/terms");
    await other.evaluate(() => localStorage.setItem("solutionz-session", "{}"));
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
  });
});

test("what a visitor does before the scripts run is done when they do, and what is typed stays", async ({
  page,
}) => {
  await test.step("a choice made before the scripts run counts", async () => {
    const release = await holdScripts(page);
    await page.goto("/job-directory");
    const category = page.getByRole("search", { name: "Jobs" }).getByLabel("Category");
    await category.selectOption({ index: 1 });
    release();
    await expect(page).toHaveURL(/category=/);
  });

  await test.step("what is typed right after the other account type was pressed stays", async () => {
    await page.unrouteAll();
    const release = await holdScripts(page);
    await page.goto("/signup");
    const provider = page.getByRole("tab", { name: "Solutionz Provider" });
    await provider.click();
    const field = page.getByLabel("Full name", { exact: true });
    await field.pressSequentially("hann");
    release();
    await expect(provider).toHaveAttribute("aria-selected", "true");
    await expect(field).toBeFocused();
    await page.keyboard.type("ah");
    await expect(field).toHaveValue("hannah");
  });

  await test.step("a press before the scripts run is repeated when they do", async () => {
    await open(page, "/directory");
    await followProfile(page);
    const release = await holdScripts(page);
    await page.reload();
    await page.getByRole("button", { name: /^Report/ }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    release();
    await expect(page.getByRole("dialog", { name: /^Report/ })).toBeVisible();
  });
});

/** Rests on a link until its page is fetched, and follows it. */
const follow = async (page: Page, link: Locator) => {
  const client = await page.context().newCDPSession(page);
  await client.send("Preload.enable");
  const ready = new Promise<void>((resolve) => {
    client.on("Preload.prefetchStatusUpdated", ({ status }) => {
      if (status === "Ready" || status === "Success") resolve();
    });
  });
  await link.hover();
  await ready;
  await link.click();
};

test("a visitor reads, follows links that are fetched ahead, and searches without the page's scripts", async ({
  page,
  browser,
}) => {
  await test.step("the next page is here before the press: a later page, a profile", async () => {
    const steps: [string, (main: Locator) => Locator, RegExp][] = [
      ["/directory", (main) => main.getByRole("link", { name: "Page 2", exact: true }), /page=2/],
      ["/directory", (main) => main.getByRole("link", { name: /^View Profile/ }).first(), /-/],
    ];
    for (const [path, linkIn, address] of steps) {
      await page.goto(path);
      await follow(page, linkIn(page.getByRole("main")));
      await expect(page).toHaveURL(address);
      const delivery = await page.evaluate(() => {
        const [entry] = performance.getEntriesByType("navigation");
        return (entry as PerformanceNavigationTiming & { deliveryType: string }).deliveryType;
      });
      expect(delivery, path).toBe("navigational-prefetch");
    }
  });

  await test.step("a visitor reads, follows links and searches without the page's scripts", async () => {
    const page = await (await browser.newContext()).newPage();
    const scripts = watchScripts(page);
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: "Find Professionals" }).click();
    await expect(page).toHaveURL("/directory");
    // The page's data are in it, and nothing has read them.
    expect(await page.locator("#page-data").textContent()).toContain("loaderData");
    expect(await page.evaluate(() => "__reactRouterContext" in window)).toBe(false);
    const profile = page.getByRole("link", { name: /^View Profile/ }).first();
    await profile.hover();
    await profile.click();
    await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
    await page.goBack();
    await expect(page).toHaveURL("/directory");
    await page.waitForLoadState();
    expect(scripts.map((request) => request.url())).toEqual([]);
    expect(await isHydrated(page)).toBe(false);
  });
});
