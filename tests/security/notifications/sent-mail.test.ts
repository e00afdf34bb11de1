import { afterEach, describe, expect, it } from "vitest";
import type { SentMail } from "#domain/site/results.ts";
import { allowed, dataOf } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** What admins see of the mails to an address: whether they were sent, never what they said. */
const world = testWorld();

const sentMail = (p_address: string) =>
  dataOf<SentMail>(world.rpc("admin", "admin_sent_mail", { p_address }));
const emailOf = (who: "seeker" | "member") =>
  world.stored<string>("profiles.email", world.people[who].id);

const queue = (kind: string, receiver: { user?: string; address?: string }) =>
  world.see<string>(
    `insert into notify.notices (kind, user_id, address, data)
     values ($1, $2, $3, '{"secret": "hunter2"}') returning id`,
    [kind, receiver.user ?? null, receiver.address ?? null],
  );

const finish = (id: string, error?: string, final = false) =>
  world.rpc("service", "finish_notice", {
    p_id: id,
    p_final: final,
    ...(error && { p_error: error }),
  });

it("has what became of each notice to an account, and none of anybody else's", async () => {
  const { id: user } = world.people.member;
  await world.sql("delete from notify.notices");
  await finish(await queue("payment_receipt", { user }));
  await finish(await queue("new_device", { user }), "EENVELOPE RCPT TO 550", true);
  await finish(await queue("payment_failed", { user }), "ECONNECTION CONN");
  await queue("password_changed", { user: world.people.seeker.id });
  const email = await emailOf("member");
  const found = await sentMail(`  ${email.toUpperCase()} `);
  expect(found).toEqual(await sentMail(email));
  expect(found.mails.map(({ state, answer }) => [state, answer]).sort()).toEqual([
    ["refused", "EENVELOPE RCPT TO 550"],
    ["sent", null],
    ["waiting", "ECONNECTION CONN"],
  ]);
  expect(found.account).toMatchObject({ is_active: true, confirmed_at: expect.any(String) });
});

describe("without support access", () => {
  const choose = (wanted: boolean) =>
    world.sql(
      "update public.notification_settings set email_notifications = $2, job_alerts = $2 where user_id = $1",
      [world.people.member.id, wanted],
    );
  const views = () =>
    world.count("public.audit_log where action = 'support view' and target_id = $1", [
      world.people.member.id,
    ]);
  /** What an admin finds before and after the notices of somebody with that choice are delivered. */
  const deliveredWith = async (wanted: boolean) => {
    const { id: user } = world.people.member;
    await world.sql("delete from notify.notices");
    await choose(wanted);
    for (const kind of ["enquiry", "job_alert", "payment_receipt"]) await queue(kind, { user });
    const queued = await sentMail(await emailOf("member"));
    const { data } = await world.rpc("service", "take_notices", { p_limit: 100 });
    expect(data).toHaveLength(wanted ? 3 : 1);
    for (const { id } of data ?? []) await finish(id);
    const delivered = await sentMail(await emailOf("member"));
    return [queued, delivered].map(({ account, mails }) => ({
      account,
      mails: mails.map(({ state, answer, attempts }) => ({ state, answer, attempts })),
    }));
  };
  afterEach(async () => {
    await choose(true);
    await world.rpc("member", "withdraw_support");
  });

  it("the answer is the same whatever the person chose, before and after delivery", async () => {
    const optedOut = await deliveredWith(false);
    expect(optedOut).toEqual(await deliveredWith(true));
    expect(optedOut.map(({ mails }) => mails.map(({ state }) => state))).toEqual([
      ["waiting"],
      ["sent"],
    ]);
    expect(await views()).toBe(0);
  });

  it("ends with it: then notices that a choice governs are listed, and each look-up is recorded", async () => {
    await allowed(world.rpc("member", "allow_support", { p_hours: 24 }));
    const [, optedOut] = await deliveredWith(false);
    const states = optedOut?.mails.map(({ state }) => state).sort();
    expect(states).toEqual(["sent", "unwanted", "unwanted"]);
    const before = await views();
    await sentMail(await emailOf("seeker"));
    expect(await views()).toBe(before);
    await sentMail(await emailOf("member"));
    expect(await views()).toBe(before + 1);
    await world.rpc("member", "withdraw_support");
    expect((await sentMail(await emailOf("member"))).mails).toHaveLength(1);
    expect(await views()).toBe(before + 1);
  });
});

it("lists notices to an account under its present address, wherever they went", async () => {
  const { id: user } = world.people.member;
  await world.sql("delete from notify.notices");
  const notice = await queue("payment_receipt", { user });
  await finish(notice);
  const [earlier, present] = [await emailOf("member"), "member.now@people.example"];
  const move = (email: string) =>
    world.sql("update auth.users set email = $2 where id = $1", [user, email]);
  await move(present);
  try {
    expect((await sentMail(earlier)).account).toBeNull();
    expect((await sentMail(present)).mails.map(({ id }) => id)).toContain(notice);
    expect(
      await world.see("select obj_description('public.admin_sent_mail(text)'::regprocedure)"),
    ).toContain("to the account that has the address now, wherever they went");
  } finally {
    await move(earlier);
  }
});

it("has no kind, content or choice, which are for support access alone", async () => {
  const { id } = world.people.member;
  await queue("payment_failed", { user: id });
  const { mails, account } = await sentMail(await emailOf("member"));
  expect(Object.keys(account ?? {}).sort()).toEqual(["confirmed_at", "is_active", "name"]);
  expect(Object.keys(mails[0] ?? {}).sort()).toEqual(
    "answer attempts ended_at id queued_at signing_in state".split(" "),
  );
  expect(JSON.stringify(mails)).not.toMatch(/hunter2|payment_failed/);
});

it("finds mail about signing in by its receiver, and notices to bare addresses until they are sent", async () => {
  const address = "nobody.yet@example.org";
  await world.sql("truncate _backend.outbox");
  const add = (state: string, receiver = address) =>
    world.sql(
      `insert into _backend.outbox (recipient, mail, attempts, created_at, next_attempt_at, ${state})
       values ($1, '{"html": "hunter2"}', 1, now(), now(), now())`,
      [receiver],
    );
  await add("given_up_at", "Nobody.Yet@Example.org");
  await add("delivered_at", "another@example.org");
  const notice = await queue("claim_invitation", { address });
  const found = await sentMail(address);
  expect(found.account).toBeNull();
  expect(found.mails.map(({ signing_in, state }) => [signing_in, state]).sort()).toEqual([
    [false, "waiting"],
    [true, "refused"],
  ]);
  expect(JSON.stringify(found)).not.toContain("hunter2");
  await finish(notice);
  expect((await sentMail(address)).mails).toHaveLength(1);
});

it.each([
  ["the mail server refuses for good", 1, true],
  ["was tried for a day", 28, false],
])(
  "forgets the address and words of a notice to a bare address that %s",
  async (_why, attempts, final) => {
    const address = "bare.failing@example.org";
    const id = await queue("claim_invitation", { address });
    const row = () =>
      world.see<object>(
        `select jsonb_build_object('address', address, 'data', data, 'dropped', dropped_at is not null, 'error', last_error)
       from notify.notices where id = $1`,
        [id],
      );
    // Not before it is given up: the next attempt needs both.
    await world.sql("update notify.notices set attempts = 27 where id = $1", [id]);
    await finish(id, "ECONNECTION CONN");
    expect(await row()).toMatchObject({ address, data: { secret: "hunter2" }, dropped: false });
    await world.sql("update notify.notices set attempts = $2 where id = $1", [id, attempts]);
    await finish(id, "EENVELOPE RCPT TO 550", final);
    const left = { address: "(sent)", data: {}, dropped: true };
    expect(await row()).toEqual({ ...left, error: "EENVELOPE RCPT TO 550" });
    expect((await sentMail(address)).mails).toEqual([]);
  },
);
