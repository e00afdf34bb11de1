import { beforeEach, describe, expect, it } from "vitest";
import { type Name, outcome, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { quoteActs } from "./quotes-acts.ts";

/** Asking by name: member, plain, lapsed and hidden are members here, in Leeds and in IT. */
const world = testWorld();
const { own, post, notices, idOf, send, withdraw } = quoteActs(() => world);
const MEMBERS: Name[] = ["member", "plain", "lapsed", "hidden"];
let job: string;

const request = (provider: Name, who: Name = "seeker", target = job) =>
  world.clientOf(who).rpc("ask_provider", { job_id: target, provider_id: idOf(provider) });
const decline = (who: Name, target = job) =>
  world.clientOf(who).rpc("decline_ask", { job_id: target });
const visit = (who: Name) => rows(world.clientOf(who).rpc("see_job", { job_id: job }));
const answers = async (who: Name = "seeker") =>
  (await world.clientOf(who).rpc("job_answers", { job_id: job })).data;
const states = async () =>
  Object.fromEntries(
    (await answers()).people.map(({ id, state }: { id: string; state: string }) => [
      MEMBERS.find((name) => idOf(name) === id),
      state,
    ]),
  );
const wait = (hours: number) =>
  own("update public.job_matches set asked_at = asked_at - make_interval(hours => $1)", [hours]);
const live = (until: string, ...who: Name[]) =>
  own(
    `insert into public.subscribers (user_id, email, subscribed, subscription_tier, subscription_end)
     select id, email, true, 'yearly', now() + $2::interval from public.profiles where id = any ($1)
     on conflict (user_id) do update set subscription_end = excluded.subscription_end`,
    [who.map(idOf), until],
  );

beforeEach(async () => {
  await own("delete from public.jobs; delete from public.enquiry_blocks");
  await own("delete from notify.notices; delete from private.rate_limits");
  await live("1 year", ...MEMBERS);
  await live("-1 day", "unconfirmed");
  await own(
    "update public.profiles set is_visible = true, categories = '{IT}' where id = any ($1)",
    [MEMBERS.map(idOf)],
  );
  job = await post({ location: "Leeds" });
});

describe("asking by name", () => {
  it("is not asking oneself, nor quoting, whichever spelling of the mailbox an account has", async () => {
    const spell = (who: Name, email: string) =>
      own("update public.profiles set email = $2 where id = $1", [idOf(who), email]);
    await spell("seeker", "one.self+jobs@gmail.com");
    await spell("member", "oneself@gmail.com");
    expect((await request("member")).error?.message).toMatch(/^You cannot ask yourself/);
    expect((await send("member", job)).error?.message).toMatch(/^This job is your own/);
    await spell("seeker", "seeker@world.example");
    await spell("member", "member@world.example");
  });

  it("emails the member once, who is then told of the job, looks, and says no", async () => {
    expect(await outcome(request("member"))).toBe("let in");
    expect(await outcome(request("member"))).toBe("let in");
    await own("select notify.send_job_alerts()");
    expect(await notices("job_asked")).toMatchObject([{ user_id: idOf("member") }]);
    expect((await notices("job_alert")).map(({ user_id }) => user_id)).not.toContain(
      idOf("member"),
    );
    expect(JSON.stringify(await notices("job_asked"))).not.toMatch(/hush|secret/);
    expect(await states()).toMatchObject({ member: "waiting", plain: null });
    expect(await visit("member")).toMatchObject([{ declined_at: null }]);
    expect(await states()).toMatchObject({ member: "seen" });
    expect(await answers()).toMatchObject({ told_count: 4, seen_count: 1, places: 2 });
    expect(await outcome(decline("member"))).toBe("let in");
    expect(await outcome(decline("member"))).toBe("let in");
    expect(await states()).toMatchObject({ member: "declined" });
    expect(await answers()).toMatchObject({ places: 3 });
    expect((await request("member")).error?.message).toContain("has declined");
    expect(await notices("job_asked")).toHaveLength(1);
  });

  it("has three places, which a no or 48 hours of silence free, and a quote does not", async () => {
    for (const name of ["member", "plain", "lapsed"] as const)
      expect(await outcome(request(name))).toBe("let in");
    expect(await outcome(request("hidden"))).toBe("409 PT409");
    await wait(47);
    expect(await outcome(request("hidden"))).toBe("409 PT409");
    expect(await outcome(send("member", job))).toBe("let in");
    await wait(2);
    expect(await states()).toMatchObject({ member: "quoted", plain: "silent", lapsed: "silent" });
    expect(await answers()).toMatchObject({ places: 2, quote_count: 1 });
    expect(await outcome(request("hidden"))).toBe("let in");
    expect(await answers()).toMatchObject({ places: 1 });
    // Who has quoted withdraws the quote instead.
    expect(await outcome(decline("member"))).toBe("409 PT409");
    await rows(withdraw("member", job));
    expect(await outcome(decline("member"))).toBe("let in");
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
      () => own("update public.jobs set expires_at = now() - interval '1 second'"),
      "409 PT409",
    ],
    ["a lapsed member", () => live("-1 day", "member"), "409 PT409"],
    [
      "a hidden one",
      () => own("update public.profiles set is_visible = false where id = $1", [idOf("member")]),
      "409 PT409",
    ],
    [
      "one of another trade",
      () =>
        own("update public.profiles set categories = '{Hair & Beauty}' where id = $1", [
          idOf("member"),
        ]),
      "409 PT409",
    ],
    [
      "a blocked one",
      () =>
        own("insert into public.enquiry_blocks (user_id, blocked_id) values ($1, $2)", [
          idOf("seeker"),
          idOf("member"),
        ]),
      "409 PT409",
    ],
    [
      "one who blocks the poster",
      () =>
        own("insert into public.enquiry_blocks (blocked_id, user_id) values ($1, $2)", [
          idOf("seeker"),
          idOf("member"),
        ]),
      "409 PT409",
    ],
    ["one who has quoted", async () => rows(send("member", job)), "409 PT409"],
    ["a job that is gone", () => own("delete from public.jobs"), "404 PT404"],
  ])("refuses %s, and leaves nothing", async (_what, happens, expected) => {
    await happens();
    expect(await outcome(request("member"))).toBe(expected);
    expect(await world.see("select count(*)::int from public.job_matches")).toBe(0);
    expect(await notices("job_asked")).toEqual([]);
    await own("update public.profiles set is_visible = true where id = $1", [idOf("member")]);
  });

  it("is for the poster alone, and neither of oneself nor of who was not a provider", async () => {
    for (const who of ["rival", "member", "admin"] as const)
      expect(await outcome(request("plain", who)), who).toBe("404 PT404");
    expect(await outcome(request("seeker"))).toBe("409 PT409");
    expect(await outcome(request("rival"))).toBe("409 PT409");
    expect(await outcome(world.visitor.rpc("job_answers", { job_id: job }))).toBe("401 42501");
    for (const who of ["rival", "member", "admin"] as const) expect(await answers(who)).toBeNull();
    expect(await outcome(decline("member"))).toBe("409 PT409");
    expect(await visit("plain")).toEqual([]);
    expect(await world.see("select count(*)::int from public.job_matches")).toBe(0);
  });

  it("is limited to 30 a day", async () => {
    await rows(request("member"));
    await own("update private.rate_limits set used = 30 where key like 'asks%'");
    expect(await outcome(request("plain"))).toBe("429 PT429");
    expect(await outcome(request("member"))).toBe("let in");
  });

  it("lists those who fit by fit, distance and rating, and never a paid place", async () => {
    await own(
      "update public.profiles set location = 'Bradford', categories = '{IT}' where id = $1",
      [idOf("plain")],
    );
    await own("update public.subscribers set subscription_tier = 'monthly' where user_id = $1", [
      idOf("member"),
    ]);
    const { people } = await answers();
    expect(people).toHaveLength(4);
    expect(people.at(-1)).toMatchObject({ id: idOf("plain"), related: false, state: null });
    await own("update public.profiles set location = 'Leeds' where id = $1", [idOf("plain")]);
  });
});

describe("an enquiry without an answer for 48 hours", () => {
  const others = async (id: string, who: Name = "seeker") =>
    rows<{ provider_id: string }>(world.clientOf(who).rpc("enquiry_others", { enquiry_id: id }));
  const enquire = async () =>
    (
      await world.clientOf("seeker").rpc("send_enquiry", {
        provider_id: idOf("member"),
        subject: "My computer",
        message: "It hums",
      })
    ).data as string;
  const age = () =>
    own("update public.enquiry_messages set created_at = now() - interval '49 hours'");

  it("shows its sender three others who fit, unless it is answered, new or another person's", async () => {
    await own("delete from public.enquiries");
    const id = await enquire();
    expect(await others(id)).toEqual([]);
    await age();
    const found = (await others(id)).map(({ provider_id }) => provider_id);
    expect(found.toSorted()).toEqual(
      ["plain", "lapsed", "hidden"].map((n) => idOf(n as Name)).toSorted(),
    );
    for (const who of ["member", "rival"] as const) expect(await others(id, who)).toEqual([]);
    await own("insert into public.enquiry_blocks (user_id, blocked_id) values ($1, $2)", [
      idOf("seeker"),
      idOf("plain"),
    ]);
    expect(await others(id)).toHaveLength(2);
    const answer = world
      .clientOf("member")
      .rpc("answer_enquiry", { enquiry_id: id, message: "Yes" });
    expect(await outcome(answer)).toBe("let in");
    expect(await others(id)).toEqual([]);
  });

  it("is nobody's to read without a session", async () => {
    const call = world.visitor.rpc("enquiry_others", { enquiry_id: idOf("member") });
    expect(await outcome(call)).toBe("401 42501");
  });
});
