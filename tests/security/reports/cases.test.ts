import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allowed, FORBIDDEN, outcome, refused, rows } from "#tests/security/people.ts";
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
      expect(await rows(world.from(who, "reports").select("id"))).toEqual([]);
      expect(await rows(world.from(who, "report_events").select("id"))).toEqual([]);
    }
    const { client } = world.people.admin;
    expect(await rows(client.from("reports").select("id"))).toEqual([{ id }]);
    await refused(client.from("reports").select("link_key"), FORBIDDEN);
  });

  it("is taken once, decided once with a reason, mailed and audited", async () => {
    const { id } = await reported("visitor", { email: "me@b.example" });
    await allowed(take("admin", id));
    await refused(take("admin", id), "409 PT409");
    await refused(decide("admin", id, { reason: " \n" }), "400 PT400");
    await refused(decide("admin", id, { uphold: null }), "400 PT400");
    await refused(decide("admin", crypto.randomUUID()), "404 PT404");
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
      rows(world.rpc("visitor", "report_case", { case_number: caseNumber, link_key }));
    expect(await see(crypto.randomUUID())).toEqual([]);
    expect(await see(key)).toMatchObject([{ state: "open", may_appeal: false }]);
    await refused(appeal(caseNumber, key), "409 PT409");
    await rows(decide("admin", id, { uphold: false }));
    await refused(appeal(caseNumber, crypto.randomUUID()), "404 PT404");
    await refused(appeal(caseNumber, key, " "), "400 PT400");
    await refused(appeal(caseNumber, key, "w".repeat(2001)), "400 PT400");
    await allowed(appeal(caseNumber, key));
    await refused(appeal(caseNumber, key), "409 PT409");
    await rows(decide("admin", id));
    await refused(appeal(caseNumber, key), "409 PT409");
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
    await world.sql("update public.reports set decided_at = now() - interval '7 months'");
    await refused(appeal(caseNumber, key), "409 PT409");
  });
});
