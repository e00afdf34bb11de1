import { beforeEach, describe, expect, it } from "vitest";
import { type Name, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { hireActs } from "./hires-acts.ts";

// Which of several hires of one provider feedback is about, and what its author reads of it.

const world = testWorld();
const acts = hireActs(() => world);
const { own, done, give, insert, hireByQuote, hireByWord, confirm, idOf, hireOf } = acts;

beforeEach(() => acts.clear());

const right = async (job_id?: string, who: Name = "seeker") =>
  (
    await world.rpc(who, "feedback_right", {
      provider_id: idOf("member"),
      ...(job_id && { job_id }),
    })
  ).data;
/** What is stored: of which job, and with which label. */
const stored = () =>
  own(
    `select h.job_id as job, f.verified from public.feedback f left join public.hires h on h.id = f.hire_id
     order by f.created_at`,
  );
const mine = async (job: string) =>
  (await rows<{ id: string }>(world.rpc("seeker", "my_jobs"))).find(({ id }) => id === job);

describe("of two hires", () => {
  it("the one whose job the link names is meant, whichever is newer", async () => {
    const [first, second] = [await hireByQuote(), await hireByQuote()];
    for (const job of [first, second]) {
      await rows(done("seeker", job));
      expect(await right(job)).toMatchObject({
        hire_id: await hireOf(job),
        job: "Fix my roof",
        given: null,
      });
    }
    await give("seeker", { hire_id: (await right(first))?.hire_id });
    expect(await stored()).toEqual([{ job: first, verified: true }]);
    expect(await right(first)).toMatchObject({ hire_id: null, given: "public" });
    expect(await mine(first)).toMatchObject({ reviewed: true, may_review: false });
    expect(await mine(second)).toMatchObject({ reviewed: false, may_review: true });
    await give("seeker", { hire_id: (await right(second))?.hire_id });
    expect(await stored()).toEqual([
      { job: first, verified: true },
      { job: second, verified: true },
    ]);
  });

  it("each has its own label", async () => {
    const [sure, unsure] = [await hireByQuote(), await hireByWord()];
    for (const job of [sure, unsure]) await rows(done("seeker", job));
    await give("seeker", { hire_id: (await right(unsure))?.hire_id });
    await give("seeker", { hire_id: (await right(sure))?.hire_id });
    expect(await stored()).toEqual([
      { job: unsure, verified: false },
      { job: sure, verified: true },
    ]);
    await rows(confirm("member", unsure));
    expect(await stored()).toContainEqual({ job: unsure, verified: true });
  });

  it("without a job, the one that is done is meant, also where the newer one has begun", async () => {
    const [first, second] = [await hireByQuote(), await hireByQuote()];
    await rows(done("seeker", first));
    expect((await right())?.hire_id).toBe(await hireOf(first));
    await give("seeker");
    expect(await stored()).toEqual([{ job: first, verified: true }]);
    expect((await right())?.hire_id).toBe(await hireOf(second));
    await give("seeker");
    expect((await stored()).at(-1)).toEqual({ job: second, verified: true });
  });

  it("a job that was deleted, or is somebody else's, names none", async () => {
    const job = await hireByQuote();
    await rows(done("seeker", job));
    const hire = await hireOf(job);
    for (const other of [crypto.randomUUID(), await acts.post()])
      expect((await right(other))?.hire_id).toBe(hire);
    await rows(world.from("seeker", "jobs").delete().eq("id", job).select("id"));
    expect(await right(job)).toMatchObject({ hire_id: hire, job: null });
  });

  it("the client's word alone gives no second one, and My Jobs does not offer it", async () => {
    const [first, second] = [await hireByWord(), await hireByWord()];
    for (const job of [first, second]) await rows(done("seeker", job));
    await give("seeker", { hire_id: (await right(first))?.hire_id });
    expect(await right(second)).toMatchObject({ hire_id: null, given: "public" });
    await refused(insert("seeker", { hire_id: await hireOf(second) }), "409 23505");
    expect(await mine(second)).toMatchObject({ reviewed: false, may_review: false });
  });
});

it("its author reads whether it is public, waits or was hidden; nobody else does", async () => {
  const id = await give("seeker");
  expect(await right()).toMatchObject({ given: "public" });
  const { client: admin } = world.people.admin;
  const approve = (approved: boolean) =>
    rows(admin.from("feedback").update({ approved, edit_reason: "Why" }).eq("id", id).select("id"));
  await approve(true);
  expect(await right()).toMatchObject({ given: "public" });
  await approve(false);
  expect(await right()).toMatchObject({ given: "hidden", hire_id: null });
  for (const who of ["rival", "hidden"] as const)
    expect(await right(undefined, who), who).toMatchObject({ given: null });
  await own("delete from public.feedback");
  await acts.publish("after approval");
  await give("seeker");
  expect(await right()).toMatchObject({ given: "pending" });
  await acts.publish("at once");
});
