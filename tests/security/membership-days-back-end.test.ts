import { describe, expect, it } from "vitest";
import { DAYS_BACK } from "#domain/membership-days-back.ts";
import { daysBackWorld } from "./membership-days-back-world.ts";
import { rows } from "./people.ts";

/** When a membership ends that got days back. */
const { world, lead, own, me, endOf, moved, post, unlock, report, caseOf, decide } =
  daysBackWorld();
const DAY = 86_400_000;

describe("the membership's end", () => {
  const uphold = async () => {
    const target = await post();
    await unlock(target);
    await own("update public.jobs set status = 'closed' where id = $1", [target]);
    expect((await report(target, "already hired")).data).toBe("upheld");
  };
  let serial = 0;
  /** What the payment provider says, as the webhook writes it. */
  const receive = async (live: boolean, days: number, cancels = false) => {
    serial += 1;
    const { data, error } = await world.service.rpc("apply_payment_event", {
      event_id: `evt_days_${serial}`,
      event_type: "customer.subscription.updated",
      event_made_at: new Date(Date.now() + serial * 1000).toISOString(),
      member_id: me().id,
      customer: "cus_days",
      subscription: "sub_days",
      live,
      tier: "monthly",
      period_end: new Date(lead.end + days * DAY).toISOString(),
      cancels,
      price_pence: 299,
    });
    if (error) throw error;
    return data;
  };
  const pay = async () => {
    await own(
      "update public.subscribers set subscribed = false, subscription_end = now() where user_id = $1",
      [me().id],
    );
    await receive(true, 0);
  };
  const row = async () => {
    const [found] = await own("select * from public.subscribers where user_id = $1", [me().id]);
    return found;
  };
  const revenue = () => world.see("select coalesce(sum(pence), 0)::int from public.payments");

  it("that is paid for moves behind the day of the next charge, and stays there at each renewal", async () => {
    await pay();
    const before = await revenue();
    await uphold();
    await uphold();
    expect(await moved()).toBe(2 * DAYS_BACK);
    expect(await row()).toMatchObject({ paid_until: new Date(lead.end) });
    await receive(true, 30);
    expect(await moved()).toBe(30 + 2 * DAYS_BACK);
    expect(await row()).toMatchObject({ paid_until: new Date(lead.end + 30 * DAY) });
    expect(await revenue()).toBe(before);
  });

  it("outlasts a subscription that ends, then costs nothing and ends by itself", async () => {
    await pay();
    await uphold();
    await receive(true, 0, true);
    // The subscription ended yesterday, by the provider's clock.
    const yesterday = (Date.now() - lead.end) / DAY - 1;
    await own(
      "update public.subscribers set paid_until = now() - interval '1 day', subscription_end = now() + interval '2 days' where user_id = $1",
      [me().id],
    );
    expect(await receive(false, yesterday)).toBe("applied");
    expect(await row()).toMatchObject({
      subscribed: true,
      cancel_at_period_end: true,
      payment_subscription: null,
      paid_until: null,
      renewal_pence: null,
    });
    expect((await endOf()).getTime() - Date.now()).toBeGreaterThan(1.9 * DAY);
    // Said again, it changes nothing.
    expect(await receive(false, yesterday)).toBe("stale");
    expect(await row()).toMatchObject({ subscribed: true });
  });

  it("is mailed as it is: a renewal on its day, before the days back", async () => {
    await pay();
    await uphold();
    await own(
      `update public.subscribers set subscription_tier = 'yearly', paid_until = now() + interval '13 days',
         subscription_end = now() + interval '16 days' where user_id = $1`,
      [me().id],
    );
    await own("delete from notify.notices");
    const remind = () => own("select notify.send_membership_reminders()");
    await remind();
    await uphold();
    await remind();
    const mails = await own(
      `select round(extract(epoch from (data ->> 'ends_at')::timestamptz - now()) / 86400)::int as day
       from notify.notices where kind = 'renewal_reminder'`,
    );
    expect(mails).toEqual([{ day: 13 }]);
  });

  it("that has passed meanwhile goes on from the decision", async () => {
    await unlock(lead.job);
    await report(lead.job);
    await own(
      `update public.subscribers set subscription_end = now() - interval '40 days',
         payment_subscription = 'sub_over', renewal_pence = 299 where user_id = $1`,
      [me().id],
    );
    await rows(decide(await caseOf(lead.job)));
    const left = ((await endOf()).getTime() - Date.now()) / DAY;
    expect(left).toBeGreaterThan(DAYS_BACK - 0.1);
    expect(left).toBeLessThanOrEqual(DAYS_BACK);
    expect(await row()).toMatchObject({
      subscribed: true,
      cancel_at_period_end: true,
      renewal_pence: null,
    });
    expect(await world.see("select private.is_member($1)", [me().id])).toBe(true);
  });
});
