import { describe, expect, it } from "vitest";
import { createPageCache, type Page } from "./page-cache.ts";

const page = (text: string, ttl: number | null = null): Page => ({
  status: 200,
  headers: {},
  body: new TextEncoder().encode(text),
  ttl,
});

const world = (limit = 1_000_000) => {
  let time = 0;
  let renders = 0;
  const cache = createPageCache({ limit, fresh: 100, stale: 50, now: () => time });
  const get = async (
    key: string,
    { ttl = null as number | null, mayStore = true, size = 1 } = {},
  ) => {
    const got = await cache.get(key, async () => {
      renders += 1;
      return { page: page(`${renders}`.padEnd(size), ttl), mayStore };
    });
    return new TextDecoder().decode(got.body).trim();
  };
  return {
    cache,
    get,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    renders: () => renders,
  };
};

/** Lets a background render finish. */
const drainAll = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

describe("the page cache", () => {
  it("renders once for all who ask at once, and keeps the page while it is fresh", async () => {
    const { get, pass, renders } = world();
    expect(await Promise.all([get("/"), get("/"), get("/")])).toEqual(["1", "1", "1"]);
    pass(99);
    expect(await get("/")).toBe("1");
    expect(renders()).toBe(1);
    expect(await get("/other")).toBe("2");
  });

  it("sends an old page while it renders a new one, but none that is too old", async () => {
    const { get, pass } = world();
    await get("/");
    pass(120);
    expect(await get("/")).toBe("1");
    await drainAll();
    expect(await get("/")).toBe("2");
    pass(151);
    expect(await get("/")).toBe("3");
  });

  it("sends nothing from before a write, not even what was being rendered meanwhile", async () => {
    const { cache, get } = world();
    await get("/");
    cache.invalidate();
    expect(await get("/")).toBe("2");
    let finish = () => {};
    const before = cache.get("/slow", async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { page: page("before"), mayStore: true };
    });
    cache.invalidate();
    const after = await get("/slow");
    finish();
    expect(new TextDecoder().decode((await before).body)).toBe("before");
    expect(after).toBe("3");
    expect(await get("/slow")).toBe("3");
  });

  it("lets a page that says how long it holds outlive writes", async () => {
    const { cache, get, pass } = world();
    await get("/sitemap.xml", { ttl: 1 });
    cache.invalidate();
    pass(900);
    expect(await get("/sitemap.xml")).toBe("1");
    pass(200);
    expect(await get("/sitemap.xml")).toBe("2");
  });

  it("keeps no failure, and asks again after one", async () => {
    const { cache, get } = world();
    await expect(cache.get("/", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await get("/", { mayStore: false })).toBe("1");
    expect(await get("/")).toBe("2");
  });

  it("stays within its bytes, and drops what was asked for longest ago", async () => {
    const { cache, get } = world(20_000);
    for (const key of ["/a", "/b", "/c", "/d"]) await get(key, { size: 1200 });
    await get("/a");
    for (let n = 0; n < 7; n++) await get(`/${n}`, { size: 1200 });
    expect(cache.size().bytes).toBeLessThanOrEqual(20_000);
    expect(await get("/a")).toBe("1");
    expect(await get("/b")).not.toBe("2");
    // A page that would push out many others is not cached.
    const huge = await get("/huge", { size: 5000 });
    expect(await get("/huge", { size: 5000 })).not.toBe(huge);
  });

  it("ends a render when the last who waits for it has left, and begins anew for the next", async () => {
    const { cache } = world();
    const signals: AbortSignal[] = [];
    const never = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason)),
      );
    };
    const callers = [new AbortController(), new AbortController()];
    const waits = Promise.allSettled(callers.map(({ signal }) => cache.get("/", never, signal)));
    callers[0]?.abort("left");
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    callers[1]?.abort("left too");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect((await waits).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const got = await cache.get("/", async () => ({ page: page("anew"), mayStore: true }));
    expect(new TextDecoder().decode(got.body)).toBe("anew");
  });
});
