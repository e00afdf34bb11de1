import { describe, expect, it } from "vitest";
import { allowed, FORBIDDEN, type Name, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

describe("the row that decides who is a member", () => {
  it("is read by its member and by admins", async () => {
    const owners = async (who: Name) => {
      const found = await rows(world.from(who, "subscribers").select("user_id"));
      return found.map(({ user_id }) => user_id);
    };
    for (const who of ["seeker", "plain", "idle", "retired"] as const)
      expect(await owners(who)).toEqual([]);
    for (const who of ["member", "lapsed", "hidden"] as const) {
      expect(await owners(who)).toEqual([world.people[who].id]);
    }
    expect(await owners("admin")).toHaveLength(5);
  });

  it.each(["payment_customer", "payment_subscription", "payment_event_at"])(
    "does not show %s, nor allow a query for it",
    async (column) => {
      for (const who of ["member", "admin"] as const) {
        const subscribers = () => world.from(who, "subscribers");
        await refused(subscribers().select(column), FORBIDDEN);
        const [whole] = await rows(subscribers().select("*"));
        expect(whole).not.toHaveProperty(column);
        await refused(subscribers().select("user_id").not(column, "is", null), FORBIDDEN);
        await refused(subscribers().select("user_id").order(column), FORBIDDEN);
      }
    },
  );

  it("is written by the service, and must make sense even then", async () => {
    const subscribers = () => world.service.from("subscribers");
    const { id } = world.people.hidden;
    const change = { cancel_at_period_end: true };
    await allowed(subscribers().update(change).eq("user_id", id));
    const tiers = [{ subscription_tier: "for ever" }, { subscription_tier: null }];
    for (const wrong of [{ subscription_end: null }, ...tiers]) {
      await refused(subscribers().update(wrong).eq("user_id", id), "400 23514");
    }
  });
});

describe("coupons", () => {
  it("can be read with their users by admins, and by members for their own use", async () => {
    const own = { coupon_code: "FIRST100", member_id: world.people.lapsed.id };
    await world.rpc("service", "redeem_coupon", own);
    await world.setMembership("lapsed", "subscription_end = now() - interval '1 day'");
    for (const table of ["coupons", "coupon_redemptions"] as const) {
      expect(await rows(world.from("plain", table).select())).toEqual([]);
      expect(await rows(world.from("retired", table).select())).toEqual([]);
      expect(await rows(world.from("admin", table).select())).toHaveLength(1);
    }
    const used = await rows(world.from("lapsed", "coupon_redemptions").select("code"));
    expect(used).toEqual([{ code: "FIRST100" }]);
    expect(await rows(world.from("lapsed", "coupons").select())).toEqual([]);
  });

  it("show how many are left, and nothing about guessed codes", async () => {
    const left = (coupon_code: unknown) =>
      world.rpc("visitor", "coupon_remaining", { coupon_code });
    expect((await left(" first100 ")).data).toBe(99);
    for (const guess of ["FIRST%", "FIRST10_", "", "' or 1=1 --", "x".repeat(10_000), null]) {
      const { data, error } = await left(guess);
      expect([data, error], String(guess)).toEqual([null, null]);
    }
    await refused(left("FIRST100\u0000"), /^400 /);
  });
});

describe("functions for the server alone", () => {
  const event = (member_id: string) => ({
    event_id: `evt_${member_id}`,
    event_type: "customer.subscription.updated",
    event_made_at: new Date().toISOString(),
    member_id,
    customer: "cus_x",
    subscription: "sub_x",
    live: true,
    tier: "yearly",
    period_end: "2099-01-01",
    cancels: false,
  });
  it("are returned to the service", async () => {
    expect((await world.rpc("service", "has_admin")).data).toBe(true);
    // Visitors too: the login offers the set-up only while there is no admin.
    expect((await world.rpc("visitor", "has_admin")).data).toBe(true);
    const first = { user_id: world.people.plain.id, username: "root" };
    await refused(world.rpc("service", "make_first_admin", first), "409 PT409");
    const paid = () => world.rpc("service", "apply_payment_event", event(world.people.plain.id));
    expect((await paid()).data).toBe("applied");
    expect((await paid()).data).toBe("duplicate");
    const lost = world.rpc("service", "apply_payment_event", event(crypto.randomUUID()));
    expect((await lost).data).toBe("unknown member");
  });
});

describe("adding services and portfolio items", () => {
  const add = (who: Name, column: "skills" | "work_samples") => {
    const { client, id } = world.people[who];
    const url = `/storage/v1/object/public/portfolio_media/${id}/portfolio/1-0.png`;
    const item =
      column === "skills" ? { name: "Tiling" } : { id: "1", media: [{ url, type: "image" }] };
    const change = { [column]: [item] };
    return client.from("profiles").update(change).eq("id", id);
  };

  it.each(["skills", "work_samples"] as const)("needs a live membership: %s", async (column) => {
    await world.sql(
      `insert into storage.objects (bucket_id, name, metadata)
       select 'portfolio_media', id || '/portfolio/1-0.png', '{"mimetype": "image/png"}' from public.profiles
       where id = any ($1) on conflict do nothing`,
      [[world.people.member.id, world.people.idle.id]],
    );
    await refused(add("lapsed", column), FORBIDDEN);
    await refused(add("idle", column), FORBIDDEN);
    await allowed(add("member", column));
    const stored = await world.stored(`profiles.${column}::text`, world.people.lapsed.id);
    expect(stored).toBe("[]");
  });
});
