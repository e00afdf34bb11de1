import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { makeOwnFolder } from "#backend/core/process/own-folder.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

// What a process that was killed leaves behind is free again for the next one, which knows that it is alone.

let left: string;
beforeAll(() => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  left = makeOwnFolder("fn-").replace(/-\d+-\d+-(\w+)$/, `-${pid}-1-$1`);
  mkdirSync(left);
});
const functions = testFunctions();

const sql = (text: string, values: unknown[] = []) => functions.sql(text, values);
const release = () => sql("select private.release_claims()");

test("the socket of a function", () => {
  expect(existsSync(left)).toBe(false);
});

test("a notice under way, and the task that sent it", async () => {
  const person = await functions.person("provider", "notified");
  await sql("delete from notify.notices");
  await sql("select notify.account($1, 'password_changed', $2)", [
    person.id,
    JSON.stringify({ changed_at: new Date().toISOString() }),
  ]);
  expect(await functions.service.rpc("take_notices", { p_limit: 1 })).toMatchObject({
    data: [{ kind: "password_changed" }],
  });
  await sql(
    "update private.scheduled_tasks set last_run = now(), running_until = now() + interval '2 minutes' where name = 'deliver-notices'",
  );
  const due = async () =>
    (await functions.service.rpc("due_tasks")).data?.map(({ name }) => name) ?? [];
  expect(await due()).not.toContain("deliver-notices");

  await release();
  expect(await due()).toContain("deliver-notices");
  expect((await functions.service.rpc("run_task", { p_name: "deliver-notices" })).data).toEqual({
    function: "deliver-notices",
  });
  expect(await functions.asServer("deliver-notices")).toMatchObject({ sent: 1 });
});

test("an erasure under way, but not one that waits after a failure", async () => {
  const claimed: string[] = [];
  for (const [name, until] of [
    ["underway", "9 minutes"],
    ["failed", "50 minutes"],
  ] as const) {
    const { id } = await functions.person("client", name);
    await sql(
      `insert into public.account_deletions (user_id, erase_after, was_visible, erasing_at, claimed_until)
       values ($1, now() - interval '1 day', true, now(), now() + $2::interval)`,
      [id, until],
    );
    claimed.push(id);
  }
  await release();
  expect(await functions.service.rpc("take_deletions", { p_limit: 5 })).toMatchObject({
    data: [claimed[0]],
  });
});
