import { describe, expect, it } from "vitest";
import { addDays, addYears, dayAhead, dayOf } from "#domain/values/dates.ts";
import { allowed, type Name, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Memberships that admins give and take (P-35). */
const world = testWorld();

const DAY = 86_400_000;
const dayIn = (days: number): string =>
  new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const set = (
  who: Name,
  until: string | null,
  reason: string | null = "Won the competition",
  by: Name | "visitor" = "admin",
) => world.rpc(by, "admin_set_membership", { target_user_id: world.people[who].id, until, reason });
const memberOf = async (who: Name) => {
  const columns =
    "subscribed, subscription_end, cancel_at_period_end, grant_reason, promo_code, renewal_pence";
  const own = world.from(who, "subscribers").select(columns);
  return (await rows(own.eq("user_id", world.people[who].id)))[0];
};
const revenue = () => world.see("select coalesce(sum(pence), 0)::int from public.payments");
const listed = (who: Name) =>
  world.count("search.listings where provider_id = $1", [world.people[who].id]);
const lastAct = () =>
  world.see("select action || ': ' || reason from public.audit_log order by id desc limit 1");

describe("a membership is given by an admin", () => {
  it("to nobody but a provider", async () => {
    await refused(set("seeker", dayIn(30)), "409 PT409");
  });

  it("only with a reason and a day that can be", async () => {
    await refused(set("plain", dayIn(30), " "), "400 PT400");
    await refused(set("plain", dayIn(-2)), "400 PT400");
    await refused(set("plain", dayIn(4000)), "400 PT400");
    await refused(set("plain", null), "409 PT409");
  });

  it("to the end of the British day that was chosen, whatever the clocks do on it", async () => {
    const year = Number(dayAhead(0).slice(0, 4)) + 1;
    // The last Sundays of March and October, on which the clocks change, and the days around them.
    const changes = [`${year}-03-31`, `${year}-10-31`].map((last) =>
      addDays(last, -(new Date(last).getUTCDay() % 7)),
    );
    const days = changes.flatMap((day) => [-1, 0, 1].map((more) => addDays(day, more)));
    const leapYear = Math.ceil(year / 4) * 4;
    for (const day of [...days, `${leapYear}-02-29`, `${year}-01-01`, `${year}-07-01`]) {
      const { data, error } = await set("plain", day);
      expect(error).toBeNull();
      const ends = new Date(String(data));
      expect([dayOf(ends), dayOf(ends.getTime() + 1000)]).toEqual([day, addDays(day, 1)]);
    }
    await allowed(set("plain", addYears(dayAhead(0), 5)));
    await refused(set("plain", addDays(addYears(dayAhead(0), 5), 1)), "400 PT400");
    await allowed(set("plain", null));
  });

  it("so that they are listed, see why, and no revenue is counted", async () => {
    const before = await revenue();
    expect(await listed("plain")).toBe(0);
    await allowed(set("plain", dayIn(30)));
    expect(await listed("plain")).toBe(1);
    expect(await memberOf("plain")).toMatchObject({
      subscribed: true,
      cancel_at_period_end: true,
      grant_reason: "Won the competition",
      promo_code: null,
    });
    expect(await lastAct()).toBe("grant membership: Won the competition");
    expect(await revenue()).toBe(before);
  });

  it("is extended, and ended at once", async () => {
    await allowed(set("plain", dayIn(60), "We were slow"));
    expect(await lastAct()).toBe("extend membership: We were slow");
    const extended = await memberOf("plain");
    expect(Date.parse(String(extended?.subscription_end))).toBeGreaterThan(Date.now() + 59 * DAY);
    await allowed(set("plain", null, "Not who they said"));
    expect(await lastAct()).toBe("end membership: Not who they said");
    expect(await memberOf("plain")).toMatchObject({ subscribed: false, grant_reason: null });
    expect(await listed("plain")).toBe(0);
  });

  it("but not over one that is paid for, which the payment provider decides", async () => {
    const { id } = world.people.member;
    await world.setMembership(id, "payment_subscription = 'sub_paid'");
    await refused(set("member", dayIn(400)), "409 PT409");
    await refused(set("member", null), "409 PT409");
  });

  it("and costs nothing afterwards, whatever the person paid before", async () => {
    await world.setMembership("lapsed", "payment_subscription = 'sub_old', renewal_pence = 2000");
    await set("lapsed", dayIn(30));
    expect(await memberOf("lapsed")).toMatchObject({ subscribed: true, renewal_pence: null });
  });

  it("and is granted no more once it is paid for", async () => {
    await set("lapsed", dayIn(30));
    const end = new Date(Date.now() + 365 * 86_400_000).toISOString();
    const { error } = await world.rpc("service", "apply_payment_event", {
      ...{ event_id: "evt_new", event_type: "x", event_made_at: new Date().toISOString() },
      ...{ member_id: world.people.lapsed.id, customer: "cus_new", subscription: "sub_new" },
      ...{ live: true, tier: "yearly", period_end: end, cancels: false, price_pence: 2000 },
    });
    expect(error).toBeNull();
    expect(await memberOf("lapsed")).toMatchObject({ subscribed: true, grant_reason: null });
  });
});
