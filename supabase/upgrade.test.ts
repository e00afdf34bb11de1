import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Queryable } from "#backend/core/database/database.ts";
import { silentLog } from "#backend/core/log.ts";
import type { Project } from "#backend/core/project/project.ts";
import { migrateBackend } from "#backend/migrate-backend.ts";
import { bareDatabase, loadTestProject, testDatabase } from "#backend/tests/database.ts";
import { throwAwayFolder } from "#backend/tests/throw-away.ts";
import { catalogueOf } from "#tests/catalogue.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

/**
 * Databases of releases before the baseline: `tests/fixtures/earlier` has their migrations, and the rows of two of
 * them after people had signed up, posted, reviewed, enquired, claimed and moderated through the API.
 */
const earlier = path.join(import.meta.dirname, "../tests/fixtures/earlier");
const MIGRATIONS = { c7d1953: 75, "1e2cc43": 87 } as const;
const RELEASES = ["c7d1953", "1e2cc43"] as const;
type Release = (typeof RELEASES)[number];

/** What has another name since then, but for what is derived from other rows or comes with a release. */
const TABLES: Record<string, string> = {
  "private.attempts": "private.rate_limits",
  "private.audit_chain": "audit.chain",
  "private.job_alerts_told": "private.job_alert_deliveries",
  "private.memberships": "billing.membership_periods",
  "private.notices": "notify.notices",
  "private.payment_events": "billing.payment_events",
  "private.places": "search.places",
  "private.portfolio_sweep": "private.portfolio_cleanup",
  "private.refunds": "billing.refunds",
  "private.unsubscriptions": "notify.unsubscriptions",
};
const COLUMNS: Record<string, Record<string, string>> = {
  "public.feedback": { verified: "in_contact" },
  "public.jobs": { asked_at: "expiry_notice_at" },
  "private.job_questions": { asked_at: "sent_at" },
  "private.job_alerts_told": { told_at: "sent_at" },
};
const SAME_NAME =
  "claim_invitations claim_links departed_providers job_questions known_devices removed_selections unfinished_sign_ups";

const project = loadTestProject(THE_PROJECT);
let folder: string;
let migrations: Project["migrations"];
let fresh: string[];

beforeAll(async () => {
  folder = throwAwayFolder("earlier-");
  mkdirSync(folder, { recursive: true });
  const archive = brotliDecompressSync(readFileSync(path.join(earlier, "migrations.json.br")));
  migrations = (JSON.parse(archive.toString()) as { name: string; sql: string }[]).map((file) => {
    writeFileSync(path.join(folder, file.name), file.sql);
    const [version = "", ...name] = file.name.replace(".sql", "").split("_");
    return { version, name: name.join("_"), path: path.join(folder, file.name) };
  });
  const now = await testDatabase({ project: THE_PROJECT });
  fresh = await catalogueOf(now.db);
  await now.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const databaseOf = async (release: Release) => {
  const old = await bareDatabase();
  const files = migrations.slice(0, MIGRATIONS[release]);
  await migrateBackend(old.db, { ...project, migrations: files, dataFiles: [] }, silentLog);
  await old.db.transaction(async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await tx.query(readFileSync(path.join(earlier, `${release}.sql`), "utf8"));
  });
  return old;
};

const upgrade = (db: Database) => migrateBackend(db, project, silentLog);

type Row = Record<string, unknown>;

const rowsOf = async (db: Queryable, table: string): Promise<Row[]> =>
  (await db.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`)).map(({ row }) => row);

const sorted = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).toSorted();

/** The rows of every table that people write, in the columns and under the names of today. */
const written = async (db: Database): Promise<Map<string, Row[]>> => {
  const tables = await db.query<{ name: string }>(
    `select 'public.' || relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const wanted = [
    ...tables.map(({ name }) => name),
    ...SAME_NAME.split(" ").map((name) => `private.${name}`),
    ...Object.keys(TABLES),
  ];
  const found = new Map<string, Row[]>();
  for (const table of wanted) {
    const [there] = await db.query("select from pg_class where oid = to_regclass($1)", [table]);
    if (!there) continue;
    const rename = COLUMNS[table] ?? {};
    const rows = (await rowsOf(db, table)).map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [rename[key] ?? key, value])),
    );
    found.set(TABLES[table] ?? table, rows);
  }
  return found;
};

/** The standard legal texts have another spelling since then, and name no brand. */
const inWordsOfToday = (table: string, row: string): string =>
  table === "public.site_settings"
    ? row
        .replaceAll("e-mail", "email")
        .replaceAll(/\(Solutionz (S|P)/g, (_, first: string) => `(${first.toLowerCase()}`)
    : row;

/** A release adds settings, with their defaults. */
const ofThen = (table: string, now: Row[], then: Row[]): Row[] =>
  table === "public.site_settings"
    ? now.filter(({ key }) => then.some((row) => row.key === key))
    : now;

test.each(RELEASES)(
  "a database of %s becomes what a new one is, with all its rows",
  async (release) => {
    const { db, close } = await databaseOf(release);
    try {
      const before = await written(db);
      expect(before.get("public.enquiry_messages")).toHaveLength(2);
      expect(before.get("audit.chain")?.length).toBeGreaterThan(3);
      await upgrade(db);
      expect(await catalogueOf(db)).toEqual(fresh);
      for (const [table, rows] of before) {
        const columns = Object.keys(rows[0] ?? {});
        const now = (await rowsOf(db, table)).map((row) =>
          Object.fromEntries(columns.map((column) => [column, row[column]])),
        );
        const ordered = rows.map((row) =>
          Object.fromEntries(columns.map((key) => [key, row[key]])),
        );
        const expected = sorted(ordered).map((row) => inWordsOfToday(table, row));
        expect(sorted(ofThen(table, now, rows)), table).toEqual(expected);
      }
      expect(
        await db.query("select * from private.check_all_derived_tables() where differences <> 0"),
      ).toEqual([]);
      expect(
        await db.query(
          "select version from supabase_migrations.schema_migrations order by version",
        ),
      ).toEqual(project.migrations.map(({ version }) => ({ version })));
      // A second start finds nothing to do.
      await upgrade(db);
    } finally {
      await close();
    }
  },
);

/** The last migration of what was released after the baseline, by commit. */
const SINCE = { "8d4bdc6": "20261128000000", "8b4f063": "20261204000000" } as const;

test.each(Object.entries(SINCE))(
  "a database of %s, which had come from the first release, becomes what a new one is",
  async (_commit, last) => {
    const { db, close } = await databaseOf("c7d1953");
    try {
      const then = project.migrations.filter(({ version }) => version <= last);
      await migrateBackend(db, { ...project, migrations: then }, silentLog);
      const before = await written(db);
      expect(await catalogueOf(db)).not.toEqual(fresh);
      await upgrade(db);
      expect(await catalogueOf(db)).toEqual(fresh);
      const now = await written(db);
      for (const [table, rows] of before) {
        const columns = Object.keys(rows[0] ?? {});
        const same = ofThen(table, now.get(table) ?? [], rows).map((row) =>
          Object.fromEntries(columns.map((column) => [column, row[column]])),
        );
        const expected = sorted(rows).map((row) => inWordsOfToday(table, row));
        expect(sorted(same), table).toEqual(expected);
      }
    } finally {
      await close();
    }
  },
);

test.each(RELEASES)(
  "a site of %s continues: search, edits, sign-ups, the audit chain",
  async (release) => {
    const { db, close } = await databaseOf(release);
    const one = async (sql: string) => Object.values((await db.query<Row>(sql))[0] ?? {})[0];
    const terms =
      "Our e-mail: people who need a service (Solutionz Seekers) and people who offer one (Solutionz Providers).";
    try {
      await db.query("update public.site_settings set value = $1 where key = 'legal_terms'", [
        JSON.stringify(terms),
      ]);
      await upgrade(db);
      // A text of an admin's own is left as it is.
      expect(await one("select value from public.site_settings where key = 'legal_terms'")).toBe(
        terms,
      );
      expect(await one("select public.search_providers('boiler', 'leeds')")).toMatchObject({
        total: 1,
        providers: [{ business_name: "Bob's Pipes", rating_count: 2 }],
      });
      expect(await one("select public.search_jobs(location => 'leeds')")).toMatchObject({
        total: 1,
      });
      // Feedback that an admin edited keeps its original text.
      expect(
        await one("select original_description from public.feedback where edited_at is not null"),
      ).toBe("Came the day after, rudely.");
      const id = crypto.randomUUID();
      await db.query(
        `insert into auth.users (id, email, raw_user_meta_data) values ('${id}', 'eve@fixture.example', '{"account_type": "client"}')`,
      );
      expect(await one(`select account_type from public.profiles where id = '${id}'`)).toBe(
        "client",
      );
      const last = await one("select max(id)::int from public.audit_log");
      await db.query("select audit.record('check', 'profiles', 'x', null, null, 'a reason')");
      expect(await one("select max(id)::int from public.audit_log")).toBe(Number(last) + 1);
      expect(await one("select max(position) = count(*) from audit.chain")).toBe(true);
    } finally {
      await close();
    }
  },
);

test("a notice that was given up before keeps neither its words nor a bare address", async () => {
  const { db, close } = await bareDatabase();
  try {
    const then = project.migrations.filter(({ version }) => version < "20270126000000");
    await migrateBackend(db, { ...project, migrations: then, dataFiles: [] }, silentLog);
    await db.query(`insert into notify.notices (kind, address, data, dropped_at) values
      ('claim_question', 'up@example.org', '{"a": 1}', now()), ('claim_question', 'on@example.org', '{"a": 2}', null)`);
    await upgrade(db);
    expect(await db.query("select address, data from notify.notices order by 1")).toEqual([
      { address: "(sent)", data: {} },
      { address: "on@example.org", data: { a: 2 } },
    ]);
  } finally {
    await close();
  }
});

test("an upgrade that is cut off has changed nothing, and the next start makes it", async () => {
  const { db, close } = await databaseOf("c7d1953");
  try {
    const before = await catalogueOf(db);
    await db.transaction(async (tx) => {
      // The upgrade comes as far as the buckets of files, which is half of it.
      await tx.query("lock table storage.buckets in access exclusive mode");
      const cut = expect(upgrade(db)).rejects.toThrow();
      // Queried outside this transaction, because inside it pg_stat_activity never changes.
      await expect
        .poll(() =>
          db.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        )
        .toHaveLength(1);
      await cut;
    });
    expect(await catalogueOf(db)).toEqual(before);
    await upgrade(db);
    expect(await catalogueOf(db)).toEqual(fresh);
  } finally {
    await close();
  }
});

test.each([
  ["create table public.notes (id int)", "public.notes is not of this project"],
  ["create function public.mine() returns int language sql as 'select 1'", "public.mine() is not"],
  [
    "insert into supabase_migrations.schema_migrations (version) values ('20270101000000')",
    "it has a migration 20270101000000",
  ],
  [
    "delete from supabase_migrations.schema_migrations where version = '20261120000100'",
    "it lacks the migration 20261120000100",
  ],
])("what does not belong to the project is neither lost nor guessed at: %s", async (made, why) => {
  const { db, close } = await databaseOf("c7d1953");
  try {
    await db.query(made);
    await expect(upgrade(db)).rejects.toThrow(
      new RegExp(`${why.replace(/[()]/g, "\\$&")}.*export it with "pg_dump"`),
    );
    expect(await db.query("select count(*)::int as n from public.profiles")).toEqual([{ n: 5 }]);
  } finally {
    await close();
  }
});
