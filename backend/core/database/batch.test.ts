import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { Batch, ROLLBACK } from "./batch.ts";

const database = perFile(testDatabase);
beforeAll(async () => {
  await database.db.query("create table kept (id int primary key, note text)");
});

const act = (role: string, claims: string) => ({
  name: "act",
  text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
  values: [role, claims],
});

test("runs all statements as one transaction, and settings apply only within it", async () => {
  const [, seen] = await database.db.batch([
    act("anon", '{"sub":"x"}'),
    { text: "select current_user::text, current_setting('request.jwt.claims') as claims" },
  ]);
  expect(seen).toEqual({
    columns: ["current_user", "claims"],
    types: [25, 25],
    rows: [["anon", '{"sub":"x"}']],
    tag: "SELECT 1",
  });
  const after = await Promise.all(
    Array.from({ length: 8 }, () => database.db.query("select current_user::text as name")),
  );
  expect(after.flat().every(({ name }) => name === "postgres")).toBe(true);
});

test("an error undoes the earlier statements of the batch, and the connection remains usable", async () => {
  await expect(
    database.db.batch([
      { text: "insert into kept values (1, $1)", values: ["first"] },
      { name: "again", text: "insert into kept values (1, $1)", values: ["second"] },
    ]),
  ).rejects.toMatchObject({ code: "23505" });
  expect(await database.db.query("select * from kept")).toEqual([]);
  const [done] = await database.db.batch([
    { name: "again", text: "insert into kept values (1, $1)", values: [null] },
  ]);
  expect(done?.tag).toBe("INSERT 0 1");
});

test("a statement that cannot be parsed fails alone, and its name can be used again", async () => {
  await expect(database.db.batch([{ name: "bad", text: "selec 1" }])).rejects.toMatchObject({
    code: "42601",
  });
  const [result] = await database.db.batch([{ name: "bad", text: "select 1 as one" }]);
  expect(result?.rows).toEqual([["1"]]);
});

test("values are never SQL", async () => {
  const text = "'); drop table kept; --";
  const [result] = await database.db.batch([{ text: "select $1::text as t", values: [text] }]);
  expect(result?.rows).toEqual([[text]]);
  expect(await database.db.query("select to_regclass('kept')::text as name")).toEqual([
    { name: "kept" },
  ]);
});

test("a connection killed in the middle rejects, and the next batch works", async () => {
  const dying = database.db.batch([{ text: "select pg_sleep(20)" }]);
  const failed = expect(dying).rejects.toThrow();
  for (let ended = 0; ended === 0; ) {
    ended = (
      await database.db.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep%' and pid <> pg_backend_pid()",
      )
    ).length;
  }
  await failed;
  const [alive] = await database.db.batch([{ text: "select 1 as one" }]);
  expect(alive?.rows).toEqual([["1"]]);
});

test("what cannot be sent rejects, ends nothing else, and the next batch works", async () => {
  const values = [7 as unknown as string];
  await expect(database.db.batch([{ text: "select $1::int", values }])).rejects.toThrow(TypeError);
  const [alive] = await database.db.batch([{ text: "select 1 as one" }]);
  expect(alive?.rows).toEqual([["1"]]);
});

test("a prepared statement is sent with its own values on every connection, also after one that failed", async () => {
  const preparedStatement = (name: string) => ({
    name: "kept_act",
    text: "select set_config('request.jwt.claims', $1, true)",
    values: [name],
    unlabelled: true,
    prepared: true,
  });
  const [one, two] = [preparedStatement("one"), preparedStatement("two")];
  const run = (who: ReturnType<typeof preparedStatement>) =>
    database.db.batch([who, { text: "select current_setting('request.jwt.claims') as name" }]);
  for (let round = 0; round < 3; round++) {
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => run(n % 2 ? one : two)));
    const names = results.map(([, seen]) => seen?.rows[0]?.[0]);
    expect(names).toEqual(names.map((_, n) => (n % 2 ? "one" : "two")));
    await expect(database.db.batch([one, { text: "select 1 / 0" }])).rejects.toThrow("division");
  }
});

test("a rolled-back transaction leaves no rows, settings or warnings behind", async () => {
  const client = new pg.Client(database.connection);
  await client.connect();
  const warnings: (string | undefined)[] = [];
  client.on("notice", ({ message }) => warnings.push(message));
  const tryOut = async (id: string) => {
    const batch = new Batch([
      act("service_role", "{}"),
      { text: "reset role" },
      { text: "insert into kept values ($1, 'tried')", values: [id] },
      ...ROLLBACK,
    ]);
    client.query(batch);
    return batch.done;
  };
  try {
    expect((await tryOut("77"))[2]?.tag).toBe("INSERT 0 1");
    await expect(tryOut("none")).rejects.toMatchObject({ code: "22P02" });
    const { rows } = await client.query(
      `select current_user::text as name, (select count(*)::int from kept where id = 77) as written,
         pg_current_xact_id_if_assigned() is null as outside`,
    );
    expect(rows).toEqual([{ name: "postgres", written: 0, outside: true }]);
    expect(warnings).toEqual([]);
  } finally {
    await client.end();
  }
});
