import type { Page } from "@playwright/test";
import { expect, logIn, SAMPLE, test } from "#tests/e2e/site.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** The result sets the device's clock wrong by so much. */
const setClock = async (page: Page) => {
  await page.addInitScript(() => {
    const Right = Date;
    let by = 0;
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
  });
  return (next: number) =>
    page.evaluate((by) => (window as unknown as { setClock(by: number): void }).setClock(by), next);
};

const account = (page: Page) => page.getByRole("button", { name: /^Account menu of/ });

test("a clock that is set while the page is open costs one call for a token", async ({ page }) => {
  const set = await setClock(page);
  await logIn(page, SAMPLE.client);
  await expect(account(page)).toBeVisible();
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/v1/token")) calls.push(request.url());
  });
  const visit = async (name: string) => {
    await account(page).click();
    await page.getByRole("menuitem", { name }).click();
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  };
  await set(61 * MINUTE);
  await visit("Account Settings");
  await expect.poll(() => calls.length).toBe(1);
  calls.splice(0);

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
