import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { noticesIn, startWithTwoAdmins } from "#tests/security/admin-people.ts";
import { allowed, dataOf, FORBIDDEN, outcome, refused, rows } from "#tests/security/people.ts";

/** What admins do to feedback: reported, recorded, and never over somebody else's act. */
const world = perFile(startWithTwoAdmins);
const second = () => world.people.rival.client;

const notices = () => noticesIn(world);
const quiet = () => world.sql("delete from notify.notices");

const boss = () => world.people.admin.client;

interface Item {
  id: string;
  updated_at: string;
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

const feedback = (args: object = {}) => dataOf<Page>(boss().rpc("admin_feedback", args));

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

describe("feedback", () => {
  it("waits oldest first whatever its stars, and is counted the same everywhere", async () => {
    const first = await write("seeker", "member", "Poor work", 1);
    const next = await write("plain", "member", "Splendid", 5).catch(() => "");
    await world.sql(
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

  it("is hidden, edited, shown and deleted with a reason that its author gets", async () => {
    const item = (await feedback({ search: "poor" })).items[0] as Item;
    const { id } = item;
    await quiet();
    const items = [{ id, seen: item.updated_at }];
    await refused(boss().rpc("admin_moderate_feedback", { items, approve: false }), "400 PT400");
    await boss().rpc("admin_moderate_feedback", {
      items,
      approve: false,
      reason: "Names a person",
    });
    const edit = {
      feedback_id: id,
      title: "Poor work.",
      description: "",
      reason: "Name taken out",
    };
    await allowed(boss().rpc("admin_edit_feedback", edit));
    await boss().rpc("admin_moderate_feedback", { items: [{ id }], approve: true });
    const edited = (await feedback({ search: "poor" })).items[0];
    expect(edited).toMatchObject({
      state: "approved",
      title: "Poor work.",
      original: { title: "Poor work", reason: "Name taken out" },
    });
    await boss().rpc("admin_delete_feedback", { feedback_id: id, reason: "Asked to" });
    expect(
      (await notices()).filter(({ user_id }) => user_id === world.people.seeker.id),
    ).toMatchObject([
      { kind: "feedback_hidden", data: { title: "Poor work", reason: "Names a person" } },
      {
        kind: "feedback_edited",
        data: { title: "Poor work", new_title: "Poor work.", reason: "Name taken out" },
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

  it("that two moderators act on at once keeps the first act, and the second sees it", async () => {
    const item = (await feedback({ search: "fine" })).items[0] as Item;
    const { id, updated_at: seen } = item;
    const [one, two] = await Promise.all([
      boss().rpc("admin_moderate_feedback", { items: [{ id, seen }], approve: true }),
      second().rpc("admin_edit_feedback", {
        feedback_id: id,
        title: "Over",
        description: "",
        reason: "x",
        seen,
      }),
    ]);
    const bulk = (one.data as { outcome: string; message: string | null }[])[0];
    expect([bulk?.outcome === "done", two.error === null].filter(Boolean)).toHaveLength(1);
    const words = two.error?.message ?? bulk?.message;
    expect(words).toMatch(/This feedback has changed/);
    const stale = { feedback_id: id, reason: "x", seen };
    await refused(second().rpc("admin_delete_feedback", stale), "409 PT409");
  });

  it("is found as it is now, by its own words and what its provider is called", async () => {
    const { id } = (await feedback({ search: "seeker" })).items[0] as Item;
    const ids = async (args: object) => (await feedback(args)).items.map((item) => item.id);
    await world.sql(
      "update public.feedback set title = 'Gilded railings', approved = false, moderated_at = now() where id = $1",
      [id],
    );
    expect(await ids({ state: "hidden", search: "gilded" })).toEqual([id]);
    expect(await ids({ state: "approved", search: "gilded" })).toEqual([]);
    await world.sql(
      `update public.profiles set business_name = 'Wrought & Cast'
       where id = (select provider_id from public.feedback where id = $1)`,
      [id],
    );
    expect(await ids({ search: "wrought and cast" })).toContain(id);
    const both = await feedback({ search: "r" });
    expect(new Set(both.items.map((item) => item.id)).size).toBe(both.items.length);
    await refused(boss().rpc("admin_feedback", { state: "all" }), "400 22023");
  });

  it.each([
    [{ rating: -1 }, FORBIDDEN],
    [{ title: " " }, "400 PT400"],
    [{ reason: " " }, "400 PT400"],
    [{ reason: "r".repeat(501) }, "400 PT400"],
  ])("is not edited with %j", async (wrong, refusal) => {
    const { id } = (await feedback()).items[0] as Item;
    const right = { feedback_id: id, title: "Right", description: "", reason: "x" };
    expect(await outcome(boss().rpc("admin_edit_feedback", { ...right, ...wrong }))).toBe(refusal);
  });
});
