import { afterEach, describe, expect, it, vi } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startTestSite } from "#tests/test-site.ts";

const site = perFile(startTestSite);
afterEach(() => {
  vi.useRealTimers();
});

const PEOPLE = { accept: "text/html,*/*" };
let requests = 0;
/** A page that nobody requested before. */
const newPage = (signal?: AbortSignal) =>
  fetch(`${site.url}/directory?q=overload${++requests}`, { headers: PEOPLE, signal });

it("counts cached pages among the requests beside which passwords leave a core", async () => {
  const page = () => fetch(`${site.url}/terms`, { headers: PEOPLE }).then((got) => got.text());
  await page();
  const rate = site.site.backend?.core.otherRequests;
  // The schedule alone asks for a few.
  await expect.poll(() => rate?.perSecond(), { timeout: 20_000 }).toBeLessThan(8);
  // On a busy machine twenty may take longer than the second that is counted.
  await expect
    .poll(() => Promise.all(Array.from({ length: 20 }, page)).then(() => rate?.perSecond()), {
      timeout: 30_000,
    })
    .toBeGreaterThanOrEqual(20);
});

describe("an address that is too long", () => {
  const LONG = "a/".repeat(4_000);
  it.each([
    ["GET", `/directory/${LONG}`],
    ["HEAD", `/directory/${LONG}`],
    ["POST", `/directory/${LONG}`],
    ["GET", `/assets/${LONG}`],
    ["GET", `/directory/${LONG}.data`],
    ["GET", `/directory/${"a%2F".repeat(4_000)}`],
    ["GET", `/share/${LONG}.png`],
    ["GET", `/test-checkout/${LONG}`],
    ["GET", `/directory?${"q=a&".repeat(400)}`],
    ["GET", `/directory?q=${"a".repeat(9_000)}`],
  ])("is refused before it is read: %s %.20s", async (method, address) => {
    const response = await fetch(`${site.url}${address}`, { method, headers: PEOPLE });
    expect(response.status).toBe(414);
    const text = await response.text();
    if (method === "HEAD") expect(text).toBe("");
    else expect(text).toContain("This address is too long");
  });

  it("is not made of the routes one by one: the browser knows them all", async () => {
    const paths = Array.from({ length: 500 }, (_, n) => `/a/${n}`).join(",");
    const response = await fetch(`${site.url}/__manifest?paths=${paths}&version=x`);
    expect(response.status).toBe(404);
  });
});

describe("an address with text that nothing can store", () => {
  it.each(
    `/directory?service=a%00b /directory?location=%00 /directory.data?service=a%00b
    /directory/a%00b /categories/it/a%00b /categories/a%00b /job-directory?job=%00
    /report?url=a%00 /share/a%00b.png /unsubscribe?token=%00 /login?return=%2f%00 /%00`.split(
      /\s+/,
    ),
  )("is refused: %s", async (address) => {
    const response = await fetch(`${site.url}${address}`, { headers: PEOPLE });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("This address is broken");
  });

  it.each([
    ["/directory?service=%ED%A0%80", 200],
    ["/directory?service=a%2500b", 200],
    ["/categories/it/%ff", 404],
    ["/directory/%c0%80", 404],
  ])("is none, and answered: %s", async (address, status) => {
    expect((await fetch(`${site.url}${address}`, { headers: PEOPLE })).status).toBe(status);
  });

  it.each([
    ["GET", "/rest/v1/profiles?first_name=eq.a%00b"],
    ["GET", "/rest/v1/a%00b"],
    ["GET", "/auth/v1/verify?token=a%00b&type=signup"],
    ["GET", "/auth/v1/authorize?provider=a%00b"],
    ["GET", "/storage/v1/object/public/avatars/a%00b"],
    ["GET", "/storage/v1/render/image/public/avatars/a%00b?width=112"],
    ["POST", "/functions/v1/a%00b"],
    ["POST", "/functions/v1/create-checkout?a=%00"],
    ["POST", "/functions/v1/receive-mail?secret=a%00b"],
    ["GET", "/realtime/v1/a%00b"],
    ["GET", "/_mailbox?query=a%00b"],
    ["GET", "/_mailbox/api/v1/message/a%00b"],
  ])("is the caller's fault in the backend: %s %s", async (method, address) => {
    const response = await fetch(`${site.url}${address}`, { method, redirect: "manual" });
    expect(response.status).toBeLessThan(500);
  });
});

/** Every parameter of a public page has the same value, and each path ends with it. */
describe("an address with values that no page of ours writes", () => {
  const PARAMETERS =
    "service,location,category,within,sort,page,keyword,min,max,type,job,tab,id,case,key,token,topic,url,to,title,next,return,state,answer,businessID,verified,q,order,stars,before";
  const PATHS = [
    ["/directory", "/job-directory", "/categories", "/post-job", "/still-looking", "/report"],
    ["/claim-business", "/unsubscribe", "/signup", "/login", "/confirm-email", "/reset-password"],
    ["/directory/", "/categories/", "/categories/it/", "/reports/", "/sitemap/", "/share/"],
  ].flat();

  it.each([
    ["broken UTF-8", "%FF%C0%80"],
    ["half a character", "%ED%A0%80"],
    ["no character", "%EF%BF%BF"],
    ["signs that nobody sees", "%E2%80%AE%E2%80%8B"],
    ["an endless number", "1e400"],
    ["a property of objects", "__proto__"],
    ["a key of nobody", "00000000-0000-0000-0000-000000000000"],
    ["signs of queries", "'\"%5C%25_*():!%26%7C%3C"],
    ["a lone percent sign", "%25"],
    ["line ends", "%0D%0A%09"],
    ["a date of no calendar", "2027-02-30"],
    ["a long word", "x".repeat(200)],
  ])("is answered: %s", async (_what, value) => {
    const query = PARAMETERS.split(",")
      .map((name) => `${name}=${value}`)
      .join("&");
    const failed: string[] = [];
    for (const path of PATHS) {
      const address = `${path}${path.endsWith("/") ? value : ""}?${query}`;
      const { status } = await fetch(`${site.url}${address}`, {
        headers: PEOPLE,
        redirect: "manual",
      });
      if (status >= 500) failed.push(`${status} ${path}`);
    }
    expect(failed).toEqual([]);
  });
});

it("refuses a posted form that no form of ours makes", async () => {
  const response = await fetch(`${site.url}/unsubscribe?token=x&topic=y`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: site.url, ...PEOPLE },
    body: `undo=${"a".repeat(200_000)}`,
  });
  expect(response.status).toBe(413);
});

it("refuses a form of another site, whose address the path names as a host", async () => {
  const post = (address: string, origin: string) =>
    fetch(`${site.url}${address}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin, ...PEOPLE },
      body: "email=somebody%40example.com",
    });
  expect((await post("/forgot-password", site.url)).status).toBe(200);
  expect((await post("/forgot-password", "http://evil.invalid")).status).toBe(400);
  for (const path of ["//evil.invalid/forgot-password", "///evil.invalid/forgot-password"])
    expect((await post(path, "http://evil.invalid")).status, path).not.toBe(200);
});

describe("while the database hangs", () => {
  it("sends callers away, and serves what needs no database", async () => {
    // Cached whatever is written meanwhile, as the site's own tasks do.
    const address = `${site.url}/robots.txt`;
    const known = () => fetch(address, { headers: PEOPLE });
    await expect.poll(async () => (await known()).headers.get("age")).not.toBeNull();
    site.proxy.hang();
    try {
      const pages = Array.from({ length: 30 }, () => newPage());
      expect((await known()).status).toBe(200);
      expect(await (await fetch(`${site.url}/healthz`)).json()).toEqual({ ok: true });
      const responses = await Promise.all(pages);
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
      expect(new Set(responses.map(({ headers }) => headers.get("retry-after")))).toEqual(
        new Set(["5"]),
      );
      const texts = await Promise.all(responses.map((response) => response.text()));
      expect(texts.join()).toContain("The site is very busy");
    } finally {
      site.proxy.resume();
    }
    expect((await newPage()).status).toBe(200);
  });

  it("uses the last known settings", async () => {
    // They are read again only two seconds after a failed attempt.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2_100 });
    site.proxy.hang();
    try {
      expect((await fetch(`${site.url}/config.json`)).status).toBe(200);
    } finally {
      site.proxy.resume();
    }
  });

  it("drops the work of callers who have left, and serves others at once afterwards", async () => {
    site.proxy.hang();
    const before = site.arrived();
    const leaving = new AbortController();
    const left = Array.from({ length: 100 }, () =>
      newPage(leaving.signal).then(
        () => "answered",
        () => "left",
      ),
    );
    await vi.waitFor(() => expect(site.arrived()).toBe(before + left.length), { timeout: 10_000 });
    leaving.abort();
    expect(new Set(await Promise.all(left))).toEqual(new Set(["left"]));
    // Its place is free again although the database still hangs: this page needs nothing of it.
    const free = await fetch(`${site.url}/no-such-page-${++requests}`, { headers: PEOPLE });
    expect(free.status).toBe(404);
    site.proxy.resume();
    expect((await newPage()).status).toBe(200);
  });
});
