import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { rows, startWorld, type World } from "#tests/security/people.ts";
import { FEEDBACK, one } from "./calls-made.ts";

const world = perFile(startWorld);
let feedback: string;

const of = (who: keyof World["people"]) => world.people[who];

describe("feedback and replies", () => {
  it("insert and read feedback", async () => {
    const seeker = of("seeker");
    const [given] = await rows<{ id: string; author_name: string }>(
      seeker.client
        .from("feedback")
        .insert({
          provider_id: of("member").id,
          user_id: seeker.id,
          rating: 5,
          title: "Good",
          description: null,
          author_name: "Seeker Tester",
        })
        .select("id, author_name"),
    );
    feedback = given?.id ?? "";
    expect(given?.author_name).toBe("Seeker Tester");
    const newest = { ascending: false };
    const read = world.visitor
      .from("feedback")
      .select(FEEDBACK)
      .eq("provider_id", of("member").id)
      .order("created_at", newest);
    expect(await rows(read)).toMatchObject([{ id: feedback, title: "Good" }]);
    const mine = seeker.client
      .from("feedback")
      .select("id")
      .eq("provider_id", of("member").id)
      .eq("user_id", seeker.id);
    expect(await rows(mine)).toHaveLength(1);
    const again = await seeker.client
      .from("feedback")
      .insert({ provider_id: of("member").id, user_id: seeker.id, rating: 1, title: "Twice" });
    expect(again.error?.code).toBe("23505");
  });

  it("sign feedback of a person without a name as Anonymous User", async () => {
    const { id, client } = of("rival");
    const name = "update public.profiles set first_name = $2, last_name = $3 where id = $1";
    await world.backend.db.query(name, [id, "", ""]);
    const [given] = await rows(
      client
        .from("feedback")
        .insert({ provider_id: of("plain").id, user_id: id, rating: 3, title: "Fine" })
        .select("author_name"),
    );
    expect(given).toEqual({ author_name: "Anonymous User" });
    await world.service.from("feedback").delete().eq("user_id", id);
    await world.backend.db.query(name, [id, "Rival", "Tester"]);
  });

  it("reply, and edit the reply", async () => {
    const provider = of("member");
    const read = () =>
      world.visitor.from("feedback_replies").select("*").eq("feedback_id", feedback).maybeSingle();
    expect(await one(read())).toBeNull();
    const [reply] = await rows<{ id: string }>(
      provider.client
        .from("feedback_replies")
        .insert({ feedback_id: feedback, provider_id: provider.id, reply_text: "Thank you" })
        .select("id"),
    );
    await rows(
      provider.client
        .from("feedback_replies")
        .update({ reply_text: "Thanks", updated_at: new Date().toISOString() })
        .eq("id", reply?.id)
        .select("id"),
    );
    expect(await one(read())).toMatchObject({ reply_text: "Thanks" });
  });

  it("read reviews, which are the same rows", async () => {
    const read = world.visitor
      .from("reviews")
      .select("reviewer_id, message, rating, edited_at")
      .eq("reviewer_id", of("seeker").id)
      .eq("provider_id", of("member").id);
    expect(await rows(read)).toMatchObject([{ rating: 5, edited_at: null }]);
  });
});
