import type { Page, Request } from "@playwright/test";
import { expect, hydrated, siteUrl, test } from "#tests/e2e/site.ts";

/**
 * Bytes of JavaScript, as they are sent (brotli), and requests for it, that a page costs a visitor who uses a
 * control of it. A visitor who only reads costs none.
 */
const SCRIPT_BUDGET = 217_300;

/** The pages that most people come to need neither a form library nor popovers before a press. */
const SMALLER_SCRIPT_BUDGETS: Record<string, number> = {
  "/": 162_600,
  "/directory": 162_200,
  "/job-directory": 167_400,
};
const SCRIPT_REQUESTS = 11;

/** Bytes of everything that a page sends before its scripts: HTML, styles, typefaces, pictures; a card with its price has 20 more. */
const PAGE_BUDGET = 106_500;

/**
 * Bytes of a body that arrives with its headers in the first ten packets of a new connection (RFC 6928). One more
 * costs a slow phone 150 ms before it shows anything.
 */
const FIRST_PACKETS = 14_300;

/** Of the styles, which come after a page on the same connection: its window has grown by then. */
const STYLES_BUDGET = 14_700;

/** Bytes by which a page's headers are more than a file's: its policy. */
const PAGE_HEADERS = 700;

/** The sum of layout shifts, in Lighthouse's measure: the smallest that it reports. */
const MOST_SHIFT = 0.001;

/** A name that only the backend's client has, and that no minifier can shorten: it goes over the wire. */
const CLIENT_MARK = "X-Supabase-Api-Version";

/** The first profile of the directory, by its link. */
const PROFILE = "a profile";
const PAGES = ["/", "/directory", PROFILE, "/job-directory", "/post-job"];

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

const pathOf = async (page: Page, name: string): Promise<string> => {
  if (name !== PROFILE) return name;
  await page.goto("/directory");
  const link = page.getByRole("link", { name: /^View Profile/ }).first();
  return (await link.getAttribute("href")) ?? "";
};

/** Adds up the layout shifts of the pages that are opened from now on. */
const watchShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const measured = Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        measured.shifted += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
};

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifted: number }).shifted);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

test("each page is small for a visitor, does not shift, and loads from this site alone", async ({
  browser,
}) => {
  for (const name of PAGES) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const path = await pathOf(page, name);
    await page.setViewportSize({ width: 412, height: 823 });
    await watchShifts(page);
    const requests = watch(page);
    await page.goto(path, { waitUntil: "networkidle" });
    const before = requests.splice(0);
    expect(await scriptsAmong(before), name).toEqual([]);
    const sizes = await Promise.all(before.map((request) => request.sizes()));
    const bytes = sizes.map(({ responseBodySize }) => responseBodySize);
    const listed = before.map((one, index) => `${bytes[index]} ${new URL(one.url()).pathname}`);
    expect(sum(bytes), listed.join("\n")).toBeLessThanOrEqual(PAGE_BUDGET);
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    const scripts = await scriptsAmong(requests);
    expect(scripts.length, "scripts were seen at all").toBeGreaterThan(3);
    const lines = scripts.map((script) => `${script.bytes} ${new URL(script.url).pathname}`);
    const own = scripts.filter(({ isClient }) => !isClient);
    expect(own.length, lines.join("\n")).toBeLessThanOrEqual(SCRIPT_REQUESTS);
    expect(sum(own.map((script) => script.bytes)), lines.join("\n")).toBeLessThanOrEqual(
      SMALLER_SCRIPT_BUDGETS[name] ?? SCRIPT_BUDGET,
    );
    expect(await shiftOf(page), name).toBeLessThan(MOST_SHIFT);
    const origins = new Set([...before, ...requests].map((one) => new URL(one.url()).origin));
    expect([...origins]).toEqual([siteUrl()]);
  }
});

test("styles, drawings and the client arrive in few bytes, and when they are needed", async ({
  request,
  page,
}) => {
  await test.step("the styles, and pages that many read, arrive in the first packets", async () => {
    const sent = async (path: string) => {
      const response = await request.get(path, { headers: { "accept-encoding": "br" } });
      return { html: await response.text(), bytes: Number(response.headers()["content-length"]) };
    };
    const { html } = await sent("/");
    const styles = /href="([^"]+\.css)"/.exec(html)?.[1] ?? "";
    expect((await sent(styles)).bytes).toBeLessThanOrEqual(STYLES_BUDGET);
    // Those that are read again are compressed again.
    for (const path of ["/", "/categories"])
      await expect
        .poll(async () => (await sent(path)).bytes, { message: path })
        .toBeLessThanOrEqual(FIRST_PACKETS - PAGE_HEADERS);
  });

  await test.step("the drawings of all categories are one file", async () => {
    const requests = watch(page);
    await page.goto("/categories", { waitUntil: "networkidle" });
    const drawings = requests.filter((one) => new URL(one.url()).pathname.startsWith("/art/"));
    expect(drawings.length).toBe(1);
    const drawn = await page
      .locator("main img")
      .evaluateAll((images) => (images as HTMLImageElement[]).map((one) => one.naturalWidth));
    expect(drawn.slice(0, 3)).toEqual([320, 320, 320]);
  });

  await test.step("the client loads when it is needed, and is recognised by its mark", async () => {
    const requests = watch(page);
    await page.goto("/login");
    await page.getByLabel("Email", { exact: true }).focus();
    await expect
      .poll(async () => (await scriptsAmong(requests)).some(({ isClient }) => isClient))
      .toBe(true);
  });
});
