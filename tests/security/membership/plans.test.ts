import { describe, expect, it } from "vitest";
import { pressOn } from "#tests/checkout-page.ts";
import { testFunctions } from "#tests/security/test-functions.ts";
import { membershipActs, YEARLY } from "./acts.ts";

const functions = testFunctions();

const { memberRow, checkoutUrl, refusal, setPlans } = membershipActs(() => functions);

describe("the plans of the admins", () => {
  const PRICE = "price_test_yearly_2500";
  const plan = (id: string, name: string, pence: number, price_id: string) => ({
    ...{ id, name, description: "", pence, price_id, offered: true },
  });
  const plans = (yearly: object) => [
    { ...plan("yearly", "Gold", 2500, PRICE), ...yearly },
    plan("monthly", "", 299, ""),
  ];

  it("are what is charged, whatever the browser says", async () => {
    const buyer = await functions.person("provider", "gilda");
    await setPlans(plans({}));
    const url = await checkoutUrl(buyer, { ...YEARLY, price: "price_test_yearly", pence: 30 });
    await pressOn(url, "pay");
    await expect
      .poll(() => memberRow(buyer.id))
      .toMatchObject({ subscribed: true, renewal_pence: 2500 });
    await setPlans(null);
  });

  it("are not sold when they are not offered, or charged otherwise than shown", async () => {
    const buyer = await functions.person("provider", "gina");
    const attempt = async () => refusal(buyer, "create-checkout");
    await setPlans(plans({ offered: false }));
    expect(await attempt()).toMatchObject({ status: 409, code: "plan_not_offered" });
    for (const wrong of [
      { pence: 2400 },
      { price_id: "price_test_monthly_2500" },
      { price_id: "price_nothing" },
      { price_id: "" },
    ]) {
      await setPlans(plans(wrong));
      expect(await attempt(), JSON.stringify(wrong)).toMatchObject({ code: "price_differs" });
    }
    await setPlans(null);
  });
});
