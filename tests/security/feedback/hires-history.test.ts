import { expect, it } from "vitest";
import { chanceOf } from "#supabase/sample/seeded-random.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { hireActs } from "./hires-acts.ts";

/** Random histories of two jobs and their feedback: whatever happens, a label is there exactly where a confirmed hire is. */
const world = testWorld();

const HISTORIES = 6;
const STEPS = 30;
const acts = hireActs(() => world);
const { own } = acts;

const stepsOf = (job: string): Record<string, () => PromiseLike<unknown>> => ({
  ...Object.fromEntries(
    (["member", "hidden"] as const).flatMap((who) => [
      [`${who} quotes`, () => acts.send(who, job)],
      [`${who} reveals`, () => acts.reveal(job, who)],
      [`${who} is accepted`, () => acts.accept("seeker", job, who)],
      [`${who} is hired`, () => acts.hired("seeker", job, "here", who)],
      [`${who} confirms`, () => acts.confirm(who, job)],
      [`${who} says done`, () => acts.done(who, job)],
      [
        `${who} is reviewed`,
        () => acts.insert("seeker", { provider_id: acts.idOf(who), rating: 4 }),
      ],
    ]),
  ),
  "hired elsewhere": () => acts.hired("seeker", job, "elsewhere"),
  "client says done": () => acts.done("seeker", job),
  "work begins": () => acts.beginWork(),
  close: () => acts.setStatus(job, "closed"),
  reopen: () => acts.setStatus(job, "open"),
  stop: () => world.rpc("admin", "admin_stop_job", { job_id: job, reason: "Spam" }),
  allow: () => world.rpc("admin", "admin_allow_job", { job_id: job }),
  delete: () => world.from("seeker", "jobs").delete().eq("id", job),
});

let labelled = 0;
it.each(Array.from({ length: HISTORIES }, (_, seed) => [seed]))(
  "history %i has a label exactly where a confirmed hire is",
  async (seed) => {
    const chance = chanceOf("labels", String(seed));
    await acts.clear();
    const steps = (await Promise.all([acts.post(), acts.post()])).flatMap((job) => {
      const all = Object.entries(stepsOf(job));
      // What leads to a hire is taken more often, and the end of a job seldom.
      const likely = all.filter(([name]) =>
        /quotes|accepted|begins|reviewed|confirms|reopen/.test(name),
      );
      return [...all, ...likely, ...likely].filter(
        ([name], index) => !/delete|stop/.test(name) || index % 2 === seed % 2,
      );
    });
    const history: string[] = [];
    for (let turn = 0; turn < STEPS; turn++) {
      const [name, step] = chance.pick(steps);
      history.push(name);
      await step();
      const path = history.join(", ");
      const wrong = await own(
        `select f.* from public.feedback f left join public.hires h on h.id = f.hire_id
           and h.client_id = f.user_id and h.provider_id = f.provider_id and h.confirmed_at is not null and h.undone_at is null
         where f.verified <> (h.id is not null)`,
      );
      expect(wrong, path).toEqual([]);
      // A live hire of a job that is still there is the one that the job says, and its confirmation has a reason.
      const unfounded = await own(
        `select h.* from public.hires h join public.jobs j on j.id = h.job_id
         where (h.undone_at is null) <> (j.hired_provider_id is not distinct from h.provider_id and j.status <> 'stopped')`,
      );
      expect(unfounded, path).toEqual([]);
      const listed = await own(
        `select l.provider_id from search.listings l
         where l.rating_count > (select count(distinct f.user_id) from public.feedback f where f.provider_id = l.provider_id)`,
      );
      expect(listed, path).toEqual([]);
      labelled += await world.count("public.feedback where verified");
    }
  },
  60_000,
);

it("so labels were reached", () => {
  expect(labelled).toBeGreaterThan(HISTORIES);
});
