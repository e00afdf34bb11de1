import type { Page } from "@playwright/test";

export const SCRIPT = /\/assets\/[^/]+\.js$/;

/** Holds back a page's scripts; returns a function that releases them. */
export const holdScripts = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SCRIPT, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};
