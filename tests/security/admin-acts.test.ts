import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome, rows, startWorld, type World } from "./people.ts";

/** What admins do to accounts and feedback: told, recorded, and never over somebody else's act. */
let world: World;
let second: World["visitor"];
beforeAll(async () => {
  world = await startWorld();
  await world.backend.db.query("update public.profiles set account_type = 'admin' where id = $1", [
    world.people.rival.id,
  ]);
  second = world.people.rival.client;
});
afterAll(() => world?.close());

const boss = () => world.people.admin.client;
const told = () =>
  world.backend.db.query<{
    kind: string;
    user_id: string | null;
    address: string | null;
    data: Record<string, unknown>;
  }>("select kind, user_id, address, data from private.notices order by created_at, kind");
const quiet = () => world.backend.db.query("delete from private.notices");

interface User {
  profile_id: string;
  updated_at: string;
  first_name: string;
}
const find = async (search: string): Promise<User> => {
  const { data } = await boss().rpc("admin_users", { search });
  return (data as { users: User[] }).users[0] as User;
};

interface Item {
  id: string;
  version: string;
  state: string;
  title: string;
  created_at: string;
  original: { title: string; reason: string } | null;
}
interface Page {
  total: number;
  more: boolean;
  counts: Record<string, number>;
  items: Item[];
}
const feedback = async (args: object = {}): Promise<Page> => {
  const { data, error } = await boss().rpc("admin_feedback", args);
  if (error) throw error;
  return data as Page;
};
const write = async (
  who: "seeker" | "plain" | "lapsed",
  provider: "member" | "hidden",
  title: string,
  rating: number,
) => {
  const { client, id } = world.people[who];
  const provider_id = world.people[provider].id;
  const [made] = await rows<{ id: string }>(
    client.from("feedback").insert({ provider_id, user_id: id, rating, title }).select("id"),
  );
  return made?.id ?? "";
};

describe("an account", () => {
  it("is told what an admin did to it and why, and the audit log keeps it", async () => {
    await quiet();
    const { id } = world.people.plain;
    const toggle = (status_field: string, new_value: boolean, reason?: string) =>
      boss().rpc("admin_toggle_user_status", {
        target_user_id: id,
        status_field,
        new_value,
        reason,
      });
    expect(await outcome(toggle("is_visible", false, " Photos of others "))).toBe("let in");
    expect(await outcome(toggle("is_visible", false, "again"))).toBe("let in");
    expect(await outcome(toggle("is_active", false, "Asked by phone"))).toBe("let in");
    expect(await outcome(toggle("is_active", true))).toBe("let in");
    const change = {
      bio: "New",
      location: "York",
      account_type: "client",
      reason: "Chose wrongly",
    };
    expect(
      await outcome(boss().rpc("admin_update_user", { target_user_id: id, user_data: change })),
    ).toBe("let in");
    expect((await told()).map(({ kind, user_id, data }) => [kind, user_id === id, data])).toEqual([
      ["profile_hidden", true, { reason: "Photos of others" }],
      ["account_deactivated", true, { reason: "Asked by phone" }],
      ["account_reactivated", true, {}],
      ["account_edited", true, { fields: ["location", "bio"], reason: "Chose wrongly" }],
      ["account_type_changed", true, { from: "provider", to: "client", reason: "Chose wrongly" }],
    ]);
    const lines = await rows(
      boss()
        .from("audit_log")
        .select("action, reason, before, after")
        .eq("target_id", id)
        .order("id"),
    );
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

  it("that is deleted is told at its confirmed address, an unconfirmed one is not", async () => {
    await quiet();
    const gone = world.people.lapsed;
    await boss().rpc("admin_delete_user", {
      target_user_id: world.people.unconfirmed.id,
      reason: "x",
    });
    await boss().rpc("admin_delete_user", { target_user_id: gone.id, reason: "Spam" });
    expect(await told()).toMatchObject([
      { kind: "account_removed", user_id: null, address: gone.email, data: { reason: "Spam" } },
    ]);
  });

  it("hears nothing of its own acts, and nothing of what was refused", async () => {
    await quiet();
    const own = { target_user_id: world.people.admin.id, user_data: { bio: "Me" } };
    expect(await outcome(boss().rpc("admin_update_user", own))).toBe("let in");
    const long = {
      target_user_id: world.people.hidden.id,
      status_field: "is_active",
      new_value: false,
      reason: "r".repeat(501),
    };
    expect(await outcome(boss().rpc("admin_toggle_user_status", long))).toBe("400 PT400");
    expect(await told()).toEqual([]);
  });

  it("that two admins change at once keeps the first change, and the second is told", async () => {
    const user = await find("hidden ltd");
    const change = (bio: string) => ({
      target_user_id: user.profile_id,
      user_data: { bio, seen: user.updated_at },
    });
    const [one, two] = await Promise.all([
      boss().rpc("admin_update_user", change("First")),
      second.rpc("admin_update_user", change("Second")),
    ]);
    const [kept, refused] = one.error ? [two, one] : [one, two];
    expect(kept.error).toBeNull();
    expect(refused.status).toBe(409);
    expect(refused.error?.message).toMatch(
      /has changed since you opened it. Nothing was overwritten/,
    );
    const bio = await world.see("select bio from public.profiles where id = $1", [user.profile_id]);
    expect(bio).toBe(one.error ? "Second" : "First");
    const stale = {
      target_user_id: user.profile_id,
      status_field: "is_active",
      new_value: false,
      seen: user.updated_at,
    };
    expect(await outcome(second.rpc("admin_toggle_user_status", stale))).toBe("409 PT409");
  });
});

describe("admin_switch_users", () => {
  it("says of each what became of it, with one reason, in one transaction", async () => {
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
    expect(of(nobody)).toMatchObject([{ outcome: "refused", message: /does not exist/ }]);
    expect(await told()).toMatchObject([
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
    const before = await world.picture("public.profiles", "public.audit_log");
    const right = {
      items: [{ id: world.people.seeker.id }],
      status_field: "is_active",
      new_value: false,
      reason: "x",
    };
    expect(await outcome(boss().rpc("admin_switch_users", { ...right, ...wrong }))).toMatch(
      expected,
    );
    expect(await world.picture("public.profiles", "public.audit_log")).toBe(before);
  });

  it("leaves the last admin in office", async () => {
    const items = [{ id: world.people.admin.id }, { id: world.people.rival.id }];
    const call = { items, status_field: "is_active", new_value: false, reason: "All out" };
    const results = await rows<{ outcome: string }>(boss().rpc("admin_switch_users", call));
    expect(results.map((result) => result.outcome).sort()).toEqual(["done", "refused"]);
    expect(
      await world.see(
        "select count(*)::int from public.profiles where account_type = 'admin' and is_active",
      ),
    ).toBe(1);
    await world.backend.db.query(
      "update public.profiles set is_active = true where id = any ($1)",
      [items.map(({ id }) => id)],
    );
    for (const who of ["admin", "rival"] as const) {
      const { email } = world.people[who];
      await world.people[who].client.auth.signInWithPassword({
        email,
        password: "correct horse battery",
      });
    }
  });
});

describe("finding", () => {
  it("counts also where the page is past the last, and follows every change", async () => {
    const past = await boss().rpc("admin_users", { page_offset: 5000 });
    expect(past.data).toMatchObject({ users: [], more: false });
    expect((past.data as { total: number }).total).toBe(
      await world.see("select count(*)::int from public.profiles"),
    );
    const { id } = world.people.member;
    await boss().rpc("admin_update_user", {
      target_user_id: id,
      user_data: { last_name: "Zwickau" },
    });
    expect((await find("zwickau")).profile_id).toBe(id);
    expect((await find("zw")).profile_id).toBe(id);
    expect(await find("wickaux")).toBeUndefined();
    // One or two letters are looked for where words begin.
    expect(await find("wi")).toBeUndefined();
  });

  it("gives the export in parts that follow each other, and records it once", async () => {
    const all: { profile_id: string; created_at: string }[] = [];
    for (let part = 0; part < 20; part += 1) {
      const last = all.at(-1);
      const { data } = await boss().rpc("admin_export_users", {
        page_size: 3,
        ...(last ? { after_id: last.profile_id, after_created: last.created_at } : {}),
      });
      const page = data as typeof all;
      all.push(...page);
      if (page.length < 3) break;
    }
    expect(new Set(all.map(({ profile_id }) => profile_id)).size).toBe(all.length);
    expect(all.length).toBe(await world.see("select count(*)::int from public.profiles"));
    expect(
      await world.see("select count(*)::int from public.audit_log where action = 'export users'"),
    ).toBe(1);
  });
});

describe("feedback", () => {
  it("waits oldest first whatever its stars, and is counted alike everywhere", async () => {
    const first = await write("seeker", "member", "Poor work", 1);
    const next = await write("plain", "member", "Splendid", 5).catch(() => "");
    await world.backend.db.query(
      "update public.feedback set created_at = now() - interval '1 day' where id = $1",
      [first],
    );
    const other = await write("seeker", "hidden", "Fine", 4);
    const page = await feedback({ state: "pending" });
    expect(page.items[0]?.id).toBe(first);
    expect(page.counts.pending).toBe(page.items.length);
    await boss().rpc("admin_moderate_feedback", {
      items: [{ id: other }],
      approve: false,
      reason: "Invented",
    });
    const after = await feedback();
    expect(after.counts).toMatchObject({
      pending: (page.counts.pending ?? 0) - 1,
      hidden: 1,
      approved: 0,
    });
    expect(after.total).toBe(after.counts.all);
    const waiting = after.counts.pending;
    const { data: dashboard } = await boss().rpc("admin_dashboard_counts");
    expect(dashboard).toMatchObject({ pending_feedback: waiting });
    const { data: analytics } = await boss().rpc("admin_analytics");
    expect(analytics).toMatchObject({ pending_feedback: waiting });
    expect((await feedback({ search: "member ltd" })).items.map(({ id }) => id)).toContain(first);
    expect((await feedback({ search: "poor" })).items.map(({ id }) => id)).toEqual([first]);
    expect(
      (await feedback({ state: "hidden", search: "seeker" })).items.map(({ id }) => id),
    ).toEqual([other]);
    expect(next).toBeDefined();
  });

  it("is hidden, edited, shown and deleted with a reason that its author is told", async () => {
    const item = (await feedback({ search: "poor" })).items[0] as Item;
    const { id } = item;
    await quiet();
    const items = [{ id, version: item.version }];
    expect(await outcome(boss().rpc("admin_moderate_feedback", { items, approve: false }))).toBe(
      "400 PT400",
    );
    await boss().rpc("admin_moderate_feedback", {
      items,
      approve: false,
      reason: "Names a person",
    });
    const edit = {
      feedback_id: id,
      rating: 2,
      title: "Poor work.",
      description: "",
      reason: "Name taken out",
    };
    expect(await outcome(boss().rpc("admin_edit_feedback", edit))).toBe("let in");
    await boss().rpc("admin_moderate_feedback", { items: [{ id }], approve: true });
    const edited = (await feedback({ search: "poor" })).items[0];
    expect(edited).toMatchObject({
      state: "approved",
      title: "Poor work.",
      original: { title: "Poor work", reason: "Name taken out" },
    });
    await boss().rpc("admin_delete_feedback", { feedback_id: id, reason: "Asked to" });
    expect(
      (await told()).filter(({ user_id }) => user_id === world.people.seeker.id),
    ).toMatchObject([
      { kind: "feedback_hidden", data: { title: "Poor work", reason: "Names a person" } },
      {
        kind: "feedback_edited",
        data: { title: "Poor work", new_title: "Poor work.", rating: 2, reason: "Name taken out" },
      },
      { kind: "feedback_shown", data: { title: "Poor work." } },
      { kind: "feedback_removed", data: { reason: "Asked to" } },
    ]);
    const lines = await rows<{ reason: string | null }>(
      boss().from("audit_log").select("reason").eq("target_id", id).order("id"),
    );
    // The approval has no reason: the edit's is not written beside it.
    expect(lines.map(({ reason }) => reason)).toEqual([
      "Names a person",
      "Name taken out",
      null,
      "Asked to",
    ]);
  });

  it("that two moderators act on at once keeps the first act, and the second is told", async () => {
    const item = (await feedback({ search: "fine" })).items[0] as Item;
    const { id, version } = item;
    const [one, two] = await Promise.all([
      boss().rpc("admin_moderate_feedback", { items: [{ id, version }], approve: true }),
      second.rpc("admin_edit_feedback", {
        feedback_id: id,
        rating: 1,
        title: "Over",
        description: "",
        reason: "x",
        version,
      }),
    ]);
    const bulk = (one.data as { outcome: string; message: string | null }[])[0];
    expect([bulk?.outcome === "done", two.error === null].filter(Boolean)).toHaveLength(1);
    const words = two.error?.message ?? bulk?.message;
    expect(words).toMatch(/Another moderator has dealt with this feedback/);
    const stale = { feedback_id: id, reason: "x", version };
    expect(await outcome(second.rpc("admin_delete_feedback", stale))).toBe("409 PT409");
  });

  it.each([
    [{ rating: 6 }],
    [{ rating: null }],
    [{ title: " " }],
    [{ reason: " " }],
    [{ reason: "r".repeat(501) }],
  ])("is not edited with %j", async (wrong) => {
    const { id } = (await feedback()).items[0] as Item;
    const right = { feedback_id: id, rating: 3, title: "Right", description: "", reason: "x" };
    expect(await outcome(boss().rpc("admin_edit_feedback", { ...right, ...wrong }))).toBe(
      "400 PT400",
    );
  });
});
