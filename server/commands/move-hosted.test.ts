import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import {
  digestTable,
  folderDriver,
  type Hosted,
  listTables,
  moveFromHosted,
  moveToHosted,
  nameOf,
  type Own,
  withSession,
} from "supabase-compatible-backend/backup";
import type { ConnectionOptions } from "supabase-compatible-backend/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  bareDatabase,
  loadTestProject,
  type TestDatabase,
  testDatabase,
} from "#backend/tests/database.ts";
import { throwAwayFolder } from "#backend/tests/throw-away.ts";
import { ROOT } from "#server/root.ts";
import { startHostedProject } from "#tests/hosted-project.ts";
import { THE_PROJECT } from "#tests/the-project.ts";
import { BACKUP_TASK } from "../schedule/scheduled-backup.ts";
import { readConfig } from "../settings/config.ts";
import { moveHosted } from "./move-hosted.ts";

const project = loadTestProject(THE_PROJECT);
let home: string;
let platform: Awaited<ReturnType<typeof startHostedProject>>;
let hosted: Hosted;
let source: TestDatabase;
let own: Own;
const filesOf = (folder: string) => folderDriver(path.join(folder, "storage", "stub"));

const ownOf = (connection: ConnectionOptions, name: string): Own => {
  const dataDir = path.join(home, name);
  mkdirSync(dataDir, { recursive: true });
  return { connection, dataDir, project, files: filesOf(dataDir) };
};

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

beforeAll(async () => {
  home = throwAwayFolder("hosted-");
  platform = await startHostedProject(project, path.join(home, "hosted"));
  hosted = platform.hosted;

  source = await testDatabase({ project: THE_PROJECT });
  own = ownOf(source.connection, "own");
  await source.db.query(
    `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, encrypted_password)
     select gen_random_uuid(), 'person' || n || '@example.com',
       jsonb_build_object('first_name', 'Dora', 'account_type', 'client', 'location', 'Leeds'), now(), 'a hash'
     from generate_series(1, 30) n`,
  );
  await source.db.query(
    `insert into public.jobs (title, description, category, user_id, contact_email)
     select 'A job', 'To be done', 'IT', id, email from public.profiles where email like 'person%' limit 20`,
  );
  await source.db.query(
    "insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users limit 5",
  );
  const [user] = await source.db.query<{ id: string }>("select id from auth.users limit 1");
  for (const name of [`${user?.id}/one.png`, `${user?.id}/a folder/ünï code.png`, "lost.png"]) {
    const version = crypto.randomUUID();
    const draft = path.join(home, version);
    writeFileSync(draft, PICTURE);
    if (name !== "lost.png") await own.files.put({ bucket: "avatars", name, version }, draft);
    await source.db.query(
      `insert into storage.objects (bucket_id, name, version, owner_id, metadata, created_at)
       values ('avatars', $1, $2, $3, '{"mimetype": "image/png", "cacheControl": "max-age=60"}', '2026-01-02 03:04:05Z')`,
      [name, version, user?.id],
    );
  }
});
afterAll(async () => {
  await platform.stop();
  await source.close();
  rmSync(home, { recursive: true, force: true });
});

const OF_ONE_INSTALLATION = ["private.site_mode", "private.scheduled_tasks"];

/** Rows and hashes of the site's own tables, and of the accounts. */
const stateOf = (connection: ConnectionOptions) =>
  withSession(connection, async (client) => {
    const state: Record<string, unknown> = {};
    for (const table of await listTables(client))
      if (/^(public|private|search|notify|audit|billing|stats)$|^auth$/.test(table.schema))
        state[nameOf(table)] = await digestTable(client, table);
    for (const name of ["auth.sessions", "auth.refresh_tokens", ...OF_ONE_INSTALLATION])
      delete state[name];
    return state;
  });

const address = ({ host, user, database }: ConnectionOptions) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;

const environment = () => ({
  SUPABASE_URL: hosted.url,
  SUPABASE_ANON_KEY: platform.anonKey,
  SUPABASE_SERVICE_ROLE_KEY: hosted.key,
  SUPABASE_DB_URL: address(hosted.connection),
});

/** As the command moves `own` to the project. */
const moveOwnToHosted = () =>
  moveHosted(
    readConfig(environment()),
    "to",
    readConfig({ DATABASE_URL: address(source.connection), DATA_DIR: own.dataDir }),
    async () => {},
  );

test("a key that does not show the project's files is refused before anything is moved", async () => {
  for (const key of [platform.anonKey, `${hosted.key}x`])
    await expect(moveToHosted(own, { ...hosted, key })).rejects.toThrow(
      /use the secret key|does not list its buckets: 40/,
    );
  expect(await platform.session("postgres", ["select from auth.users"])).toEqual([]);
});

test("the sample marketplace, whose passwords are printed, is not moved to the public", async () => {
  await source.db.query("insert into _backend.state (key, value) values ('sample', 'loaded')");
  await expect(moveOwnToHosted()).rejects.toThrow(/sample marketplace/);
  await source.db.query("delete from _backend.state where key = 'sample'");
  expect(await platform.session("postgres", ["select from auth.users"])).toEqual([]);
});

test("a site moves to a hosted Supabase as postgres, and back, with equal rows and files", async () => {
  await source.db.query(
    "update private.site_mode set trial = true, release = '1.2.3', files_checked_to = 'avatars/lost.png'",
  );
  await source.db.query(
    "insert into private.scheduled_tasks (name, run_every, function_name) values ($1, '1 day', $1)",
    [BACKUP_TASK],
  );
  const before = await stateOf(source.connection);
  // The platform fails for a moment at a file.
  let failures = 2;
  platform.refuse(
    ({ method, url }) => method === "POST" && url.includes("/object/avatars/") && failures-- > 0,
  );
  const moved = await moveOwnToHosted();
  expect(failures).toBeLessThan(0);
  expect(moved).toMatchObject({ files: 2, missing: ["avatars/lost.png"], leftOut: [] });
  expect(moved.rows).toBeGreaterThan(100);
  expect(moved.sequences).toBeGreaterThan(3);
  expect(await stateOf(hosted.connection)).toEqual(before);
  expect(
    await platform.session("postgres", ["select count(*)::int as n from auth.sessions"]),
  ).toEqual([{ n: 0 }]);
  // Nothing of the installation that it comes from.
  expect(await platform.session("postgres", ["select * from private.site_mode"])).toEqual([
    { trial: false, release: null, files_checked_to: "" },
  ]);
  const tasks = "select name from private.scheduled_tasks";
  expect(await platform.session("postgres", [`${tasks} order by name`])).toEqual(
    await source.db.query(`${tasks} where name <> $1 order by name`, [BACKUP_TASK]),
  );

  // What works there: a picture by its public address, with its owner and date.
  const client = createClient(hosted.url, hosted.key, { auth: { persistSession: false } });
  const { data: listed } = await client.storage.from("avatars").list("", { limit: 10 });
  expect(listed).toHaveLength(1);
  const objects = await platform.session("postgres", [
    "select name, owner_id is not null as owned, created_at, metadata->>'mimetype' as type from storage.objects order by name",
  ]);
  expect(objects).toHaveLength(2);
  for (const object of objects)
    expect(object).toMatchObject({
      owned: true,
      type: "image/png",
      created_at: new Date("2026-01-02T03:04:05Z"),
    });

  await expect(moveToHosted(own, hosted)).rejects.toThrow(/is not empty/);

  const back = await testDatabase({ project: THE_PROJECT });
  try {
    const target = ownOf(back.connection, "back");
    const returned = await moveFromHosted(hosted, target);
    // Without the row of the scheduled backup, and with those of the files.
    expect(returned).toMatchObject({ files: 2, missing: [], rows: moved.rows + 2 - 1 });
    expect(await stateOf(back.connection)).toEqual(before);
    const rows = await back.db.query<{ bucket: string; name: string; version: string }>(
      "select bucket_id as bucket, name, version from storage.objects",
    );
    for (const row of rows) {
      const body = await target.files.get(row);
      expect(Buffer.concat((await body?.toArray()) ?? [])).toEqual(PICTURE);
    }
    await expect(moveFromHosted(hosted, target)).rejects.toThrow(/is not empty/);
  } finally {
    await back.close();
  }
});

test("the command takes the project of the settings, makes the tables, and says what is left to do", async () => {
  const target = await bareDatabase();
  const picture = "/storage/v1/object/public/avatars/one.png?v=1";
  const [person] = (await platform.session("postgres", [
    `update public.profiles set profile_image_url = '${hosted.url}${picture}'
     where email = 'person1@example.com' returning id`,
  ])) as { id: string }[];
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        path.join(ROOT, "server/commands/move.ts"),
        ...["--from", "supabase", "--to", address(target.connection)],
      ],
      {
        env: {
          PATH: process.env.PATH,
          DATA_DIR: path.join(home, "by command"),
          ...environment(),
        },
      },
    );
    expect(stdout).toMatch(
      /[1-9]\d* rows of \d+ tables, \d+ sequences and 2 files: moved and compared/,
    );
    expect(stdout).toContain(
      `Remove the SUPABASE_ settings, set DATABASE_URL to the new database, leave DATA_DIR=${path.join(home, "by command")}, and start the site.`,
    );
    expect(stdout).toContain("Everybody logs in again");
    // Pictures are found on the site's own origin.
    const [profile] = await target.db.query(
      "select profile_image_url as address from public.profiles where id = $1",
      [person?.id],
    );
    expect(profile).toEqual({ address: picture });
    const [here, there] = [await stateOf(target.connection), await stateOf(hosted.connection)];
    for (const state of [here, there]) delete state["public.profiles"];
    expect(here).toEqual(there);
  } finally {
    await target.close();
  }
});

test("a project with other migrations is refused, and left as it is", async () => {
  const other = { ...project, migrations: project.migrations.slice(0, -1) };
  await expect(moveToHosted({ ...own, project: other }, hosted)).rejects.toThrow(
    /0 are missing, 1 are unknown.*supabase db push/,
  );
});

test("rows that cannot be taken leave the target as it was", async () => {
  const target = await testDatabase({ project: THE_PROJECT });
  try {
    const before = await stateOf(target.connection);
    await target.db.query(
      "alter table public.profiles add constraint none check (false) not valid",
    );
    await expect(moveFromHosted(hosted, ownOf(target.connection, "refused"))).rejects.toThrow(
      /violates check constraint/,
    );
    expect(await stateOf(target.connection)).toEqual(before);
  } finally {
    await target.close();
  }
});

test("a move that a file ends says what is there and what to do", async () => {
  const target = await testDatabase({ project: THE_PROJECT });
  platform.refuse(({ url }) => url.includes("/authenticated/avatars/"));
  try {
    await expect(moveFromHosted(hosted, ownOf(target.connection, "cut off"))).rejects.toThrow(
      /does not give avatars\/.*: 502 Bad gateway\n.*move again, into an empty database and folder/,
    );
  } finally {
    platform.refuse(() => false);
    await target.close();
  }
});

test("a site that runs where the project is moved to is refused", async () => {
  const settings = readConfig({ DATABASE_URL: address(source.connection), DATA_DIR: own.dataDir });
  await expect(
    moveHosted(readConfig(environment()), "from", settings, async () => {
      throw new Error("The site is running");
    }),
  ).rejects.toThrow("The site is running");
});
