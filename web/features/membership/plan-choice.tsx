import Check from "lucide-react/icons/check";
import { useState } from "react";
import {
  formatPounds,
  type Plan,
  type PlanId,
  type Plans,
  saving,
} from "#domain/membership-plans.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { toast } from "#web/ui/toast.ts";
import { checkoutFailure, startCheckout } from "./checkout.ts";
import { CouponField } from "./coupon-field.tsx";

const planCard = (plan: Plan, plans: Plans) => {
  const saved = saving(plan, plans);
  const tens = Math.floor((saved?.percent ?? 0) / 10) * 10;
  return {
    value: plan.id,
    label: (
      <span className="flex flex-wrap items-center gap-2">
        {plan.choice} {saved && <Badge tone="success">Best value</Badge>}
      </span>
    ),
    hint: (
      <>
        <span className="my-1.5 block font-display text-2xl font-bold text-ink">
          {formatPounds(plan.pence)}{" "}
          <small className="font-sans text-sm font-semibold">
            per {plan.months === 1 ? "month" : "year"}
          </small>
        </span>
        {saved && (
          <>
            <s>{formatPounds(saved.full)}</s>{" "}
            <span className="font-semibold text-success">
              Save {formatPounds(saved.pence)}
              {tens > 0 && `, ${saved.pence * 100 > saved.full * tens ? "over " : ""}${tens}%`}
            </span>{" "}
          </>
        )}
        {plan.description}
      </>
    ),
  };
};

const BENEFITS = [
  "Your own page in the directory, found by town, trade and skill",
  "The contact details of every job that is posted",
  "A portfolio of your work and a list of your services",
  "Feedback from your customers on your public page",
] as const;

/** Choosing monthly or yearly, a coupon, and going to pay (spec 2 section 2, Membership). */
export const PlanChoice = () => {
  const { plans } = useSettings();
  const offered = plans.filter((one) => one.offered);
  const [chosen, setPlan] = useState<PlanId | null>(null);
  const plan = offered.find(({ id }) => id === chosen)?.id ?? offered[0]?.id ?? "yearly";
  const [coupon, setCoupon] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { run, busy } = useWrite(startCheckout);

  const checkout = async () => {
    try {
      const url = await run({ plan, couponCode: coupon });
      if (!url) return;
      // Busy until the browser has left, so that a second press starts nothing.
      setLeaving(true);
      window.location.assign(url);
    } catch (error) {
      const { text, dropCoupon } = checkoutFailure(error);
      if (dropCoupon) setCoupon(null);
      toast({ title: "Checkout Error", description: text, variant: "destructive" });
    }
  };

  return (
    <div className="grid gap-10 lg:grid-cols-[1.3fr_1fr]">
      <section aria-labelledby="plans" className="grid content-start gap-6">
        <h2 id="plans" className="text-2xl">
          Choose your plan
        </h2>
        <RadioCards
          value={plan}
          onChange={setPlan}
          columns={2}
          options={offered.map((one) => planCard(one, plans))}
        />
        <CouponField applied={coupon} onChange={setCoupon} />
        <Button
          size="lg"
          variant="signal"
          busy={busy || leaving}
          onClick={() => void checkout()}
          className="justify-self-start"
        >
          {busy || leaving
            ? "Processing..."
            : coupon
              ? "Activate Free Membership"
              : "Continue to Payment"}
        </Button>
        <p className="text-sm text-ink-soft">
          {coupon
            ? "You won't be charged. The year ends by itself unless you choose a plan."
            : "Cancel any time and stay listed until your paid period ends."}
        </p>
      </section>
      <section aria-labelledby="benefits" className="self-start rounded-lg bg-brand-wash p-6">
        <h2 id="benefits" className="text-xl">
          What members get
        </h2>
        <ul className="mt-4 grid gap-3">
          {BENEFITS.map((benefit) => (
            <li key={benefit} className="flex items-start gap-3">
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
              {benefit}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
};
