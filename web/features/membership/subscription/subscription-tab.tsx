import { useState } from "react";
import { renewalCountdown } from "#domain/accounts/accounts.ts";
import {
  formatPaid,
  type PlanId,
  planIn,
  planLabel,
  priceOfMembership,
  pricePhrase,
} from "#domain/membership/plans.ts";
import { faultOf } from "#domain/site/faults.ts";
import { CHECK_CONNECTION } from "#domain/site/messages.ts";
import { formatDay, formatPaddedDay } from "#domain/values/dates.ts";
import { useFreeYearsLeft } from "#web/session/membership-offer.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { reloadPage } from "#web/ui/connected/reachable.ts";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { toast } from "#web/ui/toast.ts";
import { BENEFITS, MembershipPrice, TickList } from "../offer.tsx";
import {
  cancelSubscription,
  changeSubscription,
  type Membership,
  portalAddress,
  type Receipt,
} from "./subscription.ts";

/** Payments for the membership, newest first. */
const Receipts = ({ receipts }: { receipts: Receipt[] }) => {
  return (
    <section aria-labelledby="receipts">
      <h2 id="receipts" className="mb-3 text-xl">
        Receipts
      </h2>
      {receipts.length === 0 && (
        <p className="text-ink-soft">You'll find a receipt here after each payment.</p>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {receipts.map((receipt) => (
          <li key={receipt.id} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 py-3">
            <time dateTime={receipt.paid_at} className="w-28">
              {formatDay(receipt.paid_at)}
            </time>
            <span className="w-20 font-semibold tabular-nums">
              {formatPaid(receipt.pence, receipt.currency)}
            </span>
            <span className="text-sm text-ink-soft">{receipt.number}</span>
            {receipt.receipt_url && (
              <a href={receipt.receipt_url} rel="noreferrer" className="link ml-auto">
                Open receipt<span className="sr-only"> of {formatDay(receipt.paid_at)}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

const refuse = (description: string) =>
  toast({
    title: "Failed to open subscription management",
    description,
    variant: "destructive",
  });

const CancelButton = ({ endsAt, userId }: { endsAt: string; userId: string }) => {
  const [open, setOpen] = useState(false);
  const { run } = useWrite(cancelSubscription);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Cancel membership
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        danger
        title="Are you sure you want to cancel?"
        description={`Your membership stays live until ${formatDay(endsAt)} and will not renew.`}
        confirmLabel="Cancel Membership"
        cancelLabel="Keep My Membership"
        onConfirm={async () => {
          try {
            const message = await run(userId);
            if (message) toast({ title: message, variant: "success" });
          } catch (error) {
            return { message: faultOf(error, "Failed to cancel subscription").message };
          }
        }}
      />
    </>
  );
};

const failed = (error: unknown) =>
  toast({
    title: "Failed to change subscription",
    description: faultOf(error, "Please try again.").message,
    variant: "destructive",
  });

const ResumeButton = ({ userId }: { userId: string }) => {
  const { run, busy } = useWrite(changeSubscription);
  return (
    <Button
      busy={busy}
      onClick={() => {
        run(userId, { resume: true }).then(
          () => toast({ title: "You've kept your membership", variant: "success" }),
          failed,
        );
      }}
    >
      Keep My Membership
    </Button>
  );
};

const SwitchButton = ({
  tier,
  userId,
  freeUntil,
}: {
  tier: PlanId;
  userId: string;
  /** The plan begins then; null if it is being paid for. */
  freeUntil: string | null;
}) => {
  const [open, setOpen] = useState(false);
  const { run } = useWrite(changeSubscription);
  const { plans } = useSettings();
  const other = planIn(plans, tier === "yearly" ? "monthly" : "yearly");
  const price = pricePhrase(other);
  if (!other.offered) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Switch to the {other.label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Switch to the ${other.label}?`}
        description={
          freeUntil
            ? `Nothing is charged before ${formatDay(freeUntil)}. From then on you pay ${price}.`
            : `You then pay ${price}. What is left of the time you have paid for is credited to you, and the payment provider shows it on the receipt.`
        }
        confirmLabel={`Switch for ${price}`}
        cancelLabel={`Stay on the ${planLabel(tier, plans)}`}
        onConfirm={async () => {
          try {
            await run(userId, { plan: other.id, pence: other.pence });
          } catch (error) {
            return { message: faultOf(error, "Failed to change subscription").message };
          }
          toast({ title: `You're now on the ${other.label}`, variant: "success" });
        }}
      />
    </>
  );
};

const NotLoaded = () => (
  <RetryAlert title="Your subscription could not be loaded" onRetry={() => void reloadPage()} />
);

/** What a membership costs; the banner above leaves it out then. */
const Offer = ({ userId }: { userId: string }) => {
  const left = useFreeYearsLeft(userId);
  return (
    <div data-membership-offer={left === undefined ? undefined : ""}>
      {left !== undefined && (
        <MembershipPrice freeYearsLeft={left} claimHint="Claim yours now.">
          <ButtonLink to="/membership" variant="signal" className="mt-4 max-sm:w-full">
            Activate Membership
          </ButtonLink>
        </MembershipPrice>
      )}
    </div>
  );
};

/** A provider's membership: plan, renewal, and buttons to manage and cancel it. */
export const SubscriptionTab = ({
  subscription,
  userId,
}: {
  /** Null if it could not be loaded. */
  subscription: Membership | null;
  userId: string;
}) => {
  const { run, busy } = useWrite(portalAddress);
  const { plans } = useSettings();
  if (!subscription) return <NotLoaded />;
  const manage = async () => {
    const result = await run();
    if (result && "url" in result) window.location.assign(result.url);
    else if (result) refuse(result.refusal);
  };
  const { isSubscribed, tier, expiresAt, cancelAtPeriodEnd, promoCode, grantReason, renewalPence } =
    subscription;
  const given = promoCode || grantReason;
  const free = given && renewalPence === null;
  const ends = cancelAtPeriodEnd || free;
  const paid =
    renewalPence !== null && tier !== "none" && pricePhrase({ id: tier, pence: renewalPence });
  const price = free ? "£0" : paid;
  return (
    <div className="grid grid-cols-1 gap-8">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">{planLabel(tier, plans)}</h2>
          <Badge tone={isSubscribed ? (ends && !free ? "warning" : "success") : "neutral"}>
            {!isSubscribed ? "Not subscribed" : ends && !free ? "Will not renew" : "Active"}
          </Badge>
        </div>
        {isSubscribed && expiresAt ? (
          <>
            <dl className="mt-4 grid gap-3 sm:grid-cols-2">
              <div>
                <dt className="text-sm text-ink-soft">{ends ? "Ends on" : "Renewal date"}</dt>
                <dd className="font-semibold">{formatPaddedDay(expiresAt)}</dd>
                <dd className="text-sm text-ink-soft">
                  {renewalCountdown(expiresAt, cancelAtPeriodEnd)}
                </dd>
              </div>
              {price && (
                <div>
                  <dt className="text-sm text-ink-soft">
                    {given && !free ? "Price from then" : "Price"}
                  </dt>
                  <dd className="font-semibold first-letter:uppercase">{price}</dd>
                </div>
              )}
            </dl>
            {free ? (
              <>
                <p className="mt-4 max-w-prose wrap-anywhere text-ink-soft">
                  {promoCode
                    ? `Your first year is free with ${promoCode}.`
                    : `We gave you this membership: ${grantReason}`}{" "}
                  {`It won't renew automatically. After that it's ${priceOfMembership(plans)}, only if you choose a plan.`}
                </p>
                <ButtonLink to="/membership" variant="outline" className="mt-5">
                  Choose a plan
                </ButtonLink>
              </>
            ) : (
              <div className="mt-6 flex flex-wrap gap-3">
                <Button
                  variant="outline"
                  busy={busy}
                  onClick={() => {
                    manage().catch(() => refuse(CHECK_CONNECTION));
                  }}
                >
                  Manage subscription
                </Button>
                {cancelAtPeriodEnd ? (
                  <ResumeButton userId={userId} />
                ) : (
                  <>
                    {tier !== "none" && (
                      <SwitchButton
                        tier={tier}
                        userId={userId}
                        freeUntil={promoCode || grantReason ? expiresAt : null}
                      />
                    )}
                    <CancelButton endsAt={expiresAt} userId={userId} />
                  </>
                )}
              </div>
            )}
          </>
        ) : (
          <>
            {expiresAt && Date.parse(expiresAt) < Date.now() && (
              <p className="mt-3">Your membership ended on {formatDay(expiresAt)}.</p>
            )}
            <div className="mt-4 grid grid-cols-1 gap-6 lg:grid-cols-2">
              <Offer userId={userId} />
              <TickList items={BENEFITS} />
            </div>
          </>
        )}
      </Card>
      <Receipts receipts={subscription.receipts} />
    </div>
  );
};
