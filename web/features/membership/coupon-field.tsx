import { useId, useState } from "react";
import { COUPON_CLAIMED, INVALID_COUPON } from "#domain/membership/checkout-messages.ts";
import { FREE_YEAR_COUPON, isFreeYearCoupon } from "#domain/membership/plans.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { supabase } from "#web/session/client.ts";
import { couponsLeft } from "#web/session/membership-offer.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

/** The coupon: typed, checked by the server, applied. The checkout redeems it. */
export const CouponField = ({
  applied,
  onChange,
}: {
  applied: string | null;
  onChange: (code: string | null) => void;
}) => {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const apply = async () => {
    setBusy(true);
    setError(undefined);
    // If the number left is unknown, the redemption itself decides.
    const left = isFreeYearCoupon(typed)
      ? await supabase()
          .then((db) => couponsLeft(db))
          .catch(() => null)
      : undefined;
    setBusy(false);
    if (left === undefined) return setError(INVALID_COUPON);
    if (left === 0) return setError(COUPON_CLAIMED);
    onChange(FREE_YEAR_COUPON);
    toast({
      title: "Coupon applied!",
      description: "You get 1 year free membership.",
      variant: "success",
    });
  };

  if (applied) {
    return (
      <p className="flex flex-wrap items-center gap-3">
        <Chip label={applied} onRemove={() => onChange(null)} />
        <span className="font-semibold text-success">1 year free membership</span>
      </p>
    );
  }
  return (
    <form
      className="max-w-md"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim()) void apply();
      }}
    >
      <Field label="Coupon code" id={id} error={error} optional>
        <div className="flex gap-2">
          <Input
            id={id}
            value={typed}
            maxLength={LIMITS.coupons.code}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" variant="outline" disabled={!typed.trim()} busy={busy}>
            Apply
          </Button>
        </div>
      </Field>
    </form>
  );
};
