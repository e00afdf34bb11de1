import { beforeEach, describe, expect, it } from "vitest";
import { switchUser } from "#tests/security/admin-people.ts";
import { allowed, outcome, postJob, refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Admins and anybody's job; and the jobs of an account that is switched off. */
const world = testWorld();
let job: string;

const own = (question: string, values: unknown[] = []) => world.sql(question, values);
const admin = () => world.people.admin.client;
const poster = () => world.people.seeker;
beforeEach(async () => {
  await own("delete from public.jobs");
  await own("delete from notify.notices");
  // As the owner: the poster's session ends when the account is switched off.
  job = await postJob({ id: poster().id, client: world.service });
});

const act = (name: string, more: object = {}) =>
  outcome(admin().rpc(name, { job_id: job, reason: "Not a job", ...more }));
const stateOf = () => world.stored<string>("jobs.status", job);
/** What a visitor finds of the job: in the directory, by its page, by a raw read, in the sitemap. */
const shown = async () => {
  const [list, page, read, map] = await Promise.all([
    world.rpc("visitor", "search_jobs", {}),
    world.rpc("visitor", "job_page", { job_id: job }),
    world.visitor.from("jobs").select("id").eq("id", job),
    world.rpc("visitor", "sitemap_page", { kind: "jobs", first_id: job, page_size: 1 }),
  ]);
  return [
    (list.data as { total: number }).total,
    (page.data as { state: string }).state,
    read.data?.length,
    (map.data as unknown[]).length,
  ];
};
const OPEN = [1, "open", 1, 1];
const REMOVED = [0, "closed", 0, 0];
const moderationNotices = () =>
  own("select kind, data from notify.notices where user_id = $1 order by created_at", [
    poster().id,
  ]);
const traced = () => world.audited("action, reason, before - 'job_id' as before", job);

describe("an admin", () => {
  it("closes a job so that its poster, who learns why, cannot reopen it, and opens it again", async () => {
    expect(await shown()).toEqual(OPEN);
    expect(await act("admin_stop_job")).toBe("let in");
    expect(await shown()).toEqual(REMOVED);
    const mine = poster().client.from("jobs");
    for (const status of ["open", "closed", "paused", "expired"]) {
      await refused(mine.update({ status }).eq("id", job), "400 23514", status);
    }
    const reveal = world.rpc("member", "reveal_job_contact", { job_id: job });
    await refused(reveal, "409 PT409");
    expect(await act("admin_stop_job")).toBe("409 PT409");
    expect(await act("admin_allow_job", { reason: null })).toBe("let in");
    expect(await shown()).toEqual(OPEN);
    expect(await act("admin_allow_job")).toBe("409 PT409");
    expect(await moderationNotices()).toEqual([
      { kind: "job_stopped", data: { title: "Fix my roof", job_id: job, reason: "Not a job" } },
      { kind: "job_allowed", data: { title: "Fix my roof", job_id: job } },
    ]);
    expect(await traced()).toMatchObject([
      { action: "close job", reason: "Not a job" },
      { action: "allow job", reason: null },
    ]);
  });

  it("deletes a job, and nobody's contact is left in the audit log", async () => {
    expect(await act("admin_delete_job")).toBe("let in");
    expect(await world.count("public.jobs")).toBe(0);
    expect(await moderationNotices()).toEqual([
      { kind: "job_removed", data: { title: "Fix my roof", reason: "Not a job" } },
    ]);
    const [line] = await traced();
    expect(line).toMatchObject({ action: "delete job", reason: "Not a job" });
    expect(JSON.stringify(line)).not.toContain("hush@secret");
  });

  it.each(["admin_stop_job", "admin_delete_job"])(
    "is refused %s without a reason, of an unknown job, and over a change they have not seen",
    async (name) => {
      const seen = await world.see<string>("select updated_at::text from public.jobs");
      const edited = poster().client.from("jobs").update({ title: "Fix my new roof" });
      await allowed(edited.eq("id", job));
      expect([
        await act(name, { reason: " " }),
        await act(name, { reason: "x".repeat(501) }),
        await act(name, { job_id: crypto.randomUUID() }),
        await act(name, { seen }),
      ]).toEqual(["400 PT400", "400 PT400", "404 PT404", "409 PT409"]);
      expect(await shown()).toEqual(OPEN);
      expect(await moderationNotices()).toEqual([]);
      const both = await Promise.all([act(name), act(name)]);
      expect(both.toSorted().at(-1)).toBe("let in");
      expect(both.toSorted()[0]).toMatch(/^40[49] PT40[49]$/);
    },
  );
});

describe("the jobs of an account", () => {
  const flip = (value: boolean) =>
    switchUser(world, poster().id, "is_active", value, { reason: "Under review" });

  it("that is switched off are shown to nobody, and return with the days they had", async () => {
    await own("update public.jobs set expires_at = now() + interval '3 days'");
    await outcome(flip(false));
    expect([await stateOf(), await shown()]).toEqual(["paused", REMOVED]);
    const reveal = world.rpc("member", "reveal_job_contact", { job_id: job });
    await refused(reveal, "409 PT409");
    await outcome(flip(true));
    expect([await stateOf(), await shown()]).toEqual(["open", OPEN]);
    expect(await world.see("select expires_at < now() + interval '4 days' from public.jobs")).toBe(
      true,
    );
  });

  it("stay as they were when they were not open, and one that was stopped waits for both", async () => {
    await own("update public.jobs set status = 'closed'");
    await outcome(flip(false));
    expect(await stateOf()).toBe("closed");
    expect(await act("admin_stop_job")).toBe("let in");
    expect(await act("admin_allow_job")).toBe("let in");
    expect([await stateOf(), await shown()]).toEqual(["paused", REMOVED]);
    await outcome(flip(true));
    expect(await shown()).toEqual(OPEN);
  });

  it("stay hidden when one is allowed, reopened or posted while the account is being switched off", async () => {
    const opens: Record<string, () => Promise<unknown>> = {
      stopped: () => act("admin_allow_job"),
      closed: () => own("update public.jobs set status = 'open' where id = $1", [job]),
      open: () => postJob({ id: poster().id, client: world.service }),
    };
    for (const [status, open] of Object.entries(opens)) {
      await own("update public.jobs set status = $1 where status = 'open'", [status]);
      let opening: Promise<unknown> | undefined;
      await world.backend.db.transaction(async (tx) => {
        await tx.query("update public.profiles set is_active = false where id = $1", [poster().id]);
        let over = false;
        opening = open().finally(() => {
          over = true;
        });
        // Until it waits for us, or was not made to.
        for (let waits = false; !waits && !over; )
          [{ waits } = { waits: false }] = await tx.query<{ waits: boolean }>(
            "select exists (select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))) as waits",
          );
      });
      await opening;
      expect(await shown(), status).toEqual(REMOVED);
      await world.setProfile(poster().id, "is_active = true");
      expect(await shown(), status).toEqual(status === "open" ? [2, ...OPEN.slice(1)] : OPEN);
    }
  });

  it("cannot be opened past a moderator by the link of a mail", async () => {
    await own("update public.jobs set expires_at = now() + interval '3 days'");
    await own("select private.process_job_expiry()");
    const token = await world.see<string>(
      "select data ->> 'token' from notify.notices where kind = 'job_still_looking'",
    );
    expect(await act("admin_stop_job")).toBe("let in");
    const yes = world.rpc("visitor", "answer_job_question", { token, still_looking: true });
    await refused(yes, "409 PT409");
    expect(await stateOf()).toBe("stopped");
  });
});
