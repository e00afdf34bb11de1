import { beforeAll, expect, it } from "vitest";
import { callsIn, MAY_CALL } from "#tests/security/administration-allowed.ts";
import { ANONYMOUS, FORBIDDEN, NAMES, notAnAdmin, refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Every function that only admins, or only the server, may call, tried by everybody else. */
const world = testWorld();
let calls: Awaited<ReturnType<typeof callsIn>>;
beforeAll(async () => {
  const { id } = world.people.seeker;
  calls = await callsIn(world, { uuid: id, json: [{ id }], text: "is_active" });
});

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
