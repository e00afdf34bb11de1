import { beforeEach, expect, it } from "vitest";
import { allowed, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { hireActs } from "./hires-acts.ts";

const world = testWorld();
const acts = hireActs(() => world);
const { own, done, give, notices, idOf, hireByQuote, hireByWord } = acts;

beforeEach(() => acts.clear());

const invite = () => own("select private.invite_feedback()");
/** Days pass for every hire. */
const wait = (days: number) =>
  own(
    `update public.hires set done_at = done_at - interval '${days} days', invited_at = invited_at - interval '${days} days'`,
  );
const sent = async (kind: string) =>
  (await notices(kind)).map(({ user_id, data }) => ({ ...data, user_id }));
const both = async () => [
  (await sent("feedback_invitation")).length,
  (await sent("feedback_prospect")).length,
];
const finished = async () => {
  const job = await hireByQuote();
  await rows(done("seeker", job));
  return job;
};

it("invites both a day after the work is done and reminds them a week later, each once", async () => {
  const job_id = await finished();
  await invite();
  expect(await both()).toEqual([0, 0]);
  await wait(2);
  await Promise.all([invite(), invite()]);
  await invite();
  expect(await sent("feedback_invitation")).toEqual([
    {
      user_id: idOf("seeker"),
      title: "Fix my roof",
      job_id,
      provider_id: idOf("member"),
      professional: "member Ltd",
      client: "Seeker Tester",
      confirmed: true,
      reminder: false,
      reviewed: false,
    },
  ]);
  expect((await sent("feedback_prospect")).map(({ user_id }) => user_id)).toEqual([idOf("member")]);
  await wait(6);
  await invite();
  expect(await both()).toEqual([1, 1]);
  await wait(2);
  await invite();
  await invite();
  await wait(400);
  await invite();
  expect(await both()).toEqual([2, 2]);
});

it("asks the provider to confirm, and says when the client has reviewed", async () => {
  const job = await hireByWord();
  await rows(done("seeker", job));
  await wait(2);
  await invite();
  expect(await sent("feedback_prospect")).toMatchObject([{ confirmed: false, reviewed: false }]);
  await give("seeker");
  await wait(8);
  await invite();
  expect(await both()).toEqual([1, 2]);
  expect((await sent("feedback_prospect"))[1]).toMatchObject({ reviewed: true, reminder: true });
});

it("asks a client who has reviewed once for no second review that only a confirmed hire allows", async () => {
  await give("seeker");
  const job = await hireByWord();
  await rows(done("seeker", job));
  await wait(2);
  await invite();
  expect(await both()).toEqual([0, 1]);
  await rows(acts.confirm("member", job));
  await wait(8);
  await invite();
  expect(await both()).toEqual([1, 2]);
});

it("reminds nobody of what is done", async () => {
  await finished();
  await wait(2);
  await invite();
  const feedback_id = await give("seeker");
  await allowed(acts.reply("member", feedback_id));
  await wait(8);
  await invite();
  expect(await both()).toEqual([1, 1]);
});

it("invites nobody to an unfinished, undone or deleted job, nor to a page that is not there", async () => {
  await hireByQuote();
  await wait(400);
  await invite();
  expect(await both()).toEqual([0, 0]);
  const deleted = await finished();
  await rows(world.from("seeker", "jobs").delete().eq("id", deleted).select("id"));
  await finished();
  await wait(2);
  await world.setProfile("member", "is_visible = false");
  await invite();
  expect(await both()).toEqual([0, 0]);
  await world.setProfile("member", "is_visible = true");
});

it("is sent to nobody who switched such mails off", async () => {
  await finished();
  await wait(2);
  await invite();
  await own(
    "update public.notification_settings set email_notifications = false where user_id = $1",
    [idOf("seeker")],
  );
  const taken = await rows(world.rpc("service", "take_notices", { p_limit: 100 }));
  const kinds = taken.map(({ kind }) => kind);
  expect(kinds).toContain("feedback_prospect");
  expect(kinds).not.toContain("feedback_invitation");
  await own("update public.notification_settings set email_notifications = true");
});
