import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { byOwnClock, memoryStorage, serviceNow } from "./token-storage.ts";

const HOUR = 3600;

/** The service's clock is the real one. */
const issuedAt = Math.floor(Date.now() / 1000);

const session = (id: string, more: object = {}) => {
  const claims = { sub: id, iat: issuedAt, exp: issuedAt + HOUR };
  return JSON.stringify({
    access_token: `head.${btoa(JSON.stringify(claims))}.signature`,
    expires_at: issuedAt + HOUR,
    ...more,
  });
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it.each([
  ["right", 0],
  ["61 minutes fast", 61 * 60],
  ["a day slow", -86_400],
])("measures a token's hour by the device's clock: %s", (_, wrong) => {
  const now = issuedAt + wrong;
  vi.setSystemTime(now * 1000);
  const storage = byOwnClock(memoryStorage());
  storage.setItem("session", session("one"));
  expect(JSON.parse(storage.getItem("session") ?? "").expires_at).toBe(now + HOUR);
  expect(serviceNow(JSON.parse(storage.getItem("session") ?? ""))).toBe(issuedAt * 1000);
  // One token, stored again with another account.
  vi.setSystemTime((now + 600) * 1000);
  storage.setItem("session", session("one", { user: {} }));
  expect(JSON.parse(storage.getItem("session") ?? "").expires_at).toBe(now + HOUR);
  storage.setItem("session", session("two"));
  expect(JSON.parse(storage.getItem("session") ?? "").expires_at).toBe(now + 600 + HOUR);
});

it("stores anything else as it is", () => {
  const storage = byOwnClock(memoryStorage());
  for (const text of ['"a secret"', "no JSON", '{"access_token":"unreadable","expires_at":1}']) {
    storage.setItem("other", text);
    expect(storage.getItem("other")).toBe(text);
  }
  storage.removeItem("other");
  expect(storage.getItem("other")).toBeNull();
});
