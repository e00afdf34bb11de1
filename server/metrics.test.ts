import { metrics, textOf } from "supabase-compatible-backend/core";
import { expect, test } from "vitest";
import { projectDatabase } from "#tests/project-database.ts";
import { measureDatabase, serveMetrics } from "./metrics.ts";

const database = projectDatabase();

const TOKEN = "a token of operators";
const PUBLIC = "https://www.example.org";

test.each([
  ["127.0.0.1", undefined, "http://localhost:3000", undefined, 200],
  ["::1", undefined, "http://[::1]:3000", undefined, 200],
  ["203.0.113.7", undefined, "http://localhost:3000", undefined, 404],
  ["127.0.0.1", undefined, "http://localhost-x.example", undefined, 404],
  ["127.0.0.1", undefined, "http://127.0.0.1.example", undefined, 404],
  // A proxy that sets no header makes everybody look like this machine.
  ["127.0.0.1", undefined, PUBLIC, undefined, 404],
  ["203.0.113.7", TOKEN, PUBLIC, TOKEN, 200],
  ["203.0.113.7", TOKEN, PUBLIC, "another", 404],
  ["127.0.0.1", TOKEN, "http://localhost:3000", undefined, 404],
])("a caller at %s, with METRICS_TOKEN %j at %s and the token %j, gets %d", async (...given) => {
  const [ip, token, siteUrl, sent, status] = given;
  const request = new Request(`${siteUrl}/metrics`, {
    headers: sent ? { authorization: `Bearer ${sent}` } : {},
  });
  const response = await serveMetrics(request, { ip }, { token, siteUrl });
  expect(response.status).toBe(status);
  expect((await response.text()).includes("nodejs_eventloop_delay_seconds")).toBe(status === 200);
});

test("waiting mail, failing tasks and connections are measured", async () => {
  const { db } = database;
  measureDatabase(db);
  await db.query("update private.scheduled_tasks set failures = 3 where name = 'deliver-notices'");
  await db.query(
    "insert into _backend.outbox (recipient, mail, created_at, next_attempt_at) values ('a@example.org', '{}', now() - interval '1 hour', now())",
  );
  const text = textOf(await metrics.snapshot());
  expect(text).toContain('\nmail_waiting{queue="outbox"} 1\n');
  expect(text).toMatch(/\nmail_oldest_seconds\{queue="outbox"\} 36\d\d/);
  expect(text).toContain('mail_waiting{queue="notices"} 0\n');
  expect(text).toContain('\ntask_failures{task="deliver-notices"} 3\n');
  expect(text).toMatch(/\ndatabase_connections\{user="\w+"\} [1-9]/);
  expect(text).toMatch(/\ndatabase_work_duration_seconds_count\{user="\w+"\} [1-9]/);
});
