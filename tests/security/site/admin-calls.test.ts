import { beforeAll, describe, expect, it } from "vitest";
import { MAY_CALL } from "#tests/security/administration-allowed.ts";
import { ANONYMOUS, notAnAdmin, outcome } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Every function that only admins may call, tried by everybody else. */
const world = testWorld();
let calls: { name: string; args: Record<string, unknown> }[];
beforeAll(async () => {
  const found = await world.backend.db.query<{ name: string; names: string[]; types: string[] }>(
    `select p.proname as name, coalesce(p.proargnames[:p.pronargs], '{}') as names,
        array(select t::regtype::text from unnest(p.proargtypes::oid[]) as t) as types
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = any ($1)`,
    [Object.keys(MAY_CALL).filter((name) => MAY_CALL[name] === "admins")],
  );
  calls = found.map(({ name, names, types }) => ({
    name,
    args: Object.fromEntries(names.map((arg, at) => [arg, anyOf(types[at] ?? "text")])),
  }));
});

/** Something of the right type: a refusal must come before anybody looks at it. */
const anyOf = (type: string): unknown => {
  if (type.endsWith("[]")) return [];
  if (type === "uuid") return world.people.seeker.id;
  if (type === "boolean") return true;
  if (type === "json" || type === "jsonb") return [{ id: world.people.seeker.id }];
  if (/int|numeric|double/.test(type)) return 1;
  return type.startsWith("timestamp") || type === "date" ? "2026-01-01" : "is_active";
};

const TABLES = ["profiles", "feedback", "categories", "reports", "site_settings", "audit_log"];
const picture = () => world.picture(...TABLES.map((table) => `public.${table}`));

describe("what only admins may call", () => {
  it("is refused to visitors, seekers, providers, members and admins who were deactivated", async () => {
    expect(calls.length).toBeGreaterThan(25);
    const before = await picture();
    for (const { name, args } of calls) {
      expect([name, await outcome(world.visitor.rpc(name, args))]).toEqual([name, ANONYMOUS]);
      for (const who of ["seeker", "plain", "member", "retired"] as const) {
        const { status, error } = await world.people[who].client.rpc(name, args);
        expect([name, who, status, error?.message]).toEqual([...[name, who, 403, notAnAdmin(who)]]);
      }
    }
    expect(await picture()).toBe(before);
  });
});
