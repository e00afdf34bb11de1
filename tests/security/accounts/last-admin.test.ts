import { beforeEach, describe, expect, it } from "vitest";
import { editUser, switchUser } from "#tests/security/admin-people.ts";
import { allowed, FORBIDDEN, outcome, PASSWORD, refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

type Admin = "admin" | "rival";
const call = (by: Admin, on: Admin, way: string) => {
  const { id } = world.people[on];
  if (way === "demoted") return editUser(world, id, { account_type: "client" }, by);
  if (way === "deactivated") return switchUser(world, id, "is_active", false, {}, by);
  return world.rpc(by, "admin_delete_user", { target_user_id: id });
};
const expectOne = (outcomes: string[]) =>
  expect(
    outcomes.filter((one) => one === "let in"),
    outcomes.join(),
  ).toHaveLength(1);
const WAYS = ["demoted", "deactivated", "deleted"] as const;
const admins = () => world.count("public.profiles where account_type = 'admin' and is_active");

/** Makes `rival` a second admin, or takes that back, as the owner can. */
const secondAdmin = (type: "admin" | "client") =>
  world.setProfile("rival", "account_type = $2, is_active = true", type);
const bothInOffice = async () => {
  for (const who of ["admin", "rival"] as const)
    await world.setProfile(who, "account_type = 'admin', is_active = true");
  await signInAgain();
};

/** Deactivating and another account type end sessions, and a token without its session acts no more. */
const signInAgain = () =>
  Promise.all(
    (["admin", "rival"] as const).map(async (name) => {
      const { client, email } = world.people[name];
      await allowed(client.auth.signInWithPassword({ email, password: PASSWORD }));
    }),
  );

describe("the last admin", () => {
  it.each(WAYS)("is not %s by themselves", async (way) => {
    await world.unchanged(["public.profiles", "auth.sessions", "public.audit_log"], async () => {
      const { error } = await call("admin", "admin", way);
      expect(error).toMatchObject({
        code: "PT409",
        message:
          "The last admin cannot be deleted, deactivated or demoted. Please make someone else an admin first.",
      });
    });
  });

  it("is not removed by the service either", async () => {
    const { id } = world.people.admin;
    const profiles = () => world.service.from("profiles");
    for (const change of [{ is_active: false }, { account_type: "client" }]) {
      await refused(profiles().update(change).eq("id", id), "409 PT409");
    }
    await refused(profiles().delete().eq("id", id), "409 PT409");
    expect((await world.service.auth.admin.deleteUser(id)).error).not.toBeNull();
    world.backend.errors.length = 0;
    expect(await admins()).toBe(1);
    expect(await world.count("auth.users where id = $1", [id])).toBe(1);
  });

  it("is not counted by those who are deactivated", async () => {
    await secondAdmin("admin");
    await signInAgain();
    await world.setProfile("rival", "is_active = false");
    await refused(call("admin", "admin", "demoted"), "409 PT409");
    await refused(call("rival", "admin", "demoted"), FORBIDDEN);
    expect(await admins()).toBe(1);
    await secondAdmin("client");
  });
});

describe("two admins", () => {
  beforeEach(async () => {
    await bothInOffice();
    expect(await admins()).toBe(2);
  });

  it.each([
    ["demoted", "demoted"],
    ["deactivated", "deactivated"],
    ["demoted", "deactivated"],
    ["deactivated", "demoted"],
  ])("who at the same moment want each other %s and %s leave one", async (one, other) => {
    for (let turn = 0; turn < 5; turn++) {
      const outcomes = await Promise.all([
        outcome(call("admin", "rival", one)),
        outcome(call("rival", "admin", other)),
      ]);
      expectOne(outcomes);
      expect(await admins()).toBe(1);
      await bothInOffice();
    }
  });

  it("who both leave at the same moment leave one", async () => {
    const outcomes = await Promise.all([
      outcome(call("admin", "admin", "deactivated")),
      outcome(call("rival", "rival", "demoted")),
    ]);
    expect(outcomes.sort()).toEqual(["409 PT409", "let in"]);
    expect(await admins()).toBe(1);
  });

  it("who delete each other at the same moment leave one", async () => {
    const outcomes = await Promise.all([
      outcome(call("admin", "rival", "deleted")),
      outcome(call("rival", "admin", "deleted")),
    ]);
    expectOne(outcomes);
    expect(await admins()).toBe(1);
  });
});
