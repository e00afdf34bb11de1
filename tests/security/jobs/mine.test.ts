import { beforeEach, expect, it } from "vitest";
import { hireActs } from "#tests/security/feedback/hires-acts.ts";
import { NAMES, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { dayAhead } from "./quotes-acts.ts";

/** A poster's list of jobs. */
const world = testWorld();
const acts = hireActs(() => world);
const { own, send, accept, done, idOf } = acts;

let job: string;
beforeEach(async () => {
  await acts.clear();
  job = await acts.post();
});
const mine = async () => (await rows(world.rpc("seeker", "my_jobs")))[0];

it("is read by its poster, and by nobody else", async () => {
  await rows(send("member", job, { message: "hush" }));
  for (const who of NAMES.filter((name) => !["idle", "retired", "seeker"].includes(name)))
    expect(await rows(world.rpc(who, "my_jobs")), who).toEqual([]);
  expect(JSON.stringify(await mine())).not.toMatch(/hush|@|0777/);
});

it("counts who has the contact, and the quotes that wait for a decision, and marks none as read", async () => {
  for (const who of ["member", "hidden"] as const) {
    await rows(acts.reveal(job, who));
    await rows(send(who, job));
  }
  const both = { status: "open", unlocks: 2, quotes: 2, new_quotes: 2, provider: null };
  expect(await mine()).toMatchObject(both);
  expect(await mine()).toMatchObject(both);
  await rows(acts.quotesOf("seeker", job));
  expect(await mine()).toMatchObject({ quotes: 2, new_quotes: 0 });
  await rows(acts.decline("seeker", job, "hidden"));
  await rows(acts.revoke("seeker", job, "hidden"));
  expect(await mine()).toMatchObject({ unlocks: 1, quotes: 1 });
  await own("update public.job_quotes set valid_until = $1", [dayAhead(-1)]);
  expect(await mine()).toMatchObject({ quotes: 0 });
  await own("update public.jobs set expires_at = now()");
  expect(await mine()).toMatchObject({ status: "expired" });
});

it("says whom the poster hired, whether they are done, and whether the poster has reviewed them", async () => {
  await rows(send("member", job, { earliest_start: dayAhead(3) }));
  await rows(accept("seeker", job, "member"));
  expect(await mine()).toMatchObject({
    status: "hired",
    provider: "member Ltd",
    provider_id: idOf("member"),
    starts_on: dayAhead(3),
    said_done: false,
  });
  await rows(done("member", job));
  expect(await mine()).toMatchObject({ status: "hired", said_done: true, reviewed: false });
  await rows(done("seeker", job));
  expect(await mine()).toMatchObject({ status: "done", reviewed: false });
  await acts.give("seeker");
  expect(await mine()).toMatchObject({ status: "done", reviewed: true });
});
