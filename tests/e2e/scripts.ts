import type { Page } from "@playwright/test";

export const SCRIPT = /\/assets\/[^/]+\.js$/;

/** Keeps these requests of a page waiting; returns a function that lets them go on. */
export const hold = async (page: Page, requests: RegExp): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(requests, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

/** Holds back a page's scripts. */
export const holdScripts = (page: Page): Promise<() => void> => hold(page, SCRIPT);
