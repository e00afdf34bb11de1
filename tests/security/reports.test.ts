import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ANONYMOUS,
  FORBIDDEN,
  type Name,
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
beforeEach(() => world.backend.db.query("delete from public.reports; delete from private.notices"));

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
const told = async () =>
  (
    await world.backend.db.query<{ kind: string }>(
      "select kind from private.notices where kind like 'report%' order by created_at, kind",
    )
  ).map(({ kind }) => kind);

describe("a report", () => {
  it("comes from anybody about what they can see, and is acknowledged with its number", async () => {
    const { caseNumber } = await reported("visitor", { email: " Me@Example.org " });
    expect(caseNumber).toMatch(/^R-\d{6,}$/);
    await reported("visitor", { target_type: "feedback", target_id: feedback });
    await reported("hidden", { target_type: "job", target_id: job });
    expect(await told()).toEqual(["report_received", "report_received"]);
    expect(await world.see("select address from private.notices where address is not null")).toBe(
      "me@example.org",
    );
  });

  it("made twice by the same person is one case", async () => {
    const first = await reported("seeker");
    expect((await reported("seeker", { reason: "spam" })).caseNumber).toBe(first.caseNumber);
    const again = await reported("visitor", { email: "a@b.example" });
    expect((await reported("visitor", { email: "A@B.example" })).id).toBe(again.id);
    expect(await count()).toBe(2);
    expect(await told()).toHaveLength(2);
  });

  it("tells nobody whether somebody else's address has reported the same", async () => {
    const email = "victim@people.example";
    const first = await reported("visitor", { email, details: "He took my deposit" });
    const asked = await reported("visitor", { email, details: "Did you?" });
    expect(asked.caseNumber).not.toBe(first.caseNumber);
    await world.backend.db.query(
      "update public.reports set created_at = now() - interval '2 hours'",
    );
    const later = await reported("visitor", { email, details: "He took my deposit" });
    expect(later.caseNumber).not.toBe(first.caseNumber);
  });

  it("brings an address that nobody has proven no words of others, before it is decided", async () => {
    const said = (kind: string) =>
      world.see("select data ->> 'label' from private.notices where kind = $1", [kind]);
    const { id } = await reported("visitor", { email: "stranger@people.example" });
    expect(await told()).toEqual(["report_received"]);
    expect(await said("report_received")).toBeNull();
    await decide("admin", id);
    expect(await said("report_outcome")).not.toBeNull();
    await world.backend.db.query("delete from private.notices");
    await reported("seeker");
    expect(await said("report_received")).not.toBeNull();
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

  it("is limited by target, by address, by person and for all visitors together", async () => {
    const all = await Promise.all(Array.from({ length: 14 }, () => outcome(report("visitor"))));
    expect(all.filter((answer) => answer === "let in")).toHaveLength(10);
    expect(all.filter((answer) => answer === "429 PT429")).toHaveLength(4);
    expect(await outcome(report("seeker")), "a person still may").toBe("let in");

    const fill = (columns: string, values: string, times: number) =>
      world.backend.db.query(
        `insert into public.reports (target_type, target_id, target_label, target_path, reason${columns})
         select 'job', gen_random_uuid(), 'x', '/x', 'spam'${values} from generate_series(1, ${times})`,
      );
    const other = { target_type: "feedback", target_id: feedback };
    await fill(", reporter_email", ", 'flood@b.example'", 3);
    const flooded = report("visitor", { ...other, email: "flood@b.example" });
    expect(await outcome(flooded)).toBe("429 PT429");
    await fill(", reporter_id", `, '${world.people.rival.id}'`, 10);
    expect(await outcome(report("rival", other))).toBe("429 PT429");
    await fill("", "", 90);
    expect(await outcome(report("visitor", other))).toBe("429 PT429");
    await world.backend.db.query(
      "update public.reports set created_at = now() - interval '61 minutes'",
    );
    expect(await outcome(report("visitor", other))).toBe("let in");
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

  it("is taken once, decided once with a reason, told and audited", async () => {
    const { id } = await reported("visitor", { email: "me@b.example" });
    expect(await outcome(take("admin", id))).toBe("let in");
    expect(await outcome(take("admin", id))).toBe("409 PT409");
    expect(await outcome(decide("admin", id, { reason: " \n" }))).toBe("400 PT400");
    expect(await outcome(decide("admin", id, { uphold: null }))).toBe("400 PT400");
    expect(await outcome(decide("admin", crypto.randomUUID()))).toBe("404 PT404");
    const both = await Promise.all([outcome(decide("admin", id)), outcome(decide("admin", id))]);
    expect(both.sort()).toEqual(["409 PT409", "let in"]);
    expect((await told()).sort()).toEqual(["report_outcome", "report_received", "report_upheld"]);
    expect(
      await world.see("select user_id from private.notices where kind = 'report_upheld'"),
    ).toBe(world.people.member.id);
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
