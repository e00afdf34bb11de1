import { beforeAll, expect, it } from "vitest";
import { inbox, listen } from "#backend/tests/conformance/realtime-world.ts";
import { chanceOf } from "#supabase/sample/seeded-random.ts";
import { lifecycleOf, mayBecome } from "#tests/lifecycles.ts";
import { outcome } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { quoteActs } from "./quotes-acts.ts";

interface Change {
  table: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
}

/** Random histories of a job: whatever people and the clock do, only the tables' changes and rights result. */
const world = testWorld();

const HISTORIES = 16;
const STEPS = 25;
/** Taken twice as often, or a history would seldom get far. */
const LIKELY = /quotes|is accepted|client says done|reopen|allow/;
/** By turns; null: any number. */
const LIMITS = [1, 2, null];
const PROVIDERS = ["member", "hidden"] as const;
type Provider = (typeof PROVIDERS)[number];

/** Without `paused`: nobody's account is switched off here. */
const REACHABLE = ["open", "closed", "expired", "stopped", "hired", "done"];
const reached = new Set<string>();
/** Who was hired for which job, however briefly. */
const hires = new Set<string>();

const acts = quoteActs(() => world);
const { own } = acts;
const SECRET = /hush@secret/;

/** What Realtime sends each provider, of all tables, while the histories run. */
const changes = Object.fromEntries(PROVIDERS.map((who) => [who, inbox<Change>()])) as Record<
  Provider,
  ReturnType<typeof inbox<Change>>
>;
beforeAll(async () => {
  for (const who of PROVIDERS) {
    const { client } = world.people[who];
    await listen(
      client
        .channel("everything")
        .on("postgres_changes", { event: "*", schema: "public" }, (change) =>
          changes[who].put(change as unknown as Change),
        ),
    );
  }
});
const { setStatus } = acts;
const reveal = (who: Provider, job: string) => acts.reveal(job, who);
const past = (column: string, days: number) => async () => {
  await own(
    `update public.jobs set ${column} = now() - interval '${days} days' where ${column} is not null`,
  );
  await acts.processExpiry();
};

/** What may happen next; each step may be refused. */
const stepsOf = (job: string): Record<string, () => PromiseLike<unknown>> => ({
  ...Object.fromEntries(
    PROVIDERS.flatMap((who) => [
      [`${who} quotes`, () => acts.send(who, job)],
      [`${who} withdraws`, () => acts.withdraw(who, job)],
      [`${who} reveals`, () => reveal(who, job)],
      [`${who} loses access`, () => acts.revoke("seeker", job, who)],
      [`${who} says done`, () => acts.done(who, job)],
      [`${who} is accepted`, () => acts.accept("seeker", job, who)],
      [`${who} is declined`, () => acts.decline("seeker", job, who)],
      [`${who} is hired`, () => acts.hired("seeker", job, "here", who)],
    ]),
  ),
  "both are accepted": () => Promise.all(PROVIDERS.map((who) => acts.accept("seeker", job, who))),
  "hired elsewhere": () => acts.hired("seeker", job, "elsewhere"),
  "hired nobody": () => acts.hired("seeker", job, "nobody"),
  "client says done": () => acts.done("seeker", job),
  close: () => setStatus(job, "closed"),
  reopen: () => setStatus(job, "open"),
  "hire without a name": () => setStatus(job, "hired"),
  expire: past("expires_at", 1),
  start: past("hired_at", 2),
  silence: past("done_question_at", 61),
  stop: () => world.rpc("admin", "admin_stop_job", { job_id: job, reason: "Spam" }),
  allow: () => world.rpc("admin", "admin_allow_job", { job_id: job }),
});

interface Facts {
  status: string;
  /** Not expired either. */
  open: boolean;
  hired_provider_id: string | null;
  accepted: string[];
  places: string[];
  revoked: string[];
}
const factsOf = async (job: string): Promise<Facts> => {
  const [facts] = await own(
    `select j.status, j.status = 'open' and j.expires_at > now() as open,
       j.hired_provider_id,
       array(select provider_id from public.job_quotes where job_id = j.id and state = 'accepted') as accepted,
       array(select provider_id from public.job_contact_reveals where job_id = j.id) as places,
       array(select provider_id from public.job_contact_reveals where job_id = j.id and revoked_at is not null) as revoked
     from public.jobs j where j.id = $1`,
    [job],
  );
  return facts as unknown as Facts;
};

/** Lists and the export, which never contain a contact, nor a withdrawn job. */
const expectNoContactInLists = async (
  who: Provider,
  job: string,
  revoked: boolean,
  path: string,
) => {
  const { client } = world.people[who];
  const unlocked = await client.from("job_contact_reveals").select();
  const lists = [
    unlocked.data,
    (await client.from("jobs").select("id, title, status, updated_at")).data,
    (await client.rpc("job_page", { job_id: job })).data,
    (await client.rpc("my_quotes")).data,
    (await client.rpc("my_contacts")).data,
    (await world.rpc("service", "export_account", { p_user: acts.idOf(who) })).data,
  ];
  expect(JSON.stringify(lists), `${path}: ${who}`).not.toMatch(SECRET);
  if (revoked)
    expect(JSON.stringify([unlocked.data, lists.at(-1)]), `${path}: ${who}`).not.toContain(job);
};

/** Who may read the contact now, by the tables alone; only a refusal to others changes nothing. */
const expectContacts = async (job: string, facts: Facts, limit: number | null, history: string) => {
  for (const who of PROVIDERS) {
    const id = acts.idOf(who);
    const unlocked = facts.places.includes(id);
    const left = limit === null || facts.places.length < limit;
    if (!unlocked && facts.open && left) continue;
    const hired = facts.hired_provider_id === id && facts.status !== "stopped";
    const may = unlocked && !facts.revoked.includes(id) && (facts.open || hired);
    const expected = may ? "let in" : unlocked ? "403 PT403" : "409 PT409";
    const response = await reveal(who, job);
    expect(await outcome(Promise.resolve(response)), `${history}: ${who}`).toBe(expected);
    expect(SECRET.test(JSON.stringify(response)), `${history}: ${who}`).toBe(may);
    if (unlocked && !may)
      await expectNoContactInLists(who, job, facts.revoked.includes(id), history);
  }
};

it.each(Array.from({ length: HISTORIES }, (_, seed) => [seed]))(
  "history %i reaches states by the table alone, and shows contacts where it says so",
  async (seed) => {
    const lifecycle = lifecycleOf("Job");
    const chance = chanceOf("history", String(seed));
    await own("delete from public.jobs");
    const limit = LIMITS[seed % LIMITS.length] ?? null;
    const job = await acts.post({ reveal_limit: limit });
    const all = Object.entries(stepsOf(job));
    const steps = [...all, ...all.filter(([name]) => LIKELY.test(name))];
    let before = (await factsOf(job)).status;
    reached.add(before);
    const history: string[] = [];
    for (let turn = 0; turn < STEPS; turn++) {
      const [name, step] = chance.pick(steps);
      history.push(name);
      await step();
      const facts = await factsOf(job);
      const path = `${history.join(", ")} (from ${before})`;
      expect(facts.status === before || mayBecome(lifecycle, before, facts.status), path).toBe(
        true,
      );
      expect(facts.accepted.length, path).toBeLessThanOrEqual(1);
      for (const id of facts.accepted) expect(facts.hired_provider_id, path).toBe(id);
      if (facts.hired_provider_id) {
        expect(facts.places, path).toContain(facts.hired_provider_id);
        hires.add(`${facts.hired_provider_id} ${job}`);
      }
      expect(facts.places.length, path).toBeLessThanOrEqual(limit ?? PROVIDERS.length);
      await expectContacts(job, facts, limit, path);
      before = facts.status;
      reached.add(before);
    }
  },
  60_000,
);

it("and Realtime said which jobs there are, to providers only of open ones and their own hires, and nothing else", async () => {
  const last = await acts.post();
  for (const who of PROVIDERS) {
    const { items } = changes[who];
    await expect.poll(() => items.some((change) => change.new.id === last)).toBe(true);
    expect([...new Set(items.map(({ table }) => table))], who).toEqual(["jobs"]);
    for (const change of items) {
      expect(["id", "posted_date", "status"], who).toEqual(
        expect.arrayContaining([...Object.keys(change.new), ...Object.keys(change.old)]),
      );
      if (!hires.has(`${acts.idOf(who)} ${change.new.id}`))
        expect(["open", undefined], who).toContain(change.new.status);
      expect(change.new.status, who).not.toBe("stopped");
    }
    await world.people[who].client.realtime.disconnect();
  }
});

it("so every state was reached", () => {
  expect([...reached].sort()).toEqual(REACHABLE.toSorted());
});
