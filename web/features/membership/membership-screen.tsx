import type { User } from "@supabase/supabase-js";
import { useLocation } from "react-router";
import { accountsLabel } from "#domain/accounts.ts";
import { SUBSCRIPTION_REQUIRED } from "#domain/membership-messages.ts";
import { planLabel } from "#domain/membership-plans.ts";
import { formatDay } from "#domain/values/dates.ts";
import { useSettings } from "#web/session/settings.ts";
import type { Subscription } from "#web/session/subscription.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { PlanChoice } from "./plan-choice.tsx";
import { usePaymentReturn } from "./use-payment-return.ts";

const Member = ({ user, subscription }: { user: User; subscription: Subscription }) => {
  const { plans } = useSettings();
  return (
    <Alert
      tone="success"
      title={`${planLabel(subscription.tier, plans)} active`}
      action={
        <>
          <ButtonLink to={`/directory/${user.id}`} size="sm">
            View My Profile
          </ButtonLink>
          <ButtonLink to="/account?tab=payments" size="sm" variant="outline">
            Manage Subscription
          </ButtonLink>
        </>
      }
    >
      {subscription.expiresAt &&
        `${subscription.cancelAtPeriodEnd ? "It ends" : "It renews"} on ${formatDay(subscription.expiresAt)}.`}
    </Alert>
  );
};

/** /membership for a provider: the plans, or the membership they have. */
export const MembershipScreen = ({
  user,
  subscription,
}: {
  user: User;
  subscription: Subscription;
}) => {
  const { state } = useLocation() as { state: { redirectReason?: string } | null };
  const payment = usePaymentReturn(user.id);
  const { siteName } = useSettings();
  return (
    <Container className="pb-20">
      <PageHeader
        title="Membership"
        lead={`One small fee, no commission, and ${accountsLabel("client", siteName)} all over the UK can find you.`}
      />
      <div className="mb-8 grid gap-4">
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
            This can take a few minutes. Your membership starts by itself as soon as it arrives;
            please do not pay again.
          </Alert>
        )}
      </div>
      {subscription.isSubscribed ? (
        <Member user={user} subscription={subscription} />
      ) : (
        payment === "idle" && <PlanChoice />
      )}
    </Container>
  );
};
