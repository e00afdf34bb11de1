import { expect, it } from "vitest";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { ANON, world } from "#backend/tests/response-cache-world.ts";

const bodies = (responses: { body: string }[]) => responses.map(({ body }) => body).join(", ");

it("what is cached is what says that everybody may share it, for as long as it says, marked by its age", async () => {
  const { get, pass } = world();
  const first = await get();
  expect(first).toMatchObject({ body: "answer 1", age: null });
  pass(59);
  expect(await get()).toMatchObject({ body: "answer 1", age: "59" });
  pass(1);
  expect(await get()).toMatchObject({ body: "answer 2", age: null });
});

it.each([
  ["private", { "cache-control": "private, public" }],
  ["no-store", { "cache-control": "public, no-store" }],
  ["no-cache", { "cache-control": "public, no-cache" }],
  ["a cookie", { "set-cookie": "a=b" }],
  ["varying by everything", { vary: "accept, *" }],
])("what is cached is not what has %s", async (_, headers: Record<string, string>) => {
  const { get, size } = world();
  await get(undefined, { reply: { headers } });
  expect(await get(undefined, { reply: { headers } })).toMatchObject({
    body: "answer 2",
    age: null,
  });
  expect(size().entries).toBe(0);
});

it.each([201, 204, 206, 301, 400, 401, 404, 500, 503])(
  "what is cached is no response of status %d",
  async (status) => {
    const { get, loads } = world();
    await get(undefined, { reply: { status } });
    await get(undefined, { reply: { status } });
    expect(loads()).toBe(2);
  },
);

it("what is cached is nothing that failed, for those who waited either", async () => {
  const { cache, get } = world();
  await get("/rpc/find?q=known");
  const fail = () =>
    cache.get(new Request("http://localhost/rest/v1/rpc/find?q=b"), ANON, async () => {
      throw new Error("down");
    });
  const outcomes = await Promise.allSettled([fail(), fail(), get("/rpc/find?q=b")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect((await get("/rpc/find?q=b")).age).toBe("0");
});

it("what is cached is nothing when it is switched off", async () => {
  const { get, loads } = world(null);
  await get();
  expect((await get()).headers.get("cache-control")).toBeNull();
  expect(loads()).toBe(2);
});

it("a response is for no signed-in person, no other role and no unknown token", async () => {
  const { get, size } = world();
  await get();
  const others: Caller[] = [
    { role: "authenticated", claims: { role: "authenticated", sub: "1" } },
    { role: "authenticated", claims: { role: "authenticated" } },
    { role: "service_role", claims: { role: "service_role" } },
    { role: "anon", claims: { role: "anon", sub: "1" } },
    { role: "anon", claims: { role: "anon", session_id: "1" } },
    { role: "anon", claims: { role: "anon", tenant: "other" } },
  ];
  for (const caller of others) expect((await get(undefined, { caller })).age).toBeNull();
  // A token with its own claims has its own responses; people's responses are not cached.
  expect(size().entries).toBe(2);
  expect((await get()).body).toBe("answer 1");
});

it("a response is that of the same method, address and headers that the API reads", async () => {
  const { get, loads } = world();
  const questions: [string, RequestInit?][] = [
    ["/rpc/find?q=a"],
    ["/rpc/find?q=b"],
    ["/rpc/find?q=A"],
    ["/rpc/find"],
    ["/find?q=a"],
    ["/rpc/find?q=a", { method: "HEAD" }],
    ["/rpc/find?q=a", { headers: { accept: "text/csv" } }],
    ["/rpc/find?q=a", { headers: { "accept-profile": "other" } }],
    ["/rpc/find?q=a", { headers: { prefer: "count=exact" } }],
    ["/rpc/find?q=a", { headers: { range: "0-1" } }],
  ];
  for (const [path, init] of questions) await get(path, init);
  expect(loads()).toBe(questions.length);
  for (const [path, init] of questions) expect((await get(path, init)).age).toBe("0");
});

it("a response is never that of a request which may write", async () => {
  const { get, loads } = world();
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    await get(undefined, { method });
    await get(undefined, { method });
  }
  expect(loads()).toBe(8);
});

it("a response depends on the headers that it says it varies by", async () => {
  const { get, invalidate } = world();
  const reply = { headers: { vary: "X-Town, x-trade" } };
  const from = (town: string) => get(undefined, { reply, headers: { "x-town": town } });
  expect(bodies([await from("hull"), await from("leeds")])).toBe("answer 1, answer 2");
  expect(bodies([await from("hull"), await from("leeds")])).toBe("answer 1, answer 2");
  expect(bodies(await Promise.all([from("york"), from("ely")]))).toBe("answer 3, answer 4");
  invalidate();
  expect((await from("hull")).body).toBe("answer 5");
});

it("a response is made again for a caller who requests a newer one, and not used for one who forbids caches", async () => {
  const { get, pass } = world();
  const wants = (control: string) => get(undefined, { headers: { "cache-control": control } });
  await get();
  pass(10);
  expect((await wants("max-age=11")).body).toBe("answer 1");
  expect((await wants("max-age=10")).body).toBe("answer 2");
  expect((await wants("no-store")).body).toBe("answer 3");
  expect((await get()).body).toBe("answer 2");
  expect((await wants("no-cache")).body).toBe("answer 4");
  expect((await get(undefined, { headers: { pragma: "no-cache" } })).body).toBe("answer 5");
  expect((await get()).body).toBe("answer 5");
});

it("what was changed is never hidden by a cached response: the listening connection confirms each first", async () => {
  const { get, write } = world();
  await get();
  expect((await get()).body).toBe("answer 1");
  write();
  expect((await get()).body).toBe("answer 2");
  expect((await get()).body).toBe("answer 2");
});

it("what was changed is not hidden by a response that was being made", async () => {
  const { get, invalidate } = world();
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = get(undefined, { hold: promise });
  invalidate();
  resolve();
  expect((await slow).body).toBe("answer 1");
  expect((await get()).body).toBe("answer 2");
});

it("what was changed is seen by a request made after it, while one from before it still runs", async () => {
  const { get, write } = world();
  await get("/rpc/find?q=known");
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = get(undefined, { hold: promise });
  write();
  const after = await get();
  resolve();
  expect(bodies([await before, after])).toBe("answer 2, answer 3");
  expect((await get()).body).toBe("answer 3");
});

it("a change ends what has its tag, and nothing else", async () => {
  const { get, write } = world();
  const reply = (tag: string) => ({ reply: { tags: [tag, "both"] } });
  await get("/a", reply("a"));
  await get("/b", reply("b"));
  write("a");
  expect(bodies([await get("/a", reply("a")), await get("/b", reply("b"))])).toBe(
    "answer 3, answer 2",
  );
  write("both");
  expect(bodies([await get("/a", reply("a")), await get("/b", reply("b"))])).toBe(
    "answer 4, answer 5",
  );
});

it("sends nothing cached while the listening connection is down", async () => {
  const { get, lose } = world();
  await get();
  lose();
  expect((await get()).body).toBe("answer 2");
});

it("identical requests share one run once the response is known to be public", async () => {
  const { get, loads } = world();
  await get("/rpc/find?q=known");
  const responses = await Promise.all(Array.from({ length: 16 }, () => get()));
  expect(new Set(responses.map(({ body }) => body))).toEqual(new Set(["answer 2"]));
  expect(loads()).toBe(2);
});

it("requests for private responses do not wait for each other", async () => {
  const { get } = world();
  const reply = { tags: null };
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = get("/mine", { reply, hold: promise });
  expect((await get("/mine", { reply })).body).toBe("answer 2");
  resolve();
  expect((await first).body).toBe("answer 1");
});

it("callers who waited for a response that turns out to be private run their own request", async () => {
  const { get } = world();
  await get("/rpc/find?q=known");
  const reply = { tags: null };
  const answers = await Promise.all([get(undefined, { reply }), get(undefined, { reply })]);
  expect(bodies(answers)).toBe("answer 2, answer 3");
});

it("the cache has a limited number of entries: the least recently used is dropped first", async () => {
  const { get, size } = world({ entries: 2 });
  await get("/a");
  await get("/b");
  await get("/a");
  await get("/c");
  expect(size().entries).toBe(2);
  expect((await get("/a")).age).toBe("0");
  expect((await get("/b")).age).toBeNull();
});

it("entries have a limited size: no single large entry or very long address uses all of it", async () => {
  const { get, size } = world({ bytes: 80_000 });
  for (let n = 0; n < 30; n++) await get(`/find?q=${n}`, { reply: { body: "x".repeat(7_000) } });
  expect(size().bytes).toBeLessThanOrEqual(80_000);
  expect(size().entries).toBeGreaterThan(5);
  await get("/large", { reply: { body: "x".repeat(20_000) } });
  expect((await get("/large")).age).toBeNull();
  const long = `/find?q=${"x".repeat(3_000)}`;
  await get(long);
  expect((await get(long)).age).toBeNull();
});

it("entries are limited however many spellings of an address are tried", async () => {
  const { get, size } = world();
  for (let n = 0; n < 300; n++) await get(`/find${n}`);
  expect(size().entries).toBe(100);
});
