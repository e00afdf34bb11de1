import { describe, expect, it } from "vitest";
import { FORBIDDEN, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

const CHOICES = "user_id, email_notifications, marketing, job_alerts, provider_updates";

describe("notification_settings", () => {
  it("are there from the start, with marketing off", async () => {
    const { seeker } = world.people;
    const on = { email_notifications: true, job_alerts: true, provider_updates: true };
    expect(await rows(seeker.client.from("notification_settings").select(CHOICES))).toEqual([
      { ...on, user_id: seeker.id, marketing: false },
    ]);
  });

  it("can be read by nobody else, and the unsubscribe token by nobody at all", async () => {
    const { seeker, rival, admin } = world.people;
    for (const { client } of [rival, admin]) {
      const found = client.from("notification_settings").select(CHOICES).eq("user_id", seeker.id);
      expect(await rows(found)).toEqual([]);
    }
    const token = seeker.client.from("notification_settings").select("unsubscribe_token");
    await refused(token, FORBIDDEN);
  });

  it("cannot be changed, moved, made or removed by anybody else", async () => {
    const { seeker, rival } = world.people;
    const before = await world.picture("public.notification_settings");
    const table = rival.client.from("notification_settings");
    await table.update({ marketing: true }).eq("user_id", seeker.id);
    await refused(table.update({ user_id: seeker.id }).eq("user_id", rival.id), FORBIDDEN);
    await refused(table.insert({ user_id: rival.id }), FORBIDDEN);
    await refused(table.delete().eq("user_id", rival.id), FORBIDDEN);
    expect(await world.picture("public.notification_settings")).toBe(before);
  });
});

describe("scheduled tasks", () => {
  const run = async (name: string) =>
    (await world.rpc("service", "run_task", { p_name: name }).throwOnError()).data;
  const due = async () => (await rows(world.rpc("service", "due_tasks"))).map(({ name }) => name);
  const task = (what: string, name: string) =>
    world.see(`select ${what} from private.scheduled_tasks where name = $1`, [name]);
  const later = (name: string, seconds: number) =>
    world.sql(
      `update private.scheduled_tasks set last_run = last_run - $2 * interval '1 second',
         running_until = running_until - $2 * interval '1 second' where name = $1`,
      [name, seconds],
    );

  it("are done once when due, by one of several simultaneous callers", async () => {
    const { db } = world.backend;
    await db.query("create table private.runs (at timestamptz)");
    await db.query(`create function private.note_a_run() returns void language sql as
      'insert into private.runs select clock_timestamp() from pg_sleep(0.05)'`);
    await db.query(`insert into private.scheduled_tasks (name, run_every, procedure)
      values ('note-a-run', '1 hour', 'private.note_a_run()')`);
    expect(await due()).toContain("note-a-run");
    await Promise.all(Array.from({ length: 6 }, () => run("note-a-run")));
    expect(await world.count("private.runs")).toBe(1);
    expect(await due()).not.toContain("note-a-run");
    await db.query(
      "update private.scheduled_tasks set last_run = now() - interval '61 minutes' where name = 'note-a-run'",
    );
    await run("note-a-run");
    expect(await world.count("private.runs")).toBe(2);
  });

  it("that fail undo their own work, report why, and are repeated", async () => {
    const { db } = world.backend;
    await db.query(`create function private.break_down() returns void language plpgsql as
      $$ begin delete from private.runs; raise exception 'out of order'; end $$`);
    await db.query(`insert into private.scheduled_tasks (name, run_every, procedure)
      values ('break-down', '1 minute', 'private.break_down()')`);
    expect(await run("break-down")).toEqual({ error: "out of order" });
    expect(await task("last_error", "break-down")).toBe("out of order");
    expect(await world.count("private.runs")).toBe(2);
  });

  it("that fail are repeated soon, then later and later, and at their time once they succeed", async () => {
    const { db } = world.backend;
    await db.query(
      "create table private.moods (fine boolean); insert into private.moods values (false)",
    );
    await db.query(`create function private.moody() returns void language plpgsql as
      $$ begin if not (select fine from private.moods) then raise exception 'not today'; end if; end $$`);
    await db.query(`insert into private.scheduled_tasks (name, run_every, procedure)
      values ('moody', '1 day', 'private.moody()')`);
    for (const wait of [5, 30, 120, 600, 3600, 3600]) {
      expect(await run("moody")).toEqual({ error: "not today" });
      await later("moody", wait - 1);
      expect(await due(), `${wait}`).not.toContain("moody");
      await later("moody", 1);
      expect(await due(), `${wait}`).toContain("moody");
    }
    expect(await task("failures", "moody")).toBe(6);
    await db.query("update private.moods set fine = true");
    expect(await run("moody")).toEqual({ error: null });
    await later("moody", 24 * 3600 - 60);
    expect(await due()).not.toContain("moody");
    await later("moody", 60);
    expect(await due()).toContain("moody");
    const fine = "failures = 0 and last_error is null and last_success is not null";
    expect(await task(fine, "moody")).toBe(true);
  });

  it("that take too long have failed, and are not repeated at once", async () => {
    const { db } = world.backend;
    await db.query(`create function private.too_slow() returns boolean language sql as
      'select true from pg_sleep(5)'`);
    await db.query(`insert into private.scheduled_tasks (name, run_every, procedure, only_when) values
      ('too-slow', '1 minute', 'private.too_slow()', null),
      ('slow-condition', '1 minute', 'private.delete_old_rows()', 'private.too_slow()')`);
    await db.transaction(async (tx) => {
      await tx.query("set local statement_timeout = '200ms'");
      const [row] = await tx.query("select public.run_task('too-slow') as result");
      expect(row).toEqual({ result: { error: "canceling statement due to statement timeout" } });
    });
    expect(await task("failures", "too-slow")).toBe(1);
    await db.transaction(async (tx) => {
      await tx.query("set local statement_timeout = '500ms'");
      await tx.query("select public.due_tasks()");
    });
    const now = await due();
    expect(now).not.toContain("too-slow");
    expect(now).not.toContain("slow-condition");
    await db.query(
      "delete from private.scheduled_tasks where procedure = 'private.too_slow()' or only_when = 'private.too_slow()'",
    );
  });

  it("that are functions are called by one process, until it reports their end or dies", async () => {
    const { db } = world.backend;
    await db.query(`insert into private.scheduled_tasks (name, run_every, function_name)
      values ('call-out', '1 second', 'call-out')`);
    const started = await Promise.all(Array.from({ length: 6 }, () => run("call-out")));
    expect(started.filter(Boolean)).toEqual([{ function: "call-out" }]);
    await later("call-out", 100);
    expect(await run("call-out")).toBeNull();
    await world.rpc("service", "extend_task", { p_name: "call-out" }).throwOnError();
    await later("call-out", 100);
    expect(await run("call-out")).toBeNull();
    // Nobody extended it: its process has died.
    await later("call-out", 30);
    expect(await run("call-out")).toEqual({ function: "call-out" });
    await world
      .rpc("service", "finish_task", { p_name: "call-out", p_error: "answered 500" })
      .throwOnError();
    expect(await task("failures || ' ' || last_error", "call-out")).toBe("2 answered 500");
    await later("call-out", 29);
    expect(await run("call-out")).toBeNull();
    await later("call-out", 2);
    expect(await run("call-out")).toEqual({ function: "call-out" });
    await world.rpc("service", "finish_task", { p_name: "call-out" }).throwOnError();
    expect(await task("failures", "call-out")).toBe(0);
  });
});
