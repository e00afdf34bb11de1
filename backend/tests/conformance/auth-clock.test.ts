import { expect, test } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";

const backend = perFile(startTestBackend);

const HOUR = 3600;

const recover = () =>
  backend.request("/auth/v1/recover", {
    method: "POST",
    headers: { apikey: backend.keys.anon, "content-type": "application/json" },
    body: JSON.stringify({ email: "nobody@example.org" }),
  });

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
