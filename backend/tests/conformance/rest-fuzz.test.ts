import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { encoded } from "#backend/tests/official-client.ts";
import { perFile } from "#backend/tests/per-file.ts";
import {
  body,
  encode,
  headers,
  json,
  query,
  type Random,
  random,
  table,
  value,
} from "./rest-random.ts";
import { MARK } from "./rest-vocabulary.ts";
import { ADA, BEN, type RequestOptions, startWorld } from "./rest-world.ts";

/*
 * Random requests from fixed seeds, for a bounded time. Whatever is requested: the response is no 5xx and no
 * syntax error, has PostgREST's shape, and holds no row of somebody else; and no value of the request
 * ever stands in the text of a statement.
 */

const allowing = { db_aggregates_enabled: "true", db_plan_enabled: "true" };
const world = perFile(() => startWorld({ ...allowing, db_tx_end: "commit-allow-override" }));
const texts: string[] = [];
const statuses = new Set<number>();

beforeAll(() => {
  const { api } = world.backend.core;
  const batch = api.batch;
  api.batch = (statements) => {
    texts.push(...statements.map(({ text }) => text));
    return batch(statements);
  };
});

// Aliases are the one thing a caller names that becomes part of a statement, quoted.
const outsideQuotes = (text: string) => text.replaceAll(/"(?:[^"]|"")*"/g, '""');

const check = async (about: string, method: string, path: string, options: RequestOptions = {}) => {
  texts.length = 0;
  const { status, text } = await world.request(method, path, options);
  const label = `${about}: ${method} ${path} ${JSON.stringify(options).slice(0, 500)} -> ${status} ${text.slice(0, 300)}`;
  expect(status, label).toBeLessThan(500);
  statuses.add(status);
  if (status >= 400 && method !== "HEAD") {
    const error = JSON.parse(text) as { code: string; message: string };
    expect(Object.keys(error), label).toEqual(["code", "message", "details", "hint"]);
    // A search term may be wrong in its own language; a statement of ours never is in SQL.
    const term = error.message.includes("in tsquery");
    if (!term) expect(["42601", "42P02", "08P01"], label).not.toContain(error.code);
  }
  // What a diary of Ben's says, whose token is never sent.
  expect(text, label).not.toContain("theirs");
  for (const sql of texts) expect(outsideQuotes(sql), label).not.toContain(MARK);
};

/** Milliseconds for each of the properties below, so that a slow machine tries less, not longer. */
const TIME = { interruptAfterTimeLimit: 800 };

const repeat = (seed: number, numRuns: number, request: (r: Random) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(fc.gen(), (g) => request(random(g))),
    { seed, numRuns, ...TIME },
  );

const LONG = { timeout: 120_000 };

test.for([1, 2])("reads, seed %i", LONG, (seed) =>
  repeat(seed, 400, (r) => {
    const about = table(r);
    const method = r.chance(0.8) ? "GET" : "HEAD";
    const path = `/${encode(about)}?${query(r, about)}`;
    return check(`seed ${seed}`, method, path, { headers: headers(r) });
  }),
);

test("changes", LONG, async () => {
  const token = await world.token({ role: "authenticated", sub: ADA });
  await repeat(11, 300, (r) => {
    const about = table(r);
    const method = r.one(["POST", "POST", "PATCH", "PUT", "DELETE"]);
    const type = r.one(["text/csv", "application/x-www-form-urlencoded", "text/plain", "x"]);
    return check("changes", method, `/${encode(about)}?${query(r, about)}`, {
      token,
      body: method === "DELETE" ? undefined : body(r, about),
      headers: { ...headers(r), ...(r.chance(0.05) ? { "content-type": type } : {}) },
    });
  });
});

test("calls", LONG, () =>
  repeat(21, 300, (r) => {
    const [name, about, ...parameters] = r.one<string[]>([
      ["add", "", "a", "b"],
      ["greet", "", "name", "loud"],
      ["films_since", "films", "year"],
      ["one_film", "films", "film"],
      ["numbers", "", "upto"],
      ["total", "", "nums"],
      ["tagged", "", "tags", "facts"],
      ["rename_film", "films", "film", "title"],
      ["whole", ""],
      ["echo_text", ""],
      ["who_am_i", ""],
      ["stats", ""],
      ["nope", "", "a"],
    ]);
    const used = parameters.filter(() => r.chance(0.9));
    const get = r.chance(0.5);
    const args = used.map((each) => `${each}=${encode(value(r))}`);
    const parts = about && r.chance(0.5) ? [query(r, about)] : [];
    const given = Object.fromEntries(used.map((each) => [each, json(r, ["a", MARK], 2)]));
    const path = `/rpc/${name}?${[...(get ? args : []), ...parts].join("&")}`;
    const sent = JSON.stringify(r.chance(0.9) ? given : json(r, ["a", "id"]));
    return check("calls", get ? "GET" : "POST", path, {
      body: get ? undefined : sent,
      headers: headers(r),
    });
  }),
);

test("the requests were neither all refused nor all successful", () => {
  const kinds = new Set([...statuses].map((status) => Math.floor(status / 100)));
  expect([...kinds]).toEqual(expect.arrayContaining([2, 4]));
});

test("deep JSON, deep lists and long names get a response", LONG, async () => {
  const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  for (const whole of [deep, `[${deep}]`, `{"title":${"[".repeat(50_000)}${"]".repeat(50_000)}}`]) {
    await check("deep", "POST", "/films?columns=title,data", { body: whole });
    await check("deep", "POST", "/rpc/whole", { body: whole });
  }
  for (const [path, sign] of [
    ["/films?data=cs.", "["],
    ["/countries?facts=cs.", "["],
    ["/countries?tags=cs.", "{"],
    ["/films?title=match.", "("],
    ["/films?title=fts.", "("],
    ["/films?words=wfts.", "a or "],
  ] as const) {
    await check("deep", "GET", `${path}${encode(sign.repeat(8_000))}`);
  }
  await check("long", "GET", `/films?select=${"x".repeat(5_000)}:id`);
  await check("long", "GET", `/films?select=id&${"y".repeat(5_000)}=eq.1`);
  await check("long", "GET", `/${"x".repeat(20_000)}`);
  await check("long", "POST", "/films", { body: { ["x".repeat(100_000)]: 1 } });
});

describe("tokens", () => {
  const claims = fc.record(
    {
      sub: fc.oneof(fc.constantFrom(ADA, BEN), fc.string({ unit: "binary" }), fc.integer()),
      role: fc.oneof(
        fc.constantFrom("anon", "authenticated", "postgres", "none", "", 'x"; --', "a\u0000b"),
        fc.string({ unit: "binary" }),
        fc.anything().map((any) => JSON.stringify(any) ?? ""),
        fc.integer(),
      ),
      exp: fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(4_000_000_000)),
      nbf: fc.oneof(fc.integer(), fc.string()),
      aud: fc.oneof(fc.string(), fc.array(fc.string())),
      app_metadata: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );

  test("of ours with any claims show nobody more than their own", LONG, () =>
    fc.assert(
      fc.asyncProperty(claims, async (given) => {
        const token = await world.token(given);
        const path = "/diaries?select=*,films(title)";
        const { status, text } = await world.request("GET", path, { token });
        expect(status, JSON.stringify(given)).toBeLessThan(500);
        if (given.sub !== BEN) expect(text, JSON.stringify(given)).not.toContain("theirs");
      }),
      { seed: 31, numRuns: 300, ...TIME },
    ),
  );

  test("that are not ours are refused, however they are made", LONG, () =>
    fc.assert(
      fc.asyncProperty(
        claims,
        fc.constantFrom("none", "HS256", "ES256", "RS256", ""),
        fc.string(),
        fc.nat({ max: 4 }),
        async (given, alg, junk, how) => {
          const [head = "", , signature = ""] = (await world.token({ role: "anon" })).split(".");
          const service = encoded({ ...given, role: "service_role", exp: 4_000_000_000 });
          const token = [
            `${head}.${service}.${signature}`,
            `${encoded({ alg, typ: "JWT" })}.${service}.`,
            `${encoded({ alg, jwk: { kty: "oct", k: "AA" }, kid: junk })}.${service}.${signature}`,
            `${head}.${encoded(junk)}.${encoded(junk)}`,
            encodeURIComponent(junk) || "x",
          ][how];
          const { status, text } = await world.request("GET", "/diaries", { token });
          expect([status, text.includes("theirs")], token).toEqual([401, false]);
        },
      ),
      { seed: 32, numRuns: 300, ...TIME },
    ),
  );
});

test("headers of any content get a response", LONG, () => {
  const visible = fc.string({ unit: fc.constantFrom(..."abz=,;:\"'()%*/+-. 09\t\\{}".split("")) });
  const words = fc.oneof(visible, fc.constantFrom("return=", "count=exact", "0-", "*/*", "public"));
  const content = fc.array(words, { maxLength: 6 }).map((list) => list.join(","));
  const names = ["prefer", "range", "accept", "accept-profile", "content-profile", "content-type"];
  return fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...names, "range-unit", "x-http-method-override"), content),
      fc.constantFrom("GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"),
      (given, method) =>
        check("headers", method, "/films?id=eq.1", {
          headers: given,
          body: ["POST", "PATCH", "PUT"].includes(method) ? "[]" : undefined,
        }),
    ),
    { seed: 41, numRuns: 400, ...TIME },
  );
});
