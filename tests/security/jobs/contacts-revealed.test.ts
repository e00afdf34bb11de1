import { beforeEach, describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import {
  ANONYMOUS,
  FORBIDDEN,
  NAMES,
  type Name,
  outcome,
  refused,
  rows,
} from "#tests/security/people.ts";
import { SECRETS, SHOWN, startContacts } from "./contacts-world.ts";

const world = perFile(startContacts);

describe("reveal_job_contact", () => {
  beforeEach(() => world.sql("delete from public.job_contact_reveals"));
  const reveal = (who: Name | "visitor" | "service", job_id: unknown = world.open) =>
    world.rpc(who, "reveal_job_contact", { job_id });
  const recorded = () => world.count("public.job_contact_reveals");

  it.each<[Name | "visitor" | "service", string]>([
    ["visitor", ANONYMOUS],
    ["service", FORBIDDEN],
    ["rival", FORBIDDEN],
    ["plain", FORBIDDEN],
    ["lapsed", FORBIDDEN],
    ["idle", FORBIDDEN],
    ["unconfirmed", FORBIDDEN],
    ["retired", FORBIDDEN],
  ])("is refused to %s, for any id, and leaves no trace", async (who, expected) => {
    for (const id of [world.open, world.closed, crypto.randomUUID()]) {
      const response = await reveal(who, id);
      expect(`${response.status} ${response.error?.code}`).toBe(expected);
      expect(JSON.stringify(response)).not.toMatch(SECRETS);
    }
    expect(await recorded()).toBe(0);
  });

  it.each<[Name, number]>([
    ["member", 1],
    ["hidden", 1],
    ["seeker", 0],
    ["admin", 0],
  ])("returns the contact to %s, and records a provider once (%i)", async (who, times) => {
    for (let turn = 0; turn < 3; turn++) expect(await rows(reveal(who))).toEqual([SHOWN]);
    await Promise.all(Array.from({ length: 5 }, () => reveal(who)));
    expect(await recorded()).toBe(times);
  });

  it("hides closed jobs at once, also from people who had revealed them before", async () => {
    await refused(reveal("member", world.closed), "409 PT409");
    expect(await recorded()).toBe(0);
    expect(await rows(reveal("seeker", world.closed))).toEqual([SHOWN]);
    const change = "update public.jobs set status = $1 where id = $2";
    await rows(reveal("member"));
    await world.sql(change, ["closed", world.open]);
    const again = await reveal("member");
    expect(`${again.status} ${again.error?.code}`).toBe("403 PT403");
    expect(JSON.stringify(again)).not.toMatch(SECRETS);
    await refused(reveal("hidden"), "409 PT409");
    await world.sql(change, ["open", world.open]);
    expect(await rows(reveal("member"))).toEqual([SHOWN]);
  });

  it("stops with the membership, also for what was revealed before", async () => {
    await rows(reveal("member"));
    await world.setMembership("member", "subscription_end = now() - interval '1 second'");
    await refused(reveal("member"), FORBIDDEN);
    await world.setMembership("member", "subscription_end = now() + interval '1 year'");
    expect(await rows(reveal("member"))).toEqual([SHOWN]);
  });

  it("refuses a GET, which could not be recorded", async () => {
    const response = await world.request(`/rest/v1/rpc/reveal_job_contact?job_id=${world.open}`, {
      as: "member",
    });
    expect([response.status, JSON.parse(response.text).code]).toEqual([405, "25006"]);
    expect(response.text).not.toMatch(SECRETS);
    expect(await recorded()).toBe(0);
  });

  it.each([
    ["guessed", crypto.randomUUID(), "404 PT404"],
    ["no uuid", "1 or 1=1", "400 22P02"],
    ["null", null, "404 PT404"],
    ["a list", [crypto.randomUUID()], /^400 /],
    ["an object", { gt: 0 }, "400 22P02"],
  ])("refuses an id that is %s", async (_what, id, expected) => {
    expect(await outcome(reveal("member", id))).toMatch(expected);
    expect(await recorded()).toBe(0);
  });
});

describe("who unlocked a job", () => {
  it("is shown to its poster and to admins, and to nobody else", async () => {
    await rows(world.rpc("member", "reveal_job_contact", { job_id: world.open }));
    const jobsFor = (who: Name | "visitor") =>
      world.rpc(who, "job_reveals", { job_id: world.open });
    for (const who of NAMES) {
      const expected = ["seeker", "admin"].includes(who) ? [world.people.member.id] : [];
      const found = (await rows(jobsFor(who))).map(({ provider_id }) => provider_id);
      expect(found, who).toEqual(expected);
      const own = world.from(who, "job_contact_reveals").select("job_id");
      expect(await rows(own), who).toHaveLength(["member", "admin"].includes(who) ? 1 : 0);
    }
  });
});
