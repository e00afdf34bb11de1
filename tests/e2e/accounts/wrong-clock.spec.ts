import type { Page } from "@playwright/test";
import { expect, logIn, open, SAMPLE, test } from "#tests/e2e/site.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Sets the device's clock wrong; the result sets it again. */
const setClock = async (page: Page, wrong: number) => {
  await page.addInitScript((first) => {
    const Right = Date;
    let by = first;
    class Wrong extends Right {
      constructor(...parts: []) {
        if (parts.length > 0) super(...parts);
        else super(Right.now() + by);
      }
      static override now() {
        return Right.now() + by;
      }
    }
    Object.assign(window, {
      Date: Wrong,
      setClock: (next: number) => {
        by = next;
      },
    });
  }, wrong);
  return (next: number) =>
    page.evaluate((by) => (window as unknown as { setClock(by: number): void }).setClock(by), next);
};

const countTokenCalls = (page: Page) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/v1/token")) calls.push(request.url());
  });
  return calls;
};

const account = (page: Page) => page.getByRole("button", { name: /^Account menu of/ });

test("a person whose clock is wrong, or set while the page is open, logs in and stays", async ({
  browser,
  faults,
  page,
}) => {
  await test.step("a person whose clock is wrong logs in and stays", async () => {
    for (const [words, wrong] of [
      ["a year fast", 365 * DAY],
      ["a day slow", -DAY],
    ] as const) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await setClock(page, wrong);
      const calls = countTokenCalls(page);
      await logIn(page, SAMPLE.client);
      await expect(account(page), words).toBeVisible();
      // With the password, and once more where the clock says that the token has ended.
      expect(calls.length).toBeLessThanOrEqual(2);
      calls.splice(0);
      for (const path of ["/account", "/dashboard/enquiries", "/job-directory"]) {
        await open(page, path);
        await expect(account(page)).toBeVisible();
      }
      expect(calls).toEqual([]);
      // The page's own days and years are made again by the device's clock.
      if (wrong > DAY) faults.splice(0);
      await context.close();
    }
  });

  await test.step("a clock that is set while the page is open costs one call for a token", async () => {
    const set = await setClock(page, 0);
    await logIn(page, SAMPLE.client);
    await expect(account(page)).toBeVisible();
    const calls = countTokenCalls(page);
    const visit = async (name: string) => {
      await account(page).click();
      await page.getByRole("menuitem", { name }).click();
      await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    };
    await set(61 * MINUTE);
    await visit("Account Settings");
    await expect.poll(() => calls.length).toBe(1);
    calls.splice(0);
    // What that page still asks for would be refused too, and its token renewed while it is left.
    await page.waitForLoadState("networkidle");

    // Set back, the device takes the token for good when the service no longer does.
    await set(-DAY);
    const ended = await page.evaluate(
      () => JSON.parse(localStorage.getItem("solutionz-session") ?? "").access_token,
    );
    await page.route("**/rest/v1/**", (route) =>
      route.request().headers().authorization === `Bearer ${ended}`
        ? route.fulfill({ status: 401, json: { code: "PGRST303", message: "JWT expired" } })
        : route.continue(),
    );
    await page.goto("/account");
    await expect(page.getByRole("main").getByText(SAMPLE.client.email).first()).toBeVisible();
    await expect(account(page)).toBeVisible();
    expect(calls).toHaveLength(1);
  });
});
