import { beforeEach, describe, expect, it } from "vitest";
import { TOO_MANY_JOB_CATEGORIES } from "#domain/jobs/messages.ts";
import { ANONYMOUS, FORBIDDEN, type Name, outcome, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
const own = (question: string, values: unknown[] = []) => world.backend.db.query(question, values);
const SECRETS = /hush|0777|07 77/i;

const JOB = {
  title: "Fix my roof",
  description: "It drips. hush@secret.example 0777",
  category: "Construction/Trade > Roofing",
  location: "Leeds LS6 2AB",
  contact_name: "Hush",
  contact_email: "hush@secret.example",
  contact_phone: "07770123456",
};
const post = async (more: Record<string, unknown> = {}) => {
  const { client, id } = world.people.seeker;
  const job = { ...JOB, user_id: id, ...more };
  const [row] = await rows<{ id: string }>(client.from("jobs").insert(job).select("id"));
  return row?.id ?? "";
};
const alerts = (who: Name) => world.people[who].client.from("job_alerts");
const want = (who: Name, more: Record<string, unknown> = {}) =>
  alerts(who).insert({ user_id: world.people[who].id, frequency: "immediately", ...more });
const send = () => own("select notify.send_job_alerts()");
const alertsSent = async () =>
  (await own(
    "select user_id, data from notify.notices where kind = 'job_alert' order by created_at, id",
  )) as { user_id: string; data: { many: number; jobs: { id: string }[] } }[];

beforeEach(async () => {
  await own("delete from public.job_alerts");
  await own("delete from public.jobs");
  await own("delete from notify.notices; delete from private.rate_limits");
});

describe("a job alert", () => {
  it("is for confirmed providers, under their own name", async () => {
    expect(await outcome(want("member"))).toBe("let in");
    expect(await outcome(want("plain"))).toBe("let in");
    for (const who of ["seeker", "admin", "idle", "unconfirmed"] as const) {
      expect(await outcome(want(who)), who).toBe(FORBIDDEN);
    }
    expect(await outcome(want("member", { user_id: world.people.plain.id }))).toBe(FORBIDDEN);
    expect(await outcome(world.visitor.from("job_alerts").select())).toBe(ANONYMOUS);
    expect(
      await outcome(world.visitor.from("job_alerts").insert({ user_id: world.people.member.id })),
    ).toBe(ANONYMOUS);
  });

  it("is seen, changed and removed by nobody else", async () => {
    await rows(want("member", { area: "Leeds" }));
    const before = await world.picture("public.job_alerts");
    for (const who of ["plain", "seeker", "admin"] as const) {
      expect(await rows(alerts(who).select())).toEqual([]);
      expect(
        await rows(alerts(who).update({ is_on: false }).neq("frequency", "x").select()),
      ).toEqual([]);
      expect(await rows(alerts(who).delete().neq("frequency", "x").select())).toEqual([]);
    }
    expect(await world.picture("public.job_alerts")).toBe(before);
    for (const change of [
      { user_id: world.people.plain.id },
      { seen_until: "2000-01-01" },
      { next_at: "2000-01-01" },
      { created_at: "2000-01-01" },
    ]) {
      expect(await outcome(alerts("member").update(change).neq("frequency", "x"))).toBe(FORBIDDEN);
    }
    expect(await rows(alerts("member").delete().neq("frequency", "x").select("id"))).toHaveLength(
      1,
    );
  });

  it.each([
    [{ frequency: "hourly" }, "400 23514"],
    [{ frequency: null }, "400 23502"],
    [{ categories: ["Arson"] }, "400 23514"],
    [{ categories: ["Other: anything"] }, "400 23514"],
    [{ area: "x".repeat(121) }, "400 23514"],
    [{ is_on: null }, "400 23502"],
  ])("with %j is refused", async (more, expected) => {
    expect(await outcome(want("member", more))).toBe(expected);
  });

  it("counts its categories before it looks them up, as a job does", async () => {
    const categories = Array(11).fill("Arson");
    const { client, id } = world.people.seeker;
    const job = client.from("jobs").insert({ ...JOB, user_id: id, categories });
    for (const refused of [want("member", { categories }), job])
      expect((await refused).error?.message).toBe(TOO_MANY_JOB_CATEGORIES);
  });

  it("is one of ten at the most, also when they arrive at once", async () => {
    const outcomes = await Promise.all(Array.from({ length: 14 }, () => outcome(want("member"))));
    expect(outcomes.filter((one) => one === "let in")).toHaveLength(10);
    expect(outcomes.filter((one) => one === "409 PT409")).toHaveLength(4);
  });
});

describe("the mails of job alerts", () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ["everything", {}, true],
    ["its category", { categories: ["Construction/Trade > Roofing"] }, true],
    ["its main category", { categories: ["Construction/Trade"] }, true],
    ["one of several", { categories: ["IT", "Construction/Trade"] }, true],
    ["another category", { categories: ["IT"] }, false],
    ["its town", { area: "  leeds " }, true],
    ["another town", { area: "York" }, false],
    ["its outward postcode", { area: "ls6" }, true],
    ["a longer one", { area: "LS61" }, false],
    ["a shorter one", { area: "S6" }, false],
    ["wildcards", { area: "%" }, false],
    ["one that is off", { is_on: false }, false],
  ])("report a job to a provider who wants %s: %j", async (_what, more, expected) => {
    await rows(want("member", more));
    const job = await post();
    await send();
    expect((await alertsSent()).map(({ data }) => data.jobs.map(({ id }) => id))).toEqual(
      expected ? [[job]] : [],
    );
  });

  it("report each job to a person once, whatever alerts and runs there are, and contain no contact", async () => {
    for (const more of [{}, { area: "Leeds" }, { categories: ["Construction/Trade"] }]) {
      await rows(want("member", more));
    }
    await rows(want("plain"));
    await post();
    await post({ title: "Another" });
    await Promise.all([send(), send()]);
    await send();
    const mails = await alertsSent();
    expect(mails.map(({ user_id }) => user_id).sort()).toEqual(
      [world.people.member.id, world.people.plain.id].sort(),
    );
    for (const { data } of mails) expect(data).toMatchObject({ many: 2 });
    expect(JSON.stringify(mails)).not.toMatch(SECRETS);
    await post({ title: "A third" });
    await send();
    expect((await alertsSent()).slice(2).map(({ data }) => data.many)).toEqual([1, 1]);
  });

  it.each([
    ["daily", "23 hours", "25 hours"],
    ["weekly", "6 days", "8 days"],
  ])("arrive %s: not after %s, but after %s, and together", async (frequency, early, late) => {
    await rows(want("member", { frequency }));
    await post();
    await post({ title: "Another" });
    await send();
    expect(await alertsSent()).toEqual([]);
    await own("update public.job_alerts set next_at = next_at - $1::interval", [early]);
    await send();
    expect(await alertsSent()).toEqual([]);
    await own("update public.job_alerts set next_at = next_at + $1::interval - $2::interval", [
      early,
      late,
    ]);
    await send();
    expect((await alertsSent()).map(({ data }) => data.many)).toEqual([2]);
  });

  it("report no job that was posted before, or while it was off, or is closed", async () => {
    await post({ title: "Old" });
    await own("update public.jobs set posted_date = now() - interval '1 minute'");
    await rows(want("member"));
    const closed = await post({ title: "Closed" });
    await rows(
      world.people.seeker.client
        .from("jobs")
        .update({ status: "closed" })
        .eq("id", closed)
        .select("id"),
    );
    await send();
    expect(await alertsSent()).toEqual([]);
  });

  it("go to nobody who was deactivated", async () => {
    await rows(want("plain"));
    await own("update public.profiles set is_active = false where id = $1", [
      world.people.plain.id,
    ]);
    await post();
    await send();
    await own("update public.profiles set is_active = true where id = $1", [world.people.plain.id]);
    expect(await alertsSent()).toEqual([]);
  });
});
