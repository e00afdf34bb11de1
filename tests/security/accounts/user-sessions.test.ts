import { describe, expect, it } from "vitest";
import { ANONYMOUS, outcome, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

describe("user_sessions", () => {
  it("shows people their own rows, and admins all of them", async () => {
    expect(await outcome(world.visitor.from("user_sessions").select())).toBe(ANONYMOUS);
    for (const who of ["seeker", "member", "hidden"] as const) {
      const view = () => world.people[who].client.from("user_sessions");
      const { id } = world.people[who];
      expect((await rows(view().select())).map(({ user_id }) => user_id)).toEqual([id]);
      expect(await rows(view().select().neq("user_id", id))).toEqual([]);
    }
    const all = await rows(world.people.admin.client.from("user_sessions").select());
    expect(all.length).toBeGreaterThan(5);
    expect(Object.keys(all[0] ?? {}).sort()).toEqual([
      "id",
      "is_active",
      "session_start",
      "user_id",
    ]);
  });
});
