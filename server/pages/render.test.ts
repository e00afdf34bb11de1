import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import type { RequestContext } from "#web/session/site.ts";
import { Busy, createRenderer } from "./render.ts";

/** Opens the page of such a site for a caller. */
const rendererOf = (build: ServerBuild) => {
  const { respond } = createRenderer({ build, mode: "production" });
  return (caller: string) =>
    respond("http://localhost/", {
      site: async () => ({}) as RequestContext,
      signal: new AbortController().signal,
      caller,
    });
};

/** A site of one page that waits for nothing. */
const siteOf = (page: () => Response | Promise<Response>) =>
  ({
    entry: { module: { siteContext: {}, default: () => new Response() } },
    routes: { root: { id: "root", path: "*", module: { loader: page } } },
    assets: { routes: {} },
    ssr: true,
    future: {},
    basename: "/",
    publicPath: "/",
    routeDiscovery: { mode: "initial" },
  }) as unknown as ServerBuild;

test("a few pages that wait for nothing share a turn, and other work runs before the next", async () => {
  let turn = 0;
  let counting = true;
  const count = () => {
    turn += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const pagesByTurn = new Map<number, number>();
  const open = rendererOf(
    siteOf(() => {
      pagesByTurn.set(turn, (pagesByTurn.get(turn) ?? 0) + 1);
      return new Response("a page");
    }),
  );
  const pages = Array.from({ length: 60 }, async () => (await open("somebody")).text());
  expect(new Set(await Promise.all(pages))).toEqual(new Set(["a page"]));
  counting = false;
  // Fewer in a turn cost half as much processor time again: they share no round trip and no write.
  expect(Math.max(...pagesByTurn.values())).toBe(8);
});

test("one network's crowd of pages leaves places for the pages of others", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const open = rendererOf(siteOf(() => held.then(() => new Response("a page"))));
  const crowd = Array.from({ length: 600 }, () => open("one"));
  const ended = Promise.allSettled(crowd);
  const others = Array.from({ length: 50 }, (_, n) => open(`another ${n}`));
  const refusals = await Promise.allSettled(crowd.slice(200));
  expect(refusals.every((one) => one.status === "rejected" && one.reason instanceof Busy)).toBe(
    true,
  );
  release();
  for (const page of await Promise.all(others)) expect(await page.text()).toBe("a page");
  await ended;
});
