import { beforeEach, expect, it } from "vitest";
import { taskInWords } from "#domain/site/tasks.ts";
import { allowed, refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
beforeEach(async () => {
  await world.sql("update private.scheduled_tasks set failures = 0, last_error = null");
  await world.sql("truncate private.alerts");
  await world.sql("truncate _backend.outbox");
  await world.sql("update private.webhooks set failures = 0, last_refused = null");
});

const fail = (failures: number) =>
  world.sql(
    "update private.scheduled_tasks set failures = $1, last_error = 'no payments' where name = 'reconcile-payments'",
    [failures],
  );

const queueMail = (age: string) =>
  world.sql(
    `insert into _backend.outbox (recipient, mail, attempts, created_at, next_attempt_at, last_error)
     values ('a@example.org', '{}', 5, now() - $1::interval, now() + interval '1 day', 'ECONNREFUSED')`,
    [age],
  );

/** Runs the task as the schedule does, and reads whom it wrote to. */
const alerted = async (): Promise<{ user_id: string; data: Record<string, string> }[]> => {
  await world.sql("delete from notify.notices where kind = 'site_alert'");
  await world.sql("select notify.alert_admins()");
  return world.sql("select user_id, data from notify.notices where kind = 'site_alert'");
};

it("emails every active admin at a task's first failure, once, and again when it comes back later", async () => {
  await fail(0);
  expect(await alerted()).toEqual([]);
  await fail(1);
  const admins = await world.sql<{ id: string }>(
    "select id from public.profiles where account_type = 'admin' and is_active",
  );
  const letters = await alerted();
  expect(letters.map(({ user_id }) => user_id).sort()).toEqual(admins.map(({ id }) => id).sort());
  expect(letters[0]?.data).toEqual({
    what: "The task reconcile-payments failed",
    reason: "no payments",
  });
  await fail(4);
  expect(await alerted()).toEqual([]);
  await fail(0);
  await alerted();
  await fail(3);
  // Within the hour, a trouble that comes and goes is not reported again.
  expect(await alerted()).toEqual([]);
  await fail(0);
  await world.sql("update private.alerts set since = since - interval '2 hours'");
  await alerted();
  await fail(3);
  expect(await alerted()).toHaveLength(admins.length);
});

it("emails admins about mail that cannot be sent, and about failing webhooks", async () => {
  await queueMail("10 minutes");
  expect(await alerted()).toEqual([]);
  await queueMail("2 hours");
  expect((await alerted())[0]?.data).toEqual({
    what: "Emails have waited for more than an hour (1)",
    reason: "ECONNREFUSED",
  });
  const record = () =>
    world.rpc("service", "record_webhook", { p_name: "stripe", p_error: "no such member" });
  await record();
  expect((await alerted())[0]?.data.what).toBe("A payment update from Stripe failed");
  await record();
  const { data } = await world.rpc("admin", "admin_health");
  expect(data?.troubles.map(({ what }: { what: string }) => what)).toContain(
    "Payment updates from Stripe failed 2 times in a row",
  );
});

it("has words for every timed task", async () => {
  const names = await world.see<string[]>(
    "select array_agg(name order by name) from private.scheduled_tasks",
  );
  expect(names.filter((name) => taskInWords(name).title === name)).toEqual([]);
});

it("does not email anybody because a stranger sends wrong signatures", async () => {
  for (let call = 0; call < 5; call++)
    await world.rpc("service", "record_webhook", { p_name: "stripe", p_refused: true });
  expect(await alerted()).toEqual([]);
  const [row] = await world.sql("select failures, last_refused from private.webhooks");
  expect(row).toMatchObject({ failures: 0, last_refused: expect.any(Date) });
});

it("shows admins what does not work, and makes tasks and mail due at once", async () => {
  const { client } = world.people.admin;
  await fail(3);
  await queueMail("2 hours");
  await world.sql(
    "update private.scheduled_tasks set last_run = now() where name = 'reconcile-payments'",
  );
  const { data } = await client.rpc("admin_health");
  expect(data?.troubles).toHaveLength(2);
  expect(data?.tasks[0]).toMatchObject({ name: "reconcile-payments", failures: 3 });
  expect(data?.mails).toMatchObject([{ kind: "account", attempts: 5, reason: "ECONNREFUSED" }]);
  expect(JSON.stringify(data)).not.toContain("a@example.org");

  await allowed(client.rpc("admin_run_task", { p_name: "reconcile-payments" }));
  const due = await world.sql<{ name: string }>("select name from public.due_tasks()");
  expect(due.map(({ name }) => name)).toContain("reconcile-payments");
  await refused(client.rpc("admin_run_task", { p_name: "nothing" }), "409 PT409");
  expect((await client.rpc("admin_retry_mail")).data).toBe(1);
  const [mail] = await world.sql("select next_attempt_at <= now() as due from _backend.outbox");
  expect(mail).toEqual({ due: true });
  const acts = await world.sql<{ action: string }>(
    "select action from public.audit_log where action in ('run task', 'send waiting mail') order by id",
  );
  expect(acts.map(({ action }) => action)).toEqual(["run task", "send waiting mail"]);
});

it("runs a task again whose process died in the middle, whenever its usual time is", async () => {
  const { db } = world.backend;
  const isDue = async () =>
    (await db.query<{ name: string }>("select name from public.due_tasks()")).some(
      ({ name }) => name === "reconcile-payments",
    );
  const set = (running: string) =>
    db.query(
      `update private.scheduled_tasks set last_run = now(), failures = 0, running_until = ${running} where name = 'reconcile-payments'`,
    );
  await set("now() + interval '1 minute'");
  expect(await isDue()).toBe(false);
  await set("now() - interval '1 second'");
  expect(await isDue()).toBe(true);
  await set("null");
  expect(await isDue()).toBe(false);
});
