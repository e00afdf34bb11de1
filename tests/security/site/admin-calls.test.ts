import { beforeAll, expect, it } from "vitest";
import { MAY_CALL } from "#tests/security/administration-allowed.ts";
import { ANONYMOUS, FORBIDDEN, NAMES, notAnAdmin, refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Every function that only admins, or only the server, may call, tried by everybody else. */
const world = testWorld();
let calls: { name: string; args: Record<string, unknown> }[];
beforeAll(async () => {
  const found = await world.sql<{ name: string; names: string[]; types: string[] }>(
    `select p.proname as name, coalesce(p.proargnames[:p.pronargs], '{}') as names,
        array(select t::regtype::text from unnest(p.proargtypes::oid[]) as t) as types
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`,
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

const TABLES = "profiles feedback categories reports site_settings coupons audit_log".split(" ");
const picture = () => world.picture("notify.notices", ...TABLES.map((table) => `public.${table}`));

it("what only admins may call is refused to everybody else, and to admins who were deactivated", async () => {
  const theirs = calls.filter(({ name }) => MAY_CALL[name] === "admins");
  expect(theirs.length).toBeGreaterThan(25);
  const before = await picture();
  for (const { name, args } of theirs) {
    await refused(world.rpc("visitor", name, args), ANONYMOUS, name);
    for (const who of NAMES.filter((one) => one !== "admin")) {
      const { status, error } = await world.rpc(who, name, args);
      expect([name, who, status, error?.message]).toEqual([name, who, 403, notAnAdmin(who)]);
    }
  }
  expect(await picture()).toBe(before);
});

it("what only the server may call is refused to clients, members and admins", async () => {
  const servers = calls.filter(({ name }) => !MAY_CALL[name]);
  expect(servers.length).toBeGreaterThan(25);
  for (const { name, args } of servers)
    for (const who of ["seeker", "member", "admin"] as const)
      await refused(world.rpc(who, name, args), FORBIDDEN, `${name} ${who}`);
});
