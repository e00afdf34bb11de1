import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import {
  editUser,
  noticesIn,
  startWithTwoAdmins,
  switchUser,
} from "#tests/security/admin-people.ts";
import { allowed, PASSWORD, refused, rows } from "#tests/security/people.ts";

/** What admins do to accounts: reported, recorded, and never over somebody else's act. */
const world = perFile(startWithTwoAdmins);

const notices = () => noticesIn(world);
const quiet = () => world.sql("delete from notify.notices");

const boss = () => world.people.admin.client;

const find = async (search: string) => {
  const { data } = await boss().rpc("admin_users", { search });
  return data.users[0];
};

describe("an account", () => {
  it("gets a mail about what an admin did to it and why, and the audit log has it", async () => {
    await quiet();
    const { id } = world.people.plain;
    const toggle = (field: "is_active" | "is_visible", to: boolean, reason?: string) =>
      switchUser(world, id, field, to, { reason });
    await allowed(toggle("is_visible", false, " Photos of others "));
    await allowed(toggle("is_visible", false, "again"));
    await allowed(toggle("is_active", false, "Asked by phone"));
    await allowed(toggle("is_active", true));
    const edit = { bio: "New", location: "York", account_type: "client", reason: "Chose wrongly" };
    await allowed(editUser(world, id, edit));
    expect(
      (await notices()).map(({ kind, user_id, data }) => [kind, user_id === id, data]),
    ).toEqual([
      ["profile_hidden", true, { reason: "Photos of others" }],
      ["account_deactivated", true, { reason: "Asked by phone" }],
      ["account_reactivated", true, {}],
      ["account_edited", true, { fields: ["location", "bio"], reason: "Chose wrongly" }],
      ["account_type_changed", true, { from: "provider", to: "client", reason: "Chose wrongly" }],
    ]);
    const lines = await world.audited("action, reason, before, after", id);
    expect(lines.slice(0, 2)).toMatchObject([
      {
        action: "switch is_visible",
        reason: "Photos of others",
        before: { is_visible: true },
        after: { is_visible: false },
      },
      { action: "switch is_active", reason: "Asked by phone" },
    ]);
  });

  it("that is deleted gets a mail at its confirmed address, an unconfirmed one does not", async () => {
    await quiet();
    const removed = world.people.lapsed;
    await boss().rpc("admin_delete_user", {
      target_user_id: world.people.unconfirmed.id,
      reason: "x",
    });
    await boss().rpc("admin_delete_user", { target_user_id: removed.id, reason: "Spam" });
    expect(await notices()).toMatchObject([
      { kind: "account_removed", user_id: null, address: removed.email, data: { reason: "Spam" } },
    ]);
  });

  it("gets no mail about its own acts, or about refused ones", async () => {
    await quiet();
    await allowed(editUser(world, world.people.admin.id, { bio: "Me" }));
    const long = { reason: "r".repeat(501) };
    await refused(switchUser(world, world.people.hidden.id, "is_active", false, long), "400 PT400");
    expect(await notices()).toEqual([]);
  });

  it("that two admins change at once keeps the first change, and the second sees it", async () => {
    const user = await find("hidden ltd");
    const change = (by: "admin" | "rival", bio: string) =>
      editUser(world, user.id, { bio, seen: user.updated_at }, by);
    const [one, two] = await Promise.all([change("admin", "First"), change("rival", "Second")]);
    const [winner, loser] = one.error ? [two, one] : [one, two];
    expect(winner.error).toBeNull();
    expect(loser.status).toBe(409);
    expect(loser.error?.message).toMatch(/has changed since you opened it, so nothing was saved/);
    const bio = await world.stored("profiles.bio", user.id);
    expect(bio).toBe(one.error ? "Second" : "First");
    const stale = switchUser(
      world,
      user.id,
      "is_active",
      false,
      { seen: user.updated_at },
      "rival",
    );
    await refused(stale, "409 PT409");
  });
});

describe("admin_switch_users", () => {
  it("reports the outcome of each, with one reason, in one transaction", async () => {
    await quiet();
    const { plain, idle, hidden } = world.people;
    const nobody = crypto.randomUUID();
    const call = {
      items: [
        { id: plain.id },
        { id: plain.id },
        { id: idle.id },
        { id: hidden.id, seen: "2020-01-01T00:00:00Z" },
        { id: nobody },
      ],
      status_field: "is_active",
      new_value: false,
      reason: "Same scheme",
    };
    const results = await rows<{ profile_id: string; outcome: string; message: string | null }>(
      boss().rpc("admin_switch_users", call),
    );
    const of = (id: string) => results.filter(({ profile_id }) => profile_id === id);
    expect(of(plain.id)).toMatchObject([{ outcome: "done", message: null }]);
    expect(of(idle.id)).toMatchObject([{ outcome: "unchanged" }]);
    expect(of(hidden.id)).toMatchObject([{ outcome: "refused", message: /changed since/ }]);
    expect(of(nobody)).toMatchObject([{ outcome: "refused", message: /no longer exists/ }]);
    expect(await notices()).toMatchObject([
      { kind: "account_deactivated", user_id: plain.id, data: { reason: "Same scheme" } },
    ]);
  });

  it.each([
    [{ reason: " " }, "400 PT400"],
    [{ items: [] }, "400 PT400"],
    [{ items: "all" }, "400 PT400"],
    [{ items: Array.from({ length: 101 }, () => ({})) }, "400 PT400"],
    [{ status_field: "account_type" }, "400 PT400"],
    [{ new_value: null }, "400 PT400"],
    [{ items: [{ id: "1 or 1=1" }] }, /^400 22/],
  ])("refuses %j whole", async (wrong, expected) => {
    const right = {
      items: [{ id: world.people.seeker.id }],
      status_field: "is_active",
      new_value: false,
      reason: "x",
    };
    await world.unchanged(["public.profiles", "public.audit_log"], () =>
      refused(boss().rpc("admin_switch_users", { ...right, ...wrong }), expected),
    );
  });

  it("leaves the last admin in office", async () => {
    const items = [{ id: world.people.admin.id }, { id: world.people.rival.id }];
    const call = { items, status_field: "is_active", new_value: false, reason: "All out" };
    const results = await rows<{ outcome: string }>(boss().rpc("admin_switch_users", call));
    expect(results.map((result) => result.outcome).sort()).toEqual(["done", "refused"]);
    expect(await world.count("public.profiles where account_type = 'admin' and is_active")).toBe(1);
    await world.sql("update public.profiles set is_active = true where id = any ($1)", [
      items.map(({ id }) => id),
    ]);
    for (const { client, email } of [world.people.admin, world.people.rival])
      await client.auth.signInWithPassword({ email, password: PASSWORD });
  });
});

describe("finding", () => {
  it("gives the export in parts that follow each other, and records it once", async () => {
    const all: { id: string; created_at: string }[] = [];
    for (let part = 0; part < 20; part += 1) {
      const last = all.at(-1);
      const { data } = await boss().rpc("admin_export_users", {
        page_size: 3,
        ...(last ? { after_id: last.id, after_created: last.created_at } : {}),
      });
      const page = data as typeof all;
      all.push(...page);
      if (page.length < 3) break;
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.length).toBe(await world.count("public.profiles"));
    expect(await world.count("public.audit_log where action = 'export users'")).toBe(1);
  });
});
