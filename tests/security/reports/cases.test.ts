import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ANONYMOUS, FORBIDDEN, outcome, rows } from "#tests/security/people.ts";
import {
  appeal,
  clearReports,
  closeReports,
  decide,
  notices,
  reported,
  startReports,
  take,
  world,
} from "./world.ts";

beforeAll(startReports);
afterAll(closeReports);
beforeEach(clearReports);

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
