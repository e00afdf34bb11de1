import { beforeEach, describe, expect, it } from "vitest";
import { type Name, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { quoteActs } from "./quotes-acts.ts";

// A job whose time is over is open nowhere, though the task that makes it expired has not run.

const world = testWorld();
const { own, post, send, processExpiry, notices, clear } = quoteActs(() => world);

let job: string;
beforeEach(async () => {
  await clear();
  job = await post({ location: "Leeds", budget: "£250" });
  await post({ title: "Still open", location: "York", budget: "£90" });
});
const clientOf = (who: Name | "visitor") => world.clientOf(who);
const save = (who: Name) =>
  clientOf(who).from("saved_jobs").insert({ provider_id: world.people[who].id, job_id: job });
const end = () =>
  own("update public.jobs set expires_at = now() - interval '1 second' where id = $1", [job]);

describe("a job whose time is over", () => {
  it.each([
    ["without conditions", {}, 1],
    ["by category", { category: "IT" }, 1],
    ["by place", { location: "leeds" }, 0],
    ["by a letter of the place", { location: "e" }, 0],
    ["by distance", { location: "leeds", within: 5 }, 0],
    ["by budget", { budget_type: "fixed", budget_min: 10_000 }, 0],
    ["by words", { words: "roof" }, 0],
    ["by its end", { sort: "closing" }, 1],
    ["by budget, in order", { sort: "budget" }, 1],
    ["by the time of posting", { posted_after: "2001-01-01" }, 1],
    ["only counted", { page_size: 0 }, 1],
  ])("is not found %s, nor counted", async (_how, query, others) => {
    const search = async () => (await world.rpc("visitor", "search_jobs", query)).data;
    expect(await search()).toMatchObject({ total: others + 1 });
    await end();
    const found = await search();
    expect(found.total).toBe(others);
    expect(JSON.stringify(found)).not.toContain(job);
    await processExpiry();
    expect(await search()).toMatchObject({ total: others });
  });

  it("is read by nobody but its poster and admins, on its page, in the table and in the sitemap", async () => {
    await rows(save("member"));
    await rows(send("member", job));
    await end();
    for (const who of ["visitor", "member", "rival"] as const) {
      const client = clientOf(who);
      expect((await client.rpc("job_page", { job_id: job })).data, who).toEqual({
        state: "closed",
        job: null,
      });
      expect(await rows(client.from("jobs").select("id").eq("id", job)), who).toEqual([]);
      const { count } = await client.from("jobs").select("id", { count: "exact", head: true });
      expect(count, who).toBe(1);
    }
    for (const who of ["seeker", "admin"] as const) {
      const page = await clientOf(who).rpc("job_page", { job_id: job });
      expect(page.data, who).toMatchObject({ state: "expired", job: { id: job } });
    }
    const map = await world.rpc("visitor", "sitemap_page", {
      kind: "jobs",
      first_id: "00000000-0000-0000-0000-000000000000",
      page_size: 9,
    });
    expect(JSON.stringify(map.data)).not.toContain(job);
    expect(await rows(clientOf("member").rpc("my_quotes"))).toMatchObject([
      { job_status: "expired", readable: false, description: null },
    ]);
    expect(await rows(clientOf("seeker").rpc("my_jobs"))).toContainEqual(
      expect.objectContaining({ id: job, status: "expired" }),
    );
  });

  it("is saved, reported, unlocked and quoted for by nobody, and in no alert", async () => {
    await end();
    await own("update public.jobs set location = 'Leeds' where title = 'Still open'");
    await own("select notify.send_job_alerts()");
    const sent = JSON.stringify(await notices("job_alert"));
    expect(sent).toContain("Still open");
    expect(sent).not.toContain(job);
    await refused(save("member"), "403 42501");
    const report = { target_type: "job", target_id: job, reason: "spam" };
    await refused(clientOf("rival").rpc("report_content", report), "404 PT404");
    const reveal = clientOf("member").rpc("reveal_job_contact", { job_id: job });
    await refused(reveal, "409 PT409");
    await refused(send("member", job), "409 PT409");
  });

  it("is said to have expired by the link of 'still looking?', which revives it", async () => {
    await own("update public.jobs set expires_at = now() + interval '1 day' where id = $1", [job]);
    await processExpiry();
    const token = (await notices("job_still_looking"))[0]?.data.token;
    await end();
    const question = () => world.rpc("visitor", "job_question", { token });
    expect((await question()).data).toMatchObject({ status: "expired" });
    const answer = { token, still_looking: true };
    expect((await world.rpc("visitor", "answer_job_question", answer)).data).toMatchObject({
      status: "open",
    });
    expect((await world.rpc("visitor", "search_jobs")).data).toMatchObject({ total: 2 });
  });
});

describe("a saved job that has ended", () => {
  const saved = async () => (await rows(clientOf("member").rpc("my_saved_jobs")))[0];
  beforeEach(() => rows(save("member")));

  it("keeps its title, and says no more", async () => {
    const whole = { title: "Fix my roof", location: "Leeds", readable: true };
    expect(await saved()).toMatchObject(whole);
    const lost = { title: "Fix my roof", location: null, budget: null, readable: false };
    await end();
    expect(await saved()).toMatchObject(lost);
    const set = (status: string) =>
      clientOf("seeker").from("jobs").update({ status }).eq("id", job);
    await rows(set("closed").select("id"));
    expect(await saved()).toMatchObject(lost);
    expect(await rows(clientOf("member").from("jobs").select("title").eq("id", job))).toEqual([]);
    for (const who of ["rival", "seeker", "admin"] as const)
      expect(await rows(clientOf(who).rpc("my_saved_jobs")), who).toEqual([]);
  });

  it("has no title once a moderator has stopped it, and is gone with the job", async () => {
    const admin = clientOf("admin");
    await rows(admin.rpc("admin_stop_job", { job_id: job, reason: "Spam" }));
    expect(await saved()).toMatchObject({ job_id: job, title: null, readable: false });
    await rows(clientOf("seeker").from("jobs").delete().eq("id", job).select("id"));
    expect(await saved()).toBeUndefined();
  });
});
