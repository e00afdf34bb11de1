import { expect, it } from "vitest";
import { projectDatabase } from "#tests/project-database.ts";

/** What every feedback, job and quote would wait for, although no answer depends on it. */
const test = projectDatabase();

it("no trigger's condition calls a function, which each statement would parse and plan", async () => {
  const triggers = `from pg_trigger t where not t.tgisinternal and t.tgqual is not null`;
  const [{ all } = { all: 0 }] = await test.db.query<{ all: number }>(
    `select count(*)::int as all ${triggers}`,
  );
  expect(all).toBeGreaterThan(10);
  expect(
    await test.db.query(`select t.tgrelid::regclass::text as table, t.tgname as name ${triggers}
      and exists (select from pg_depend d where d.classid = 'pg_trigger'::regclass and d.objid = t.oid
        and d.refclassid = 'pg_proc'::regclass and d.refobjid <> t.tgfoid)`),
  ).toEqual([]);
});

it("whether two were in contact is planned once, and not for each pair", async () => {
  const [found] = await test.db.query<{ settings: string[] }>(
    "select proconfig as settings from pg_proc where oid = 'private.have_interacted(uuid,uuid)'::regprocedure",
  );
  expect(found?.settings).toContain("plan_cache_mode=force_generic_plan");
});

it("a provider's rating is a part of the query that asks for it", async () => {
  const plan = await test.db.query<{ "QUERY PLAN": string }>(
    "explain select r.average from search.rating_of('00000000-0000-4000-8000-000000000000') as r",
  );
  const lines = plan.map((line) => line["QUERY PLAN"]).join("\n");
  expect(lines).toContain("Aggregate");
  expect(lines).not.toContain("Function Scan");
});
