import { beforeEach, describe, expect, it } from "vitest";
import { lifecycleOf, mayBecome } from "#tests/lifecycles.ts";
import { dataOf, FORBIDDEN, outcome, refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

// The tables of docs/lifecycles.md against what the database does: every road that they show is open, and the
// roads that a member could wish for besides are not.

const MEMBERSHIP_LIFECYCLE = lifecycleOf("Membership");
const COUPON_LIFECYCLE = lifecycleOf("Coupon");

type MembershipState = "active" | "ending" | "free" | "ended";

interface Membership {
  subscribed: boolean;
  subscription_end: Date | null;
  cancel_at_period_end: boolean;
  promo_code: string | null;
}

/** The state of a row of `subscribers`; null for a person who never was a member. */
const membershipState = (row: Membership | undefined): MembershipState | null => {
  if (!row?.subscription_end) return null;
  if (!row.subscribed || row.subscription_end.getTime() <= Date.now()) return "ended";
  if (row.promo_code) return "free";
  return row.cancel_at_period_end ? "ending" : "active";
};

interface Coupon {
  is_active: boolean;
  redeemed: number;
  max_redemptions: number;
}

const couponState = (row: Coupon) =>
  !row.is_active ? "withdrawn" : row.redeemed >= row.max_redemptions ? "claimed" : "offered";

const world = testWorld();
let serial = 0;

const own = (question: string, values: unknown[] = []) => world.sql(question, values);
const state = async () => {
  const { id } = world.people.plain;
  const [row] = await own("select * from public.subscribers where user_id = $1", [id]);
  return membershipState(row as never);
};

const PUT: Record<MembershipState, string> = {
  active: "true, now() + interval '9 days', false, null, 'sub_old'",
  ending: "true, now() + interval '9 days', true, null, 'sub_old'",
  free: "true, now() + interval '9 days', true, 'FIRST100', null",
  ended: "false, now() - interval '9 days', true, null, 'sub_old'",
};
const put = async (wanted: MembershipState | null) => {
  const { id } = world.people.plain;
  await own("delete from public.subscribers where user_id = $1", [id]);
  if (wanted) {
    await own(
      `insert into public.subscribers (user_id, subscription_tier, subscribed, subscription_end,
         cancel_at_period_end, promo_code, payment_subscription)
       values ($1, 'yearly', ${PUT[wanted]})`,
      [id],
    );
  }
  expect(await state()).toBe(wanted);
};

/** What the payment provider says, as the webhook writes it. */
const receive = async (facts: {
  live: boolean;
  cancels?: boolean;
  subscription?: string;
  days?: number;
}) => {
  serial += 1;
  const event = {
    event_id: `evt_life_${serial}`,
    event_type: "customer.subscription.updated",
    event_made_at: new Date(Date.now() + serial * 1000).toISOString(),
    member_id: world.people.plain.id,
    customer: "cus_life",
    subscription: facts.subscription ?? "sub_old",
    live: facts.live,
    tier: "yearly",
    period_end: new Date(Date.now() + (facts.days ?? 365) * 86_400_000).toISOString(),
    cancels: facts.cancels ?? false,
  };
  return dataOf<string>(world.rpc("service", "apply_payment_event", event));
};
const redeem = () => {
  const own = { coupon_code: "FIRST100", member_id: world.people.plain.id };
  return outcome(world.rpc("service", "redeem_coupon", own));
};

const EVENTS: Record<string, () => Promise<unknown>> = {
  pay: () => receive({ live: true, subscription: "sub_new" }),
  redeem,
  renew: () => receive({ live: true }),
  "payment fails": () => receive({ live: true, days: 7 }),
  cancel: () => receive({ live: true, cancels: true }),
  keep: () => receive({ live: true }),
  "change plan": () => receive({ live: true }),
};
const clock = () => world.setMembership("plain", "subscription_end = now() - interval '1 second'");

beforeEach(() => own("delete from public.coupon_redemptions"));

describe("a membership", () => {
  it.each(MEMBERSHIP_LIFECYCLE.events.map(({ name, from, to }) => [name, from, to] as const))(
    "by '%s' goes from %s to %s",
    async (name, from, to) => {
      await put(from as MembershipState | null);
      const end = from === "active" ? () => receive({ live: false, days: -1 }) : clock;
      await (name === "end" ? end : EVENTS[name])?.();
      expect(await state()).toBe(to);
    },
  );

  it.each(["active", "ending", "free"] as const)(
    "that is %s takes no coupon: there is no such transition",
    async (from) => {
      expect(mayBecome(MEMBERSHIP_LIFECYCLE, from, "free")).toBe(false);
      await put(from);
      expect(await redeem()).toBe("409 PT409");
      expect(await state()).toBe(from);
    },
  );

  it("accepts no second coupon, ever", async () => {
    await put(null);
    expect(await redeem()).toBe("let in");
    await clock();
    expect(await redeem()).toBe("409 PT409");
    expect(await state()).toBe("ended");
  });

  it.each(Object.keys(MEMBERSHIP_LIFECYCLE.states) as MembershipState[])(
    "that is %s cannot be moved by its holder",
    async (from) => {
      await put(from);
      const { client, id } = world.people.plain;
      const end = { subscription_end: "2099-01-01", subscription_tier: "yearly" };
      const change = { subscribed: true, ...end };
      const table = client.from("subscribers");
      await refused(table.update(change).eq("user_id", id), FORBIDDEN);
      await refused(table.insert({ user_id: id, ...change }), FORBIDDEN);
      await refused(table.delete().eq("user_id", id), FORBIDDEN);
      expect(await state()).toBe(from);
    },
  );
});

describe("a coupon", () => {
  const set = (change: string) =>
    own(`update public.coupons set ${change} where code = 'FIRST100'`);
  const now = async () => {
    const [row] = await own("select * from public.coupons where code = 'FIRST100'");
    return couponState(row as never);
  };

  it("that is offered is redeemed, and by the last one claimed", async () => {
    await set("is_active = true, redeemed = 0, max_redemptions = 2");
    await put(null);
    await redeem();
    expect(await now()).toBe("offered");
    await own("delete from public.coupon_redemptions");
    await put(null);
    await redeem();
    expect(await now()).toBe("claimed");
    expect(mayBecome(COUPON_LIFECYCLE, "offered", "claimed")).toBe(true);
  });

  it.each([
    ["claimed", "is_active = true, redeemed = 100, max_redemptions = 100", "409 PT409"],
    ["withdrawn", "is_active = false, redeemed = 0", "400 PT400"],
  ])("that is %s gives nothing", async (name, change, refusal) => {
    await set(change);
    expect(await now()).toBe(name);
    await put(null);
    expect(await redeem()).toBe(refusal);
    expect(await state()).toBeNull();
    await set("is_active = true, redeemed = 0, max_redemptions = 100");
  });
});
