import { afterEach, expect, test, vi } from "vitest";
import type { FromChild } from "./orders.ts";
import { traceCalls } from "./traces.ts";

const sent: FromChild[] = [];
vi.mock("./orders.ts", () => ({ sendToParent: (message: FromChild) => sent.push(message) }));

const { fetch: plain } = globalThis;
const { measure } = performance;
afterEach(() => {
  globalThis.fetch = plain;
  performance.measure = measure;
});

const TRACE = "0af7651916cd43dd8448eb211c80319c";

test("a run's calls belong to its trace, and calls outside of a run to none", async () => {
  const called: string[] = [];
  globalThis.fetch = async (input) => {
    called.push(String(input));
    return new Response();
  };
  const run = traceCalls("http://own.example");
  await fetch("http://keys.example/before");
  performance.measure("before");
  await run(`00-${TRACE}-b7ad6b7169203331-01`, () =>
    fetch("http://own.example/rest").then(() => {}),
  );
  await run(`00-${TRACE}-b7ad6b7169203331-00`, () =>
    fetch("http://own.example/rest").then(() => {}),
  );
  expect(called).toHaveLength(3);
  const spans = sent.flatMap((message) => (message.kind === "span" ? message.span : []));
  expect(spans.map(({ name, traceId }) => [name, traceId])).toEqual([
    ["GET own.example", TRACE],
    ["run", TRACE],
  ]);
});

test("an address that is none rejects, as it does without traces", async () => {
  const run = traceCalls("http://own.example");
  await run(`00-${TRACE}-b7ad6b7169203331-01`, async () => {
    const call = fetch("no address");
    await expect(call).rejects.toThrow(TypeError);
  });
});
