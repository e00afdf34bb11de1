import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { noticesIn, startWithTwoAdmins } from "#tests/security/admin-people.ts";
import { allowed, dataOf, FORBIDDEN, type Name, refused } from "#tests/security/people.ts";
import { feedbackActs } from "./acts.ts";

/** What admins do to feedback: reported, recorded, and never over somebody else's act. */
const world = perFile(startWithTwoAdmins);

const notices = () => noticesIn(world);
const quiet = () => world.sql("delete from notify.notices");

const boss = () => world.people.admin.client;

interface Item {
  id: string;
  updated_at: string;
}

interface Page {
  total: number;
  counts: Record<string, number>;
  items: Item[];
}

const feedback = (args: object = {}) => dataOf<Page>(boss().rpc("admin_feedback", args));

const { give } = feedbackActs(() => world);
const edit = (change: object, by: Name = "admin") =>
  world.rpc(by, "admin_edit_feedback", { description: "", ...change });
/** Hides or shows these, as they were seen. */
const moderate = (items: { id: string; seen?: string }[], approve: boolean, reason?: string) =>
  boss().rpc("admin_moderate_feedback", { items, approve, reason });

describe("feedback", () => {
  it("waits oldest first whatever its stars, and is counted the same everywhere", async () => {
    const first = await give("seeker", { title: "Poor work", rating: 1 });
    await give("plain", { title: "Splendid" });
    await world.sql(
      "update public.feedback set created_at = now() - interval '1 day' where id = $1",
      [first],
    );
    const provider_id = world.people.hidden.id;
    const other = await give("seeker", { provider_id, title: "Fine", rating: 4 });
    const page = await feedback({ state: "pending" });
    expect(page.items[0]?.id).toBe(first);
    expect(page.counts.pending).toBe(page.items.length);
    await moderate([{ id: other }], false, "Invented");
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
  });

  it("is hidden, edited, shown and deleted with a reason that its author gets", async () => {
    const item = (await feedback({ search: "poor" })).items[0] as Item;
    const { id } = item;
    await quiet();
    const items = [{ id, seen: item.updated_at }];
    await refused(moderate(items, false), "400 PT400");
    await moderate(items, false, "Names a person");
    await allowed(edit({ feedback_id: id, title: "Poor work.", reason: "Name taken out" }));
    await moderate([{ id }], true);
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
    const lines = await world.audited("reason", id);
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
      moderate([{ id, seen }], true),
      edit({ feedback_id: id, title: "Over", reason: "x", seen }, "rival"),
    ]);
    const bulk = (one.data as { outcome: string; message: string | null }[])[0];
    expect([bulk?.outcome === "done", two.error === null].filter(Boolean)).toHaveLength(1);
    const words = two.error?.message ?? bulk?.message;
    expect(words).toMatch(/This feedback has changed/);
    const stale = { feedback_id: id, reason: "x", seen };
    await refused(world.rpc("rival", "admin_delete_feedback", stale), "409 PT409");
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
    await refused(edit({ feedback_id: id, title: "Right", reason: "x", ...wrong }), refusal);
  });
});
