import { afterEach, describe, expect, it } from "vitest";
import { FORBIDDEN, type Name, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { feedbackActs } from "./acts.ts";

const world = testWorld();
afterEach(() => world.sql("delete from public.feedback"));

const { insert, give } = feedbackActs(() => world);
const count = () => world.count("public.feedback");

describe("giving feedback", () => {
  it.each<Name>(["seeker", "plain", "admin"])("accepts %s, once", async (who) => {
    await give(who);
    await refused(insert(who, { title: "Again" }), "409 23505");
    await refused(insert(who).select("title"), "409 23505");
    const row = { provider_id: world.people.member.id, user_id: world.people[who].id, rating: 1 };
    const once = { onConflict: "provider_id,user_id" };
    const upsert = world.from(who, "feedback").upsert({ ...row, title: "x" }, once);
    await refused(upsert, "400 42P10");
    expect(await count()).toBe(1);
  });

  it("takes one of five that arrive at once", async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(insert("seeker"))));
    expect(outcomes.sort()).toEqual([...Array(4).fill("409 23505"), "let in"]);
    expect(await count()).toBe(1);
  });

  it.each<Name>(["unconfirmed", "idle", "retired"])("is refused to %s", async (who) => {
    await refused(insert(who), FORBIDDEN);
    expect(await count()).toBe(0);
  });

  it("is refused on oneself, on a non-provider and in another's name", async () => {
    const { member, rival, seeker, admin } = world.people;
    const row = { provider_id: member.id, rating: 5, title: "x" };
    await refused(insert("member"), FORBIDDEN);
    for (const provider_id of [rival.id, admin.id, seeker.id, crypto.randomUUID()]) {
      await refused(insert("seeker", { provider_id }), /^40[39] /);
    }
    for (const user_id of [rival.id, crypto.randomUUID(), null]) {
      await refused(insert("seeker", { user_id }), FORBIDDEN);
    }
    await refused(seeker.client.from("feedback").insert(row), FORBIDDEN);
    await refused(insert("admin", { user_id: seeker.id }), FORBIDDEN);
    expect(await count()).toBe(0);
  });

  it.each([
    { approved: true },
    { is_public: true },
    { moderated_at: "2020-01-01" },
    { created_at: "1999-01-01" },
    { edited_at: "1999-01-01" },
    { edit_reason: "x" },
    { original_title: "x" },
    { in_contact: true },
    { verified: true },
    { superseded: false },
    { id: crypto.randomUUID() },
  ])("with a forged %j is refused", async (more) => {
    await refused(insert("seeker", more), FORBIDDEN);
    await refused(insert("admin", more), FORBIDDEN);
    expect(await count()).toBe(0);
  });

  it("is signed by the profile, whatever the author calls themselves", async () => {
    const id = await give("seeker", { author_name: "The Queen" });
    const [row] = await rows(
      world.visitor.from("feedback").select("author_name, approved, user_id").eq("id", id),
    );
    expect(row).toEqual({
      author_name: "Seeker Tester",
      approved: false,
      user_id: world.people.seeker.id,
    });
    const [review] = await rows(world.visitor.from("reviews").select());
    expect(review).toMatchObject({ reviewer_name: "Seeker Tester", message: "Good", rating: 5 });
  });

  it("of a person without a name is signed Anonymous User", async () => {
    await world.setProfile("rival", "first_name = '', last_name = ''");
    await give("rival");
    const [row] = await rows(world.visitor.from("feedback").select("author_name"));
    expect(row).toEqual({ author_name: "Anonymous User" });
    await world.setProfile("rival", "first_name = 'Rival', last_name = 'Tester'");
  });

  it.each([
    [{ rating: 0 }, "400 23514"],
    [{ rating: 6 }, "400 23514"],
    [{ rating: 99999 }, "400 22003"],
    [{ rating: "five" }, "400 22P02"],
    [{ rating: null }, "400 23502"],
    [{ title: " " }, "400 23514"],
    [{ title: "t".repeat(151) }, "400 23514"],
    [{ description: "d".repeat(4001) }, "400 23514"],
    [{ title: "a\u0000b" }, /^400 /],
    [{ provider_id: "me" }, "400 22P02"],
    [{ stars: 5 }, "400 PGRST204"],
  ])("of a wrong shape is refused with its code: %j", async (more, expected) => {
    expect(await outcome(insert("seeker", more))).toMatch(expected);
    expect(await count()).toBe(0);
  });
});
