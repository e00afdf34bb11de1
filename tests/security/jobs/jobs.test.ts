import { beforeAll, describe, expect, it } from "vitest";
import {
  A_JOB,
  allowed,
  FORBIDDEN,
  type Name,
  postJob,
  refused,
  rows,
} from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

const insert = (who: Name, more: Record<string, unknown> = {}) =>
  world.from(who, "jobs").insert({ ...A_JOB, user_id: world.people[who].id, ...more });
const post = (who: Name, more = {}) => postJob(world.people[who], more);
const count = () => world.count("public.jobs");

describe("posting", () => {
  const ELEVEN = Array.from({ length: 11 }, (_, n) => `Other: ${n}`);
  it("is for clients, under their own name", async () => {
    const id = await post("seeker");
    const [row] = await world.sql(
      "select user_id, posted_by, status, closed_at from public.jobs where id = $1",
      [id],
    );
    const { id: me } = world.people.seeker;
    expect(row).toEqual({ user_id: me, posted_by: me, status: "open", closed_at: null });
  });

  it.each<Name>(["member", "plain", "idle", "unconfirmed", "admin", "retired"])(
    "is refused to %s",
    async (who) => {
      await world.unchanged(["public.jobs"], () => refused(insert(who), FORBIDDEN));
    },
  );

  it("is refused to a client who was not confirmed or is not active", async () => {
    const before = await count();
    const { id } = world.people.rival;
    const confirmed = (at: string) =>
      world.sql(`update auth.users set email_confirmed_at = ${at} where id = $1`, [id]);
    await confirmed("null");
    await refused(insert("rival"), FORBIDDEN);
    await confirmed("now()");
    await world.setProfile(id, "is_active = false");
    await refused(insert("rival"), FORBIDDEN);
    await world.setProfile(id, "is_active = true");
    expect(await count()).toBe(before);
    await allowed(insert("rival"));
  });

  it("under another person's name, or under none, is refused", async () => {
    const before = await count();
    await refused(insert("seeker", { user_id: world.people.rival.id }), FORBIDDEN);
    await refused(insert("seeker", { user_id: null }), /^40[03] /);
    await refused(world.from("seeker", "jobs").insert(A_JOB), /^40[03] /);
    expect(await count()).toBe(before);
  });

  it.each([
    { id: crypto.randomUUID() },
    { status: "open" },
    { posted_date: "2099-01-01" },
    { closed_at: null },
    { updated_at: "2099-01-01" },
    { category_keys: ["Construction/Trade"] },
    { budget_min: 1, budget_max: 2 },
    { budget_type: "fixed" },
  ])("with %j is refused", async (more) => {
    await world.unchanged(["public.jobs"], () => refused(insert("seeker", more), FORBIDDEN));
  });

  it.each([
    ["a forged poster", { posted_by: crypto.randomUUID() }, /^40[03] /],
    ["an unknown column", { salary: 1 }, "400 PGRST204"],
    ["no title", { title: " " }, "400 23514"],
    ["an endless title", { title: "t".repeat(151) }, "400 23514"],
    ["no description", { description: null }, "400 23502"],
    ["no address", { contact_email: "nobody" }, "400 23514"],
    ["no address at all", { contact_email: null }, "400 23514"],
    ["an address of no place", { contact_email: "a@b.co,uk" }, "400 23514"],
    ["a second address in a line", { contact_email: "a@b.c\nd@e.f" }, "400 23514"],
    ["an unknown category", { category: "Arson" }, "400 23514"],
    ["an unknown one among many", { categories: ["IT", "Arson"] }, "400 23514"],
    ["eleven categories", { categories: ELEVEN }, "400 23514"],
    ["categories of another type", { categories: { a: 1 } }, /^400 /],
    ["an endless budget", { budget: "9".repeat(101) }, "400 23514"],
    ["a NUL", { title: "a\u0000b" }, /^400 /],
  ])("with %s is refused with its code", async (_what, more, expected) => {
    await world.unchanged(["public.jobs"], () => refused(insert("seeker", more), expected));
  });

  it.each(["190000-2000000k", "9999999,999,999,999k - 9999999,999,999k", "£1k", "-", "%s", "1e99"])(
    "reads the budget %j without falling over",
    async (budget) => {
      const id = await post("seeker", { budget });
      const [row] = await world.sql<{ low: number | null; high: number | null }>(
        "select budget_min as low, budget_max as high from public.jobs where id = $1",
        [id],
      );
      expect(row?.low ?? 0).toBeLessThanOrEqual(row?.high ?? 2_000_000_000);
      await allowed(world.rpc("visitor", "parse_budget", { budget }));
    },
  );
});

describe("a posted job", () => {
  let job: string;
  beforeAll(async () => {
    job = await post("seeker", { title: "Mine" });
  });

  it("is changed, closed and opened by its poster", async () => {
    const jobs = () => world.from("seeker", "jobs");
    const set = (status: string) =>
      rows(jobs().update({ status }).eq("id", job).select("closed_at"));
    const closed = await set("closed");
    expect(closed[0]?.closed_at).not.toBeNull();
    expect(await rows(world.visitor.from("jobs").select("id").eq("id", job))).toEqual([]);
    expect(await rows(world.from("member", "jobs").select("id").eq("id", job))).toEqual([]);
    expect(await rows(world.from("admin", "jobs").select("id").eq("id", job))).toHaveLength(1);
    const open = await set("open");
    expect(open[0]?.closed_at).toBeNull();
  });

  it("is changed and deleted by nobody else", async () => {
    const before = await world.picture("public.jobs");
    for (const who of ["rival", "member", "retired", "admin"] as const) {
      const jobs = () => world.from(who, "jobs");
      const contact = { contact_email: "x@y.example" };
      for (const change of [{ title: "x" }, { status: "closed" }, contact]) {
        expect(await rows(jobs().update(change).eq("id", job).select("id")), who).toEqual([]);
      }
      expect(await rows(jobs().delete().eq("id", job).select("id")), who).toEqual([]);
    }
    expect(await world.picture("public.jobs")).toBe(before);
  });

  it("cannot be handed on or dated by its poster", async () => {
    const before = await world.picture("public.jobs");
    for (const change of [
      { user_id: world.people.rival.id },
      { id: crypto.randomUUID() },
      { posted_date: "2099-01-01" },
      { closed_at: "2020-01-01" },
      { expires_at: "2099-01-01" },
      { expiry_notice_at: "2099-01-01" },
      { category_keys: [] },
      { budget_max: 1 },
    ]) {
      const jobs = world.from("seeker", "jobs");
      await refused(jobs.update(change).eq("id", job), FORBIDDEN, JSON.stringify(change));
    }
    const odd = world.from("seeker", "jobs").update({ status: "deleted" });
    await refused(odd.eq("id", job), "400 23514");
    expect(await world.picture("public.jobs")).toBe(before);
  });

  it("is not changed by its poster any more once an admin deactivated them", async () => {
    await world.setProfile("seeker", "is_active = false");
    const jobs = world.from("seeker", "jobs");
    await refused(jobs.update({ title: "x" }).eq("id", job), FORBIDDEN);
    await world.setProfile("seeker", "is_active = true");
  });

  it("is deleted by its poster, with who unlocked it", async () => {
    const id = await post("seeker");
    await rows(world.rpc("member", "reveal_job_contact", { job_id: id }));
    const jobs = world.from("seeker", "jobs");
    expect(await rows(jobs.delete().eq("id", id).select("id"))).toEqual([{ id }]);
    expect(await world.count("public.job_contact_reveals")).toBe(0);
  });
});
