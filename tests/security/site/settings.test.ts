import { describe, expect, it } from "vitest";
import { DEFAULT_HOME_TEXTS } from "#domain/site/home-texts.ts";
import { allowed, outcome, refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

const PICTURE = ["public.site_settings", "public.coupons", "public.audit_log"];
const PLANS = [
  { id: "yearly", name: "", description: "", pence: 2000, price_id: "", offered: true },
  {
    id: "monthly",
    name: "Gold",
    description: "x",
    pence: 350,
    price_id: "price_1",
    offered: false,
  },
];
const HOME = DEFAULT_HOME_TEXTS;
const changed = (more: object) => [{ ...PLANS[0], ...more }, PLANS[1]];
const boss = () => world.people.admin.client;
const save = (key: string, value: unknown, seen?: string, reason = "Asked for") =>
  boss().rpc("admin_save_setting", { setting_key: key, new_value: value, seen, reason });
const restore = (revision_id: number, seen?: string, reason = "A mistake") =>
  boss().rpc("admin_restore_setting", { revision_id, seen, reason });
const settings = async () => (await boss().rpc("admin_settings").throwOnError()).data;

describe("the settings of the site", () => {
  it.each([
    ["site_name", "x".repeat(61)],
    ["site_name", "<b>"],
    ["site_name", 7],
    ["brand_colour", "red"],
    ["brand_colour", "#12345"],
    ["brand_colour", "#123456;}body{display:none"],
    ["brand_colour", "#12345g"],
    ["brand_colour", ["#123456"]],
    ["brand_colour", null],
    ["logo", "providers/x.png"],
    ["logo", "site/logo-1.svg"],
    ["logo", "https://elsewhere.example/logo.png"],
    ["logo", 'site/logo-1.png"onload="alert(1)'],
    ["company", "Acme"],
    ["company", { name: "Acme" }],
    ["company", { name: "<b>", number: "", address: "" }],
    ["company", { name: "x".repeat(121), number: "", address: "" }],
    ["company", { name: "", number: "1".repeat(31), address: "" }],
    ["company", { name: "", number: "", address: "x".repeat(251) }],
    ["company", { name: "", number: "", address: "", more: "" }],
    ["home_texts", "Hello"],
    ["home_texts", []],
    ["home_texts", { ...HOME, headline: "" }],
    ["home_texts", { ...HOME, tagline: "x".repeat(81) }],
    ["home_texts", { ...HOME, join: "<b>" }],
    ["home_texts", { ...HOME, solved: 7 }],
    ["home_texts", { ...HOME, examples: "no" }],
    ["home_texts", { ...HOME, quotes: HOME.quotes.slice(1) }],
    ["home_texts", { ...HOME, quotes: [...HOME.quotes.slice(1), { words: "x", who: "" }] }],
    ["home_texts", { ...HOME, more: "" }],
    ["contact_email", "nobody"],
    ["contact_email", "a@b.example?bcc=x@y.example"],
    ["social_links", { facebook: "javascript:alert(1)" }],
    ["social_links", { facebook: 'https://a.example/"x' }],
    ["social_links", { myspace: "https://a.example" }],
    ["social_links", []],
    ["maintenance_notice", { on: true, text: " " }],
    ["maintenance_notice", { on: "yes", text: "x" }],
    ["maintenance_notice", { on: false, text: "x".repeat(301) }],
    ["maintenance_notice", { on: false, text: "", more: 1 }],
    ["feedback_publication", "never"],
    ["legal_terms", " "],
    ["legal_privacy", "x".repeat(40_001)],
    ["plans", "cheap"],
    ["plans", [PLANS[0]]],
    ["plans", [PLANS[0], PLANS[0]]],
    ["plans", [...PLANS, PLANS[0]]],
    ["plans", changed({ pence: 29 })],
    ["plans", changed({ pence: 2.5 })],
    ["plans", changed({ pence: "2000" })],
    ["plans", changed({ pence: -2000 })],
    ["plans", changed({ pence: 100_001 })],
    ["plans", changed({ price_id: "prod_1" })],
    ["plans", changed({ price_id: "price_1\r\nx" })],
    ["plans", changed({ name: "<b>" })],
    ["plans", changed({ name: "x".repeat(41) })],
    ["plans", changed({ description: "x".repeat(121) })],
    ["plans", changed({ offered: "yes" })],
    ["plans", changed({ more: 1 })],
    ["plans", PLANS.map((plan) => ({ ...plan, offered: false }))],
    ["mine", "x"],
  ])("refuse for %s what it cannot be", (key, value) =>
    world.unchanged(PICTURE, () => refused(save(key, value), "400 PT400")),
  );

  it("may be texts of the home page, or the original ones", async () => {
    for (const value of [{ ...HOME, examples: false }, null]) {
      await allowed(save("home_texts", value));
      expect((await settings()).settings.home_texts.value).toEqual(value);
    }
  });

  it("may be plans in either order, or the original ones", async () => {
    for (const value of [PLANS, PLANS.toReversed(), null]) {
      await allowed(save("plans", value));
      expect((await settings()).settings.plans.value).toEqual(value);
    }
  });

  it("are kept in versions, audited, restored, and not overwritten unseen", async () => {
    const { updated_at: first } = (await settings()).settings.site_name;
    await allowed(save("site_name", "Local Hands", first));
    await refused(save("site_name", "Other Hands", first), "409 PT409");
    const after = (await settings()).settings.site_name;
    expect(after).toMatchObject({
      value: "Local Hands",
      revisions: [{ value: "", replaced_by: "Admin Tester" }],
    });
    expect(
      await world.see("select updated_by from public.site_settings where key = 'site_name'"),
    ).toBe(world.people.admin.id);
    const { id } = after.revisions[0];
    // A colleague was faster, or nobody says why.
    await refused(restore(id, first), "409 PT409");
    await refused(restore(id, after.updated_at, " "), "400 PT400");
    await refused(save("site_name", "Unexplained", after.updated_at, ""), "400 PT400");
    const both = await Promise.all([
      outcome(restore(id, after.updated_at)),
      outcome(save("site_name", "Other Hands", after.updated_at)),
    ]);
    expect(both.toSorted()).toEqual(["409 PT409", "let in"]);
    await allowed(restore(id));
    expect((await settings()).settings.site_name.value).toBe("");
    const reasons = await world.see<string[]>(
      "select array_agg(reason order by id) from public.audit_log where target_id = 'site_name'",
    );
    expect(reasons[0]).toBe("Asked for");
    expect(reasons).toContain("A mistake");
    await refused(restore(0), "404 PT404");
  });

  it("of a coupon respect what was used already", async () => {
    const set = (coupon_code: string, active: boolean | null, most: number, more: object = {}) =>
      outcome(
        boss().rpc("admin_set_coupon", {
          ...{ coupon_code, active, most, reason: "The campaign is over" },
          ...more,
        }),
      );
    await world.see("update public.coupons set redeemed = 7 where code = 'FIRST100' returning 1");
    expect(await set("FIRST100", true, 6)).toBe("400 PT400");
    expect(await set("FIRST100", true, 0)).toBe("400 PT400");
    expect(await set("FIRST100", null, 50)).toBe("400 PT400");
    expect(await set("NOSUCH", true, 50)).toBe("404 PT404");
    expect(await set("FIRST100", false, 50, { reason: "" })).toBe("400 PT400");
    const stale = { seen: "2020-01-01T00:00:00Z" };
    expect(await set("FIRST100", false, 50, stale)).toBe("409 PT409");
    const seen = (await settings()).coupons.find(
      (one: { code: string }) => one.code === "FIRST100",
    )?.updated_at;
    expect(await set("FIRST100", false, 50, { seen })).toBe("let in");
    const left = await world.rpc("visitor", "coupon_remaining", { coupon_code: "FIRST100" });
    expect(left.data).toBeNull();
    expect(await world.see("select action from public.audit_log order by id desc limit 1")).toBe(
      "change coupon",
    );
  });
});
