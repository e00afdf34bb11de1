import { describe, expect, it } from "vitest";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { ANON, PUBLIC, world } from "#tests/kept-world.ts";

const bodies = (answers: { body: string }[]) => answers.map(({ body }) => body);

describe("what is kept", () => {
  it("is what says that everybody may share it, for as long as it says, marked by its age", async () => {
    const { ask, pass } = world();
    const first = await ask();
    expect(first).toMatchObject({ body: "answer 1", age: null });
    pass(59);
    expect(await ask()).toMatchObject({ body: "answer 1", age: "59" });
    pass(1);
    expect(await ask()).toMatchObject({ body: "answer 2", age: null });
  });

  it("says nothing to caches further out, which nobody could tell to forget", async () => {
    const { ask } = world();
    for (const { headers } of [await ask(), await ask()])
      expect(headers.get("cache-control")).toBe("public, max-age=0");
  });

  it("says nothing to them of what is not kept either, whoever asks and however", async () => {
    const { ask } = world();
    const member: Caller = { role: "authenticated", claims: { role: "authenticated", sub: "1" } };
    const said = async (...asked: Parameters<typeof ask>) =>
      (await ask(...asked)).headers.get("cache-control");
    expect(await said(undefined, { headers: { "cache-control": "no-store" } })).toBe(
      "public, max-age=0",
    );
    expect(await said(undefined, { caller: member })).toBe("public, max-age=0");
    expect(await said(`/find?q=${"x".repeat(3_000)}`)).toBe("public, max-age=0");
    expect(await said(undefined, { said: { status: 206, plain: true } })).toBe("public, max-age=0");
    const alone = { headers: { "cache-control": "s-maxage=60" } };
    expect(await said("/alone", { said: alone })).toBe("no-cache");
    const browsers = { headers: { "cache-control": "private,max-age=60" } };
    expect(await said("/mine", { said: browsers })).toBe("private,max-age=60");
  });

  it.each([
    ["no header", {}],
    ["for browsers alone", { "cache-control": "public, max-age=60" }],
    ["not said to be public", { "cache-control": "s-maxage=60" }],
    ["private", { "cache-control": "private, public, s-maxage=60" }],
    ["no-store", { "cache-control": "public, s-maxage=60, no-store" }],
    ["no-cache", { "cache-control": "public, s-maxage=60, no-cache" }],
    ["for no time", { "cache-control": "public, s-maxage=0" }],
    ["for a time that is none", { "cache-control": "public, s-maxage=-5" }],
    ["a cookie", { ...PUBLIC, "set-cookie": "a=b" }],
    ["varying by everything", { ...PUBLIC, vary: "accept, *" }],
  ])("is not what has %s", async (_, headers: Record<string, string>) => {
    const { ask, kept } = world();
    await ask(undefined, { said: { headers } });
    expect(await ask(undefined, { said: { headers } })).toMatchObject({
      body: "answer 2",
      age: null,
    });
    expect(kept.size().entries).toBe(0);
  });

  it.each([201, 204, 206, 301, 400, 401, 404, 500, 503])(
    "is no answer of status %d",
    async (status) => {
      const { ask, asked } = world();
      await ask(undefined, { said: { status } });
      await ask(undefined, { said: { status } });
      expect(asked()).toBe(2);
    },
  );

  it("is nothing that failed, for those who waited either", async () => {
    const { kept, ask } = world();
    await ask("/rpc/find?q=known");
    const fail = () =>
      kept.get(new Request("http://localhost/rest/v1/rpc/find?q=b"), ANON, async () => {
        throw new Error("down");
      });
    const outcomes = await Promise.allSettled([fail(), fail(), ask("/rpc/find?q=b")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect((await ask("/rpc/find?q=b")).age).toBe("0");
  });

  it.each(["plain", "one byte: é", "two bytes: ’ and 🔧", ""])(
    "is given again letter by letter where the API itself answered: %j",
    async (body) => {
      const { ask, asked, kept } = world();
      const said = { plain: true, body };
      for (let n = 0; n < 3; n++) {
        const answer = await ask(undefined, { said });
        expect([answer.body, answer.age]).toEqual([body, n === 0 ? null : "0"]);
        expect(answer.headers.get("cache-control")).toBe("public, max-age=0");
      }
      expect(asked()).toBe(1);
      expect(kept.size().bytes).toBeGreaterThanOrEqual(Buffer.byteLength(body));
    },
  );

  it("is nothing when it is switched off", async () => {
    const { ask, asked } = world(null);
    await ask();
    expect((await ask()).headers.get("cache-control")).toBe(PUBLIC["cache-control"]);
    expect(asked()).toBe(2);
  });
});

describe("whose answer it is", () => {
  it("is nobody's who is signed in, nor another role's, nor a stranger token's", async () => {
    const { ask, kept } = world();
    await ask();
    const others: Caller[] = [
      { role: "authenticated", claims: { role: "authenticated", sub: "1" } },
      { role: "authenticated", claims: { role: "authenticated" } },
      { role: "service_role", claims: { role: "service_role" } },
      { role: "anon", claims: { role: "anon", sub: "1" } },
      { role: "anon", claims: { role: "anon", session_id: "1" } },
      { role: "anon", claims: { role: "anon", tenant: "other" } },
    ];
    for (const caller of others) expect((await ask(undefined, { caller })).age).toBeNull();
    // The token with claims of its own has its own answers; those of people are not kept at all.
    expect(kept.size().entries).toBe(2);
    expect((await ask()).body).toBe("answer 1");
  });

  it("is that of the same method, address and headers that the API reads", async () => {
    const { ask, asked } = world();
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
    for (const [path, init] of questions) await ask(path, init);
    expect(asked()).toBe(questions.length);
    for (const [path, init] of questions) expect((await ask(path, init)).age).toBe("0");
  });

  it("is never that of a request which may write", async () => {
    const { ask, asked } = world();
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      await ask(undefined, { method });
      await ask(undefined, { method });
    }
    expect(asked()).toBe(8);
  });

  it("depends on the headers that it says it varies by", async () => {
    const { ask, kept } = world();
    const said = { headers: { ...PUBLIC, vary: "X-Town, x-trade" } };
    const from = (town: string) => ask(undefined, { said, headers: { "x-town": town } });
    expect(bodies([await from("hull"), await from("leeds")])).toEqual(["answer 1", "answer 2"]);
    expect(bodies([await from("hull"), await from("leeds")])).toEqual(["answer 1", "answer 2"]);
    expect(bodies(await Promise.all([from("york"), from("ely")]))).toEqual([
      "answer 3",
      "answer 4",
    ]);
    kept.forget();
    expect((await from("hull")).body).toBe("answer 5");
  });

  it("is another one for a caller who wants a newer one, and nobody's who wants none", async () => {
    const { ask, pass } = world();
    const wants = (control: string) => ask(undefined, { headers: { "cache-control": control } });
    await ask();
    pass(10);
    expect((await wants("max-age=11")).body).toBe("answer 1");
    expect((await wants("max-age=10")).body).toBe("answer 2");
    expect((await wants("no-store")).body).toBe("answer 3");
    expect((await ask()).body).toBe("answer 2");
    expect((await wants("no-cache")).body).toBe("answer 4");
    expect((await ask(undefined, { headers: { pragma: "no-cache" } })).body).toBe("answer 5");
    expect((await ask()).body).toBe("answer 5");
  });
});

describe("what was changed", () => {
  it("is never hidden behind a kept answer: the line is asked before one is sent", async () => {
    const { ask, write } = world();
    await ask();
    expect((await ask()).body).toBe("answer 1");
    write();
    expect((await ask()).body).toBe("answer 2");
    expect((await ask()).body).toBe("answer 2");
  });

  it("is not overtaken by an answer that was on its way", async () => {
    const { ask, kept } = world();
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = ask(undefined, { hold: promise });
    kept.forget();
    resolve();
    expect((await slow).body).toBe("answer 1");
    expect((await ask()).body).toBe("answer 2");
  });

  it("is seen by who asks while somebody waits who asked before it", async () => {
    const { ask, write } = world();
    await ask("/rpc/find?q=known");
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = ask(undefined, { hold: promise });
    write();
    const after = await ask();
    resolve();
    expect(bodies([await before, after])).toEqual(["answer 2", "answer 3"]);
    expect((await ask()).body).toBe("answer 3");
  });

  it("sends nothing kept while the line is down", async () => {
    const { ask, lose } = world();
    await ask();
    lose();
    expect((await ask()).body).toBe("answer 2");
  });
});

describe("many at once", () => {
  it("who ask the same are answered by one run, once it is known to be for everybody", async () => {
    const { ask, asked } = world();
    await ask("/rpc/find?q=known");
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask()));
    expect(new Set(bodies(answers))).toEqual(new Set(["answer 2"]));
    expect(asked()).toBe(2);
  });

  it("who ask for what is their own do not wait for each other", async () => {
    const { ask } = world();
    const said = { headers: {} };
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = ask("/mine", { said, hold: promise });
    expect((await ask("/mine", { said })).body).toBe("answer 2");
    resolve();
    expect((await first).body).toBe("answer 1");
  });

  it("who waited for an answer that turns out to be one person's ask for themselves", async () => {
    const { ask } = world();
    await ask("/rpc/find?q=known");
    const said = { headers: {} };
    const answers = await Promise.all([ask(undefined, { said }), ask(undefined, { said })]);
    expect(bodies(answers)).toEqual(["answer 2", "answer 3"]);
  });
});

describe("the bounds", () => {
  it("hold so many entries: what was asked for longest ago goes first", async () => {
    const { ask, kept } = world({ entries: 2 });
    await ask("/a");
    await ask("/b");
    await ask("/a");
    await ask("/c");
    expect(kept.size().entries).toBe(2);
    expect((await ask("/a")).age).toBe("0");
    expect((await ask("/b")).age).toBeNull();
  });

  it("takes two bytes for each letter of a text that needs them", async () => {
    const filled = async (body: string) => {
      const { ask, kept } = world();
      await ask(undefined, { said: { plain: true, body } });
      return kept.size().bytes;
    };
    const least = await filled("x".repeat(1000));
    expect((await filled(`${"x".repeat(999)}’`)) - least).toBe(1000);
  });

  it("hold so many bytes, none of them for a single large one or an endless address", async () => {
    const { ask, kept } = world({ bytes: 80_000 });
    for (let n = 0; n < 30; n++) await ask(`/find?q=${n}`, { said: { body: "x".repeat(7_000) } });
    expect(kept.size().bytes).toBeLessThanOrEqual(80_000);
    expect(kept.size().entries).toBeGreaterThan(5);
    await ask("/large", { said: { body: "x".repeat(20_000) } });
    expect((await ask("/large")).age).toBeNull();
    const long = `/find?q=${"x".repeat(3_000)}`;
    await ask(long);
    expect((await ask(long)).age).toBeNull();
  });

  it("hold however many spellings of an address are tried", async () => {
    const { ask, kept } = world();
    for (let n = 0; n < 300; n++) await ask(`/find${n}`);
    expect(kept.size().entries).toBe(100);
  });
});
