import { beforeEach, describe, expect, it } from "vitest";
import {
  ANONYMOUS,
  allowed,
  FORBIDDEN,
  type Name,
  outcome,
  refused,
  rows,
} from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { dayAhead, QUOTE, quoteActs } from "./quotes-acts.ts";

const world = testWorld();
const acts = quoteActs(() => world);
const { own, post, send, withdraw, decline, accept, quotesOf, stateOf, notices, idOf, block } =
  acts;

let job: string;
beforeEach(async () => {
  await acts.clear();
  job = await post();
});
const places = () => world.count("public.job_contact_reveals");
const count = () => world.count("public.job_quotes");

describe("a quote", () => {
  it.each<[Name | "visitor" | "service", string]>([
    ["visitor", ANONYMOUS],
    ["service", FORBIDDEN],
    ["seeker", "409 PT409"],
    ["rival", FORBIDDEN],
    ["plain", FORBIDDEN],
    ["lapsed", FORBIDDEN],
    ["idle", FORBIDDEN],
    ["unconfirmed", FORBIDDEN],
    ["retired", FORBIDDEN],
    ["admin", FORBIDDEN],
    ["member", "let in"],
    ["hidden", "let in"],
  ])("from %s: %s", async (who, expected) => {
    expect(await outcome(send(who, job))).toBe(expected);
    expect([await count(), await places()]).toEqual(expected === "let in" ? [1, 1] : [0, 0]);
  });

  it("takes one of the client's places: the fourth of a limit of three gets a 409", async () => {
    const confirmed = (at: string) =>
      own(`update auth.users set email_confirmed_at = ${at} where id = $1`, [idOf("unconfirmed")]);
    await own("update public.jobs set reveal_limit = 3");
    await confirmed("now()");
    await acts.live("1 day", "lapsed");
    await allowed(acts.reveal(job, "hidden"));
    await allowed(send("unconfirmed", job));
    await allowed(send("lapsed", job));
    const refused = await send("member", job);
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      "This person has heard from enough professionals. Please choose another job.",
    ]);
    // Whoever has a place may still quote, and edit.
    for (let turn = 0; turn < 2; turn++) await allowed(send("hidden", job));
    expect([await count(), await places()]).toEqual([3, 3]);
    await confirmed("null");
    await acts.live("-1 day", "lapsed");
  });

  it("takes the last place once, however many arrive at the same time", async () => {
    await own("update public.jobs set reveal_limit = 1");
    const calls = [send("member", job), send("hidden", job), acts.reveal(job)];
    const outcomes = await Promise.all(calls.map(outcome));
    expect(await places()).toBe(1);
    expect(outcomes[0] === "let in").toBe(outcomes[2] === "let in");
    expect(outcomes[1]).toBe(outcomes[0] === "let in" ? "409 PT409" : "let in");
  });

  it.each([
    ["no message", { message: " \n" }],
    ["a message that is too long", { message: "x".repeat(4001) }],
    ["another kind of price", { price_type: "free" }],
    ["no price", { price_min: null }],
    ["a price of nothing", { price_min: 99 }],
    ["a price beyond bounds", { price_min: 100_000_001 }],
    ["half a range", { price_type: "range" }],
    ["a range upside down", { price_type: "range", price_max: 20_000 }],
    ["another VAT", { vat: "later" }],
    ["no VAT", { vat: null }],
    ["a start in the past", { earliest_start: dayAhead(-2) }],
    ["a start in three years", { earliest_start: dayAhead(1100) }],
    ["no last day", { valid_until: null }],
    ["a last day in the past", { valid_until: dayAhead(-2) }],
    ["a last day next year", { valid_until: dayAhead(200) }],
    ["six pictures", { pictures: Array.from({ length: 6 }, () => "x") }],
    ["a picture from elsewhere", { pictures: ["https://elsewhere.example/a.png"] }],
  ])("with %s is refused, and takes no place", async (_what, more) => {
    const refused = await send("member", job, more);
    expect(`${refused.status} ${refused.error?.code}`).toBe("400 PT400");
    expect(refused.error?.message).toMatch(/[Pp]lease/);
    expect([await count(), await places()]).toEqual([0, 0]);
  });

  it("shows pictures of its own provider only", async () => {
    const name = `${idOf("hidden")}/portfolio/a.png`;
    await own(
      `insert into storage.objects (bucket_id, name, owner_id, metadata) values ('portfolio_media', $1, $2, '{"mimetype": "image/png"}')`,
      [name, idOf("hidden")],
    );
    const pictures = [`/storage/v1/object/public/portfolio_media/${name}`];
    await refused(send("member", job, { pictures }), "400 PT400");
    await allowed(send("hidden", job, { pictures }));
    await own("update storage.objects set created_at = now() - interval '2 days'");
    const unused = () => own("select * from public.unused_files()");
    expect(await unused()).toEqual([]);
    await own("delete from public.job_quotes");
    expect(await unused()).toHaveLength(1);
  });

  it.each(["closed", "expired", "paused", "stopped", "hired", "done"])(
    "is not sent or changed for a job that is %s",
    async (status) => {
      await send("member", job);
      await acts.put(job, status);
      for (const who of ["member", "hidden"] as const)
        await refused(send(who, job, { message: "Cheaper" }), "409 PT409", who);
      expect(await world.see("select message from public.job_quotes")).toBe(QUOTE.message);
    },
  );

  it("is not sent for a job that is over or does not exist", async () => {
    await own("update public.jobs set expires_at = now() - interval '1 second'");
    await refused(send("member", job), "409 PT409");
    await refused(send("member", crypto.randomUUID()), "404 PT404");
    await refused(send("member", "1 or 1=1"), "400 22P02");
  });

  it("may be edited and withdrawn until it is decided, and is then seen anew", async () => {
    await send("member", job);
    await rows(quotesOf("seeker", job));
    expect(await world.see("select seen_at is not null from public.job_quotes")).toBe(true);
    await rows(send("member", job, { price_min: 30_000, price_type: "range", price_max: 40_000 }));
    const [changed] = await own("select price_min, price_max, seen_at from public.job_quotes");
    expect(changed).toEqual({
      price_min: 30_000,
      price_max: 40_000,
      seen_at: null,
    });
    await allowed(withdraw("member", job));
    await refused(withdraw("member", job), "409 PT409");
    await refused(withdraw("hidden", job), "409 PT409");
    await rows(send("member", job, { price_type: "after_visit" }));
    expect((await own("select price_min, price_max, state from public.job_quotes"))[0]).toEqual({
      price_min: null,
      price_max: null,
      state: "sent",
    });
    // One mail a day, however often it changed.
    expect(await notices("quote_received")).toHaveLength(1);
    await rows(decline("seeker", job, "member"));
    await refused(send("member", job), "409 PT409");
    await refused(withdraw("member", job), "409 PT409");
  });

  it("is refused by a client who blocked the provider", async () => {
    await block("seeker", "member");
    await refused(send("member", job), "403 PT403");
    expect([await count(), await places()]).toEqual([0, 0]);
  });
});

describe("a decision", () => {
  beforeEach(async () => {
    await rows(send("member", job));
    await rows(send("hidden", job));
  });

  it.each<[Name | "visitor", string]>([
    ["rival", "404 PT404"],
    ["member", "404 PT404"],
    ["hidden", "404 PT404"],
    ["admin", "404 PT404"],
    ["idle", FORBIDDEN],
    ["unconfirmed", FORBIDDEN],
  ])("is not %s's: %s", async (who, expected) => {
    const before = await world.picture("public.job_quotes", "public.jobs");
    expect(await outcome(accept(who, job, "member"))).toBe(expected);
    expect(await outcome(decline(who, job, "member"))).toBe(expected);
    expect(await world.picture("public.job_quotes", "public.jobs")).toBe(before);
  });

  it("declines with the reason, which only that provider gets", async () => {
    await refused(decline("seeker", job, "member", { reason: "x".repeat(501) }), "400 PT400");
    await rows(decline("seeker", job, "member", { reason: " Too dear " }));
    await rows(decline("seeker", job, "hidden"));
    expect((await notices("quote_declined")).map(({ user_id, data }) => [user_id, data])).toEqual([
      [idOf("member"), { title: "Fix my roof", reason: "Too dear" }],
      [idOf("hidden"), { title: "Fix my roof" }],
    ]);
    await refused(decline("seeker", job, "member"), "409 PT409");
    await refused(accept("seeker", job, "member"), "409 PT409");
  });

  it("is refused about what the client has not read", async () => {
    const seen = await acts.versionOf(job, "member");
    await rows(send("member", job, { price_min: 99_900 }));
    await refused(accept("seeker", job, "member", { seen }), "409 PT409");
    await refused(decline("seeker", job, "member", { seen }), "409 PT409");
    await refused(accept("seeker", job, "member", { seen: null }), "409 PT409");
    expect(await stateOf(job, "member")).toBe("sent");
  });

  it("accepts no quote that has expired or was withdrawn, and none of a deactivated provider", async () => {
    await own(
      "update public.job_quotes set valid_until = current_date - 2 where provider_id = $1",
      [idOf("member")],
    );
    await refused(accept("seeker", job, "member"), "409 PT409");
    await rows(send("member", job));
    await rows(withdraw("member", job));
    await refused(accept("seeker", job, "member"), "409 PT409");
    await world.setProfile("hidden", "is_active = false");
    await refused(accept("seeker", job, "hidden"), "409 PT409");
    await world.setProfile("hidden", "is_active = true");
    expect(await stateOf(job, "hidden")).toBe("sent");
    expect(await acts.statusOf(job)).toBe("open");
  });
});
