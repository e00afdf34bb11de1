import type { User } from "@supabase/supabase-js";
import { useLocation } from "react-router";
import { accountsLabel } from "#domain/accounts/accounts.ts";
import { MEMBERSHIP_INCLUDES } from "#domain/membership/checkout-messages.ts";
import { SUBSCRIPTION_REQUIRED } from "#domain/membership/messages.ts";
import { NewJobs } from "#web/features/jobs/index.ts";
import type { Profile } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import type { Subscription } from "#web/session/subscription.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Container } from "#web/ui/container.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { ClaimFreeYear, FreeYear } from "./free-year.tsx";
import { Member } from "./member.tsx";
import { Benefits, Questions } from "./offer.tsx";
import { OwnCard } from "./own-card.tsx";
import { PlanChoice } from "./plan-choice.tsx";
import type { MembershipData } from "./queries.ts";
import { usePaymentReturn } from "./use-payment-return.ts";

const Join = ({
  profile,
  data: { freeYearsLeft, jobs },
  cancelled,
}: {
  profile: Profile | null;
  data: MembershipData;
  /** The person is back from a payment that they cancelled. */
  cancelled: boolean;
}) => (
  <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
    <div className="grid content-start gap-10">
      {freeYearsLeft ? <FreeYear left={freeYearsLeft} /> : null}
      <Benefits />
    </div>
    <div className="grid content-start gap-10 sm:grid-cols-2 lg:row-span-2 lg:grid-cols-1">
      {profile && <OwnCard profile={profile} />}
      {jobs && jobs.jobs.length > 0 && <NewJobs found={jobs} />}
    </div>
    <div className="grid content-start gap-10">
      <PlanChoice freeYearsLeft={freeYearsLeft} focused={cancelled} />
      <Questions />
      {freeYearsLeft ? <ClaimFreeYear className="justify-self-start lg:hidden" /> : null}
    </div>
  </div>
);

/** /membership for a provider: the plans, or the membership they have. */
export const MembershipScreen = ({
  user,
  profile,
  subscription,
  data,
}: {
  user: User;
  profile: Profile | null;
  subscription: Subscription;
  data: MembershipData;
}) => {
  const { state } = useLocation() as { state: { redirectReason?: string } | null };
  const payment = usePaymentReturn(user.id, subscription.isSubscribed && subscription.free);
  const { siteName } = useSettings();
  return (
    <Container className="pb-20">
      <PageHeader
        title="Membership"
        lead={
          subscription.isSubscribed
            ? MEMBERSHIP_INCLUDES
            : `You're not listed at the moment. Members are found by ${accountsLabel("client", siteName)} all over the UK, and pay no commission.`
        }
      />
      <div className="grid gap-4 not-empty:mb-8">
        {state?.redirectReason === "subscription_required" && !subscription.isSubscribed && (
          <Alert tone="warning" title={SUBSCRIPTION_REQUIRED}>
            The page you asked for is for {accountsLabel("provider", siteName)} with a membership.
          </Alert>
        )}
        {payment === "waiting" && (
          <p role="status" className="flex items-center gap-3">
            <Spinner /> Waiting for the payment to be confirmed…
          </p>
        )}
        {payment === "late" && (
          <Alert tone="warning" title="The payment has not been confirmed yet" live>
            This can take a few minutes. Your membership starts when the payment arrives. Please
            don't pay again.
          </Alert>
        )}
      </div>
      {subscription.isSubscribed
        ? data.member && <Member profile={profile} subscription={subscription} data={data} />
        : (payment === "idle" || payment === "cancelled") && (
            <Join profile={profile} data={data} cancelled={payment === "cancelled"} />
          )}
    </Container>
  );
};
