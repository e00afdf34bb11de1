import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ANONYMOUS,
  FORBIDDEN,
  type Name,
  openClient,
  outcome,
  rows,
  startWorld,
  type World,
} from "./people.ts";

let world: World;
let feedback: string;
let job: string;
const TABLES = ["public.reports", "public.report_events"];
const one = async (made: PromiseLike<{ data: unknown; error: { message: string } | null }>) =>
  (await rows<{ id: string }>(made))[0]?.id ?? "";

beforeAll(async () => {
  world = await startWorld();
  const { seeker, member } = world.people;
  const row = { provider_id: member.id, user_id: seeker.id, rating: 1, title: "Dreadful" };
  feedback = await one(seeker.client.from("feedback").insert(row).select("id"));
  const post = { title: "A roof", description: "x", category: "IT", contact_email: "a@b.example" };
  job = await one(
    seeker.client
      .from("jobs")
      .insert({ ...post, user_id: seeker.id })
      .select("id"),
  );
});
afterAll(() => world?.close());
beforeEach(() =>
  world.backend.db.query(
    "delete from public.reports; delete from notify.notices; delete from private.rate_limits",
  ),
);

const report = (who: Name | "visitor", more: Record<string, unknown> = {}) =>
  world.clientOf(who).rpc("report_content", {
    target_type: "profile",
    target_id: world.people.member.id,
    reason: "misleading",
    ...more,
  });
const reported = async (who: Name | "visitor" = "visitor", more = {}) => {
  const { data, error } = await report(who, more);
  if (error) throw new Error(error.message);
  const [found] = await world.backend.db.query<{ id: string; link_key: string }>(
    "select id, link_key from public.reports where case_number = $1",
    [data],
  );
  return { caseNumber: data as string, id: found?.id ?? "", key: found?.link_key ?? "" };
};
const take = (who: Name | "visitor", report_id: string) =>
  world.clientOf(who).rpc("admin_take_report", { report_id });
const decide = (who: Name | "visitor", report_id: string, more = {}) =>
  world
    .clientOf(who)
    .rpc("admin_decide_report", { report_id, uphold: true, reason: "It is so.", ...more });
const appeal = (case_number: string, link_key: string, words = "It is not so.") =>
  world.visitor.rpc("appeal_report", { case_number, link_key, words });
const count = () => world.see<number>("select count(*)::int from public.reports");
const notices = async () =>
  (
    await world.backend.db.query<{ kind: string }>(
      "select kind from notify.notices where kind like 'report%' order by created_at, kind",
    )
  ).map(({ kind }) => kind);

describe("a report", () => {
  it("comes from anybody about what they can see, and is acknowledged with its number", async () => {
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

  it("does not reveal whether somebody else's address has reported the same", async () => {
    const email = "victim@people.example";
    const first = await reported("visitor", { email, details: "He took my deposit" });
    const question = await reported("visitor", { email, details: "Did you?" });
    expect(question.caseNumber).not.toBe(first.caseNumber);
    await world.backend.db.query(
      "update public.reports set created_at = now() - interval '2 hours'",
    );
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
    await world.backend.db.query("delete from notify.notices");
    await reported("seeker");
    expect(await result("report_received")).not.toBeNull();
  });

  it.each<[Record<string, unknown>, string]>([
    [{ target_type: "enquiry" }, "404 PT404"],
    [{ target_id: "00000000-0000-4000-8000-000000000000" }, "404 PT404"],
    [{ target_type: "job" }, "404 PT404"],
    [{ reason: "boring" }, "400 PT400"],
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

  it.each<[Name]>([["plain"], ["lapsed"], ["hidden"], ["idle"], ["seeker"]])(
    "about %s, whom nobody sees, is refused",
    async (name) => {
      const id = world.people[name].id;
      expect(await outcome(report("visitor", { target_id: id }))).toBe("404 PT404");
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
    const post = {
      title: "A wall",
      description: "x",
      category: "IT",
      contact_email: "a@b.example",
    };
    const wall = await one(
      rival.client
        .from("jobs")
        .insert({ ...post, user_id: rival.id })
        .select("id"),
    );
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
    expect(await outcome(report("seeker")), "a person").toBe("let in");
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
    await world.backend.db.query(
      "select private.increment_rate_limit('report', $1, 10, 3600) from generate_series(1, 10)",
      [world.people.rival.id],
    );
    expect(await outcome(report("rival"))).toBe("429 PT429");
  });

  it("sends an address that nobody proved three mails an hour, and takes the report all the same", async () => {
    for (let number = 0; number < 5; number++)
      expect(
        await visitorAt(`10.99.${number}.1`)({ email: "flood@b.example", details: `${number}` }),
      ).toBe("let in");
    expect(await count()).toBe(5);
    expect(
      await world.see("select count(*)::int from notify.notices where address = 'flood@b.example'"),
    ).toBe(3);
  });
});

describe("a case", () => {
  it("is read by admins alone, and its key by nobody", async () => {
    const { id } = await reported();
    for (const who of ["seeker", "member", "retired"] as const) {
      expect(await rows(world.people[who].client.from("reports").select("id"))).toEqual([]);
      expect(await rows(world.people[who].client.from("report_events").select("id"))).toEqual([]);
    }
    for (const table of ["reports", "report_events"]) {
      expect(await outcome(world.visitor.from(table).select("id"))).toBe(ANONYMOUS);
    }
    const { client } = world.people.admin;
    expect(await rows(client.from("reports").select("id"))).toEqual([{ id }]);
    expect(await outcome(client.from("reports").select("link_key"))).toBe(FORBIDDEN);
  });

  it("is written by functions alone", async () => {
    const { id } = await reported();
    const before = await world.picture(...TABLES);
    for (const who of ["seeker", "admin"] as const) {
      const { client } = world.people[who];
      expect(await outcome(client.from("reports").update({ state: "rejected" }).eq("id", id))).toBe(
        FORBIDDEN,
      );
      expect(await outcome(client.from("reports").delete().eq("id", id))).toBe(FORBIDDEN);
      const event = { report_id: id, state: "upheld" };
      expect(await outcome(client.from("report_events").insert(event))).toBe(FORBIDDEN);
      expect(await outcome(client.from("report_events").delete().eq("report_id", id))).toBe(
        FORBIDDEN,
      );
    }
    expect(await world.picture(...TABLES)).toBe(before);
  });

  it.each<[Name | "visitor", string]>([
    ["visitor", ANONYMOUS],
    ["seeker", FORBIDDEN],
    ["member", FORBIDDEN],
    ["retired", FORBIDDEN],
  ])("is neither taken nor decided by %s", async (who, refusal) => {
    const { id } = await reported();
    const before = await world.picture(...TABLES);
    expect(await outcome(take(who, id))).toBe(refusal);
    expect(await outcome(decide(who, id))).toBe(refusal);
    expect(await world.picture(...TABLES)).toBe(before);
  });

  it("is taken once, decided once with a reason, mailed and audited", async () => {
    const { id } = await reported("visitor", { email: "me@b.example" });
    expect(await outcome(take("admin", id))).toBe("let in");
    expect(await outcome(take("admin", id))).toBe("409 PT409");
    expect(await outcome(decide("admin", id, { reason: " \n" }))).toBe("400 PT400");
    expect(await outcome(decide("admin", id, { uphold: null }))).toBe("400 PT400");
    expect(await outcome(decide("admin", crypto.randomUUID()))).toBe("404 PT404");
    const both = await Promise.all([outcome(decide("admin", id)), outcome(decide("admin", id))]);
    expect(both.sort()).toEqual(["409 PT409", "let in"]);
    expect((await notices()).sort()).toEqual([
      "report_outcome",
      "report_received",
      "report_upheld",
    ]);
    expect(await world.see("select user_id from notify.notices where kind = 'report_upheld'")).toBe(
      world.people.member.id,
    );
    expect(
      await world.see("select reason from public.audit_log where action = 'decide report'"),
    ).toBe("It is so.");
  });

  it("is seen and appealed with its link alone, once, and decided again for good", async () => {
    const { id, caseNumber, key } = await reported("visitor", { email: "me@b.example" });
    const see = (link_key: string) =>
      rows(world.visitor.rpc("report_case", { case_number: caseNumber, link_key }));
    expect(await see(crypto.randomUUID())).toEqual([]);
    expect(await see(key)).toMatchObject([{ state: "open", may_appeal: false }]);
    expect(await outcome(appeal(caseNumber, key))).toBe("409 PT409");
    await rows(decide("admin", id, { uphold: false }));
    expect(await outcome(appeal(caseNumber, crypto.randomUUID()))).toBe("404 PT404");
    expect(await outcome(appeal(caseNumber, key, " "))).toBe("400 PT400");
    expect(await outcome(appeal(caseNumber, key, "w".repeat(2001)))).toBe("400 PT400");
    expect(await outcome(appeal(caseNumber, key))).toBe("let in");
    expect(await outcome(appeal(caseNumber, key))).toBe("409 PT409");
    await rows(decide("admin", id));
    expect(await outcome(appeal(caseNumber, key))).toBe("409 PT409");
    expect(await see(key)).toMatchObject([{ state: "upheld", may_appeal: false }]);
    const states = await world.see(
      "select array_agg(state order by id) from public.report_events where report_id = $1",
      [id],
    );
    expect(states).toEqual(["open", "rejected", "appealed", "upheld"]);
  });

  it("cannot be appealed after six months", async () => {
    const { id, caseNumber, key } = await reported();
    await rows(decide("admin", id));
    await world.backend.db.query(
      "update public.reports set decided_at = now() - interval '7 months'",
    );
    expect(await outcome(appeal(caseNumber, key))).toBe("409 PT409");
  });
});
