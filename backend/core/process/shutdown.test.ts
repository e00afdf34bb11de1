import { expect, test } from "vitest";
import { silentLog } from "../log.ts";
import { createEnding } from "./shutdown.ts";

const world = (within?: number) => {
  let time = 0;
  const exits: number[] = [];
  const closing = Promise.withResolvers<void>();
  let closes = 0;
  const ending = createEnding({
    close: () => {
      closes += 1;
      return closing.promise;
    },
    within,
    log: silentLog,
    exit: (code) => exits.push(code),
    now: () => time,
  });
  return {
    ending,
    exits,
    closing,
    closes: () => closes,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};
const turn = () => new Promise(setImmediate);

test("two signals at once count as one, and a failure while closing changes nothing", async () => {
  const { ending, exits, closing, closes, pass } = world();
  ending.onSignal();
  pass(200);
  ending.onSignal();
  void ending.end(1);
  expect(exits).toEqual([]);
  closing.resolve();
  await turn();
  expect({ exits, closes: closes() }).toEqual({ exits: [0], closes: 1 });
});

test("a later signal does not wait", () => {
  const { ending, exits, pass } = world();
  ending.onSignal();
  pass(1_500);
  ending.onSignal();
  expect(exits).toEqual([1]);
});

test("what cannot be closed is left, and logged", async () => {
  const late = world(5);
  late.ending.onSignal();
  await expect.poll(() => late.exits).toEqual([1]);
  const broken = world();
  void broken.ending.end(0);
  broken.closing.reject(new Error("stuck"));
  await turn();
  expect(broken.exits).toEqual([1]);
});
