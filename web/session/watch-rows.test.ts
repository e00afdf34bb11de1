import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Db } from "./database.ts";
import { DEBOUNCE, POLL_EVERY, watchRows } from "./watch-rows.ts";

const START_AFTER_MS = 3_000;
const JOBS = { table: "jobs", event: "INSERT", startAfter: START_AFTER_MS } as const;

/** A document that can be hidden, and a client whose socket the test controls. */
const page = Object.assign(new EventTarget(), { hidden: false });
const show = (hidden: boolean) => {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
};

let notify = () => {};
let become: (status: string) => void = () => {};
const removed = vi.fn();
const channel = {
  on: (_kind: string, _what: object, listener: () => void) => {
    notify = listener;
    return channel;
  },
  subscribe: (listener: (status: string) => void) => {
    become = listener;
    return channel;
  },
};
const open = async () => ({ channel: () => channel, removeChannel: removed }) as unknown as Db;
const count = vi.fn();
let end = () => {};

const start = async (client = open) => {
  end = watchRows(client, count, JOBS);
  await vi.advanceTimersByTimeAsync(START_AFTER_MS);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  page.hidden = false;
  become = () => {};
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  count.mockReset();
  removed.mockReset();
});

it("new jobs are counted once the socket is connected, and once for several that arrive together", async () => {
  await start();
  expect(count).not.toHaveBeenCalled();
  become("SUBSCRIBED");
  expect(count).toHaveBeenCalledTimes(1);
  for (let job = 0; job < 3; job++) notify();
  await vi.advanceTimersByTimeAsync(DEBOUNCE);
  expect(count).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10 * POLL_EVERY);
  expect(count).toHaveBeenCalledTimes(2);
});

it.each(["CHANNEL_ERROR", "TIMED_OUT", "CLOSED"])(
  "new jobs are loaded every 60 seconds while the socket reports %s, and no more when it is back",
  async (status) => {
    expect(POLL_EVERY).toBe(60_000);
    await start();
    for (let turn = 0; turn < 3; turn++) become(status);
    await vi.advanceTimersByTimeAsync(POLL_EVERY - 1);
    expect(count).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(count).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2 * POLL_EVERY);
    expect(count).toHaveBeenCalledTimes(3);
    become("SUBSCRIBED");
    expect(count).toHaveBeenCalledTimes(4);
    await vi.advanceTimersByTimeAsync(2 * POLL_EVERY);
    expect(count).toHaveBeenCalledTimes(4);
  },
);

it("new jobs cost nothing while the page is hidden, and are counted when it is visible again", async () => {
  await start();
  become("SUBSCRIBED");
  show(true);
  notify();
  await vi.advanceTimersByTimeAsync(DEBOUNCE);
  expect(count).toHaveBeenCalledTimes(1);
  show(false);
  expect(count).toHaveBeenCalledTimes(2);
  show(true);
  show(false);
  expect(count).toHaveBeenCalledTimes(2);
});

it("new jobs stop when the reader leaves, at any moment", async () => {
  end = watchRows(open, count, JOBS);
  end();
  await vi.advanceTimersByTimeAsync(START_AFTER_MS + POLL_EVERY);
  await start();
  become("TIMED_OUT");
  notify();
  end();
  // Closing reports it once more.
  become("CLOSED");
  await vi.advanceTimersByTimeAsync(2 * POLL_EVERY);
  show(false);
  expect(count).not.toHaveBeenCalled();
  expect(removed).toHaveBeenCalledTimes(1);
});
