import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allowed, FORBIDDEN, type Name, postJob, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
let open: string;
let closed: string;
beforeAll(async () => {
  const { seeker } = world.people;
  open = await postJob(seeker, { title: "Open" });
  closed = await postJob(seeker);
  await rows(seeker.client.from("jobs").update({ status: "closed" }).eq("id", closed).select("id"));
});
beforeEach(() => world.sql("delete from public.saved_jobs; delete from public.saved_providers"));

const PICTURE = ["public.saved_jobs", "public.saved_providers"];
const providers = (who: Name | "visitor") => world.from(who, "saved_providers");
const jobs = (who: Name | "visitor") => world.from(who, "saved_jobs");
const idOf = (who: Name) => world.people[who].id;

describe("saved providers", () => {
  const save = (who: Name, provider_id: string = idOf("member")) =>
    providers(who).insert({ user_id: idOf(who), provider_id });

  it("are the user's own to save, see and remove", async () => {
    for (const who of ["seeker", "plain", "admin"] as const) {
      await allowed(save(who), who);
      expect(await rows(providers(who).select("user_id"))).toEqual([{ user_id: idOf(who) }]);
    }
    await refused(save("seeker"), "409 23505");
    const deletion = providers("seeker").delete().eq("provider_id", idOf("member"));
    expect(await rows(deletion.select("user_id"))).toHaveLength(1);
    expect(await rows(providers("seeker").select())).toEqual([]);
    expect(await rows(providers("plain").select())).toHaveLength(1);
  });

  it("of other users are neither seen, made nor removed", async () => {
    await save("seeker");
    const before = await world.picture(...PICTURE);
    const row = { user_id: idOf("seeker"), provider_id: idOf("plain") };
    for (const who of ["rival", "member", "admin", "hidden"] as const) {
      expect(await rows(providers(who).select()), who).toEqual([]);
      const { count } = await providers(who).select("*", { count: "exact", head: true });
      expect(count, who).toBe(0);
      await refused(providers(who).insert(row), FORBIDDEN, who);
      const removed = providers(who).delete().eq("user_id", idOf("seeker"));
      expect(await rows(removed.select("user_id")), who).toEqual([]);
      const all = await world.request("/rest/v1/saved_providers", { as: who, method: "DELETE" });
      expect([all.status, JSON.parse(all.text).code], who).toEqual([400, "21000"]);
    }
    expect(await world.picture(...PICTURE)).toBe(before);
  });

  it("are providers, not oneself, clients or nobody, and are dated by the server", async () => {
    await refused(save("seeker", idOf("rival")), FORBIDDEN);
    await refused(save("seeker", idOf("admin")), FORBIDDEN);
    await refused(save("seeker", crypto.randomUUID()), FORBIDDEN);
    await refused(save("member"), "400 23514");
    await refused(save("seeker", "me"), "400 22P02");
    const row = { user_id: idOf("seeker"), provider_id: idOf("member") };
    await refused(providers("seeker").insert({ ...row, created_at: "1999-01-01" }), FORBIDDEN);
    await save("seeker");
    const change = providers("seeker").update({ provider_id: idOf("plain") });
    await refused(change.eq("user_id", idOf("seeker")), FORBIDDEN);
    await refused(providers("seeker").upsert(row), FORBIDDEN);
    expect(await rows(providers("seeker").select("provider_id"))).toHaveLength(1);
  });
});

describe("saved jobs", () => {
  const save = (who: Name, job_id = open) => jobs(who).insert({ provider_id: idOf(who), job_id });

  it("are a provider's own to save, see and remove, paid or not", async () => {
    for (const who of ["member", "plain"] as const) {
      await allowed(save(who), who);
      const seen = jobs(who).select("provider_id, jobs(title)");
      expect(await rows(seen)).toEqual([{ provider_id: idOf(who), jobs: { title: "Open" } }]);
    }
    expect(await rows(jobs("plain").delete().eq("job_id", open).select("job_id"))).toHaveLength(1);
    expect(await rows(jobs("member").select("job_id"))).toHaveLength(1);
  });

  it.each<Name>(["seeker", "rival", "admin", "retired", "idle"])("are not for %s", async (who) => {
    await refused(save(who), FORBIDDEN);
    expect(await world.count("public.saved_jobs")).toBe(0);
  });

  it("of other users are neither seen, made nor removed, not even by the job's poster", async () => {
    await save("member");
    const before = await world.picture(...PICTURE);
    for (const who of ["seeker", "plain", "admin"] as const) {
      expect(await rows(jobs(who).select()), who).toEqual([]);
      const through = world.from(who, "jobs").select("id, saved_jobs(provider_id)");
      expect(await rows(through.eq("id", open)), who).toEqual([{ id: open, saved_jobs: [] }]);
      const row = { provider_id: idOf("hidden"), job_id: open };
      await refused(jobs(who).insert(row), FORBIDDEN, who);
      expect(await rows(jobs(who).delete().eq("job_id", open).select("job_id")), who).toEqual([]);
      const all = await world.request("/rest/v1/saved_jobs", { as: who, method: "DELETE" });
      expect([all.status, JSON.parse(all.text).code], who).toEqual([400, "21000"]);
    }
    expect(await world.picture(...PICTURE)).toBe(before);
  });

  it("are open ones, and do not distinguish a closed one from none", async () => {
    await refused(save("member", closed), FORBIDDEN);
    await refused(save("member", crypto.randomUUID()), FORBIDDEN);
    await refused(jobs("member").insert({ provider_id: idOf("member") }), /^40[03] /);
  });
});
