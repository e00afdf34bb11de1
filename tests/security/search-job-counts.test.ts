import pg from "pg";
import { describe, expect, it } from "vitest";
import { testWorld } from "./test-world.ts";

/** What posting appends to the counts of jobs is part of every answer, before and after a task adds it up. */
const world = testWorld();

const connect = async () => {
  const client = new pg.Client(world.backend.db.connection);
  await client.connect();
  return client;
};
const POST = `insert into public.jobs (title, description, category, location, budget, user_id, contact_email)
  values ('A gate', 'B', $3, $2, $4, $1, 'a@people.example') returning id`;
const apply = (client: pg.Client) => client.query("select search.apply_job_count_changes()");
const total = async (filter: Record<string, unknown>) =>
  (await world.visitor.rpc("search_jobs", { ...filter, page_size: 50 })).data?.total;

describe("the counts of open jobs", () => {
  it("let a second post of the same place and day through before the first is committed", async () => {
    const [first, second] = [await connect(), await connect()];
    try {
      const values = [world.people.seeker.id, "Leeds", "IT", "£100"];
      await first.query(POST, values);
      const before = await total({ location: "leeds" });
      await first.query("begin");
      await first.query(POST, values);
      await second.query("set lock_timeout = '2s'");
      await second.query(POST, values);
      expect(await total({ location: "leeds" })).toBe(before + 1);
      await first.query("commit");
      expect(await total({ location: "leeds" })).toBe(before + 2);
    } finally {
      await first.end();
      await second.end();
    }
  });

  it("are exact for every filter at each step of random changes by several at once", async () => {
    const clients = await Promise.all([1, 2, 3, 4].map(connect));
    const owner = await connect();
    let state = 11;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
    const places = ["Leeds", "York", "Leeds Bradford", "Hull", "Bath", ""];
    const jobs: string[] = [];
    const change = async (client: pg.Client) => {
      const kind = random(4);
      const id = jobs.length > 20 ? jobs.splice(random(jobs.length), 1)[0] : undefined;
      if (id && kind === 0) await client.query("delete from public.jobs where id = $1", [id]);
      else if (id && kind === 1)
        await client.query("update public.jobs set location = $2 where id = $1", [
          id,
          pick(places),
        ]);
      else if (id && kind === 2)
        await client.query("update public.jobs set status = 'closed' where id = $1", [id]);
      const values = [world.people.seeker.id, pick(places), "IT", pick(["£100", "£20/hour", null])];
      const { rows } = await client.query<{ id: string }>(POST, values);
      jobs.push(rows[0]?.id ?? "");
    };
    const filters = [
      {},
      { category: "IT" },
      { location: "leeds" },
      { location: "e" },
      { location: "york", budget_type: "hourly" },
      { budget_type: "fixed" },
    ];
    const counts = async () => {
      const found = [];
      for (const few of ["8000", "0"]) {
        await owner.query("select set_config('jobs.few', $1, false)", [few]);
        for (const { category = null, location = null, budget_type = "any" } of filters as Record<
          string,
          string
        >[]) {
          const { rows } = await owner.query<{ found: { total: number; jobs: unknown[] } }>(
            "select public.search_jobs($1, $2, $3, page_size := 50) as found",
            [category, location, budget_type],
          );
          found.push([rows[0]?.found.total, rows[0]?.found.jobs]);
        }
      }
      return found;
    };
    try {
      for (let step = 0; step < 12; step++) {
        await Promise.all([
          ...clients.map(async (client) => {
            for (let n = 0; n < 4; n++) await change(client);
          }),
          apply(owner),
        ]);
        const appended = await counts();
        for (const [nr, [found, page]] of appended.entries())
          expect((page as unknown[]).length, `filter ${nr}`).toBe(Math.min(50, found as number));
        await apply(owner);
        expect(await counts(), `step ${step}`).toEqual(appended);
        const { rows } = await owner.query(`select sum(differences)::int as differences from (
             select differences from private.check_job_facets(null, 100000)
             union all select differences from private.check_job_counts(null, 100000)) as each`);
        expect(rows[0]?.differences).toBe(0);
      }
      const { rows } = await owner.query(
        "select count(*)::int as many from public.jobs where status = 'open'",
      );
      expect((await counts())[0]?.[0]).toBe(rows[0]?.many);
    } finally {
      for (const client of [...clients, owner]) await client.end();
    }
  });
});
