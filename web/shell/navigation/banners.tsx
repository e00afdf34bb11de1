import { useState } from "react";
import { useMembershipOffer } from "#web/session/membership-offer.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { readDraft, writeDraft } from "#web/ui/draft.ts";

/** Whether a banner was dismissed in this browser: for two weeks, or until the person signs out. */
const useDismissal = (name: string) => {
  const key = `dismissed:${name}`;
  const [dismissed, setDismissed] = useState(() => readDraft("browser", key) !== null);
  const dismiss = () => {
    writeDraft("browser", key, {});
    setDismissed(true);
  };
  return { dismissed, dismiss };
};

/** For people who have not confirmed their email yet. */
export const ConfirmEmailBanner = ({
  userId,
  email,
  busy = false,
  onResend,
}: {
  userId: string;
  email: string;
  busy?: boolean;
  onResend: () => void;
}) => {
  const { dismissed, dismiss } = useDismissal(`confirm-${userId}`);
  if (dismissed) return null;
  return (
    <Banner
      tone="warning"
      onDismiss={dismiss}
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
  const { dismissed, dismiss } = useDismissal(`membership-${userId}`);
  const offer = useMembershipOffer(userId);
  if (dismissed) return null;
  return (
    <Banner
      tone="signal"
      data-membership-banner=""
      onDismiss={dismiss}
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
