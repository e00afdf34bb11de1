import { beforeEach, describe, expect, it } from "vitest";
import { dayAhead } from "#tests/security/jobs/quotes-acts.ts";
import { FORBIDDEN, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { hireActs } from "./hires-acts.ts";

/** Two who hire each other to collect stars: what each number says then, and when a hire may be reviewed (P-45). */
const world = testWorld();
const acts = hireActs(() => world);
const { own, post, send, accept, hired, done, give, insert, confirm, labels, idOf, hireOf } = acts;

beforeEach(() => acts.clear());

const HIRE = { verified: true, in_contact: true };
const CONTACT = { verified: false, in_contact: true };
const EARLY = "409 PT409";
/** Hired by a quote, without a start that has come. */
const hire = async (more: Record<string, unknown> = {}) => {
  const job = await post();
  await rows(send("member", job, more));
  await rows(accept("seeker", job, "member"));
  return job;
};
const reviewed = async (rating: number) => {
  const job = await hire();
  await rows(done("member", job));
  await rows(done("seeker", job));
  return give("seeker", { rating, hire_id: await hireOf(job) });
};
const moderate = (items: string[], approve: boolean) =>
  world.rpc("admin", "admin_moderate_feedback", {
    items: items.map((id) => ({ id })),
    approve,
    reason: "Not about the work",
  });

type Card = Record<string, unknown>;
/** Every place that computes stars or how many: {average, count} of each. */
const everywhere = async () => {
  const visitor = world.visitor;
  const page = (await visitor.rpc("provider_page", { provider_id: idOf("member") })).data;
  const summary = await rows<{ rating: number; total: number; verified: number }>(
    visitor.rpc("feedback_summary", { p_provider: idOf("member") }),
  );
  const total = summary.reduce((sum, row) => sum + row.total, 0);
  const [card] = await rows(
    visitor
      .from("public_providers")
      .select("rating_average, rating_count")
      .eq("id", idOf("member")),
  );
  const found = (await visitor.rpc("search_providers", { service: "member" })).data;
  const category = (await visitor.rpc("category_page", { category: "IT" })).data;
  await rows(send("member", await post()));
  const quoted = await world.see<string>(
    "select job_id from public.job_quotes where state = 'sent'",
  );
  const [quote] = await rows(acts.quotesOf("seeker", quoted));
  const numbers = (row?: Record<string, unknown>) => [
    Number(row?.rating_average),
    row?.rating_count,
  ];
  return {
    page: numbers(page.provider),
    verified: [page.provider.verified_average, page.provider.verified_count],
    latest: page.latest.length,
    summary: [summary.reduce((sum, row) => sum + row.rating * row.total, 0) / total, total],
    card: numbers(card),
    found: numbers(found.providers.find((one: Card) => one.user_id === idOf("member"))),
    category: [category.rating_average, category.rating_count],
    quote: numbers(quote),
    score: Number(
      await world.see("select rating_score from search.listings where provider_id = $1", [
        idOf("member"),
      ]),
    ),
    worth: (await world.rpc("member", "membership_worth")).data.figures.reviews,
  };
};

describe("a rating counts one review for each client and provider, the newest", () => {
  it("wherever stars or their number are computed", async () => {
    await give("rival", { rating: 1 });
    for (let turn = 0; turn < 8; turn++) await reviewed(turn === 7 ? 4 : 5);
    expect(await world.count("public.feedback where verified")).toBe(8);
    const both = [2.5, 2];
    expect(await everywhere()).toEqual({
      page: both,
      verified: [4, 1],
      latest: 2,
      summary: both,
      card: both,
      found: both,
      category: both,
      quote: both,
      score: expect.closeTo((20 + 5) / 7, 3),
      worth: 2,
    });
  });

  it("goes back to the one before when a moderator hides the newest, and forward when it is shown", async () => {
    const ids = [await reviewed(1), await reviewed(3), await reviewed(5)];
    const average = async () => (await everywhere()).page;
    expect(await average()).toEqual([5, 1]);
    await own("delete from notify.notices");
    const audited = () => world.count("public.audit_log where target_table = 'feedback'");
    const before = await audited();
    await rows(moderate([ids[2] ?? ""], false));
    expect(await average()).toEqual([3, 1]);
    await rows(moderate([ids[1] ?? ""], false));
    expect(await average()).toEqual([1, 1]);
    await rows(moderate([ids[2] ?? ""], true));
    expect(await average()).toEqual([5, 1]);
    // Those that only count again, or no longer, were not moderated.
    expect(await audited()).toBe(before + 3);
    expect(await acts.notices("feedback_hidden")).toHaveLength(2);
    const deletion = { feedback_id: ids[2], reason: "Spam" };
    await rows(world.rpc("admin", "admin_delete_feedback", deletion));
    expect(await average()).toEqual([1, 1]);
  });

  it("also when moderators and the author act at once", async () => {
    const patch = (id: string) =>
      world
        .from("admin", "feedback")
        .update({ approved: false, moderated_at: "2026-11-01T00:00:00Z", edit_reason: "Spam" })
        .eq("id", id)
        .select("id");
    for (let round = 0; round < 6; round++) {
      await acts.clear();
      const first = await reviewed(1);
      const [second, third] = [await reviewed(3), await reviewed(5)];
      const hide = (id: string) => (round % 2 ? patch(id) : moderate([id], false));
      await Promise.all([hide(second), hide(third)].map(rows));
      expect((await everywhere()).page).toEqual([1, 1]);
      const job = await hire();
      await acts.beginWork();
      const hire_id = await hireOf(job);
      await Promise.all([
        rows(moderate([third], true)),
        rows(hide(first)),
        give("seeker", { rating: 4, hire_id }),
      ]);
      expect((await everywhere()).page).toEqual([4, 1]);
    }
  });

  it("not one that waits for approval", async () => {
    await reviewed(2);
    await acts.publish("after approval");
    const waiting = await reviewed(5);
    expect((await everywhere()).page).toEqual([2, 1]);
    await rows(moderate([waiting], true));
    await acts.publish("at once");
    expect((await everywhere()).page).toEqual([5, 1]);
  });

  it("when the author has left", async () => {
    await reviewed(5);
    await reviewed(3);
    await own("update public.feedback set user_id = null");
    expect((await everywhere()).page).toEqual([3, 1]);
  });

  it("which no caller sets", async () => {
    const id = await give("seeker");
    for (const who of ["seeker", "member", "admin"] as const) {
      const { client } = world.people[who];
      await refused(client.from("feedback").update({ superseded: true }).eq("id", id), FORBIDDEN);
      const date = { reviewable_at: "2020-01-01" };
      await refused(client.from("hires").update(date).neq("id", id), FORBIDDEN);
    }
  });
});

describe("a hire may be reviewed", () => {
  it("from the day after the agreed start", async () => {
    const job = await hire({ earliest_start: dayAhead(5) });
    expect(
      await world.see(
        "select (reviewable_at at time zone 'Europe/London')::text from public.hires where job_id = $1",
        [job],
      ),
    ).toBe(`${dayAhead(6)} 00:00:00`);
    const right = await world.rpc("seeker", "feedback_right", { provider_id: idOf("member") });
    expect(right.data).toMatchObject({ hire_id: null, given: null, opens_at: expect.any(String) });
    await refused(insert("seeker", { hire_id: await hireOf(job) }), EARLY);
    await acts.beginWork();
    await give("seeker", { hire_id: await hireOf(job) });
    expect(await labels()).toEqual([HIRE]);
  });

  it("when both have said that it is done, in either order, and not by the client's word alone", async () => {
    for (const order of [["member", "seeker"], ["seeker", "member"], ["seeker"]] as const) {
      await acts.clear();
      const job = await hire({ earliest_start: dayAhead(5) });
      for (const who of order) await rows(done(who, job));
      await refused(done("seeker", job), "409 PT409");
      const [quote] = await rows<{ said_done: boolean }>(world.rpc("member", "my_quotes"));
      expect(quote?.said_done).toBe(order.length === 2);
      expect(await outcome(insert("seeker", { hire_id: await hireOf(job) }))).toBe(
        order.length === 2 ? "let in" : EARLY,
      );
    }
  });

  it("not before by a hire that is confirmed after the review, or whose job was deleted", async () => {
    const job = await post();
    await rows(acts.reveal(job));
    await rows(hired("seeker", job, "here", "member"));
    await give("seeker");
    await rows(confirm("member", job));
    expect(await labels()).toEqual([CONTACT]);
    await acts.clear();
    const deleted = await hire();
    const id = await hireOf(deleted);
    await rows(world.from("seeker", "jobs").delete().eq("id", deleted));
    await refused(insert("seeker", { hire_id: id }), EARLY);
    await give("seeker");
    expect((await labels())[0]?.verified).toBe(false);
  });

  it("without the label at once, as anybody may review once", async () => {
    await hire();
    await give("seeker");
    expect(await labels()).toEqual([CONTACT]);
    await refused(insert("seeker"), "409 23505");
    await acts.beginWork();
    await give("seeker");
    expect(await labels()).toEqual([CONTACT, HIRE]);
  });

  it("and nobody is invited before", async () => {
    const job = await hire({ earliest_start: dayAhead(5) });
    await rows(done("seeker", job));
    await own("update public.hires set done_at = now() - interval '2 days'");
    await own("select private.invite_feedback()");
    expect(await acts.notices("feedback_invitation")).toHaveLength(0);
    await acts.beginWork();
    await own("select private.invite_feedback()");
    expect(await acts.notices("feedback_invitation")).toHaveLength(1);
  });
});

describe("more than two hires of the same two in 30 days", () => {
  const list = () => world.rpc("admin", "admin_repeated_hires");

  it("are shown to admins", async () => {
    await reviewed(5);
    await reviewed(5);
    expect((await list()).data).toEqual([]);
    await reviewed(5);
    const [pair] = await rows(list());
    expect(pair).toMatchObject({
      client_id: idOf("seeker"),
      client: "Seeker Tester",
      provider_id: idOf("member"),
      hires: 3,
      reviews: 3,
    });
    await own(
      "update public.hires set hired_at = now() - interval '31 days' where hired_at = (select min(hired_at) from public.hires)",
    );
    expect((await list()).data).toEqual([]);
  });
});
