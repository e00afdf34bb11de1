import { afterAll, beforeAll, expect, test } from "vitest";
import {
  body,
  encode,
  headers,
  json,
  MARK,
  query,
  type Random,
  random,
  table,
  value,
} from "./rest-random.ts";
import { ADA, type Ask, startWorld, type World } from "./rest-world.ts";

/*
 * Random requests from fixed seeds. Whatever is asked: the answer is no 5xx and no syntax error, has
 * PostgREST's shape, and no value of the request ever stands in the text of a statement.
 */

let world: World;
const texts: string[] = [];
const answers = new Map<number, number>();

beforeAll(async () => {
  world = await startWorld();
  const { api } = world.backend.kernel;
  const batch = api.batch;
  api.batch = (statements) => {
    texts.push(...statements.map(({ text }) => text));
    return batch(statements);
  };
});
afterAll(() => world?.close());

// Aliases are the one thing a caller names that becomes part of a statement, quoted.
const outsideQuotes = (text: string) => text.replaceAll(/"(?:[^"]|"")*"/g, '""');

const check = async (about: string, method: string, path: string, ask: Ask = {}) => {
  texts.length = 0;
  const { status, text } = await world.ask(method, path, ask);
  const told = `${about}: ${method} ${path} ${JSON.stringify(ask).slice(0, 500)} -> ${status} ${text.slice(0, 300)}`;
  expect(status, told).toBeLessThan(500);
  answers.set(status, (answers.get(status) ?? 0) + 1);
  if (status >= 400 && method !== "HEAD") {
    const error = JSON.parse(text) as { code: string; message: string };
    expect(Object.keys(error), told).toEqual(["code", "message", "details", "hint"]);
    // A search term may be wrong in its own language; a statement of ours never is in SQL.
    const term = error.message.includes("in tsquery");
    if (!term) expect(["42601", "42P02", "08P01"], told).not.toContain(error.code);
  }
  for (const sql of texts) expect(outsideQuotes(sql), told).not.toContain(MARK);
};

const repeat = async (seed: number, times: number, request: (r: Random) => Promise<void>) => {
  const r = random(seed);
  for (let turn = 0; turn < times; turn++) await request(r);
};

const LONG = { timeout: 120_000 };

test.for([1, 2, 3, 4])("reads, seed %i", LONG, (seed) =>
  repeat(seed, 400, (r) => {
    const about = table(r);
    const method = r.chance(0.8) ? "GET" : "HEAD";
    return check(`seed ${seed}`, method, `/${encode(about)}?${query(r, about)}`, {
      headers: headers(r),
    });
  }),
);

test.for([11, 12, 13])("changes, seed %i", LONG, async (seed) => {
  const token = await world.token({ role: "authenticated", sub: ADA });
  await repeat(seed, 300, (r) => {
    const about = table(r);
    const method = r.one(["POST", "POST", "PATCH", "PUT", "DELETE"]);
    const type = r.one(["text/csv", "application/x-www-form-urlencoded", "text/plain", "x"]);
    return check(`seed ${seed}`, method, `/${encode(about)}?${query(r, about)}`, {
      token,
      body: method === "DELETE" ? undefined : body(r, about),
      headers: { ...headers(r), ...(r.chance(0.05) ? { "content-type": type } : {}) },
    });
  });
});

test.for([21, 22])("calls, seed %i", LONG, (seed) =>
  repeat(seed, 300, (r) => {
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
    const asked = about && r.chance(0.5) ? [query(r, about)] : [];
    const given = Object.fromEntries(used.map((each) => [each, json(r, ["a", MARK], 2)]));
    return check(
      `seed ${seed}`,
      get ? "GET" : "POST",
      `/rpc/${name}?${[...(get ? args : []), ...asked].join("&")}`,
      {
        body: get ? undefined : JSON.stringify(r.chance(0.9) ? given : json(r, ["a", "id"])),
        headers: headers(r),
      },
    );
  }),
);

test("the requests were not all refused, nor all fine", () => {
  const share = (from: number, to: number) =>
    [...answers].reduce(
      (sum, [status, count]) => (status >= from && status < to ? sum + count : sum),
      0,
    );
  expect(share(200, 300)).toBeGreaterThan(250);
  expect(share(400, 500)).toBeGreaterThan(500);
});

test("deep JSON, deep lists and long names are answered", LONG, async () => {
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
