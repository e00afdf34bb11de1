import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ANONYMOUS, FORBIDDEN, type Name, outcome, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
let open: string;
let closed: string;
beforeAll(async () => {
  const { client, id } = world.people.seeker;
  const job = { description: "x", category: "IT", contact_email: "a@b.example", user_id: id };
  const made = await rows<{ id: string }>(
    client
      .from("jobs")
      .insert([
        { ...job, title: "Open" },
        { ...job, title: "Closed" },
      ])
      .select("id, title")
      .order("title", { ascending: false }),
  );
  [open, closed] = made.map((row) => row.id) as [string, string];
  await rows(client.from("jobs").update({ status: "closed" }).eq("id", closed).select("id"));
});
beforeEach(() =>
  world.backend.db.query("delete from public.saved_jobs; delete from public.saved_providers"),
);

const PICTURE = ["public.saved_jobs", "public.saved_providers"];
const providers = (who: Name | "visitor") => world.clientOf(who).from("saved_providers");
const jobs = (who: Name | "visitor") => world.clientOf(who).from("saved_jobs");
const idOf = (who: Name) => world.people[who].id;

describe("saved providers", () => {
  const save = (who: Name, provider_id: string = idOf("member")) =>
    providers(who).insert({ user_id: idOf(who), provider_id });

  it("are the user's own to save, see and remove", async () => {
    for (const who of ["seeker", "plain", "admin"] as const) {
      expect(await outcome(save(who)), who).toBe("let in");
      expect(await rows(providers(who).select("user_id"))).toEqual([{ user_id: idOf(who) }]);
    }
    expect(await outcome(save("seeker"))).toBe("409 23505");
    const deletion = providers("seeker").delete().eq("provider_id", idOf("member"));
    expect(await rows(deletion.select("user_id"))).toHaveLength(1);
    expect(await rows(providers("seeker").select())).toEqual([]);
    expect(await rows(providers("plain").select())).toHaveLength(1);
  });

  it("of other users are neither seen, made nor removed", async () => {
    await save("seeker");
    const before = await world.picture(...PICTURE);
    expect(await outcome(providers("visitor").select())).toBe(ANONYMOUS);
    const row = { user_id: idOf("seeker"), provider_id: idOf("plain") };
    expect(await outcome(providers("visitor").insert(row))).toBe(ANONYMOUS);
    for (const who of ["rival", "member", "admin", "hidden"] as const) {
      expect(await rows(providers(who).select()), who).toEqual([]);
      const { count } = await providers(who).select("*", { count: "exact", head: true });
      expect(count, who).toBe(0);
      expect(await outcome(providers(who).insert(row)), who).toBe(FORBIDDEN);
      const removed = providers(who).delete().eq("user_id", idOf("seeker"));
      expect(await rows(removed.select("user_id")), who).toEqual([]);
      const all = await world.request("/rest/v1/saved_providers", { as: who, method: "DELETE" });
      expect([all.status, JSON.parse(all.text).code], who).toEqual([400, "21000"]);
    }
    expect(await world.picture(...PICTURE)).toBe(before);
  });

  it("are providers, not oneself, clients or nobody, and are dated by the server", async () => {
    expect(await outcome(save("seeker", idOf("rival")))).toBe(FORBIDDEN);
    expect(await outcome(save("seeker", idOf("admin")))).toBe(FORBIDDEN);
    expect(await outcome(save("seeker", crypto.randomUUID()))).toBe(FORBIDDEN);
    expect(await outcome(save("member"))).toBe("400 23514");
    expect(await outcome(save("seeker", "me"))).toBe("400 22P02");
    const row = { user_id: idOf("seeker"), provider_id: idOf("member") };
    expect(await outcome(providers("seeker").insert({ ...row, created_at: "1999-01-01" }))).toBe(
      FORBIDDEN,
    );
    await save("seeker");
    const change = providers("seeker").update({ provider_id: idOf("plain") });
    expect(await outcome(change.eq("user_id", idOf("seeker")))).toBe(FORBIDDEN);
    expect(await outcome(providers("seeker").upsert(row))).toBe(FORBIDDEN);
    expect(await rows(providers("seeker").select("provider_id"))).toHaveLength(1);
  });
});

describe("saved jobs", () => {
  const save = (who: Name, job_id = open) => jobs(who).insert({ provider_id: idOf(who), job_id });

  it("are a provider's own to save, see and remove, paid or not", async () => {
    for (const who of ["member", "plain"] as const) {
      expect(await outcome(save(who)), who).toBe("let in");
      const seen = jobs(who).select("provider_id, jobs(title)");
      expect(await rows(seen)).toEqual([{ provider_id: idOf(who), jobs: { title: "Open" } }]);
    }
    expect(await rows(jobs("plain").delete().eq("job_id", open).select("job_id"))).toHaveLength(1);
    expect(await rows(jobs("member").select("job_id"))).toHaveLength(1);
  });

  it.each<[Name]>([["seeker"], ["rival"], ["admin"], ["retired"], ["idle"]])(
    "are not for %s",
    async (who) => {
      expect(await outcome(save(who))).toBe(FORBIDDEN);
      expect(await world.see("select count(*)::int from public.saved_jobs")).toBe(0);
    },
  );

  it("of other users are neither seen, made nor removed, not even by the job's poster", async () => {
    await save("member");
    const before = await world.picture(...PICTURE);
    expect(await outcome(jobs("visitor").select())).toBe(ANONYMOUS);
    for (const who of ["seeker", "plain", "admin"] as const) {
      expect(await rows(jobs(who).select()), who).toEqual([]);
      const through = world.people[who].client.from("jobs").select("id, saved_jobs(provider_id)");
      expect(await rows(through.eq("id", open)), who).toEqual([{ id: open, saved_jobs: [] }]);
      const row = { provider_id: idOf("hidden"), job_id: open };
      expect(await outcome(jobs(who).insert(row)), who).toBe(FORBIDDEN);
      expect(await rows(jobs(who).delete().eq("job_id", open).select("job_id")), who).toEqual([]);
      const all = await world.request("/rest/v1/saved_jobs", { as: who, method: "DELETE" });
      expect([all.status, JSON.parse(all.text).code], who).toEqual([400, "21000"]);
    }
    expect(await world.picture(...PICTURE)).toBe(before);
  });

  it("are open ones, and do not distinguish a closed one from none", async () => {
    expect(await outcome(save("member", closed))).toBe(FORBIDDEN);
    expect(await outcome(save("member", crypto.randomUUID()))).toBe(FORBIDDEN);
    expect(await outcome(jobs("member").insert({ provider_id: idOf("member") }))).toMatch(
      /^40[03] /,
    );
  });
});
