import type { Page, Request } from "@playwright/test";
import { expect, open, siteUrl, test } from "./site.ts";

/**
 * Bytes of JavaScript, as they were sent (brotli), that the home page may cost a visitor. 6,200 of them name the
 * routes of the whole site, kept for good, instead of a request for them on every page.
 */
const SCRIPT_BUDGET = 121_200;

/** A name that only the backend's client has, and that no minifier can shorten: it goes over the wire. */
const CLIENT_MARK = "X-Supabase-Api-Version";

interface Script {
  url: string;
  bytes: number;
  isClient: boolean;
}

/** Collects every request of a page from now on. */
const watch = (page: Page): Request[] => {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  return requests;
};

const scriptsAmong = async (requests: readonly Request[]): Promise<Script[]> => {
  const scripts: Script[] = [];
  for (const request of requests) {
    const response = await request.response();
    if (!response || !/javascript/.test(response.headers()["content-type"] ?? "")) continue;
    const { responseBodySize: bytes } = await request.sizes();
    expect.soft(response.headers()["content-encoding"], request.url()).toBe("br");
    scripts.push({
      url: request.url(),
      bytes,
      isClient: (await response.text()).toLowerCase().includes(CLIENT_MARK.toLowerCase()),
    });
  }
  return scripts;
};

test("a visitor's home page is light, speaks to us alone, and leaves the client out", async ({
  page,
}) => {
  const requests = watch(page);
  await open(page, "/");
  const scripts = await scriptsAmong(requests);
  expect(scripts.length, "scripts were seen at all").toBeGreaterThan(3);
  const list = scripts.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join("\n");
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, list).toBeLessThanOrEqual(SCRIPT_BUDGET);
  expect(scripts.filter(({ isClient }) => isClient).map(({ url }) => url)).toEqual([]);
  const origins = new Set(requests.map((request) => new URL(request.url()).origin));
  expect([...origins]).toEqual([siteUrl()]);
  expect(requests.filter((request) => request.url().includes("__manifest"))).toEqual([]);
});

test("the client comes when it is needed, and is known by its mark", async ({ page }) => {
  const requests = watch(page);
  await page.goto("/login");
  await expect
    .poll(async () => (await scriptsAmong(requests)).some(({ isClient }) => isClient))
    .toBe(true);
});
