import { useEffect, useRef, useState } from "react";
import { type Plan, type PlanId, type Plans, saving } from "#domain/membership/plans.ts";
import { formatPoundsAndPence } from "#domain/values/money.ts";
import { useSettings } from "#web/session/settings.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { useCheckout } from "./checkout.ts";
import { CouponField } from "./coupon-field.tsx";

const planCard = (plan: Plan, plans: Plans) => {
  const saved = saving(plan, plans);
  const tens = Math.floor((saved?.percent ?? 0) / 10) * 10;
  return {
    value: plan.id,
    label: (
      <span className="flex flex-wrap items-center gap-2">
        <span>{plan.choice} </span>
        {saved && <Badge tone="success">Best value</Badge>}
      </span>
    ),
    hint: (
      <>
        <span className="my-1.5 block font-display text-2xl font-bold text-ink">
          {formatPoundsAndPence(plan.pence)}{" "}
          <small className="font-sans text-sm font-semibold">
            per {plan.months === 1 ? "month" : "year"}
          </small>
        </span>
        {saved && (
          <>
            <s>{formatPoundsAndPence(saved.full)} paid monthly</s>{" "}
            <span className="block font-semibold text-success">
              <span>Save {formatPoundsAndPence(saved.pence)}</span>
              {tens > 0 && (
                <span>{`, ${saved.pence * 100 > saved.full * tens ? "over " : ""}${tens}%`}</span>
              )}
            </span>{" "}
          </>
        )}
        <span>{plan.description}</span>
      </>
    ),
  };
};

/** The plans on sale; without a choice the first one. */
const useOffered = () => {
  const { plans } = useSettings();
  const offered = plans.filter((one) => one.offered);
  const [chosen, choose] = useState<PlanId | null>(null);
  const selected = offered.find(({ id }) => id === chosen) ?? offered[0];
  const options = offered.map((one) => planCard(one, plans));
  return { selected, plan: selected?.id ?? "yearly", choose, options };
};

export const CHOOSE_PLAN = "Choose a plan";

/** Choosing what follows free time; it is charged when that ends. */
export const PlanForAfterwards = ({ day }: { day: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { plan, choose, options } = useOffered();
  const { checkout, busy } = useCheckout();
  return (
    <section aria-labelledby="afterwards" className="grid content-start gap-6">
      <h2 ref={heading} id="afterwards" tabIndex={-1} className="text-2xl outline-none">
        {CHOOSE_PLAN}
      </h2>
      <RadioCards value={plan} onChange={choose} columns={2} options={options} />
      <Button
        size="lg"
        variant="signal"
        busy={busy}
        onClick={() => void checkout({ plan, couponCode: null, afterwards: true })}
        className="justify-self-start max-sm:w-full max-sm:whitespace-normal"
      >
        {`Start this plan on ${day}`}
      </Button>
      <p className="text-sm text-ink-soft">
        You enter your card now. Nothing is charged before {day}, and you can cancel until then.
      </p>
    </section>
  );
};

/**
 * Choosing monthly or yearly, a coupon, and going to pay (spec 2 section 2, Membership).
 *
 * @param freeYearsLeft null if unknown; if there are any, claiming one is the page's main action
 */
export const PlanChoice = ({
  freeYearsLeft,
  focused,
}: {
  freeYearsLeft: number | null;
  /** Moves the focus to its heading: the person is back from paying, to choose again. */
  focused: boolean;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  const { selected, plan, choose, options } = useOffered();
  const [coupon, setCoupon] = useState<string | null>(null);
  const { checkout, busy } = useCheckout();
  const pay = async () => {
    if (await checkout({ plan, couponCode: coupon })) setCoupon(null);
  };
  return (
    <section aria-labelledby="plans" className="grid content-start gap-6">
      <h2 ref={heading} id="plans" tabIndex={-1} className="text-xl outline-none">
        {freeYearsLeft ? "Or choose a paid plan" : "Choose your plan"}
      </h2>
      <RadioCards value={plan} onChange={choose} columns={2} options={options} />
      <Fold label="Have a coupon code?">
        <div className="mt-3">
          <CouponField applied={coupon} onChange={setCoupon} />
        </div>
      </Fold>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size={freeYearsLeft ? undefined : "lg"}
          variant={freeYearsLeft && !coupon ? "outline" : "signal"}
          busy={busy}
          onClick={() => void pay()}
          className="max-sm:w-full"
        >
          {busy ? "Processing..." : coupon ? "Activate Free Membership" : "Continue to Payment"}
        </Button>
        <p className="text-sm text-ink-soft">
          {coupon
            ? "You won't be charged. It won't renew automatically."
            : selected &&
              `${formatPoundsAndPence(selected.pence)} today, then the same each ${selected.months === 1 ? "month" : "year"} until you cancel.`}
        </p>
      </div>
    </section>
  );
};
