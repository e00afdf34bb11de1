import { renewalCountdown } from "#domain/accounts/accounts.ts";
import { MEMBERSHIP_INCLUDES } from "#domain/membership/checkout-messages.ts";
import { planLabel, priceOfMembership } from "#domain/membership/plans.ts";
import { formatPaddedDay } from "#domain/values/dates.ts";
import { useSettings } from "#web/session/settings.ts";
import type { Subscription } from "#web/session/subscription.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { SummaryList, SummaryRow } from "#web/ui/summary-row.tsx";

/** The plan of a member; it is changed in Settings. */
export const OwnPlan = ({
  subscription,
  endsAt,
}: {
  subscription: Subscription;
  endsAt: string;
}) => {
  const { plans } = useSettings();
  const { tier, cancelAtPeriodEnd, free } = subscription;
  // No plan was chosen for afterwards.
  const endsFree = free && cancelAtPeriodEnd;
  return (
    <section aria-labelledby="plan">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="plan" className="flex flex-wrap items-center gap-x-3 text-xl">
          {planLabel(tier, plans)} <Badge tone="success">Active</Badge>
        </h2>
        {!endsFree && (
          <Link to="/account?tab=payments" className="link text-sm">
            Manage subscription
          </Link>
        )}
      </div>
      <SummaryList headed>
        <SummaryRow
          label={endsFree ? "Price now" : cancelAtPeriodEnd ? "Ends on" : "Renewal date"}
          value={
            <>
              {endsFree
                ? `£0 until ${formatPaddedDay(endsAt)}`
                : `${formatPaddedDay(endsAt)}${free ? ", free until then" : ""}`}
              <span className="block text-sm text-ink-soft">
                {renewalCountdown(endsAt, cancelAtPeriodEnd)}
              </span>
            </>
          }
        />
        {free && (
          <SummaryRow
            label="After that"
            value={
              endsFree ? (
                <>
                  {`${priceOfMembership(plans)}, only if you choose a plan. If you don't, you pay nothing and leave the directory.`}
                  <span className="mt-3 block">
                    <ButtonLink to="/membership" size="sm" variant="outline">
                      Choose a plan
                    </ButtonLink>
                  </span>
                </>
              ) : (
                "You pay for the plan you chose."
              )
            }
          />
        )}
        <SummaryRow label="Included" value={MEMBERSHIP_INCLUDES} />
      </SummaryList>
      <p className="mt-5">
        <Link to="/membership#value" className="link">
          See views, enquiries and contacts
        </Link>
      </p>
    </section>
  );
};
