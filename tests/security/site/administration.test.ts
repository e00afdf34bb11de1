import { describe, expect, it } from "vitest";
import { switchUser } from "#tests/security/admin-people.ts";
import { allowed, ENDED, FORBIDDEN, refused, rows, type World } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

const PICTURE = ["public.profiles", "public.feedback", "public.audit_log"];

describe("what admins call", () => {
  const admin = (name: string, args: object) => world.rpc("admin", name, args);

  it("serve an admin, and audit what was changed", async () => {
    const { id } = world.people.rival;
    const change = { target_user_id: id, user_data: { bio: " Known ", reason: "Asked by mail" } };
    await allowed(admin("admin_update_user", change));
    const [line] = await rows(
      world.from("admin", "audit_log").select().eq("target_id", id).limit(1),
    );
    expect(line).toMatchObject({
      actor_id: world.people.admin.id,
      action: "update user",
      reason: "Asked by mail",
      before: { bio: null },
      after: { bio: "Known" },
    });
    const found = await rows(admin("get_admin_user_details", { search: "rival" }));
    expect(found).toMatchObject([
      { profile_id: id, email: "rival@people.example", total_count: 1 },
    ]);
    expect((await admin("count_profiles_by_type", { profile_type: "client" })).data).toBe(2);
    expect((await admin("count_profiles_by_date", { days_ago: 30 })).data).toBeGreaterThan(2);
    expect(await rows(admin("get_admin_user_details", { search: "%" }))).toEqual([]);
  });

  const some = () => world.people.rival.id;
  const USER = "admin_update_user";
  const SWITCH = "admin_toggle_user_status";
  const user =
    (user_data: unknown, of = some) =>
    () => ({ target_user_id: of(), user_data });
  const flip = (status_field: string | null, new_value: boolean | null) => () => ({
    ...{ target_user_id: some(), status_field, new_value },
  });
  const feedback = (reason: string) => () => ({ feedback_id: some(), reason });
  const nobody = () => crypto.randomUUID();
  it.each<[string, string, () => object, string | RegExp]>([
    ["an unknown column", USER, user({ email: "x" }), "400 PT400"],
    ["the switch of another column", USER, user({ is_active: true }), "400 PT400"],
    ["an unknown type", USER, user({ account_type: "king" }), "400 23514"],
    ["no name", USER, user({ first_name: " " }), "400 PT400"],
    ["a list of changes", USER, user(["bio"]), /^400 22/],
    ["an endless text", USER, user({ bio: "b".repeat(5001) }), "400 23514"],
    ["nobody", USER, user({}, nobody), "404 PT404"],
    ["a column for a switch", SWITCH, flip("account_type", true), "400 PT400"],
    ["an injected column", SWITCH, flip("is_active = true, account_type", true), "400 PT400"],
    ["no switch", SWITCH, flip(null, true), "400 PT400"],
    ["no value", SWITCH, flip("is_active", null), "400 PT400"],
    ["no person", "admin_delete_user", () => ({ target_user_id: nobody() }), "404 PT404"],
    ["a deletion without reason", "admin_delete_feedback", feedback(" "), "400 PT400"],
    ["the deletion of no feedback", "admin_delete_feedback", feedback("x"), "404 PT404"],
    ["days past counting", "count_profiles_by_date", () => ({ days_ago: 1e12 }), /^400 22/],
  ])("refuse %s with its code", (_what, name, args, expected) =>
    world.unchanged(PICTURE, () => refused(admin(name, args()), expected)),
  );

  it("end the sessions of accounts they deactivate, and let nothing be done with the old token", async () => {
    const { id, client } = world.people.plain;
    const sessions = () => world.count("auth.sessions where user_id = $1", [id]);
    const toggle = (to: boolean) => switchUser(world, id, "is_active", to);
    expect(await sessions()).toBe(1);
    await toggle(false);
    expect(await sessions()).toBe(0);
    const change = client.from("profiles").update({ bio: "Still here" }).eq("id", id);
    await refused(change.select("id"), ENDED);
    expect(await world.see("select bio from public.profiles where id = $1", [id])).toBeNull();
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    await toggle(true);
  });
});

describe("the audit log", () => {
  it("is read by admins alone", async () => {
    const log = (who: Parameters<World["clientOf"]>[0]) => world.from(who, "audit_log");
    expect((await rows(log("admin").select("id"))).length).toBeGreaterThan(0);
    for (const who of ["seeker", "rival", "member", "retired"] as const) {
      expect(await rows(log(who).select()), who).toEqual([]);
    }
    for (const who of ["member", "admin"] as const) {
      await refused(log(who).delete().gt("id", 0), FORBIDDEN, who);
      await refused(log(who).insert({ target_table: "site_settings" }), FORBIDDEN, who);
    }
  });
});

describe("categories and settings", () => {
  const GROUP = { group_name: "Test", name: "Only", display_order: 1 };

  it("are read by everybody, retired categories by admins alone", async () => {
    const { client } = world.people.admin;
    const [made] = await rows<{ id: string }>(client.from("categories").insert(GROUP).select("id"));
    const seen = async (who: "visitor" | "seeker" | "admin") =>
      (await rows(world.from(who, "categories").select("id").eq("id", made?.id))).length;
    expect(await seen("visitor")).toBe(1);
    await rows(
      client.from("categories").update({ is_active: false }).eq("id", made?.id).select("id"),
    );
    expect([await seen("visitor"), await seen("seeker"), await seen("admin")]).toEqual([0, 0, 1]);
    const settings = world.visitor
      .from("site_settings")
      .select("key, value")
      .eq("key", "feedback_publication");
    expect(await rows(settings)).toEqual([{ key: "feedback_publication", value: "at once" }]);
    for (const who of ["visitor", "admin"] as const) {
      await refused(world.from(who, "site_settings").select("updated_by"), /^40[13] 42501$/);
    }
  });

  it("are changed by nobody but admins, and removed by nobody", async () => {
    const before = await world.picture("public.categories", "public.site_settings");
    const key = "feedback_publication";
    for (const who of ["seeker", "member", "retired"] as const) {
      const { client } = world.people[who];
      await refused(client.from("categories").insert({ ...GROUP, name: "x" }), FORBIDDEN);
      const renamed = client.from("categories").update({ name: "x" }).eq("group_name", "IT");
      expect(await rows(renamed.select("id")), who).toEqual([]);
    }
    for (const who of ["member", "admin"] as const) {
      const { client } = world.people[who];
      for (const tried of [
        client.from("categories").delete().eq("group_name", "IT"),
        client.from("site_settings").insert({ key: "mine", value: 1 }),
        client.from("site_settings").update({ key: "mine" }).eq("key", key),
        // Only by admin_save_setting(), which asks why.
        client.from("site_settings").update({ value: "at once" }).eq("key", key),
        client.from("site_settings").delete().eq("key", key),
      ]) {
        await refused(tried, FORBIDDEN, who);
      }
    }
    expect(await world.picture("public.categories", "public.site_settings")).toBe(before);
  });
});
