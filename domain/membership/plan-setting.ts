import { z } from "zod";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { atMost } from "#domain/values/texts.ts";
import { DEFAULT_PLANS, type Plans, planIn } from "./plans.ts";

/** What admins set for a plan. An empty name is the original. */
const planSetting = z.strictObject({
  id: z.enum(["monthly", "yearly"]),
  name: atMost(z.string(), INPUT_LIMITS.plan_name),
  description: atMost(z.string(), INPUT_LIMITS.plan_description),
  pence: z.int().min(30).max(100_000),
  price_id: z.string().regex(/^(price_[A-Za-z0-9_]{1,100})?$/),
  offered: z.boolean(),
});
export type PlanSetting = z.output<typeof planSetting>;

/** The setting `plans`, in the order shown; null for the original plans. The database checks it too. */
export const plansSetting = z
  .array(planSetting)
  .length(2)
  .refine(([one, other]) => one?.id !== other?.id)
  .refine((plans) => plans.some(({ offered }) => offered))
  .nullable();

/** The plans of the setting; the original ones where there is none or it is not valid. */
export const plansOf = (value: unknown): Plans => {
  const { data } = plansSetting.safeParse(value);
  return (
    data?.map(({ id, name, description, pence, price_id, offered }) => {
      const original = planIn(DEFAULT_PLANS, id);
      const own = name.trim();
      return {
        ...original,
        label: own || original.label,
        choice: own || original.choice,
        description: description.trim(),
        pence,
        priceId: price_id,
        offered,
      };
    }) ?? DEFAULT_PLANS
  );
};
