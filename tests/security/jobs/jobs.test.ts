import { beforeAll, describe, expect, it } from "vitest";
import { ANONYMOUS, FORBIDDEN, type Name, outcome, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
const JOB = {
  title: "Fix my roof",
  description: "It drips",
  category: "IT",
  contact_email: "me@secret.example",
};

const insert = (who: Name, more: Record<string, unknown> = {}) => {
  const { client, id } = world.people[who];
  return client.from("jobs").insert({ ...JOB, user_id: id, ...more });
};
const post = async (who: Name, more = {}) => {
  const [job] = await rows<{ id: string }>(insert(who, more).select("id"));
  return job?.id ?? "";
};
const count = () => world.see("select count(*)::int from public.jobs");

describe("posting", () => {
  it("is for clients, under their own name", async () => {
    const id = await post("seeker");
    const [row] = await world.backend.db.query(
      "select user_id, posted_by, status, closed_at from public.jobs where id = $1",
      [id],
    );
    const { id: me } = world.people.seeker;
    expect(row).toEqual({ user_id: me, posted_by: me, status: "open", closed_at: null });
  });

  it.each<[Name]>([["member"], ["plain"], ["idle"], ["unconfirmed"], ["admin"], ["retired"]])(
    "is refused to %s",
    async (who) => {
      const before = await count();
      expect(await outcome(insert(who))).toBe(FORBIDDEN);
      expect(await count()).toBe(before);
    },
  );

  it("is refused to a visitor, and to a client who was not confirmed or is not active", async () => {
    const before = await count();
    const row = { ...JOB, user_id: world.people.seeker.id };
    expect(await outcome(world.visitor.from("jobs").insert(row))).toBe(ANONYMOUS);
    const { id } = world.people.rival;
    const { db } = world.backend;
    await db.query("update auth.users set email_confirmed_at = null where id = $1", [id]);
    expect(await outcome(insert("rival"))).toBe(FORBIDDEN);
    await db.query("update auth.users set email_confirmed_at = now() where id = $1", [id]);
    await db.query("update public.profiles set is_active = false where id = $1", [id]);
    expect(await outcome(insert("rival"))).toBe(FORBIDDEN);
    await db.query("update public.profiles set is_active = true where id = $1", [id]);
    expect(await count()).toBe(before);
    expect(await outcome(insert("rival"))).toBe("let in");
  });

  it("under another person's name, or under none, is refused", async () => {
    const before = await count();
    expect(await outcome(insert("seeker", { user_id: world.people.rival.id }))).toBe(FORBIDDEN);
    expect(await outcome(insert("seeker", { user_id: null }))).toMatch(/^40[03] /);
    expect(await outcome(world.people.seeker.client.from("jobs").insert(JOB))).toMatch(/^40[03] /);
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
    const before = await count();
    expect(await outcome(insert("seeker", more))).toBe(FORBIDDEN);
    expect(await count()).toBe(before);
  });

  it.each([
    ["a forged poster", { posted_by: crypto.randomUUID() }, /^40[03] /],
    ["an unknown column", { salary: 1 }, "400 PGRST204"],
    ["no title", { title: " " }, "400 23514"],
    ["an endless title", { title: "t".repeat(151) }, "400 23514"],
    ["no description", { description: null }, "400 23502"],
    ["no address", { contact_email: "nobody" }, "400 23514"],
    ["a second address in a line", { contact_email: "a@b.c\nd@e.f" }, "400 23514"],
    ["an unknown category", { category: "Arson" }, "400 23514"],
    ["an unknown one among many", { categories: ["IT", "Arson"] }, "400 23514"],
    [
      "eleven categories",
      { categories: Array.from({ length: 11 }, (_, n) => `Other: ${n}`) },
      "400 23514",
    ],
    ["categories of another type", { categories: { a: 1 } }, /^400 /],
    ["an endless budget", { budget: "9".repeat(101) }, "400 23514"],
    ["a NUL", { title: "a\u0000b" }, /^400 /],
  ])("with %s is refused with its code", async (_what, more, expected) => {
    const before = await count();
    expect(await outcome(insert("seeker", more))).toMatch(expected);
    expect(await count()).toBe(before);
  });

  it.each(["190000-2000000k", "9999999,999,999,999k - 9999999,999,999k", "£1k", "-", "%s", "1e99"])(
    "reads the budget %j without falling over",
    async (budget) => {
      const id = await post("seeker", { budget });
      const [row] = await world.backend.db.query<{ low: number | null; high: number | null }>(
        "select budget_min as low, budget_max as high from public.jobs where id = $1",
        [id],
      );
      expect(row?.low ?? 0).toBeLessThanOrEqual(row?.high ?? 2_000_000_000);
      const response = await world.visitor.rpc("parse_budget", { budget });
      expect(response.error).toBeNull();
    },
  );
});

describe("a posted job", () => {
  let job: string;
  beforeAll(async () => {
    job = await post("seeker", { title: "Mine" });
  });

  it("is changed, closed and opened by its poster", async () => {
    const jobs = () => world.people.seeker.client.from("jobs");
    const closed = await rows(
      jobs().update({ status: "closed" }).eq("id", job).select("closed_at"),
    );
    expect(closed[0]?.closed_at).not.toBeNull();
    expect(await rows(world.visitor.from("jobs").select("id").eq("id", job))).toEqual([]);
    expect(await rows(world.people.member.client.from("jobs").select("id").eq("id", job))).toEqual(
      [],
    );
    expect(
      await rows(world.people.admin.client.from("jobs").select("id").eq("id", job)),
    ).toHaveLength(1);
    const open = await rows(jobs().update({ status: "open" }).eq("id", job).select("closed_at"));
    expect(open[0]?.closed_at).toBeNull();
  });

  it("is changed and deleted by nobody else", async () => {
    const before = await world.picture("public.jobs");
    for (const who of ["rival", "member", "retired", "admin"] as const) {
      const jobs = () => world.people[who].client.from("jobs");
      for (const change of [
        { title: "x" },
        { status: "closed" },
        { contact_email: "x@y.example" },
      ]) {
        expect(await rows(jobs().update(change).eq("id", job).select("id")), who).toEqual([]);
      }
      expect(await rows(jobs().delete().eq("id", job).select("id")), who).toEqual([]);
    }
    const jobs = () => world.visitor.from("jobs");
    expect(await outcome(jobs().update({ title: "x" }).eq("id", job))).toBe(ANONYMOUS);
    expect(await outcome(jobs().delete().eq("id", job))).toBe(ANONYMOUS);
    expect(await world.picture("public.jobs")).toBe(before);
  });

  it("cannot be handed on or dated by its poster", async () => {
    const before = await world.picture("public.jobs");
    for (const change of [
      { user_id: world.people.rival.id },
      { id: crypto.randomUUID() },
      { posted_date: "2099-01-01" },
      { closed_at: "2020-01-01" },
      { category_keys: [] },
      { budget_max: 1 },
    ]) {
      const jobs = world.people.seeker.client.from("jobs");
      expect(await outcome(jobs.update(change).eq("id", job)), JSON.stringify(change)).toBe(
        FORBIDDEN,
      );
    }
    const odd = world.people.seeker.client.from("jobs").update({ status: "deleted" });
    expect(await outcome(odd.eq("id", job))).toBe("400 23514");
    expect(await world.picture("public.jobs")).toBe(before);
  });

  it("is not changed by its poster any more once an admin deactivated them", async () => {
    const state = "update public.profiles set is_active = $1 where id = $2";
    await world.backend.db.query(state, [false, world.people.seeker.id]);
    const jobs = world.people.seeker.client.from("jobs");
    expect(await outcome(jobs.update({ title: "x" }).eq("id", job))).toBe(FORBIDDEN);
    await world.backend.db.query(state, [true, world.people.seeker.id]);
  });

  it("is deleted by its poster, with who unlocked it", async () => {
    const id = await post("seeker");
    await rows(world.people.member.client.rpc("reveal_job_contact", { job_id: id }));
    const jobs = world.people.seeker.client.from("jobs");
    expect(await rows(jobs.delete().eq("id", id).select("id"))).toEqual([{ id }]);
    expect(await world.see("select count(*)::int from public.job_contact_reveals")).toBe(0);
  });
});
