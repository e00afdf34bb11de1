import { beforeEach, describe, expect, it } from "vitest";
import { DAYS_BACK, LEAD_REPORT_DAYS, MOST_DAYS_BACK } from "#domain/membership-days-back.ts";
import { LEAD_PROBLEMS } from "#domain/reports.ts";
import { ANONYMOUS, FORBIDDEN, type Name, outcome, rows } from "./people.ts";
import { testWorld } from "./test-world.ts";

// Days back for contacts that were dead when they were unlocked.

const world = testWorld();
let job: string;
let end: number;

const DAY = 86_400_000;
const own = (question: string, values: unknown[] = []) => world.backend.db.query(question, values);
const me = () => world.people.member;
const endOf = async (who: Name = "member") =>
  world.see<Date>("select subscription_end from public.subscribers where user_id = $1", [
    world.people[who].id,
  ]);
/** By how many days the member's end has moved since the test began. */
const moved = async () => ((await endOf()).getTime() - end) / DAY;
const post = async (more = {}) => {
  const { client, id } = world.people.seeker;
  const row = { title: "A roof", description: "x", category: "IT", contact_email: "a@b.example" };
  const [posted] = await rows<{ id: string }>(
    client
      .from("jobs")
      .insert({ ...row, user_id: id, ...more })
      .select("id"),
  );
  return posted?.id ?? "";
};
const unlock = (job_id: string, who: Name = "member") =>
  rows(world.people[who].client.rpc("reveal_job_contact", { job_id }));
const report = (
  job_id: string,
  problem: unknown = "wrong number",
  who: Name | "visitor" = "member",
) => world.clientOf(who).rpc("report_lead", { job_id, problem });
const ledger = () => rows(me().client.rpc("list_leads"));
const caseOf = (job_id: string) =>
  world.see<string>("select id from public.reports where target_id = $1", [job_id]);
const decide = (report_id: string, uphold = true) =>
  world.people.admin.client.rpc("admin_decide_report", { report_id, uphold, reason: "We rang." });

beforeEach(async () => {
  await own("delete from public.reports; delete from public.jobs; delete from notify.notices");
  await own("delete from private.rate_limits");
  await own(
    `update public.subscribers set subscribed = true, subscription_end = now() + interval '1 year',
       promo_code = 'FIRST100', payment_subscription = null, paid_until = null, cancel_at_period_end = true,
       payment_event_at = null, grant_reason = null where user_id = $1`,
    [me().id],
  );
  end = (await endOf()).getTime();
  job = await post();
});

describe("a dead lead", () => {
  it.each<[Name | "visitor", string]>([
    ["visitor", ANONYMOUS],
    ["seeker", FORBIDDEN],
    ["plain", FORBIDDEN],
    ["lapsed", FORBIDDEN],
    ["idle", FORBIDDEN],
    ["unconfirmed", FORBIDDEN],
    ["admin", FORBIDDEN],
    // A member who did not unlock it.
    ["hidden", "409 PT409"],
  ])("is not reported by %s", async (who, refusal) => {
    await unlock(job);
    expect(await outcome(report(job, "wrong number", who))).toBe(refusal);
    expect(await world.see("select count(*)::int from public.reports")).toBe(0);
  });

  it.each([
    ["of another kind", "ugly", "400 PT400"],
    ["of no kind", null, "400 PT400"],
  ])("%s is refused", async (_what, problem, refusal) => {
    await unlock(job);
    expect(await outcome(report(job, problem))).toBe(refusal);
  });

  it("has the kinds of the form, and is no report that others can send", async () => {
    for (const problem of Object.keys(LEAD_PROBLEMS)) {
      const target = await post();
      await unlock(target);
      expect((await report(target, problem)).data, problem).toBe("open");
    }
    const foreign = { target_type: "lead", target_id: job, reason: "wrong number" };
    expect(await outcome(me().client.rpc("report_content", foreign))).toBe("404 PT404");
  });

  it("can be reported for as many days as the page says", async () => {
    await unlock(job);
    const age = (days: number) =>
      own("update public.job_contact_reveals set revealed_at = now() - $1 * interval '1 day'", [
        days,
      ]);
    await age(LEAD_REPORT_DAYS + 0.01);
    expect(await outcome(report(job))).toBe("409 PT409");
    expect(await ledger()).toEqual([]);
    await age(LEAD_REPORT_DAYS - 0.01);
    expect(await ledger()).toMatchObject([{ job_id: job, case_number: null }]);
    expect((await report(job)).data).toBe("open");
  });

  it("waits for an admin, whose decision moves the end once, is mailed and is in the ledger", async () => {
    await unlock(job);
    expect((await report(job)).data).toBe("open");
    expect(await moved()).toBe(0);
    const id = await caseOf(job);
    const both = await Promise.all([outcome(decide(id)), outcome(decide(id))]);
    expect(both.sort()).toEqual(["409 PT409", "let in"]);
    expect(await moved()).toBe(DAYS_BACK);
    expect(await ledger()).toMatchObject([{ job_id: job, state: "upheld", days_back: DAYS_BACK }]);
    const mails = await own(
      "select kind, data -> 'days_back' as days from notify.notices where kind like 'report%' order by created_at, kind",
    );
    expect(mails).toEqual([
      { kind: "report_received", days: null },
      { kind: "report_outcome", days: DAYS_BACK },
    ]);
    // Nobody but the reporter hears of it.
    expect(
      await world.see("select count(*)::int from notify.notices where kind = 'report_upheld'"),
    ).toBe(0);
  });

  it("that was no dead lead moves nothing, until the appeal is upheld", async () => {
    await unlock(job);
    await rows(report(job).then(({ error }) => ({ data: [], error })));
    const id = await caseOf(job);
    await rows(decide(id, false));
    expect(await moved()).toBe(0);
    const [found] = (await ledger()) as { case_number: string; link_key: string }[];
    expect(found).toMatchObject({ state: "rejected", days_back: null });
    const { case_number, link_key } = found ?? {};
    await rows(me().client.rpc("appeal_report", { case_number, link_key, words: "Ring it." }));
    await rows(decide(id));
    expect(await moved()).toBe(DAYS_BACK);
  });

  it("is reported once, however often and however fast", async () => {
    await unlock(job);
    const { client, id } = world.people.seeker;
    await rows(client.from("jobs").update({ status: "closed" }).eq("id", job).select("id"));
    const all = await Promise.all(
      Array.from({ length: 5 }, () => outcome(report(job, "already hired"))),
    );
    expect(all.sort()).toEqual(["409 PT409", "409 PT409", "409 PT409", "409 PT409", "let in"]);
    expect(await outcome(report(job, "wrong number"))).toBe("409 PT409");
    expect(await moved()).toBe(DAYS_BACK);
    // Upheld again after an appeal, it gives nothing more.
    await own(
      "update public.reports set state = 'appealed', appealed_at = now() where reporter_id = $1",
      [me().id],
    );
    await rows(decide(await caseOf(job)));
    expect(await moved()).toBe(DAYS_BACK);
    expect(id).not.toBe(me().id);
  });
});

describe("what the database can prove", () => {
  const close = async (minutes: number) => {
    await own("update public.jobs set status = 'closed' where id = $1", [job]);
    await own(
      "update public.job_contact_reveals set revealed_at = now() - $1 * interval '1 minute'",
      [minutes],
    );
  };

  it.each([
    ["already hired", 119, "upheld"],
    ["never existed", 1, "upheld"],
    ["already hired", 121, "open"],
    ["wrong number", 1, "open"],
    ["bounced mail", 1, "open"],
  ])(
    "of '%s', with a job closed %d minutes after the unlock: %s",
    async (problem, minutes, state) => {
      await unlock(job);
      await close(minutes);
      expect((await report(job, problem)).data).toBe(state);
      expect(await moved()).toBe(state === "upheld" ? DAYS_BACK : 0);
    },
  );

  it.each([
    ["somebody else", "hidden", "upheld"],
    ["the member", "member", "open"],
  ] as const)("of a job whose client hired %s at once", async (_whom, hired, state) => {
    await unlock(job);
    await own(
      `update public.jobs set status = 'hired', hired_at = now(), work_starts_on = current_date, outcome = 'here',
         hired_provider_id = $2 where id = $1`,
      [job, world.people[hired].id],
    );
    expect((await report(job, "already hired")).data).toBe(state);
    await own("update public.jobs set status = 'closed' where id = $1", [job]);
    expect(await moved()).toBe(state === "upheld" ? DAYS_BACK : 0);
  });

  it.each([
    ["refused for good", "EENVELOPE RCPT TO 550", "seeker@people.example", "upheld"],
    ["refused for good, of another address", "EENVELOPE RCPT TO 550", "a@b.example", "open"],
    ["not wanted", "not wanted", "seeker@people.example", "open"],
    ["given up for another reason", "ETIMEDOUT CONN", "seeker@people.example", "open"],
  ])("of an address to which our own mail was %s", async (_what, error, contact_email, state) => {
    const target = await post({ contact_email });
    await unlock(target);
    await own("delete from notify.notices");
    await own(
      "insert into notify.notices (kind, user_id, dropped_at, last_error) values ('enquiry', $1, now(), $2)",
      [world.people.seeker.id, error],
    );
    expect((await report(target, "bounced mail")).data).toBe(state);
  });

  it("is outdated by a later mail that arrived", async () => {
    const target = await post({ contact_email: "seeker@people.example" });
    await unlock(target);
    await own("delete from notify.notices");
    await own(
      `insert into notify.notices (kind, user_id, dropped_at, sent_at, last_error) values
         ('enquiry', $1, now() - interval '1 hour', null, 'EENVELOPE RCPT TO 550'), ('enquiry', $1, null, now(), null)`,
      [world.people.seeker.id],
    );
    expect((await report(target, "bounced mail")).data).toBe("open");
  });
});

describe("the limits", () => {
  const prove = async () => {
    const target = await post();
    await unlock(target);
    await own("update public.jobs set status = 'closed' where id = $1", [target]);
    return target;
  };
  const had = (days: number) =>
    own(
      `insert into public.reports (target_type, target_id, target_label, target_path, reason, reporter_id, state,
         outcome_reason, decided_at, days_back)
       select 'lead', gen_random_uuid(), 'x', '/', 'wrong number', $1, 'upheld', 'x', now() - interval '364 days', 1
       from generate_series(1, $2)`,
      [me().id, days],
    );

  it("give no more than the year's days, also to leads that are decided at once", async () => {
    await had(MOST_DAYS_BACK - DAYS_BACK - 1);
    const targets = await Promise.all([prove(), prove()]);
    const both = await Promise.all(targets.map((id) => outcome(report(id, "already hired"))));
    expect(both).toEqual(["let in", "let in"]);
    expect(await moved()).toBe(DAYS_BACK + 1);
    expect(await outcome(report(await prove(), "already hired"))).toBe("409 PT409");
    // What an admin upholds beyond the limit is recorded with no days.
    await own("update public.reports set state = 'open', days_back = null where target_id = $1", [
      targets[0],
    ]);
    await had(DAYS_BACK + 1);
    await rows(decide(await caseOf(targets[0] ?? "")));
    expect(await moved()).toBe(DAYS_BACK + 1);
    expect(await ledger()).toContainEqual(
      expect.objectContaining({ job_id: targets[0], days_back: 0 }),
    );
  });

  it("begin anew after a year", async () => {
    await had(MOST_DAYS_BACK);
    const target = await prove();
    expect(await outcome(report(target, "already hired"))).toBe("409 PT409");
    await own("update public.reports set decided_at = decided_at - interval '2 days'");
    expect(await outcome(report(target, "already hired"))).toBe("let in");
    expect(await moved()).toBe(DAYS_BACK);
  });

  it("allow ten reports a day", async () => {
    const outcomes = [];
    for (let turn = 0; turn < 11; turn++) {
      const target = await post();
      await unlock(target);
      outcomes.push(await outcome(report(target)));
    }
    expect(outcomes).toEqual([...Array(10).fill("let in"), "429 PT429"]);
  });
});

describe("the membership's end", () => {
  const uphold = async () => {
    const target = await post();
    await unlock(target);
    await own("update public.jobs set status = 'closed' where id = $1", [target]);
    expect((await report(target, "already hired")).data).toBe("upheld");
  };
  let serial = 0;
  /** What the payment provider says, as the webhook writes it. */
  const receive = async (live: boolean, days: number, cancels = false) => {
    serial += 1;
    const { data, error } = await world.service.rpc("apply_payment_event", {
      event_id: `evt_days_${serial}`,
      event_type: "customer.subscription.updated",
      event_made_at: new Date(Date.now() + serial * 1000).toISOString(),
      member_id: me().id,
      customer: "cus_days",
      subscription: "sub_days",
      live,
      tier: "monthly",
      period_end: new Date(end + days * DAY).toISOString(),
      cancels,
      price_pence: 299,
    });
    if (error) throw error;
    return data;
  };
  const pay = async () => {
    await own(
      "update public.subscribers set subscribed = false, subscription_end = now() where user_id = $1",
      [me().id],
    );
    await receive(true, 0);
  };
  const row = async () => {
    const [found] = await own("select * from public.subscribers where user_id = $1", [me().id]);
    return found;
  };
  const revenue = () => world.see("select coalesce(sum(pence), 0)::int from public.payments");

  it("that is paid for moves behind the day of the next charge, and stays there at each renewal", async () => {
    await pay();
    const before = await revenue();
    await uphold();
    await uphold();
    expect(await moved()).toBe(2 * DAYS_BACK);
    expect(await row()).toMatchObject({ paid_until: new Date(end) });
    await receive(true, 30);
    expect(await moved()).toBe(30 + 2 * DAYS_BACK);
    expect(await row()).toMatchObject({ paid_until: new Date(end + 30 * DAY) });
    expect(await revenue()).toBe(before);
  });

  it("outlasts a subscription that ends, then costs nothing and ends by itself", async () => {
    await pay();
    await uphold();
    await receive(true, 0, true);
    // The subscription ended yesterday, by the provider's clock.
    const yesterday = (Date.now() - end) / DAY - 1;
    await own(
      "update public.subscribers set paid_until = now() - interval '1 day', subscription_end = now() + interval '2 days' where user_id = $1",
      [me().id],
    );
    expect(await receive(false, yesterday)).toBe("applied");
    expect(await row()).toMatchObject({
      subscribed: true,
      cancel_at_period_end: true,
      payment_subscription: null,
      paid_until: null,
      renewal_pence: null,
    });
    expect((await endOf()).getTime() - Date.now()).toBeGreaterThan(1.9 * DAY);
    // Said again, it changes nothing.
    expect(await receive(false, yesterday)).toBe("stale");
    expect(await row()).toMatchObject({ subscribed: true });
  });

  it("is mailed as it is: a renewal on its day, before the days back", async () => {
    await pay();
    await uphold();
    await own(
      `update public.subscribers set subscription_tier = 'yearly', paid_until = now() + interval '13 days',
         subscription_end = now() + interval '16 days' where user_id = $1`,
      [me().id],
    );
    await own("delete from notify.notices");
    const remind = () => own("select notify.send_membership_reminders()");
    await remind();
    await uphold();
    await remind();
    const mails = await own(
      `select round(extract(epoch from (data ->> 'ends_at')::timestamptz - now()) / 86400)::int as day
       from notify.notices where kind = 'renewal_reminder'`,
    );
    expect(mails).toEqual([{ day: 13 }]);
  });

  it("that has passed meanwhile goes on from the decision", async () => {
    await unlock(job);
    await report(job);
    await own(
      "update public.subscribers set subscription_end = now() - interval '40 days' where user_id = $1",
      [me().id],
    );
    await rows(decide(await caseOf(job)));
    const left = ((await endOf()).getTime() - Date.now()) / DAY;
    expect(left).toBeGreaterThan(DAYS_BACK - 0.1);
    expect(left).toBeLessThanOrEqual(DAYS_BACK);
    expect(await row()).toMatchObject({ subscribed: true, cancel_at_period_end: true });
    expect(await world.see("select private.is_member($1)", [me().id])).toBe(true);
  });
});
