import type { SupabaseClient } from "@supabase/supabase-js";
import { afterEach, describe, expect, it } from "vitest";
import { FORBIDDEN, outcome, refused, requireSecondStep } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** The charts of the admins, and what they are counted from. */
const world = testWorld();
afterEach(() => world.sql("delete from auth.mfa_factors"));

const admin = () => world.people.admin.client;

describe("admin_figures", () => {
  const call = (client: SupabaseClient, args: object = {}) => client.rpc("admin_figures", args);

  it("is refused to an admin below the second step", async () => {
    await requireSecondStep(world.backend, world.people.admin.id);
    await refused(call(admin()), FORBIDDEN);
  });

  it.each([
    [{ span: "all" }, "400 PT400"],
    [{ span: null }, "400 PT400"],
    [{ span: "days" }, "400 PT400"],
    [{ span: "days", from_day: "2026-02-02", to_day: "2026-02-01" }, "400 PT400"],
    [{ span: "days", from_day: "0001-01-01", to_day: "9999-12-31" }, "400 PT400"],
    [{ span: "days", from_day: "9999-01-01", to_day: "9999-01-02" }, "400 PT400"],
    [{ span: "days", from_day: "1990-01-01", to_day: "2026-01-01" }, "400 PT400"],
    [{ span: "days", from_day: "-infinity", to_day: "infinity" }, "400 PT400"],
    [
      { span: "days", from_day: "x'; drop table billing.refunds; --", to_day: "2026-02-01" },
      "400 22007",
    ],
    [{ spans: "7d" }, "404 PGRST202"],
  ])("refuses nonsense: %j", async (args, refusal) => {
    expect(await outcome(call(admin(), args))).toBe(refusal);
  });

  it("counts today's people, and names nobody", async () => {
    const { data } = await call(admin(), { span: "7d" });
    const { figures } = data as { figures: Record<string, { total: number }> };
    expect(figures.sign_ups?.total).toBe(8);
    expect(JSON.stringify(data)).not.toMatch(/@|Tester/);
  });
});

describe("what is counted", () => {
  it("has a refund once its sum makes sense", async () => {
    const refund = { p_id: "re_1", p_refunded_at: "2026-01-01", p_pence: 1, p_currency: "gbp" };
    const record = (p_pence: number) =>
      outcome(world.rpc("service", "record_refund", { ...refund, p_pence, p_counts: true }));
    expect([await record(-1), await record(1)]).toEqual(["400 23514", "let in"]);
    const { data } = await world.rpc("service", "recorded_refunds", { p_ids: ["re_0", "re_1"] });
    expect(data).toEqual([{ id: "re_1", pence: 1 }]);
  });
});
