import { describe, expect, it } from "vitest";
import { DAYS_BACK, LEAD_REPORT_DAYS, MOST_DAYS_BACK } from "#domain/membership-days-back.ts";
import { LEAD_PROBLEMS } from "#domain/reports.ts";
import { daysBackWorld } from "./membership-days-back-world.ts";
import { ANONYMOUS, FORBIDDEN, type Name, outcome, rows } from "./people.ts";

// Days back for contacts that were dead when they were unlocked.
const { world, lead, own, me, moved, post, unlock, report, ledger, caseOf, decide } =
  daysBackWorld();

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
    await unlock(lead.job);
    expect(await outcome(report(lead.job, "wrong number", who))).toBe(refusal);
    expect(await world.see("select count(*)::int from public.reports")).toBe(0);
  });

  it.each([
    ["of another kind", "ugly", "400 PT400"],
    ["of no kind", null, "400 PT400"],
  ])("%s is refused", async (_what, problem, refusal) => {
    await unlock(lead.job);
    expect(await outcome(report(lead.job, problem))).toBe(refusal);
  });

  it("has the kinds of the form, and is no report that others can send", async () => {
    for (const problem of Object.keys(LEAD_PROBLEMS)) {
      const target = await post();
      await unlock(target);
      expect((await report(target, problem)).data, problem).toBe("open");
    }
    const foreign = { target_type: "lead", target_id: lead.job, reason: "wrong number" };
    expect(await outcome(me().client.rpc("report_content", foreign))).toBe("404 PT404");
  });

  it("can be reported for as many days as the page says", async () => {
    await unlock(lead.job);
    const age = (days: number) =>
      own("update public.job_contact_reveals set revealed_at = now() - $1 * interval '1 day'", [
        days,
      ]);
    await age(LEAD_REPORT_DAYS + 0.01);
    expect(await outcome(report(lead.job))).toBe("409 PT409");
    // It stays in the member's own list, and nobody else's.
    expect(await ledger()).toMatchObject([{ job_id: lead.job, case_number: null }]);
    expect(await rows(world.people.rival.client.rpc("list_leads"))).toEqual([]);
    await age(LEAD_REPORT_DAYS - 0.01);
    expect((await report(lead.job)).data).toBe("open");
  });

  it("is listed with what became of its job, and once withdrawn only while it can be reported", async () => {
    const state = async () => (await ledger()).map(({ job_state }) => job_state);
    const name = async () => (await ledger()).map(({ contact_name }) => contact_name);
    await own("update public.jobs set contact_name = 'Nell Hush' where id = $1", [lead.job]);
    await unlock(lead.job);
    expect(await state()).toEqual(["open"]);
    expect(await name()).toEqual(["Nell Hush"]);
    // As the contact itself: not without a membership, and no longer once the job is closed.
    await own("update public.subscribers set subscription_end = now() where user_id = $1", [
      me().id,
    ]);
    expect(await name()).toEqual([null]);
    await own(
      "update public.subscribers set subscription_end = now() + interval '1 year' where user_id = $1",
      [me().id],
    );
    await own("update public.jobs set expires_at = now() where id = $1", [lead.job]);
    expect(await state()).toEqual(["closed"]);
    expect(await name()).toEqual([null]);
    await own("update public.jobs set expires_at = now() + interval '1 day' where id = $1", [
      lead.job,
    ]);
    const { client } = world.people.seeker;
    const hire = { job_id: lead.job, outcome: "here", provider_id: me().id };
    expect((await client.rpc("mark_job_hired", hire)).error).toBeNull();
    expect(await state()).toEqual(["won"]);
    expect(await name()).toEqual(["Nell Hush"]);
    // Closed after the hire, its contact is no longer shared, although the job stays won.
    await own("update public.jobs set status = 'closed' where id = $1", [lead.job]);
    expect(await state()).toEqual(["won"]);
    expect(await name()).toEqual([null]);
    await own("update public.job_contact_reveals set revoked_at = now()");
    expect(await state()).toEqual(["closed"]);
    expect(await name()).toEqual([null]);
    await own("update public.job_contact_reveals set revealed_at = now() - interval '31 days'");
    expect(await state()).toEqual([]);
  });

  it("waits for an admin, whose decision moves the end once, is mailed and is in the ledger", async () => {
    await unlock(lead.job);
    expect((await report(lead.job)).data).toBe("open");
    expect(await moved()).toBe(0);
    const id = await caseOf(lead.job);
    const both = await Promise.all([outcome(decide(id)), outcome(decide(id))]);
    expect(both.sort()).toEqual(["409 PT409", "let in"]);
    expect(await moved()).toBe(DAYS_BACK);
    expect(await ledger()).toMatchObject([
      { job_id: lead.job, state: "upheld", days_back: DAYS_BACK },
    ]);
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
    await unlock(lead.job);
    await rows(report(lead.job).then(({ error }) => ({ data: [], error })));
    const id = await caseOf(lead.job);
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
    await unlock(lead.job);
    const { client, id } = world.people.seeker;
    await rows(client.from("jobs").update({ status: "closed" }).eq("id", lead.job).select("id"));
    const all = await Promise.all(
      Array.from({ length: 5 }, () => outcome(report(lead.job, "already hired"))),
    );
    expect(all.sort()).toEqual(["409 PT409", "409 PT409", "409 PT409", "409 PT409", "let in"]);
    expect(await outcome(report(lead.job, "wrong number"))).toBe("409 PT409");
    expect(await moved()).toBe(DAYS_BACK);
    // Upheld again after an appeal, it gives nothing more.
    await own(
      "update public.reports set state = 'appealed', appealed_at = now() where reporter_id = $1",
      [me().id],
    );
    await rows(decide(await caseOf(lead.job)));
    expect(await moved()).toBe(DAYS_BACK);
    expect(id).not.toBe(me().id);
  });
});

describe("what the database can prove", () => {
  const close = async (minutes: number) => {
    await own("update public.jobs set status = 'closed' where id = $1", [lead.job]);
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
      await unlock(lead.job);
      await close(minutes);
      expect((await report(lead.job, problem)).data).toBe(state);
      expect(await moved()).toBe(state === "upheld" ? DAYS_BACK : 0);
    },
  );

  it.each([
    ["somebody else", "hidden", "upheld"],
    ["the member", "member", "open"],
  ] as const)("of a job whose client hired %s at once", async (_whom, hired, state) => {
    await unlock(lead.job);
    await own(
      `update public.jobs set status = 'hired', hired_at = now(), work_starts_on = current_date, outcome = 'here',
         hired_provider_id = $2 where id = $1`,
      [lead.job, world.people[hired].id],
    );
    expect((await report(lead.job, "already hired")).data).toBe(state);
    await own("update public.jobs set status = 'closed' where id = $1", [lead.job]);
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
