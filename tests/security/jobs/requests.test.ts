import { beforeEach, describe, expect, it } from "vitest";
import { enquiryActs } from "#tests/security/enquiries/acts.ts";
import { allowed, dataOf, type Name, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { quoteActs } from "./quotes-acts.ts";

/** Asking by name: member, plain, lapsed and hidden are members here, in Leeds and in IT. */
const world = testWorld();
const { own, post, notices, idOf, send, withdraw, clear, live, block } = quoteActs(() => world);
const MEMBERS: Name[] = ["member", "plain", "lapsed", "hidden"];
let job: string;

const request = (provider: Name, who: Name = "seeker", target = job) =>
  world.rpc(who, "ask_provider", { job_id: target, provider_id: idOf(provider) });
const decline = (who: Name, target = job) => world.rpc(who, "decline_ask", { job_id: target });
const visit = (who: Name) => rows(world.rpc(who, "see_job", { job_id: job }));
const answers = async (who: Name = "seeker") =>
  (await world.rpc(who, "job_answers", { job_id: job })).data;
const states = async () =>
  Object.fromEntries(
    (await answers()).people.map(({ id, state }: { id: string; state: string }) => [
      MEMBERS.find((name) => idOf(name) === id),
      state,
    ]),
  );
const wait = (hours: number) =>
  own("update public.job_matches set asked_at = asked_at - make_interval(hours => $1)", [hours]);

beforeEach(async () => {
  await clear();
  await live("1 year", ...MEMBERS);
  await live("-1 day", "unconfirmed");
  for (const who of MEMBERS) await world.setProfile(who, "is_visible = true, categories = '{IT}'");
  job = await post({ location: "Leeds" });
});

describe("asking by name", () => {
  it("is not asking oneself, nor quoting, whichever spelling of the mailbox an account has", async () => {
    const spell = (who: Name, email: string) => world.setProfile(idOf(who), "email = $2", email);
    await spell("seeker", "one.self+jobs@gmail.com");
    await spell("member", "oneself@gmail.com");
    expect((await request("member")).error?.message).toMatch(/^You cannot ask yourself/);
    expect((await send("member", job)).error?.message).toMatch(/^This job is your own/);
    await spell("seeker", "seeker@world.example");
    await spell("member", "member@world.example");
  });

  it("emails the member once, who is then told of the job, looks, and says no", async () => {
    await allowed(request("member"));
    await allowed(request("member"));
    await own("select notify.send_job_alerts()");
    expect(await notices("job_asked")).toMatchObject([{ user_id: idOf("member") }]);
    const receivers = (await notices("job_alert")).map(({ user_id }) => user_id);
    expect(receivers).not.toContain(idOf("member"));
    expect(JSON.stringify(await notices("job_asked"))).not.toMatch(/hush|secret/);
    expect(await states()).toMatchObject({ member: "waiting", plain: null });
    expect(await visit("member")).toMatchObject([{ declined_at: null }]);
    expect(await states()).toMatchObject({ member: "seen" });
    expect(await answers()).toMatchObject({ told_count: 4, seen_count: 1, places: 2 });
    await allowed(decline("member"));
    await allowed(decline("member"));
    expect(await states()).toMatchObject({ member: "declined" });
    expect(await answers()).toMatchObject({ places: 3 });
    expect((await request("member")).error?.message).toContain("has declined");
    expect(await notices("job_asked")).toHaveLength(1);
  });

  it("has three places, which a no or 48 hours of silence free, and a quote does not", async () => {
    for (const name of ["member", "plain", "lapsed"] as const) await allowed(request(name));
    await refused(request("hidden"), "409 PT409");
    await wait(47);
    await refused(request("hidden"), "409 PT409");
    await allowed(send("member", job));
    await wait(2);
    expect(await states()).toMatchObject({ member: "quoted", plain: "silent", lapsed: "silent" });
    expect(await answers()).toMatchObject({ places: 2, quote_count: 1 });
    await allowed(request("hidden"));
    expect(await answers()).toMatchObject({ places: 1 });
    // Who has quoted withdraws the quote instead.
    await refused(decline("member"), "409 PT409");
    await rows(withdraw("member", job));
    await allowed(decline("member"));
    expect(await answers()).toMatchObject({ places: 2 });
  });

  it("lets two tabs at once take no more than three places", async () => {
    const done = await Promise.all([...MEMBERS, ...MEMBERS].map((name) => outcome(request(name))));
    expect(done.filter((one) => one === "409 PT409").length).toBeGreaterThan(0);
    expect(await answers()).toMatchObject({ places: 0 });
    expect(await notices("job_asked")).toHaveLength(3);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ["a job that was closed", () => own("update public.jobs set status = 'closed'"), "409 PT409"],
    [
      "a job whose time is over",
      () => own("update public.jobs set expires_at = now()"),
      "409 PT409",
    ],
    ["a lapsed member", () => live("-1 day", "member"), "409 PT409"],
    ["a hidden one", () => world.setProfile("member", "is_visible = false"), "409 PT409"],
    ["of another trade", () => world.setProfile("member", "categories = '{Events}'"), "409 PT409"],
    ["a blocked one", () => block("seeker", "member"), "409 PT409"],
    ["one who blocks the poster", () => block("member", "seeker"), "409 PT409"],
    ["one who has quoted", async () => rows(send("member", job)), "409 PT409"],
    ["a job that is gone", () => own("delete from public.jobs"), "404 PT404"],
  ])("refuses %s, and leaves nothing", async (_what, happens, expected) => {
    await happens();
    expect(await outcome(request("member"))).toBe(expected);
    expect(await world.count("public.job_matches")).toBe(0);
    expect(await notices("job_asked")).toEqual([]);
    await world.setProfile("member", "is_visible = true");
  });

  it("is for the poster alone, and neither of oneself nor of who was not a provider", async () => {
    for (const who of ["rival", "member", "admin"] as const)
      await refused(request("plain", who), "404 PT404", who);
    await refused(request("seeker"), "409 PT409");
    await refused(request("rival"), "409 PT409");
    for (const who of ["rival", "member", "admin"] as const) expect(await answers(who)).toBeNull();
    await refused(decline("member"), "409 PT409");
    expect(await visit("plain")).toEqual([]);
    expect(await world.count("public.job_matches")).toBe(0);
  });

  it("is limited to 30 a day", async () => {
    await rows(request("member"));
    await own("update private.rate_limits set used = 30 where key like 'asks%'");
    await refused(request("plain"), "429 PT429");
    await allowed(request("member"));
  });

  it("lists those who fit by fit, distance and rating, and never a paid place", async () => {
    await world.setProfile("plain", "location = 'Bradford', categories = '{IT}'");
    await world.setMembership("member", "subscription_tier = 'monthly'");
    const { people } = await answers();
    expect(people).toHaveLength(4);
    expect(people.at(-1)).toMatchObject({ id: idOf("plain"), related: false, state: null });
    await world.setProfile("plain", "location = 'Leeds'");
  });
});

describe("an enquiry without an answer for 48 hours", () => {
  const others = async (id: string, who: Name = "seeker") =>
    rows<{ provider_id: string }>(world.rpc(who, "enquiry_others", { enquiry_id: id }));
  const { enquire: write, answer } = enquiryActs(() => world);
  const enquire = () => dataOf<string>(write("seeker", "member"));
  const age = () =>
    own("update public.enquiry_messages set created_at = now() - interval '49 hours'");

  it("shows its sender three others who fit, unless it is answered, new or another person's", async () => {
    await own("delete from public.enquiries");
    const id = await enquire();
    expect(await others(id)).toEqual([]);
    await age();
    const found = (await others(id)).map(({ provider_id }) => provider_id).toSorted();
    expect(found).toEqual((["plain", "lapsed", "hidden"] as const).map(idOf).toSorted());
    for (const who of ["member", "rival"] as const) expect(await others(id, who)).toEqual([]);
    await block("seeker", "plain");
    expect(await others(id)).toHaveLength(2);
    await allowed(answer("member", id));
    expect(await others(id)).toEqual([]);
  });
});
