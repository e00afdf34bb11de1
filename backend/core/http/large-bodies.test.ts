import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { LARGE, withLargeBody } from "./large-bodies.ts";

const post = (bytes: number, headers: Record<string, string> = {}) =>
  new Request("http://x/", {
    method: "POST",
    body: "x",
    headers: { "content-length": String(bytes), ...headers },
  });

/** Begins so many requests of a caller; says how many run, and ends them one by one. */
const begin = async (requests: Request[], caller: string | undefined) => {
  const ends: (() => void)[] = [];
  const results = Promise.allSettled(
    requests.map((request) =>
      withLargeBody(request, caller, () => new Promise<void>((resolve) => ends.push(resolve))),
    ),
  );
  await nextTurn();
  return { ends, results };
};

const finish = async ({ ends, results }: Awaited<ReturnType<typeof begin>>) => {
  let isDone = false;
  void results.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    ends.shift()?.();
    await nextTurn();
  }
  return results;
};

const large = (count: number) => Array.from({ length: count }, () => post(LARGE + 1));

test("two large bodies of one caller are served at once, and hold up no other caller", async () => {
  const one = await begin(large(5), "one");
  const other = await begin(large(1), "other");
  expect([one.ends.length, other.ends.length]).toEqual([2, 1]);
  const [all] = await Promise.all([finish(one), finish(other)]);
  expect(all.every(({ status }) => status === "fulfilled")).toBe(true);
});

test("a caller with too many that wait is told to send one after another", async () => {
  const flood = await begin(large(40), "flood");
  const refused = (await finish(flood)).flatMap((each) =>
    each.status === "rejected" ? [each.reason] : [],
  );
  expect(refused).toHaveLength(18);
  expect(refused[0]).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
});

test("a body that does not say how long it is counts as large; small ones, and the service's own, do not", async () => {
  const chunked = () =>
    new Request("http://x/", {
      method: "POST",
      body: "x",
      headers: { "transfer-encoding": "chunked" },
    });
  const unknown = await begin([chunked(), chunked(), chunked()], "unknown");
  const small = await begin([post(LARGE), post(LARGE), post(10)], "small");
  const own = await begin(large(3), undefined);
  expect([unknown, small, own].map(({ ends }) => ends.length)).toEqual([2, 3, 3]);
  await Promise.all([unknown, small, own].map(finish));
});
