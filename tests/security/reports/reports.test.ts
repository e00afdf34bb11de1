import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  allowed,
  type Name,
  openClient,
  outcome,
  postJob,
  refused,
  rows,
} from "#tests/security/people.ts";
import {
  clearReports,
  closeReports,
  count,
  decide,
  feedback,
  job,
  notices,
  report,
  reported,
  startReports,
  world,
} from "./world.ts";

beforeAll(startReports);
afterAll(closeReports);
beforeEach(clearReports);

describe("a report", () => {
  it("is accepted from anyone about what they can see, and is acknowledged with its number", async () => {
    const { caseNumber } = await reported("visitor", { email: " Me@Example.org " });
    expect(caseNumber).toMatch(/^R-\d{6,}$/);
    await reported("visitor", { target_type: "feedback", target_id: feedback });
    await reported("hidden", { target_type: "job", target_id: job });
    expect(await notices()).toEqual(["report_received", "report_received"]);
    expect(await world.see("select address from notify.notices where address is not null")).toBe(
      "me@example.org",
    );
  });

  it("made twice by the same person is one case", async () => {
    const first = await reported("seeker");
    expect((await reported("seeker", { reason: "spam" })).caseNumber).toBe(first.caseNumber);
    const again = await reported("visitor", { email: "a@b.example" });
    expect((await reported("visitor", { email: "A@B.example" })).id).toBe(again.id);
    expect(await count()).toBe(2);
    expect(await notices()).toHaveLength(2);
  });

  it("does not reveal whether another address has reported the same", async () => {
    const email = "victim@people.example";
    const first = await reported("visitor", { email, details: "He took my deposit" });
    const question = await reported("visitor", { email, details: "Did you?" });
    expect(question.caseNumber).not.toBe(first.caseNumber);
    await world.sql("update public.reports set created_at = now() - interval '2 hours'");
    const later = await reported("visitor", { email, details: "He took my deposit" });
    expect(later.caseNumber).not.toBe(first.caseNumber);
  });

  it("brings an address that nobody has proven no words of others, before it is decided", async () => {
    const result = (kind: string) =>
      world.see("select data ->> 'label' from notify.notices where kind = $1", [kind]);
    const { id } = await reported("visitor", { email: "stranger@people.example" });
    expect(await notices()).toEqual(["report_received"]);
    expect(await result("report_received")).toBeNull();
    await decide("admin", id);
    expect(await result("report_outcome")).not.toBeNull();
    await world.sql("delete from notify.notices");
    await reported("seeker");
    expect(await result("report_received")).not.toBeNull();
  });

  it("of a job's contact comes from who unlocked it, also once the job is closed", async () => {
    const about = { target_type: "job", target_id: job, reason: "contact" };
    await rows(world.rpc("member", "reveal_job_contact", { job_id: job }));
    await world.sql("update public.jobs set status = 'closed' where id = $1", [job]);
    const { id } = await reported("member", about);
    await refused(report("plain", about), "404 PT404");
    await decide("admin", id);
    expect(await notices()).toEqual(["report_received", "report_outcome", "report_upheld"]);
    const contacts = await rows(world.rpc("member", "my_contacts"));
    expect(contacts).toMatchObject([{ job_id: job, contact_name: null, job_state: "closed" }]);
    await world.sql("update public.jobs set status = 'open' where id = $1", [job]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ target_type: "enquiry" }, "404 PT404"],
    [{ target_id: "00000000-0000-4000-8000-000000000000" }, "404 PT404"],
    [{ target_type: "job" }, "404 PT404"],
    [{ reason: "boring" }, "400 PT400"],
    [{ reason: "contact" }, "400 PT400"],
    [{ reason: null }, "400 PT400"],
    [{ reason: "other", details: " \n" }, "400 PT400"],
    [{ details: "d".repeat(2001) }, "400 PT400"],
    [{ email: "nonsense" }, "400 PT400"],
    [{ email: "a@b.example\nBcc: c@d.example" }, "400 PT400"],
    [{ email: `${"a".repeat(200)}@b.example` }, "400 PT400"],
  ])("of the wrong shape is refused: %j", async (more, refusal) => {
    expect(await outcome(report("visitor", more))).toBe(refusal);
    expect(await count()).toBe(0);
  });

  it.each<Name>(["plain", "lapsed", "hidden", "idle", "seeker"])(
    "about %s, whom nobody sees, is refused",
    async (name) => {
      const id = world.people[name].id;
      await refused(report("visitor", { target_id: id }), "404 PT404");
    },
  );

  const visitorAt = (ip: string, headers: Record<string, string> = {}) => {
    const client = openClient(world.backend, undefined, { ip, headers });
    return (more: Record<string, unknown>) =>
      outcome(
        client.rpc("report_content", {
          target_type: "profile",
          target_id: world.people.member.id,
          reason: "misleading",
          ...more,
        }),
      );
  };

  it("is limited by the visitor's network, and no flood closes it for others", async () => {
    const { member, rival } = world.people;
    const wall = await postJob(rival);
    const targets = [
      { target_id: member.id },
      { target_type: "job", target_id: wall },
      { target_type: "job", target_id: job },
      { target_type: "feedback", target_id: feedback },
    ];
    // A hundred, from addresses of one network that say they are somebody else's.
    const flood: string[] = [];
    for (let number = 0; number < 100; number++) {
      const forged = {
        "x-forwarded-for": `203.0.113.${number}`,
        "x-real-ip": `203.0.113.${number}`,
        "request.ip": `203.0.113.${number}`,
        forwarded: `for=203.0.113.${number}`,
      };
      const send = visitorAt(`198.51.100.${number}`, forged);
      flood.push(await send(targets[number % 4] ?? {}));
    }
    expect(flood.filter((outcome) => outcome === "let in")).toHaveLength(10);
    expect(new Set(flood.slice(12))).toEqual(new Set(["429 PT429"]));
    for (const target of targets)
      expect(await visitorAt("192.0.2.1")(target), "another visitor").toBe("let in");
    await allowed(report("seeker"), "a person");
  });

  it("about one thing is limited by network too: nobody reports themselves to be left alone", async () => {
    const same = visitorAt("198.51.100.7");
    const outcomes = [];
    for (let number = 0; number < 5; number++) outcomes.push(await same({}));
    expect(outcomes).toEqual(["let in", "let in", "let in", "429 PT429", "429 PT429"]);
    expect(await visitorAt("192.0.2.1")({})).toBe("let in");
  });

  it("says how long to wait", async () => {
    const send = () =>
      world.backend.request(
        "/rest/v1/rpc/report_content",
        {
          method: "POST",
          headers: { apikey: world.backend.keys.anon, "content-type": "application/json" },
          body: JSON.stringify({
            target_type: "profile",
            target_id: world.people.member.id,
            reason: "spam",
          }),
        },
        "2001:db8::1",
      );
    for (let number = 0; number < 3; number++) expect((await send()).status).toBe(200);
    const refused = await send();
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(3_500);
    expect(wait).toBeLessThanOrEqual(3_600);
  });

  it("of one person is limited by account", async () => {
    await world.sql(
      "select private.increment_rate_limit('report', $1, 10, 3600) from generate_series(1, 10)",
      [world.people.rival.id],
    );
    await refused(report("rival"), "429 PT429");
  });

  it("sends a mailbox that nobody verified three mails a day, and accepts every report", async () => {
    for (let number = 0; number < 5; number++) {
      const email = `flood+${number}@b.example`;
      expect(await visitorAt(`10.99.${number}.1`)({ email })).toBe("let in");
      await world.sql("update public.reports set created_at = created_at - interval '2 hours'");
    }
    expect(await count()).toBe(5);
    expect(await world.count("notify.notices where address like 'flood%'")).toBe(3);
  });
});
