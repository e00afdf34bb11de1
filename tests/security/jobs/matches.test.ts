import { beforeEach, describe, expect, it } from "vitest";
import { FORBIDDEN, type Name, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { quoteActs } from "./quotes-acts.ts";

/** Who is told of a job: member, plain and lapsed are members here, in Leeds and in IT. */
const world = testWorld();
const acts = quoteActs(() => world);
const { own, processExpiry, notices, idOf, clear, live, block } = acts;
const post = (more = {}) =>
  acts.post({ category: "IT > Cyber Security", location: "Leeds LS6", ...more });
const run = () => own("select notify.send_job_alerts()");
const receivers = async (job: string) => {
  const found = await own(
    "select p.email from public.job_matches m join public.profiles p on p.id = m.provider_id where job_id = $1 order by p.email",
    [job],
  );
  return found.map(({ email }) => String(email).split("@")[0]);
};
const mailed = async () =>
  (await notices("job_alert")).map(({ user_id, data }) => [user_id, Object(data).many]);
const settings = (who: Name, change: Record<string, unknown>) =>
  world
    .from(who, "notification_settings")
    .update(change)
    .eq("user_id", idOf(who))
    .select("user_id");

beforeEach(async () => {
  await clear();
  await own(`update public.notification_settings set email_notifications = true, job_alerts = true,
    job_alerts_daily = false, job_trades = '{}'`);
  for (const who of ["member", "plain", "lapsed"])
    await world.setProfile(who, "categories = '{IT}', location = 'Leeds'");
  await live("1 year", "member", "plain", "lapsed");
  await live("-1 day", "unconfirmed");
});

describe("a new job is told", () => {
  it.each<[string, Record<string, unknown>, Name[]]>([
    ["to all whose trade and place it is", {}, ["lapsed", "member", "plain"]],
    ["within ten miles", { location: "Bradford" }, ["lapsed", "member", "plain"]],
    ["to nobody further away", { location: "York" }, []],
    ["to nobody of another trade", { category: "Hair & Beauty > Nails" }, []],
    ["anywhere if it has no place", { location: null }, ["lapsed", "member", "plain"]],
    ["where only its name is known", { location: "Nowhereham" }, []],
  ])("%s", async (_what, job, expected) => {
    const id = await post(job);
    expect(await receivers(id)).toEqual([]);
    await run();
    expect(await receivers(id)).toEqual(expected);
    expect((await mailed()).map(([who]) => who).sort()).toEqual(expected.map(idOf).sort());
    expect(JSON.stringify(await notices("job_alert"))).not.toMatch(/hush|secret/);
  });

  it("to no member of a related trade at first, whose whole trade it is not", async () => {
    await world.setProfile("plain", "categories = '{IT > SEO Specialist}'");
    const [narrow, whole] = [await post(), await post({ category: "IT" })];
    await run();
    expect(await receivers(narrow)).toEqual(["lapsed", "member"]);
    expect(await receivers(whole)).toEqual(["lapsed", "member", "plain"]);
  });

  it("to nobody who is hidden, lapsed, switched off, blocked either way, or lost access", async () => {
    await live("-1 day", "lapsed");
    await block("seeker", "member");
    const [first, second, third] = [await post(), await post(), await post()];
    await own(
      `insert into public.job_contact_reveals (job_id, provider_id, revoked_at) values ($1, $2, now())`,
      [second, idOf("plain")],
    );
    await run();
    expect([await receivers(first), await receivers(second), await receivers(third)]).toEqual([
      ["plain"],
      [],
      ["plain"],
    ]);
    await own(
      "update public.enquiry_blocks set user_id = blocked_id, blocked_id = user_id; update public.jobs set told_at = null",
    );
    await run();
    expect(await receivers(third)).toEqual(["plain"]);
  });

  it("to no poster, and not of what is paused, old or closed", async () => {
    await own("update public.jobs set posted_date = now()");
    const [old, closed] = [await post(), await post()];
    await own("update public.jobs set posted_date = now() - interval '8 days' where id = $1", [
      old,
    ]);
    await own("update public.jobs set status = 'closed' where id = $1", [closed]);
    await run();
    expect([await receivers(old), await receivers(closed)]).toEqual([[], []]);
  });

  it("once to each, however many runs there are, and changes nothing that people read", async () => {
    const job = await post();
    const changed = () => world.stored("jobs.updated_at::text", job);
    const before = await changed();
    await Promise.all([run(), run(), run()]);
    await run();
    await own("update public.jobs set told_at = null");
    await run();
    expect(await mailed()).toHaveLength(3);
    expect(await changed()).toBe(before);
  });

  it("to at most 200, the nearest first", async () => {
    await own("set session_replication_role = replica");
    await own(
      `insert into auth.users (id, email) select gen_random_uuid(), 'm' || n || '@many.example' from generate_series(1, 230) n`,
    );
    await own(`insert into public.profiles (id, email, first_name, last_name, account_type)
      select id, email, 'Many', 'Member', 'provider' from auth.users where email like '%@many.example'`);
    await own(
      `insert into public.notification_settings (user_id) select id from public.profiles where email like '%@many.example'`,
    );
    await own(`insert into search.listings (provider_id, membership_end, created_at, position, categories, document)
      select p.id, now() + interval '1 day', now(), l.position + point(0, 2 + (substring(p.email from 2 for position('@' in p.email) - 2))::int / 100.0), '{IT > Cyber Security}', array_to_tsvector('{"#IT > Cyber Security"}')
      from public.profiles p, search.listings l where p.email like '%@many.example' and l.provider_id = '${idOf("member")}'`);
    await own("set session_replication_role = origin");
    const job = await post();
    await run();
    const names = await world.see<string[]>(
      "select array_agg(p.email) from public.job_matches m join public.profiles p on p.id = m.provider_id where job_id = $1",
      [job],
    );
    expect(names).toHaveLength(200);
    expect(names).toContain("member@people.example");
    expect(names).not.toContain("m230@many.example");
    const { data } = await world.rpc("seeker", "job_answers", { job_id: job });
    expect(data).toMatchObject({ told_count: 200, seen_count: 0, quote_count: 0, places: 3 });
    expect(data.people).toHaveLength(12);
    await own("delete from auth.users where email like '%@many.example'");
  });
});

describe("the choice of a member", () => {
  it("is off, or some of their own trades; a trade they gave up counts for nothing", async () => {
    await rows(settings("member", { job_alerts: false }));
    await rows(settings("plain", { job_trades: ["IT > SEO Specialist"] }));
    await rows(settings("lapsed", { job_trades: ["Hair & Beauty > Nails"] }));
    const [security, seo] = [await post(), await post({ category: "IT > SEO Specialist" })];
    await run();
    expect(await receivers(security)).toEqual(["lapsed"]);
    expect(await receivers(seo)).toEqual(["lapsed", "plain"]);
  });

  it("is one email a day, which has all that waited and is still open", async () => {
    await rows(settings("member", { job_alerts_daily: true }));
    await rows(settings("plain", { job_alerts: false }));
    await rows(settings("lapsed", { email_notifications: false }));
    const [, , closed] = [await post(), await post(), await post()];
    await run();
    await run();
    expect(await mailed()).toEqual([]);
    await own("update public.jobs set status = 'closed' where id = $1", [closed]);
    await own("update public.job_matches set told_at = now() - interval '1 day'");
    await Promise.all([run(), run()]);
    expect(await mailed()).toEqual([[idOf("member"), 2]]);
  });

  it("is their own to change, within limits, and the match is nobody's to write", async () => {
    await rows(settings("member", { job_alerts_daily: true }));
    await refused(settings("member", { job_trades: Array(21).fill("IT") }), "400 23514");
    await refused(settings("member", { job_trades: ["x".repeat(4001)] }), "400 23514");
    await post();
    await run();
    const matches = (who: Name) => world.from(who, "job_matches");
    expect(await rows(matches("member").select("provider_id"))).toEqual([
      { provider_id: idOf("member") },
    ]);
    for (const who of ["seeker", "rival", "admin"] as const)
      expect(await rows(matches(who).select())).toEqual([]);
    const row = { job_id: await post(), provider_id: idOf("member") };
    for (const write of [
      matches("member").insert(row),
      matches("member").update({ seen_at: null }).eq("provider_id", row.provider_id),
      matches("member").delete().eq("provider_id", row.provider_id),
    ])
      await refused(write, FORBIDDEN);
  });
});

describe("48 hours without a quote", () => {
  const wait = () => own("update public.jobs set told_at = told_at - interval '49 hours'");
  const quiet = async () => (await notices("job_quiet")).map(({ data }) => data);

  it("widen the circle once, and email the poster what is true", async () => {
    await world.setProfile("lapsed", "location = 'Harrogate'");
    await world.setProfile("plain", "categories = '{IT > SEO Specialist}'");
    const job = await post({ location: "Leeds LS15" });
    await run();
    expect(await receivers(job)).toEqual(["member"]);
    await rows(world.rpc("member", "see_job", { job_id: job }));
    await processExpiry();
    expect(await quiet()).toEqual([]);
    await wait();
    await Promise.all([processExpiry(), processExpiry()]);
    expect(await receivers(job)).toEqual(["lapsed", "member", "plain"]);
    const missing = { no_budget: true, no_pictures: true, short: true };
    const facts = { job_id: job, many: 1, seen: 1, more: 2, ...missing };
    expect(await quiet()).toEqual([expect.objectContaining(facts)]);
    expect(await mailed()).toHaveLength(3);
    await wait();
    await processExpiry();
    expect(await quiet()).toHaveLength(1);
  });
});
