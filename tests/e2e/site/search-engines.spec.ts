import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "#tests/e2e/site.ts";

const read = async (request: APIRequestContext, path: string) => {
  const response = await request.get(path);
  return { status: response.status(), headers: response.headers(), text: await response.text() };
};

/** The addresses in a sitemap, as paths of this site. */
const addresses = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = ""]) => {
    const { pathname, search } = new URL(loc.replaceAll("&#38;", "&"));
    return pathname + search;
  });

const structured = async (page: Page): Promise<Record<string, unknown>[]> =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
    JSON.parse(text),
  );

const tag = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute("content");

test("lists for search engines what strangers may see, and each address works", async ({
  request,
  baseURL,
}) => {
  const robots = await read(request, "/robots.txt");
  expect(robots.text).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  expect(robots.text).toContain("\nDisallow: /report?\n");
  const index = await read(request, "/sitemap.xml");
  expect(index.headers["content-type"]).toContain("application/xml");
  const parts = addresses(index.text);
  expect(parts).toEqual(
    expect.arrayContaining([
      "/sitemap/pages.xml",
      "/sitemap/categories.xml",
      "/sitemap/providers-1.xml",
      "/sitemap/jobs-1.xml",
    ]),
  );
  for (const part of parts) {
    const listed = addresses((await read(request, part)).text);
    expect(listed.length, part).toBeGreaterThan(0);
    expect(new Set(listed).size).toBe(listed.length);
    // The first, one in the middle and the last of each part: listed under their own address.
    for (const path of new Set([listed[0], listed[listed.length >> 1], listed.at(-1)])) {
      const page = await read(request, path ?? "");
      expect(page.status, path).toBe(200);
      expect(page.text, path).toContain(`rel="canonical" href="${baseURL}${path}"`);
      expect(page.headers["x-robots-tag"], path).toBeUndefined();
    }
  }
  // A provider whose membership is not live has no page, and is in no list.
  expect((await read(request, "/sitemap/providers-2.xml")).status).toBe(404);
});

test("responds with the right status under one address, and keeps thin or private pages out of lists", async ({
  request,
  baseURL,
}) => {
  const nobody = "/directory/00000000-0000-4000-8000-000000000000";
  for (const path of [nobody, "/directory/x", "/categories/nope", "/categories/it/x", "/nope"]) {
    const page = await read(request, path);
    expect(page.status, path).toBe(404);
    expect(page.headers["x-robots-tag"], path).toBe("noindex");
  }
  for (const path of ["/directory?page=999", "/job-directory?page=999"]) {
    const page = await read(request, path);
    expect(page.status, path).toBe(404);
  }
  for (const path of ["/directory?service=plumber", "/two-step", "/admin", "/admin/users"]) {
    const page = await read(request, path);
    expect(page.status, path).toBe(200);
    expect(page.headers["x-robots-tag"], path).toBe("noindex");
    expect(page.text, path).toMatch(/<meta name="robots" content="noindex[^"]*"/);
  }
  for (const path of ["/", "/directory", "/login", "/nope"])
    expect((await read(request, path)).text, path).toMatch(/^<!DOCTYPE html><html lang="en-GB"/);
  for (const path of ["/directory?page=2", "/job-directory?page=2", "/login", "/signup"]) {
    const page = await read(request, path);
    expect(page.headers["x-robots-tag"], path).toBeUndefined();
    expect(page.text, path).toContain(`rel="canonical" href="${baseURL}${path}"`);
  }
  const slash = await request.get("/directory/?page=2", { maxRedirects: 0 });
  expect([slash.status(), slash.headers().location]).toEqual([301, `${baseURL}/directory?page=2`]);
  const twice = await request.get(`${baseURL}//other.example/`, { maxRedirects: 0 });
  expect(twice.headers().location).toBe(`${baseURL}//other.example`);
  for (const path of ["/favicon.ico", "/apple-touch-icon.png"])
    expect((await request.get(path)).headers()["content-type"], path).toMatch(/^image\//);
});

test("describes a profile in tags, structured data and a picture", async ({ page, baseURL }) => {
  await page.goto("/directory");
  const [list] = await structured(page);
  expect(list).toMatchObject({ "@type": "ItemList" });
  const [first] = (list?.itemListElement ?? []) as { name: string; url: string }[];
  await page.goto(first?.url ?? "");
  const path = new URL(page.url()).pathname;
  expect(await page.title()).toBe(`${first?.name} | Solutionz`);
  expect(await tag(page, "og:title")).toBe(await page.title());
  expect((await tag(page, "description"))?.length).toBeLessThanOrEqual(160);
  expect(await tag(page, "twitter:card")).toBe("summary_large_image");
  const data = await structured(page);
  const business = data.find((one) => one["@type"] === "LocalBusiness");
  expect(business).toMatchObject({ name: first?.name, url: `${baseURL}${path}` });
  const crumbs = data.find((one) => one["@type"] === "BreadcrumbList");
  expect(crumbs?.itemListElement).toHaveLength(2);
  // The data have a rating only if the page shows one.
  const rated = page.getByRole("img", { name: /out of 5 stars/ });
  expect(Boolean(business?.aggregateRating)).toBe((await rated.count()) > 0);

  const address = (await tag(page, "og:image")) ?? "";
  const picture = await page.request.get(address);
  expect(picture.headers()["content-type"]).toBe("image/png");
  expect(picture.headers()["cache-control"]).toContain("immutable");
  const bytes = await picture.body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  const other = await page.request.get(address.replace(/v=.*/, "v=made-up"));
  expect(other.headers()["cache-control"]).not.toContain("immutable");
});

const KINDS = [
  "BreadcrumbList",
  "Demand",
  "ItemList",
  "LocalBusiness with a rating",
  "Organization",
  "WebSite",
];

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** The text of a page that people read, and what its drawings show (stars): no heads, scripts, styles or tags. */
const wordsOf = (html: string): string =>
  html
    .replace(/^.*?<body/s, "<body")
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, " ")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]* role="img" aria-label="([^"]*)"[^>]*>/g, " $1 ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_all, name: string) => ENTITIES[name] ?? "");

/** As people read it: spaces do not matter, nor do large letters. */
const plain = (words: string): string => words.replace(/\s+/g, "").toLowerCase();

/** Properties whose words a reader of the page must be able to see too. */
const SHOWN =
  /^(name|description|telephone|addressLocality|serviceType|areaServed|knowsAbout|ratingValue|reviewCount|reviewBody)$/;

/** What structured data claim in words or figures, each with its property. */
const claimsOf = (data: unknown, property = ""): { property: string; words: string }[] => {
  if (Array.isArray(data)) return data.flatMap((one) => claimsOf(one, property));
  if (typeof data === "object" && data !== null)
    return Object.entries(data).flatMap(([key, value]) => claimsOf(value, key));
  return SHOWN.test(property) ? [{ property, words: String(data) }] : [];
};

test("claims nothing in structured data that the page does not show", async ({ request }) => {
  const listed = async (part: string) =>
    addresses((await read(request, `/sitemap/${part}.xml`)).text);
  const [providers, categories, jobs] = await Promise.all(
    ["providers-1", "categories", "jobs-1"].map(listed),
  );
  const some = (paths: string[] = []) => [paths[0], paths[paths.length >> 1], paths.at(-1)];
  const towns = categories?.filter((path) => path.split("/").length === 4);
  const types = new Set<string>();
  for (const path of new Set([
    "/",
    "/categories",
    // The sample has more here than the page shows.
    "/categories/construction-trade",
    "/directory",
    "/job-directory",
    ...(providers ?? []).slice(0, 12),
    ...some(categories),
    ...some(towns),
    ...some(jobs),
  ])) {
    const { text } = await read(request, path ?? "");
    const shown = plain(wordsOf(text));
    const digits = shown.replace(/\D/g, "");
    const written = text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
    for (const [, json = ""] of written) {
      const data = JSON.parse(json) as Record<string, unknown>;
      const unseen = claimsOf(data).filter(({ property, words }) =>
        // The page writes it as people at home dial it.
        property === "telephone"
          ? !digits.includes(words.replace("+44", "0"))
          : !shown.includes(plain(words)),
      );
      expect(unseen, path).toEqual([]);
      types.add(`${data["@type"]}${data.aggregateRating ? " with a rating" : ""}`);
    }
  }
  // Each kind was met, and so was a rating.
  expect([...types]).toEqual(expect.arrayContaining(KINDS));
});
