import { afterEach, describe, expect, it } from "vitest";
import { allowed, FORBIDDEN, type Name, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { feedbackActs } from "./acts.ts";

const world = testWorld();
afterEach(() => world.sql("delete from public.feedback"));

const { give, reply, publish } = feedbackActs(() => world);
/** As an admin can by the table. */
const change = (id: string, to: object) =>
  world.from("admin", "feedback").update(to).eq("id", id).select("id");
const shown = () => rows<{ id: string }>(world.visitor.from("feedback").select("id"));
const average = () =>
  world.see<string | null>("select rating_average from search.listings where provider_id = $1", [
    world.people.member.id,
  ]);

describe("given feedback", () => {
  it("is changed or deleted by nobody but an admin, who changes only what moderation needs", async () => {
    const id = await give("seeker");
    const before = await world.picture("public.feedback");
    for (const who of ["seeker", "member", "rival", "retired"] as const) {
      const feedback = () => world.from(who, "feedback");
      for (const change of [
        { rating: 1 },
        { approved: true },
        { moderated_at: null },
        { title: "x", description: "y" },
      ]) {
        expect(await rows(feedback().update(change).eq("id", id).select("id")), who).toEqual([]);
      }
      await refused(feedback().delete().eq("id", id), FORBIDDEN, who);
    }
    for (const change of [
      { author_name: "x" },
      { user_id: null },
      { provider_id: null },
      { is_public: true },
    ]) {
      const admin = world.from("admin", "feedback");
      await refused(admin.update(change).eq("id", id), FORBIDDEN);
    }
    await refused(world.from("admin", "feedback").delete().eq("id", id), FORBIDDEN);
    expect(await world.picture("public.feedback")).toBe(before);
  });

  it("keeps its stars, and is edited or hidden by no admin without a reason", async () => {
    const id = await give("seeker", { rating: 2, title: "Rude words" });
    const tried = (to: object) => outcome(world.from("admin", "feedback").update(to).eq("id", id));
    const before = await world.picture("public.feedback");
    const reason = { edit_reason: "Language" };
    expect(await tried({ rating: 5, ...reason })).toBe(FORBIDDEN);
    expect(await tried({ rating: 5, title: "x", description: "y", ...reason })).toBe(FORBIDDEN);
    for (const unexplained of [
      { title: "Kind words", description: null, rating: 2 },
      { description: "Softer" },
      { title: "Kind words", edit_reason: " " },
      { approved: false, moderated_at: "2001-01-01T00:00:00Z" },
    ])
      expect(await tried(unexplained)).toBe("400 PT400");
    expect(await world.picture("public.feedback")).toBe(before);

    expect(await tried({ title: "Kind words", rating: 2, ...reason })).toBe("let in");
    expect(await tried({ approved: true })).toBe("let in");
    // The reason of the edit is no reason for what is done later.
    expect(await tried({ title: "Kinder words" })).toBe("400 PT400");
    expect(await tried({ approved: false })).toBe("400 PT400");
    const [read] = await rows(
      world.visitor.from("feedback").select("title, rating, original_title").eq("id", id),
    );
    expect(read).toEqual({ title: "Kind words", rating: 2, original_title: "Rude words" });
    expect(await tried({ title: "Kindest words", edit_reason: "Language" })).toBe("let in");
    expect(await world.stored("feedback.original_title", id)).toBe("Rude words");
    expect(await tried({ approved: false, edit_reason: "Names a person" })).toBe("let in");
    const log = await world.audited("reason", id);
    expect(log.map(({ reason: why }) => why)).toEqual([
      ...["Language", null, "Language", "Names a person"],
    ]);
  });

  it("that an admin hid is seen by its author and admins only, and counts no more", async () => {
    const id = await give("seeker", { rating: 1 });
    await give("rival", { rating: 5 });
    await allowed(reply("member", id));
    expect(await average()).toBe("3.00");
    for (const approved of [true, false]) {
      await rows(change(id, { approved, edit_reason: "Why" }));
      expect(await average()).toBe(approved ? "3.00" : "5.00");
    }
    for (const who of ["visitor", "member", "rival", "hidden"] as const) {
      const client = world.clientOf(who);
      expect(await rows(client.from("feedback").select("id").eq("id", id)), who).toEqual([]);
      expect(await rows(client.from("reviews").select("id").eq("id", id)), who).toEqual([]);
      expect(await rows(client.from("feedback_replies").select("id")), who).toEqual([]);
      const { count: counted } = await client
        .from("feedback")
        .select("id", { count: "exact", head: true })
        .eq("rating", 1);
      expect(counted, who).toBe(0);
    }
    for (const who of ["seeker", "admin"] as const) {
      const { client } = world.people[who];
      expect(await rows(client.from("feedback").select("id").eq("id", id)), who).toHaveLength(1);
    }
    const search = await world.rpc("visitor", "search_providers", {});
    // Equals take turns, so the order says nothing.
    expect(search.data.providers).toContainEqual(
      expect.objectContaining({
        user_id: world.people.member.id,
        rating_average: 5,
        rating_count: 1,
      }),
    );
  });

  it("is hidden in one step by an admin who does not approve it", async () => {
    const id = await give("seeker");
    await rows(change(id, { moderated_at: "2001-01-01T00:00:00Z", edit_reason: "Why" }));
    expect(await shown()).toEqual([]);
    expect(await average()).toBeNull();
    const [stored] = await rows(
      world.from("admin", "feedback").select("moderated_at").eq("id", id),
    );
    expect(stored?.moderated_at).not.toContain("2001");
  });

  it("waits unseen where the site publishes after approval", async () => {
    await publish("after approval");
    const id = await give("seeker");
    expect(await shown()).toEqual([]);
    expect(await average()).toBeNull();
    await rows(change(id, { approved: true }));
    expect(await shown()).toEqual([{ id }]);
    await publish("at once");
  });

  it("keeps a moderator's reason and the earlier text for admins", async () => {
    const id = await give("seeker", { title: "Rude words" });
    const { client: admin } = world.people.admin;
    await rows(change(id, { title: "Kind words", edit_reason: "Language" }));
    const history = await rows(
      admin.from("feedback_revisions").select("title, reason, replaced_by"),
    );
    expect(history).toEqual([
      { title: "Rude words", reason: "Language", replaced_by: world.people.admin.id },
    ]);
    const revisions = (who: Name | "visitor") => world.from(who, "feedback_revisions");
    for (const who of ["seeker", "member", "hidden"] as const) {
      expect(await rows(revisions(who).select()), who).toEqual([]);
      const embedded = world.from(who, "feedback").select("id, feedback_revisions(*)");
      expect(await rows(embedded), who).toEqual([{ id, feedback_revisions: [] }]);
      await refused(world.from(who, "feedback").select("edit_reason"), FORBIDDEN);
    }
    for (const who of ["seeker", "admin"] as const) {
      const row = { feedback_id: id, rating: 1, title: "x" };
      await refused(revisions(who).insert(row), FORBIDDEN, who);
      await refused(revisions(who).update({ title: "x" }).eq("feedback_id", id), FORBIDDEN);
      await refused(revisions(who).delete().eq("feedback_id", id), FORBIDDEN);
    }
  });
});
