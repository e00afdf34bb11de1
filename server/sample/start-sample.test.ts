import type { Backend } from "supabase-compatible-backend";
import { silentLog } from "supabase-compatible-backend/core";
import { expect, it } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { THE_PROJECT } from "#tests/the-project.ts";
import { hasSample, loadSample } from "./sample.ts";
import { startSample } from "./start-sample.ts";

const clock = { now: () => Date.now() };

it("a sample is left by a start that ends while the load waits, which is at once", async () => {
  const test = await perTest(testDatabase({ project: THE_PROJECT }));
  const leaving = new AbortController();
  await test.db.transaction(async ({ query }) => {
    await query("lock table public.businesses in access exclusive mode");
    const load = loadSample({ db: test.db, clock, log: silentLog, signal: leaving.signal });
    const ended = load.then(
      () => "loaded",
      () => "cut off",
    );
    const waiting = () =>
      test.db.query(
        "select from pg_locks where not granted and relation = 'public.businesses'::regclass",
      );
    await expect.poll(waiting).toHaveLength(1);
    leaving.abort();
    expect(await ended).toBe("cut off");
  });
  expect(await hasSample(test.db)).toBe(false);
  expect(await loadSample({ db: test.db, clock, log: silentLog })).toBe(true);
});

it("a site whose sample cannot be loaded serves without it, says so, and loads it at the next start", async () => {
  const { db } = await perTest(testDatabase({ project: THE_PROJECT }));
  const lines: string[] = [];
  const events: string[] = [];
  const start = async () => {
    const backend = { db, keys: {}, fetch: async () => new Response() } as unknown as Backend;
    const log = { ...silentLog, error: (event: string) => events.push(event) };
    const leaving = new AbortController();
    const say = (line: string) => lines.push(line);
    const { drawn } = await startSample({ backend, skip: false, log, say, signal: leaving.signal });
    leaving.abort();
    await drawn;
  };
  await db.query(
    "alter table public.business_claims add constraint none check (status <> 'pending')",
  );
  await start();
  expect(events).toEqual(["sample.failed"]);
  expect(lines).toEqual([
    "The sample could not be loaded, and the site runs without it. The next start tries again.",
  ]);
  await db.query("alter table public.business_claims drop constraint none");
  await start();
  const first = "  Admin: make the first one at /admin-signup";
  expect(lines.at(-1)).toMatch(/^Sample sign-ins\n( {2}.*\n)+/);
  expect(lines.at(-1)?.split("\n")).toContain(first);
  expect(await hasSample(db)).toBe(true);
  await db.query(
    `update public.profiles set account_type = 'admin'
       where id = (select id from public.profiles where account_type = 'client' limit 1)`,
  );
  await start();
  expect(lines.at(-1)).toMatch(/^Sample sign-ins/);
  expect(lines.at(-1)?.split("\n")).not.toContain(first);
});
