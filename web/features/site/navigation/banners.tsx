import { useState } from "react";
import { useMembershipOffer } from "#web/features/membership/offer/index.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";

/** For people who have not confirmed their email yet. Dismissed until the page is loaded again. */
export const ConfirmEmailBanner = ({
  email,
  busy = false,
  onResend,
}: {
  email: string;
  busy?: boolean;
  onResend: () => void;
}) => {
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  return (
    <Banner
      tone="warning"
      onDismiss={() => setShown(false)}
      action={
        <Button variant="outline" size="sm" busy={busy} onClick={onResend}>
          Resend Email
        </Button>
      }
    >
      Please confirm your email address. We sent a link to <strong>{email}</strong>.
    </Banner>
  );
};

/** For a person whose session has ended and who has not logged in again. */
export const SessionEndedBanner = ({ onLogIn }: { onLogIn: () => void }) => (
  <Banner
    tone="warning"
    action={
      <Button variant="outline" size="sm" onClick={onLogIn}>
        Log in
      </Button>
    }
  >
    Your session has ended. Log in to save your changes.
  </Banner>
);

/** For a person whose account could not be loaded: the page shows a visitor's content. */
export const AccountProblemBanner = ({ onRetry }: { onRetry: () => void }) => (
  <Banner
    tone="warning"
    action={
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    Your account could not be loaded, so some of your actions are missing here.
  </Banner>
);

/** For confirmed providers without a membership. */
export const ActivateMembershipBanner = ({ userId }: { userId: string }) => {
  const [shown, setShown] = useState(true);
  const offer = useMembershipOffer(userId);
  if (!shown) return null;
  return (
    <Banner
      tone="signal"
      data-membership-banner=""
      onDismiss={() => setShown(false)}
      action={
        <ButtonLink to="/membership" variant="signal" size="sm">
          Activate Membership
        </ButtonLink>
      }
    >
      You're not in the directory yet. {offer}
    </Banner>
  );
};
