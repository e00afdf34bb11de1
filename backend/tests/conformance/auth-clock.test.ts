import { expect, test } from "vitest";
import { authBackend } from "./auth-people.ts";

const backend = authBackend();

const HOUR = 3600;

const recover = () => backend.raw("POST", "/recover", { body: { email: "nobody@example.org" } });

test("after the clock was set back nobody waits longer than the limit's own window", async () => {
  expect((await recover()).status).toBe(200);
  const soon = await recover();
  expect(soon.status).toBe(429);
  const pause = Number(soon.headers.get("retry-after"));
  backend.clock.advance(-HOUR);
  const later = await recover();
  expect(later.status).toBe(429);
  expect(Number(later.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(later.headers.get("retry-after"))).toBeLessThanOrEqual(pause + 60);
  backend.clock.advance(61);
  expect((await recover()).status).toBe(200);
});
