// Says for an admin whether the payment provider charges what these plans show.
import { plansOf, plansSetting } from "#domain/membership/plan-setting.ts";
import { requireAdmin } from "../_shared/caller.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readObject } from "../_shared/http.ts";
import { payments, problemOf } from "../_shared/stripe.ts";

Deno.serve(
  posted("admin-check-plans", async (request) => {
    await requireAdmin(request);
    const { plans } = await readObject(request);
    if (!plansSetting.safeParse(plans).success) throw new Refusal("bad_plans");
    const stripe = payments();
    try {
      const offered = plansOf(plans).filter((plan) => plan.offered);
      const problems = await Promise.all(offered.map((plan) => problemOf(stripe, plan)));
      return json({ problem: problems.find(Boolean) ?? null });
    } catch (cause) {
      throw new Refusal("unavailable", { cause });
    }
  }),
);
