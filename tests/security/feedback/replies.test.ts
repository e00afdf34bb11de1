import { beforeAll, beforeEach, expect, it } from "vitest";
import { FORBIDDEN, type Name, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { feedbackActs } from "./acts.ts";

const world = testWorld();
let theirs: string;
let another: string;
beforeAll(async () => {
  const { give } = feedbackActs(() => world);
  theirs = await give("seeker");
  another = await give("seeker", { provider_id: world.people.plain.id });
});
beforeEach(() => world.sql("delete from public.feedback_replies"));

const reply = (who: Name, more: Record<string, unknown> = {}) =>
  feedbackActs(() => world).reply(who, theirs, more);
const count = () => world.count("public.feedback_replies");

it("comes from the reviewed provider, once, and can be edited by them", async () => {
  await rows(reply("member").select("id"));
  await refused(reply("member"), "409 23505");
  const replies = () => world.from("member", "feedback_replies");
  const edited = replies().update({ reply_text: "Thanks!" }).eq("feedback_id", theirs);
  expect(await rows(edited.select("reply_text"))).toEqual([{ reply_text: "Thanks!" }]);
  const seen = world.visitor.from("feedback").select("id, feedback_replies(reply_text)");
  expect(await rows(seen.eq("id", theirs))).toEqual([
    { id: theirs, feedback_replies: { reply_text: "Thanks!" } },
  ]);
});

it.each<Name>(["seeker", "rival", "plain", "hidden", "admin", "idle"])(
  "does not come from %s",
  async (who) => {
    await refused(reply(who), FORBIDDEN);
    await refused(reply(who, { provider_id: world.people.member.id }), FORBIDDEN);
    expect(await count()).toBe(0);
  },
);

it("does not come on another's feedback, or on none", async () => {
  await refused(reply("member", { feedback_id: another }), FORBIDDEN);
  await refused(reply("member", { feedback_id: crypto.randomUUID() }), FORBIDDEN);
  await refused(reply("member", { created_at: "1999-01-01" }), FORBIDDEN);
  await refused(reply("member", { reply_text: " " }), "400 23514");
  await refused(reply("member", { reply_text: "r".repeat(2001) }), "400 23514");
  expect(await count()).toBe(0);
});

it("is changed by nobody else, moved nowhere and deleted by nobody", async () => {
  await rows(reply("member").select("id"));
  const before = await world.picture("public.feedback_replies");
  for (const who of ["seeker", "plain", "admin", "retired"] as const) {
    const replies = () => world.from(who, "feedback_replies");
    const change = replies().update({ reply_text: "I am a crook" }).eq("feedback_id", theirs);
    expect(await rows(change.select("id")), who).toEqual([]);
    await refused(replies().delete().eq("feedback_id", theirs), FORBIDDEN, who);
  }
  const own = () => world.from("member", "feedback_replies");
  for (const change of [
    { feedback_id: another },
    { provider_id: world.people.plain.id },
    { created_at: "1999-01-01" },
  ]) {
    await refused(own().update(change).eq("feedback_id", theirs), FORBIDDEN);
  }
  await refused(own().delete().eq("feedback_id", theirs), FORBIDDEN);
  expect(await world.picture("public.feedback_replies")).toBe(before);
});

it.each([
  ["deactivated", "update public.profiles set is_active = $1 where id = $2"],
  [
    "unconfirmed",
    "update auth.users set email_confirmed_at = case when $1::boolean then now() end where id = $2",
  ],
])("is neither given nor edited by the reviewed provider while %s", async (_what, state) => {
  const { id, client } = world.people.member;
  await world.sql(state, [false, id]);
  await refused(reply("member"), FORBIDDEN);
  await world.sql(state, [true, id]);
  await rows(reply("member").select("id"));
  await world.sql(state, [false, id]);
  const change = client.from("feedback_replies").update({ reply_text: "x" });
  await refused(change.eq("feedback_id", theirs), FORBIDDEN);
  await world.sql(state, [true, id]);
});
