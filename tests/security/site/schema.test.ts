import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { prepareDatabase } from "#backend/core/database/migrate.ts";
import { projectDatabase } from "#tests/project-database.ts";
import {
  COVERED,
  MAY_CALL,
  MAY_READ,
  MAY_WRITE,
  rolesFor,
} from "#tests/security/administration-allowed.ts";

/** Reads the catalogue of the migrated database: what was forgotten in a migration shows here. */
const test = projectDatabase();

const names = async (question: string, values?: readonly unknown[]): Promise<string[]> => {
  const found = await test.db.query<{ name: string }>(question, values);
  return found.map(({ name }) => name).sort();
};

const OURS = "('public', 'private', 'search', 'notify', 'stats', 'billing', 'audit')";

describe("every table", () => {
  it("in public has row-level security, and a comment that states its purpose", async () => {
    const tables = `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
    expect((await names(tables)).length).toBeGreaterThan(10);
    expect(await names(`${tables} and not c.relrowsecurity`)).toEqual([]);
    expect(
      await names(`select n.nspname || '.' || c.relname as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${OURS} and c.relkind in ('r', 'p', 'v', 'm')
          and obj_description(c.oid, 'pg_class') is null`),
    ).toEqual([]);
  });

  it("of files has row-level security too", async () => {
    expect(
      await names(`select c.relname as name from pg_class c where not c.relrowsecurity
        and c.oid in ('storage.objects'::regclass, 'storage.buckets'::regclass)`),
    ).toEqual([]);
  });

  it("is read by callers only if it is on the list", async () => {
    const found = await names(`select c.relname || ' ' || r.role as name from pg_class c,
        (values ('anon'), ('authenticated')) as r (role)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
        and (has_table_privilege(r.role, c.oid, 'select') or has_any_column_privilege(r.role, c.oid, 'select'))`);
    const listed = Object.entries(MAY_READ).flatMap(([table, roles]) =>
      roles.map((role) => `${table} ${role}`),
    );
    expect(found).toEqual(listed.sort());
  });

  it("is written by accounts only if it is on the list, and by visitors never", async () => {
    const writes = (role: string) =>
      test.db.query<{ table: string; may: string }>(
        `select c.relname as table, string_agg(p.privilege, ' ' order by p.privilege) as may from pg_class c,
          (values ('insert'), ('update'), ('delete')) as p (privilege)
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
          and (has_table_privilege($1, c.oid, p.privilege) or p.privilege <> 'delete'
            and has_any_column_privilege($1, c.oid, p.privilege)) group by 1 order by 1`,
        [role],
      );
    const listed = (rows: { table: string; may: string }[]) =>
      Object.fromEntries(rows.map(({ table, may }) => [table, may]));
    expect(await writes("anon")).toEqual([]);
    expect(listed(await writes("authenticated"))).toEqual(MAY_WRITE);
    const service = listed(await writes("service_role"));
    expect([service.audit_log, service.consents]).toEqual([undefined, undefined]);
  });

  it("of other schemas is out of a caller's reach", async () => {
    expect(
      await names(`select n.nspname || '.' || c.relname || ' ' || r.role as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace,
          (values ('anon'), ('authenticated')) as r (role)
        where n.nspname in ('private', 'search', 'notify', 'stats', 'billing', 'audit', 'auth', '_backend') and c.relkind in ('r', 'v', 'm', 'S')
          and (c.relkind <> 'S' and (has_any_column_privilege(r.role, c.oid, 'select, insert, update, references')
            or has_table_privilege(r.role, c.oid, 'select, insert, update, delete, truncate'))
            or c.relkind = 'S' and has_sequence_privilege(r.role, c.oid, 'usage, select, update'))`),
    ).toEqual([]);
  });

  it("can be truncated, referred to or given triggers by no caller", async () => {
    expect(
      await names(`select c.relname || ' ' || r.role as name from pg_class c,
          (values ('anon'), ('authenticated')) as r (role)
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
          and has_table_privilege(r.role, c.oid, 'truncate, references, trigger')`),
    ).toEqual([]);
  });

  it("refers to others by columns that an index leads with", async () => {
    expect(
      await names(`select k.conrelid::regclass || ' ' || k.conname as name from pg_constraint k
        join pg_namespace n on n.oid = k.connamespace
        where k.contype = 'f' and n.nspname in ${OURS} and not exists (
          select from pg_index i where i.indrelid = k.conrelid and i.indisvalid and i.indpred is null
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`),
    ).toEqual([]);
  });
});

describe("every function", () => {
  const functions = `from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ${OURS}
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

  it("states its purpose", async () => {
    expect(
      await names(`select p.oid::regprocedure::text as name ${functions}
        and obj_description(p.oid, 'pg_proc') is null`),
    ).toEqual([]);
  });

  it("that runs as its owner pins its search path to nothing", async () => {
    const definers = `select p.oid::regprocedure::text as name ${functions} and p.prosecdef`;
    expect((await names(definers)).length).toBeGreaterThan(20);
    expect(
      await names(`${definers} and not coalesce('search_path=""' = any (p.proconfig), false)`),
    ).toEqual([]);
  });

  it("in public is called by those on the list, and nobody else", async () => {
    const found = await names(`select p.proname || ' ' || r.role as name
      from pg_proc p, (values ('anon'), ('authenticated')) as r (role)
      where p.pronamespace = 'public'::regnamespace and has_function_privilege(r.role, p.oid, 'execute')`);
    const listed = Object.entries(MAY_CALL).flatMap(([name, callers]) =>
      rolesFor(callers).map((role) => `${name} ${role}`),
    );
    expect(found).toEqual(listed.sort());
  });
});

describe("every policy", () => {
  it("is on the list, and a test there tries to get around it", async () => {
    const found = await names(`select schemaname || '.' || tablename || ': ' || policyname as name
      from pg_policies where schemaname in ('public', 'storage')`);
    expect(found).toEqual(Object.keys(COVERED).sort());
    const written = readdirSync(path.join(import.meta.dirname, ".."), { recursive: true });
    for (const [policy, file] of Object.entries(COVERED)) {
      expect(written, policy).toContain(file);
      const table = policy.slice(policy.indexOf(".") + 1, policy.indexOf(":"));
      const tried = readFileSync(path.join(import.meta.dirname, "..", file), "utf8");
      expect(tried, policy).toContain(table === "objects" ? ".storage.from(" : table);
    }
  });

  it("is for callers by name, and none lets everybody write", async () => {
    expect(
      await names(`select tablename || ': ' || policyname as name from pg_policies
        where schemaname = 'public' and ('public' = any (roles)
          or (cmd <> 'SELECT' and (coalesce(with_check, qual) = 'true' or 'anon' = any (roles))))`),
    ).toEqual([]);
  });
});

it("a later start gives callers no rights to what later migrations make", async () => {
  await prepareDatabase(test.db);
  await test.db.query("create table public.later (id int)");
  await test.db.query("create function public.later() returns int language sql as 'select 1'");
  for (const role of ["anon", "authenticated"]) {
    const [may] = await test.db.query(
      `select has_table_privilege($1, 'public.later', 'select, insert, update, delete') as touch,
        has_function_privilege($1, 'public.later()', 'execute') as call`,
      [role],
    );
    expect(may, role).toEqual({ touch: false, call: false });
  }
});
