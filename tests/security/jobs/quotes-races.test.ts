import { beforeEach, expect, it } from "vitest";
import { outcome, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { QUOTE, quoteActs } from "./quotes-acts.ts";

/** Two people at the same moment: one of the two orders results, and never half of each. */
const world = testWorld();
const acts = quoteActs(() => world);
const { own, send, withdraw, stateOf, statusOf, notices, clear } = acts;

const ROUNDS = 8;
const LET_IN = "let in";
const REFUSED = "409 PT409";
let job: string;
/** The version of the quote that the client has read, before both act. */
let seen: unknown;
const anew = async () => {
  await clear();
  job = await acts.post();
};
beforeEach(anew);
const quoted = async () => {
  await rows(send("member", job));
  seen = await acts.versionOf(job, "member");
};
const accept = () => acts.accept("seeker", job, "member", { seen });
const decline = () => acts.decline("seeker", job, "member", { seen });
const setStatus = (status: string) => acts.setStatus(job, status);
/** Runs both at once, in turns the one and the other first, and checks what is left each time. */
const eachTime = async (
  prepare: () => Promise<unknown>,
  one: () => PromiseLike<{ status: number; error: { code: string; message: string } | null }>,
  other: typeof one,
  check: (one: string, other: string) => Promise<void>,
) => {
  for (let turn = 0; turn < ROUNDS; turn++) {
    await anew();
    await prepare();
    const calls = turn % 2 ? [one, other] : [other, one];
    const results = await Promise.all(calls.map((call) => outcome(call() as never)));
    const [first = "", second = ""] = turn % 2 ? results : results.toReversed();
    await check(first, second);
  }
};
const counts = async () => [
  await world.count("public.job_quotes"),
  await world.count("public.job_contact_reveals"),
  (await notices("quote_received")).length,
];

it("a quote and the client's closing: the quote is there with its place and its mail, or nothing is", () =>
  eachTime(
    async () => {},
    () => send("member", job),
    () => setStatus("closed"),
    async (sent, closed) => {
      expect(closed).toBe(LET_IN);
      expect([LET_IN, REFUSED]).toContain(sent);
      expect(await counts()).toEqual(sent === LET_IN ? [1, 1, 1] : [0, 0, 0]);
      expect(await statusOf(job)).toBe("closed");
    },
  ));

it("a changed price and the acceptance of the earlier one: nobody is hired at a price they did not read", () =>
  eachTime(
    quoted,
    () => send("member", job, { price_min: 99_900 }),
    accept,
    async (changed, accepted) => {
      expect([changed, accepted].filter((one) => one === LET_IN)).toHaveLength(1);
      expect([changed, accepted]).toContain(REFUSED);
      const price = await world.see("select price_min from public.job_quotes");
      expect(price).toBe(accepted === LET_IN ? QUOTE.price_min : 99_900);
      expect(await statusOf(job)).toBe(accepted === LET_IN ? "hired" : "open");
    },
  ));

it.each([
  ["withdrawing", () => withdraw("member", job), "withdrawn"],
  ["declining", decline, "declined"],
  ["closing", () => setStatus("closed"), "sent"],
] as const)("%s and accepting: one of them", (_what, act, state) =>
  eachTime(quoted, act, accept, async (acted, accepted) => {
    const hired = (await stateOf(job, "member")) === "accepted";
    expect(hired).toBe(accepted === LET_IN);
    if (state !== "sent") {
      expect([acted, accepted].toSorted()).toEqual([REFUSED, LET_IN]);
      expect(await stateOf(job, "member")).toBe(hired ? "accepted" : state);
    }
    const facts = await own(
      "select status, hired_provider_id is not null as named from public.jobs",
    );
    expect(facts[0]?.named).toBe(hired);
  }),
);

it("a first unlock and its withdrawal: the provider has the contact no longer, or unlocked it afterwards", () =>
  eachTime(
    async () => {},
    () => world.rpc("member", "reveal_job_contact", { job_id: job }),
    () => acts.revoke("seeker", job, "member"),
    async (unlocked, revoked) => {
      expect(unlocked).toBe(LET_IN);
      const again = await outcome(world.rpc("member", "reveal_job_contact", { job_id: job }));
      expect(again).toBe(revoked === LET_IN ? "403 PT403" : LET_IN);
      expect([LET_IN, "404 PT404"]).toContain(revoked);
    },
  ));

it("deleting the job and accepting: it is gone, with a hire only if the acceptance was first", () =>
  eachTime(
    async () => {
      await own("delete from public.hires");
      await quoted();
    },
    () => world.from("seeker", "jobs").delete().eq("id", job).select("id"),
    accept,
    async (deleted, accepted) => {
      expect(deleted).toBe(LET_IN);
      expect([LET_IN, "404 PT404"]).toContain(accepted);
      expect(await world.count("public.jobs")).toBe(0);
      expect(await world.count("public.hires")).toBe(accepted === LET_IN ? 1 : 0);
      expect((await notices("job_hired")).length).toBe(accepted === LET_IN ? 1 : 0);
    },
  ));
