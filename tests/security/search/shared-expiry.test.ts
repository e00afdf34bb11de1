import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startTwo } from "#tests/security/two-processes.ts";

const SEARCH = "/rest/v1/rpc/search_providers?page_size=60&sort=newest";

const world = perFile(startTwo);

describe("what time alone changes", () => {
  const endOf = (...tags: string[]) =>
    world.see<number>("select extract(epoch from private.cache_expiry($1) - now())::float8", [
      tags,
    ]);
  const end = (when: string) =>
    world.owner(
      `update public.subscribers set subscription_end = now() + interval '${when}' where user_id = $1`,
      [world.people.member.id],
    );

  it("ends a response when the next membership ends, and at midnight at the latest", async () => {
    // What is cached until tomorrow must outlast the minute of this test.
    const day = await endOf();
    if (day < 90) await setTimeout((day + 1) * 1000);
    expect(await endOf("categories")).toBeLessThanOrEqual(24 * 3600);
    const category = "/rest/v1/rpc/category_page?category=it";
    const profile = `/rest/v1/public_providers?select=id&id=eq.${world.people.member.id}`;
    const page = `/rest/v1/rpc/provider_page?provider_id=${world.people.member.id}`;
    const other = `/rest/v1/public_providers?select=id&id=eq.${world.people.rival.id}`;
    await end("60 seconds");
    for (const tag of ["directory", `listing:${world.people.member.id}`])
      expect(await endOf(tag)).toBeLessThanOrEqual(60);
    // The day's end, as for anything.
    expect(await endOf("jobs", `listing:${world.people.rival.id}`)).toBeCloseTo(await endOf(), -1);
    world.backend.clock.stop();
    for (const address of [SEARCH, category, profile, page, other]) await world.warm(address);
    const cached = async (address: string) => (await world.getAt(world.backend, address)).cached;
    world.backend.clock.advance(30);
    for (const address of [SEARCH, category, profile, page, other])
      expect(await cached(address), address).toBe(true);
    // By the clock of the process that caches it.
    world.backend.clock.advance(30);
    for (const address of [SEARCH, category, profile, page])
      expect(await cached(address), address).toBe(false);
    expect(await cached(other)).toBe(true);
    world.backend.clock.start();
    await end("1 year");
  }, 180_000);

  it("ends a job's responses when the job ends", async () => {
    const id = await world.see<string>(
      `insert into public.jobs (user_id, title, description, category, contact_email, expires_at)
        values ($1, 'A fence', 'Ten metres of it.', (select min(group_name) from public.categories where is_active),
          'a@example.org', now() + interval '60 seconds')
        returning id`,
      [world.people.seeker.id],
    );
    for (const tag of ["jobs", `job:${id}`]) expect(await endOf(tag)).toBeLessThanOrEqual(60);
    const address = `/rest/v1/rpc/job_page?job_id=${id}`;
    await world.warm(address);
    const list = "/rest/v1/rpc/search_jobs";
    await world.warm(list);
    world.backend.clock.advance(61);
    expect((await world.getAt(world.backend, list)).cached).toBe(false);
    expect(await world.found(address)).toMatchObject({ state: "open" });
    await world.owner("update public.jobs set status = 'closed' where id = $1", [id]);
    expect(await world.found(address)).toMatchObject({ state: "closed" });
    await world.owner("delete from public.jobs where id = $1", [id]);
    expect(await world.found(address)).toMatchObject({ state: "unknown" });
  });
});
