import { createTaggedCache, type Dependencies } from "supabase-compatible-backend/core";
import { expect, it } from "vitest";
import type { Page } from "./page.ts";
import { createPageCache } from "./page-cache.ts";

const page = (text: string): Page => ({
  status: 200,
  headers: {},
  body: new TextEncoder().encode(text),
  coding: "br",
  born: 0,
});

const textOf = ({ body }: Page) => new TextDecoder().decode(body).trim();

const world = (bytes = 1_000_000) => {
  let time = 0;
  let renders = 0;
  let line = true;
  const waiting: string[] = [];
  const store = createTaggedCache({ limits: { bytes, entries: 1000 }, now: () => time });
  store.listen(async () => {
    for (const tag of waiting.splice(0)) store.invalidate([tag]);
    return line;
  });
  const cache = createPageCache(store);
  const made = (text: string, dependencies: Dependencies | null) => ({
    page: page(text),
    dependencies,
  });
  const get = async (
    key: string,
    {
      tags = ["all"] as string[] | null,
      until = Infinity,
      size = 1,
      hold = undefined as Promise<unknown> | undefined,
    } = {},
  ) => {
    const make = async () => {
      renders += 1;
      const text = `${renders}`.padEnd(size);
      await hold;
      return made(text, tags && { tags, until });
    };
    return textOf((await cache.get(key, make)).page);
  };
  return {
    cache,
    store,
    get,
    made,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    renders: () => renders,
    /** A change that arrives only when the listening connection is checked. */
    write: (tag = "all") => void waiting.push(tag),
    lose: () => {
      line = false;
    },
  };
};

it("renders once for simultaneous requests, and caches the page until something changes", async () => {
  const { get, write, renders } = world();
  expect(await Promise.all([get("/"), get("/"), get("/")])).toEqual(["1", "1", "1"]);
  expect(await get("/")).toBe("1");
  expect(renders()).toBe(1);
  expect(await get("/other", { tags: ["other"] })).toBe("2");
  write("other");
  expect([await get("/"), await get("/other")]).toEqual(["1", "3"]);
});

it("sends nothing from before a change, not even what was being rendered meanwhile", async () => {
  const { get, write, renders } = world();
  await get("/");
  write();
  expect(await get("/")).toBe("2");
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = get("/slow", { hold: promise });
  await new Promise(setImmediate);
  expect(renders()).toBe(3);
  write();
  const after = await get("/slow");
  resolve();
  expect([await before, after]).toEqual(["3", "4"]);
  expect(await get("/slow")).toBe("4");
});

it("sends nothing cached, and shares no render, while the connection is down", async () => {
  const { get, lose } = world();
  await get("/");
  lose();
  expect(await get("/")).toBe("2");
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = get("/slow", { hold: promise });
  expect(await get("/slow")).toBe("4");
  resolve();
  expect(await first).toBe("3");
});

it("sends what no change can invalidate, whatever the connection does", async () => {
  const { get, lose, pass } = world();
  await get("/robots.txt", { tags: [], until: 100 });
  lose();
  expect(await get("/robots.txt", { tags: [], until: 200 })).toBe("1");
  pass(100);
  expect(await get("/robots.txt", { tags: [], until: 200 })).toBe("2");
});

it("caches no failure and no private page, and renders again after one", async () => {
  const { cache, get } = world();
  await expect(cache.get("/", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await get("/", { tags: null })).toBe("1");
  expect(await get("/")).toBe("2");
});

it("a render that is refused for its first caller starts again once for all who waited", async () => {
  const { cache, made, get } = world();
  const { promise, reject } = Promise.withResolvers<never>();
  const first = cache.get("/", () => promise);
  const waiting = [get("/"), get("/")];
  // They ask the listening connection before they join.
  await new Promise(setImmediate);
  reject(new Error("too many"));
  await expect(first).rejects.toThrow("too many");
  expect(await Promise.all(waiting)).toEqual(["1", "1"]);
  let tries = 0;
  const failing = () => {
    tries += 1;
    return new Promise<ReturnType<typeof made>>((_, refuse) =>
      setImmediate(() => refuse(new Error("broken"))),
    );
  };
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => cache.get("/broken", failing)),
  );
  expect(all.map(({ status }) => status)).not.toContain("fulfilled");
  expect(tries).toBe(2);
});

it("renders each time without a cache", async () => {
  const cache = createPageCache(null);
  let renders = 0;
  const make = async () => {
    renders += 1;
    return { page: page(`${renders}`), dependencies: { tags: [], until: Infinity } };
  };
  expect(textOf((await cache.get("/", make)).page)).toBe("1");
  expect(await cache.get("/", make)).toMatchObject({ cached: false });
  expect(renders).toBe(2);
});

it("stays within its bytes, and drops the least recently used", async () => {
  const { store, get } = world(20_000);
  for (const key of ["/a", "/b", "/c", "/d"]) await get(key, { size: 1200 });
  await get("/a");
  for (let n = 0; n < 6; n++) await get(`/${n}`, { size: 1200 });
  expect(store.size().bytes).toBeLessThanOrEqual(20_000);
  expect(await get("/a")).toBe("1");
  expect(await get("/b")).not.toBe("2");
  // A page that would push out many others is not cached.
  const huge = await get("/huge", { size: 5000 });
  expect(await get("/huge", { size: 5000 })).not.toBe(huge);
});

it("ends a render when its last caller has left, and starts again for the next", async () => {
  const { cache, made } = world();
  const signals: AbortSignal[] = [];
  const never = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason)),
    );
  };
  const callers = [new AbortController(), new AbortController()];
  const waits = Promise.allSettled(callers.map((caller) => cache.get("/", never, caller)));
  // The second joins once it is known that nothing changed.
  await new Promise((resolve) => setImmediate(resolve));
  callers[0]?.abort("left");
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  callers[1]?.abort("left too");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect((await waits).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const { page: got } = await cache.get("/", async () => made("anew", null));
  expect(textOf(got)).toBe("anew");
});
