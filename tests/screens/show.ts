import { expect, type Page } from "@playwright/test";
import { open as openPage } from "../e2e/site.ts";
import type { Made } from "./busy.ts";
import type { Screen } from "./screen.ts";
import { SIZES } from "./sheet.ts";

/** The API, and what the router asks the site for. */
const DATA = /\/(rest|functions)\/v1\/|\.data(\?|$)/;

/** Opens a screen, and waits until it shows what is to be seen. */
export const show = async (page: Page, { path: address, open, api }: Screen, made: Made) => {
  const loading = page.getByRole("status").filter({ hasText: "Loading" });
  await page.unrouteAll();
  // Each is opened on the narrow screen, where most has to scroll.
  await page.setViewportSize(SIZES[0]);
  const hold = () =>
    page.route(DATA, (call) =>
      api === "waiting"
        ? undefined
        : call.fulfill({
            status: call.request().url().includes(".data") ? 500 : 400,
            json: { code: "XX000", message: "Not today" },
          }),
    );
  // With something to do, it is that what waits or fails.
  if (api && !open) await hold();
  if (api === "waiting" && !open) {
    await page.goto(address);
    await page.getByRole("button", { name: /^Account menu/ }).waitFor();
    return loading.first().waitFor();
  }
  await openPage(page, address);
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  await expect(loading).toHaveCount(0);
  if (api && open) await hold();
  await open?.(page, made);
  if (api === "waiting") return;
  await expect(loading).toHaveCount(0);
  // What a page loads after its content, such as the count at the inbox.
  await page.waitForLoadState("networkidle");
};
