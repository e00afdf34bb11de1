import type { SupabaseClient } from "@supabase/supabase-js";
import type { Log } from "supabase-compatible-backend/core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Database } from "#supabase/database.ts";
import { queryOf } from "#tests/query.ts";
import { foundNobody, readSearch } from "#web/features/providers/queries.ts";
import type { Impression } from "#web/session/site.ts";
import { createImpressions, isSeen } from "./impressions.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NAVIGATION = {
  "user-agent": FIREFOX,
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "none",
};

/** What a script of this or another site asks for. */
const fetchedBy = (site: string) => ({
  ...NAVIGATION,
  "sec-fetch-mode": "cors",
  "sec-fetch-dest": "empty",
  "sec-fetch-site": site,
});

const requestWith = (headers: Record<string, string> = NAVIGATION, method = "GET") =>
  new Request("https://www.example.org/directory/one", { method, headers });

it.each<[string, Record<string, string>, string, boolean]>([
  ["a browser's page", NAVIGATION, "GET", true],
  ["the data of a page, for the router", fetchedBy("same-origin"), "GET", true],
  ["another site's script", fetchedBy("cross-site"), "GET", false],
  ["a frame", { ...NAVIGATION, "sec-fetch-dest": "iframe" }, "GET", false],
  ["a program that is no browser", { "user-agent": FIREFOX }, "GET", false],
  ["a bot in a browser", { ...NAVIGATION, "user-agent": `${FIREFOX} Googlebot/2.1` }, "GET", false],
  ["a page that is fetched ahead", { ...NAVIGATION, "sec-purpose": "prefetch" }, "GET", false],
  [
    "the same page when it is shown",
    { ...NAVIGATION, "sec-fetch-mode": "cors", "x-shown": "" },
    "HEAD",
    true,
  ],
  ["any other HEAD", NAVIGATION, "HEAD", false],
])("%s: seen by a person or not", (_what, headers, method, seen) => {
  expect(isSeen(requestWith(headers, method))).toBe(seen);
});

const start = () => {
  const writes: { kind: string; times: number }[][] = [];
  let failing = false;
  const service = {
    rpc: (_name: string, { p_impressions }: { p_impressions: (typeof writes)[number] }) => {
      if (failing) return queryOf({ error: { message: "down" } });
      writes.push(p_impressions);
      return queryOf({});
    },
  } as unknown as SupabaseClient<Database>;
  const log = { warn: vi.fn() } as unknown as Log;
  return {
    writes,
    log,
    fail: (now: boolean) => {
      failing = now;
    },
    impressions: createImpressions(service, log),
  };
};

const view = (): Impression => ({ kind: "view", providers: ["one"] });

it("adds up what is sent within a few seconds, in one write", async () => {
  const { impressions, writes } = start();
  const page = view();
  for (let n = 0; n < 1000; n += 1) impressions.count(page, requestWith());
  expect(writes).toEqual([]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(writes).toEqual([[{ ...page, times: 1000 }]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(writes).toHaveLength(1);
});

it("tries a failed write again, and loses nothing", async () => {
  const { impressions, writes, fail, log } = start();
  const page = view();
  fail(true);
  impressions.count(page, requestWith());
  await vi.advanceTimersByTimeAsync(5000);
  impressions.count(page, requestWith());
  expect(log.warn).toHaveBeenCalledOnce();
  fail(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(writes).toEqual([[{ ...page, times: 2 }]]);
});

it("counts what a search wanted that found nobody, as text that the database can store", async () => {
  const { impressions, writes } = start();
  const wanted = foundNobody(
    readSearch(new URLSearchParams("service=%00%20Dry%00stone%0Awaller&location=LS6%203AB")),
  );
  impressions.count(wanted, requestWith());
  impressions.count(wanted, requestWith());
  impressions.count(wanted, requestWith({ "user-agent": FIREFOX }));
  const trade = foundNobody({ category: "Home > Plumber", service: "cheap", location: "" });
  impressions.count(trade, requestWith());
  await impressions.close();
  expect(writes).toEqual([
    [
      { kind: "nobody", trade: "Dry stone waller", place: "LS6 3AB", times: 2 },
      { kind: "nobody", trade: "Plumber", place: "", times: 1 },
    ],
  ]);
});
