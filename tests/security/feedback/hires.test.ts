import { beforeEach, describe, expect, it } from "vitest";
import { FORBIDDEN, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { hireActs } from "./hires-acts.ts";

const world = testWorld();
const acts = hireActs(() => world);
const { own, post, send, give, insert, done, hired, setStatus, idOf } = acts;
const { reveal, hireByQuote, hireByWord, confirm, labels } = acts;

beforeEach(() => acts.clear());

const HIRE = { verified: true, in_contact: true };
const CONTACT = { verified: false, in_contact: true };
const right = async (who: "seeker" | "rival" = "seeker") =>
  (await world.rpc(who, "feedback_right", { provider_id: idOf("member") })).data;
const admin = (name: "admin_stop_job" | "admin_delete_job", job: string) =>
  world.rpc("admin", name, { job_id: job, reason: "Not a real job" });

describe("no hire, no label", () => {
  it("an unlock, a quote and the client's word alone earn contact only", async () => {
    const job = await post();
    await rows(reveal(job));
    await give("seeker");
    expect(await labels()).toEqual([CONTACT]);
    await rows(send("member", job));
    expect(await labels()).toEqual([CONTACT]);
    await own("delete from public.feedback");
    await own("delete from public.jobs");
    await hireByWord();
    await give("seeker");
    expect(await labels()).toEqual([CONTACT]);
  });

  it("somebody else's hire earns nothing", async () => {
    await hireByQuote();
    await give("rival");
    expect(await labels()).toEqual([{ verified: false, in_contact: false }]);
  });
});

describe("the label", () => {
  it.each<[string, (job: string) => unknown]>([
    ["the provider's word", (job) => rows(confirm("member", job))],
    ["the provider's word that it is done", (job) => rows(done("member", job))],
  ])("is earned later by %s", async (_how, say) => {
    const job = await hireByWord();
    await give("seeker");
    await say(job);
    expect(await labels()).toEqual([HIRE]);
    // The client's word that it is done takes nothing away.
    await rows(done("seeker", job));
    expect(await labels()).toEqual([HIRE]);
  });

  it("comes with an accepted quote, goes when the hire falls through, and comes back with it", async () => {
    const job = await hireByQuote();
    await give("seeker");
    expect(await labels()).toEqual([HIRE]);
    await rows(setStatus(job, "open"));
    expect(await labels()).toEqual([CONTACT]);
    await rows(acts.accept("seeker", job, "member"));
    expect(await labels()).toEqual([HIRE]);
    expect(await world.count("public.hires")).toBe(1);
    await rows(setStatus(job, "closed"));
    expect(await labels(), "closed without a word").toEqual([HIRE]);
    await rows(hired("seeker", job, "elsewhere"));
    expect(await labels(), "somebody else did it").toEqual([CONTACT]);
  });

  it("stays after the contact is withdrawn and its poster deletes the job, and not after an admin does", async () => {
    const job = await hireByQuote();
    await give("seeker");
    await rows(acts.revoke("seeker", job, "member"));
    await rows(world.from("seeker", "jobs").delete().eq("id", job).select("id"));
    expect(await labels()).toEqual([HIRE]);
    const second = await hireByQuote();
    await give("seeker");
    await rows(admin("admin_delete_job", second));
    expect(await labels()).toEqual([HIRE, CONTACT]);
  });

  it("goes when an admin stops the job", async () => {
    const job = await hireByQuote();
    await give("seeker");
    await rows(admin("admin_stop_job", job));
    expect(await labels()).toEqual([CONTACT]);
  });

  it("is in two averages, which visitors read", async () => {
    await hireByQuote();
    await give("seeker", { rating: 5 });
    await give("rival", { rating: 2 });
    const page = await world.rpc("visitor", "provider_page", { provider_id: idOf("member") });
    expect(page.data.provider).toMatchObject({
      rating_average: 3.5,
      rating_count: 2,
      verified_average: 5,
      verified_count: 1,
    });
    const provider = { p_provider: idOf("member") };
    expect(await rows(world.rpc("visitor", "feedback_summary", provider))).toEqual([
      { rating: 5, total: 1, verified: 1, invited: 0 },
      { rating: 2, total: 1, verified: 0, invited: 0 },
    ]);
  });
});

describe("one for each hire", () => {
  it("a second hire gives a second right, and nothing gives a third", async () => {
    await give("seeker");
    expect(await right()).toMatchObject({ hire_id: null, given: "public" });
    await refused(insert("seeker"), "409 23505");
    await hireByQuote();
    const first = (await right())?.hire_id;
    await give("seeker", { hire_id: first });
    await hireByQuote();
    await give("seeker");
    expect(await labels()).toHaveLength(3);
    expect(await right()).toMatchObject({ hire_id: null, given: "public" });
    await refused(insert("seeker"), "409 23505");
    await refused(insert("seeker", { hire_id: first }), "409 23505");
  });

  it("the client's word alone gives no second one, until the provider confirms", async () => {
    await give("seeker");
    const job = await hireByWord();
    const unconfirmed = await world.see("select id from public.hires");
    expect(await right()).toMatchObject({ hire_id: null, given: "public" });
    for (const more of [{}, { hire_id: unconfirmed }])
      await refused(insert("seeker", more), "409 23505");
    await rows(confirm("member", job));
    expect(await right()).toMatchObject({ hire_id: unconfirmed, given: null });
    await give("seeker");
    await hireByWord();
    await refused(insert("seeker"), "409 23505");
    expect(await labels()).toEqual([CONTACT, HIRE]);
  });

  it("nor do several such hires, at once", async () => {
    await Promise.all([hireByWord(), hireByWord(), hireByWord()]);
    const hires = await own("select id as hire_id from public.hires");
    const outcomes = await Promise.all(hires.map((hire) => outcome(insert("seeker", hire))));
    expect(outcomes.sort()).toEqual(["409 23505", "409 23505", "let in"]);
  });

  it("a hire that fell through gives none, and its feedback counts as one without a hire", async () => {
    const job = await hireByQuote();
    await give("seeker");
    await rows(setStatus(job, "open"));
    expect(await right()).toMatchObject({ hire_id: null, given: "public" });
    await refused(insert("seeker"), "409 23505");
  });

  it("a confirmation at the same time is not lost", async () => {
    for (let turn = 0; turn < 5; turn++) {
      await acts.clear();
      const job = await hireByWord();
      await Promise.all([outcome(insert("seeker")), outcome(confirm("member", job))]);
      expect(await labels()).toEqual([HIRE]);
    }
  });

  it("nobody learns of others' hires and reviews by writing in their name", async () => {
    const probe = async () => outcome(insert("rival", { user_id: idOf("seeker") }));
    expect(await probe()).toBe(FORBIDDEN);
    await give("seeker");
    expect(await probe(), "reviewed").toBe(FORBIDDEN);
    await hireByQuote();
    expect(await probe(), "hired").toBe(FORBIDDEN);
    const hire_id = (await right())?.hire_id;
    for (const named of [hire_id, crypto.randomUUID()])
      await refused(insert("rival", { user_id: idOf("seeker"), hire_id: named }), FORBIDDEN);
  });

  it("nobody names a hire of others or of another provider", async () => {
    await hireByQuote();
    const hire_id = (await right())?.hire_id;
    await refused(insert("rival", { hire_id }), "404 PT404");
    const provider_id = idOf("plain");
    await refused(insert("seeker", { hire_id, provider_id }), "404 PT404");
    await refused(insert("seeker", { hire_id: crypto.randomUUID() }), "404 PT404");
    expect(await right("rival")).toMatchObject({ hire_id: null, given: null });
  });
});

describe("hires", () => {
  it("are read by both sides and admins alone", async () => {
    await hireByWord();
    const all = "id, job_id, client_id, provider_id, hired_at, confirmed_at, done_at, undone_at";
    for (const [who, many] of [
      ["seeker", 1],
      ["member", 1],
      ["admin", 1],
      ["rival", 0],
      ["plain", 0],
    ] as const) {
      const hires = world.from(who, "hires");
      expect(await rows(hires.select(all)), who).toHaveLength(many);
    }
  });

  it("are confirmed by the hired provider alone", async () => {
    const job = await hireByWord();
    for (const who of ["seeker", "rival", "plain", "hidden", "admin"] as const) {
      await refused(confirm(who, job), "404 PT404", who);
    }
    await refused(confirm("member", crypto.randomUUID()), "404 PT404");
    await rows(setStatus(job, "open"));
    await refused(confirm("member", job), "404 PT404");
    expect(await world.see("select count(confirmed_at)::int from public.hires")).toBe(0);
  });
});
