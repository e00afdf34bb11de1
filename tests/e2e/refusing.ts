import { expect, type Page } from "@playwright/test";

/** Refuses, without words for people, calls of the data API to this table or function while `during` runs. */
export const refusing = async (
  page: Page,
  path: string,
  during: () => Promise<void>,
  method?: string,
) => {
  const address = new RegExp(`/(rest|functions)/v1/(rpc/)?${path}(\\?|$)`);
  await page.route(address, (route) =>
    method && route.request().method() !== method
      ? route.continue()
      : route.fulfill({ status: 400, json: { code: "22023", message: "Not today" } }),
  );
  await during();
  await page.unroute(address);
};

/** A toast says this, with these words below its title. */
export const expectToast = async (page: Page, title: string, words?: string) => {
  const toast = page.getByRole("region", { name: "Notifications" });
  await expect(toast.getByText(title, { exact: true }).first()).toBeVisible();
  if (words) await expect(toast.getByText(words, { exact: true }).first()).toBeVisible();
};
