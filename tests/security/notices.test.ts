import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANONYMOUS, FORBIDDEN, outcome, rows, startWorld, type World } from "./people.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const CHOICES = "user_id, email_notifications, marketing, job_alerts, provider_updates";

describe("notification_settings", () => {
  it("are there from the start, with marketing off", async () => {
    const { seeker } = world.people;
    expect(await rows(seeker.client.from("notification_settings").select(CHOICES))).toEqual([
      {
        user_id: seeker.id,
        email_notifications: true,
        marketing: false,
        job_alerts: true,
        provider_updates: true,
      },
    ]);
  });

  it("are nobody else's to read, and the unsubscribe token is nobody's at all", async () => {
    const { seeker, rival, admin } = world.people;
    for (const { client } of [rival, admin]) {
      const found = client.from("notification_settings").select(CHOICES).eq("user_id", seeker.id);
      expect(await rows(found)).toEqual([]);
    }
    const token = seeker.client.from("notification_settings").select("unsubscribe_token");
    expect(await outcome(token)).toBe(FORBIDDEN);
    const visitor = world.visitor.from("notification_settings").select("user_id");
    expect(await outcome(visitor)).toBe(ANONYMOUS);
  });

  it("are nobody else's to change, nor may they be moved, made or removed", async () => {
    const { seeker, rival } = world.people;
    const before = await world.picture("public.notification_settings");
    await rival.client
      .from("notification_settings")
      .update({ marketing: true })
      .eq("user_id", seeker.id);
    const table = rival.client.from("notification_settings");
    expect(await outcome(table.update({ user_id: seeker.id }).eq("user_id", rival.id))).toBe(
      FORBIDDEN,
    );
    expect(await outcome(table.insert({ user_id: rival.id }))).toBe(FORBIDDEN);
    expect(await outcome(table.delete().eq("user_id", rival.id))).toBe(FORBIDDEN);
    expect(await world.picture("public.notification_settings")).toBe(before);
  });
});

describe("the queue and the schedule", () => {
  it.each(["take_notices", "due_tasks"])("%s is the server's alone", async (name) => {
    expect(await outcome(world.visitor.rpc(name))).toBe(ANONYMOUS);
    for (const who of ["seeker", "member", "admin"] as const) {
      expect(await outcome(world.people[who].client.rpc(name)), who).toBe(FORBIDDEN);
    }
  });

  it("finish_notice and run_task too", async () => {
    const { client } = world.people.admin;
    expect(await outcome(client.rpc("finish_notice", { p_id: crypto.randomUUID() }))).toBe(
      FORBIDDEN,
    );
    expect(await outcome(client.rpc("run_task", { p_name: "forget-notices" }))).toBe(FORBIDDEN);
  });

  it("the tables behind them cannot be addressed", async () => {
    for (const table of ["notices", "notice_kinds", "scheduled_tasks"]) {
      const { status } = await world.ask(`/rest/v1/${table}`, { as: "admin" });
      expect(status, table).toBe(404);
    }
  });
});

describe("scheduled tasks", () => {
  const run = (name: string) => world.service.rpc("run_task", { p_name: name });

  it("are done once when due, by one of those who ask at once", async () => {
    const { db } = world.backend;
    await db.query("create table private.runs (at timestamptz)");
    await db.query(`create function private.note_a_run() returns void language sql as
      'insert into private.runs select clock_timestamp() from pg_sleep(0.05)'`);
    await db.query(`insert into private.scheduled_tasks (name, run_every, procedure)
      values ('note-a-run', '1 hour', 'private.note_a_run()')`);
    expect(await rows(world.service.rpc("due_tasks"))).toContain("note-a-run");
    await Promise.all(Array.from({ length: 6 }, () => run("note-a-run")));
    expect(await world.see("select count(*)::int from private.runs")).toBe(1);
    expect(await rows(world.service.rpc("due_tasks"))).not.toContain("note-a-run");
    await db.query(
      "update private.scheduled_tasks set last_run = now() - interval '61 minutes' where name = 'note-a-run'",
    );
    await run("note-a-run");
    expect(await world.see("select count(*)::int from private.runs")).toBe(2);
  });

  it("that fail undo their own work, say why, and come again", async () => {
    const { db } = world.backend;
    await db.query(`create function private.break_down() returns void language plpgsql as
      $$ begin delete from private.runs; raise exception 'out of order'; end $$`);
    await db.query(`insert into private.scheduled_tasks (name, run_every, procedure)
      values ('break-down', '1 minute', 'private.break_down()')`);
    await run("break-down");
    expect(
      await world.see("select last_error from private.scheduled_tasks where name = 'break-down'"),
    ).toBe("out of order");
    expect(await world.see("select count(*)::int from private.runs")).toBe(2);
  });
});
