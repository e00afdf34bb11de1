import { type PlanSetting, plansOf } from "#domain/membership/plan-setting.ts";
import {
  DEFAULT_PLANS,
  type Plan,
  type PlanId,
  planIn,
  pricePhrase,
} from "#domain/membership/plans.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { useSettings } from "#web/session/settings.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { SiteSettings } from "./queries.ts";
import { SettingPart } from "./section.tsx";
import { savePlans } from "./writes.ts";

const IDS: readonly PlanId[] = ["yearly", "monthly"];

const textIn = (data: FormData, name: string): string => String(data.get(name) ?? "").trim();

const planFrom = (data: FormData, id: PlanId): PlanSetting => ({
  id,
  name: textIn(data, `${id}_name`),
  description: textIn(data, `${id}_description`),
  pence: Math.round(Number(textIn(data, `${id}_pounds`)) * 100),
  price_id: textIn(data, `${id}_price_id`),
  offered: data.get(`${id}_offered`) !== null,
});

const PlanFields = ({ plan, name, trial }: { plan: Plan; name: string; trial: boolean }) => {
  const { id, choice } = planIn(DEFAULT_PLANS, plan.id);
  return (
    <fieldset className="grid gap-5 rounded-md border border-line p-5">
      <legend className="px-2 font-semibold">{choice} plan</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name">
          <Input
            name={`${id}_name`}
            maxLength={INPUT_LIMITS.plan_name}
            defaultValue={name}
            placeholder={choice}
          />
        </Field>
        <Field label={`Price in pounds, per ${id === "yearly" ? "year" : "month"}`}>
          <Input
            type="number"
            name={`${id}_pounds`}
            required
            min={0.3}
            max={1000}
            step={0.01}
            defaultValue={(plan.pence / 100).toFixed(2)}
          />
        </Field>
      </div>
      <Field label="Short description">
        <Input
          name={`${id}_description`}
          maxLength={INPUT_LIMITS.plan_description}
          defaultValue={plan.description}
        />
      </Field>
      <Field
        label="Price id at Stripe"
        hint={
          trial
            ? `The test checkout has a price for every sum: price_test_${id}_${plan.pence} is this one.`
            : "Leave empty for the price of the server's configuration."
        }
      >
        <Input
          name={`${id}_price_id`}
          maxLength={INPUT_LIMITS.price_id}
          defaultValue={plan.priceId}
          placeholder="price_"
          spellCheck={false}
          autoComplete="off"
        />
      </Field>
      <Checkbox
        name={`${id}_offered`}
        label="Offered to new members"
        defaultChecked={plan.offered}
      />
    </fieldset>
  );
};

/** What is on sale. A price is saved only if the payment provider charges the same. */
export const PlansPart = ({ setting }: { setting: SiteSettings["settings"]["plans"] }) => {
  const plans = plansOf(setting.value);
  const { trial } = useSettings();
  return (
    <SettingPart
      title="Plans and prices"
      value={plans
        .filter(({ offered }) => offered)
        .map((plan) => `${plan.label}: ${pricePhrase(plan)}`)
        .join("\n")}
      lead="Create the price at Stripe first: what the site shows must be what Stripe charges. Members keep the price that they joined at."
      name="plans"
      setting={setting}
      write={savePlans}
      read={(data) => {
        const first = textIn(data, "first") === "monthly" ? "monthly" : "yearly";
        const second = first === "monthly" ? "yearly" : "monthly";
        return [planFrom(data, first), planFrom(data, second)];
      }}
    >
      {IDS.map((id) => (
        <PlanFields
          key={id}
          plan={planIn(plans, id)}
          name={setting.value?.find((one) => one.id === id)?.name ?? ""}
          trial={trial}
        />
      ))}
      <Field label="Shown first, and chosen when the page opens">
        <Select name="first" defaultValue={plans[0]?.id}>
          <option value="yearly">The yearly plan</option>
          <option value="monthly">The monthly plan</option>
        </Select>
      </Field>
    </SettingPart>
  );
};
