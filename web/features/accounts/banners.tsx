import { useState } from "react";
import { useSession } from "#web/session/session.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { useResend } from "./resend.tsx";

const Unconfirmed = ({ email, onDismiss }: { email: string; onDismiss: () => void }) => {
  const { answer, busy, wait, send } = useResend();
  return (
    <Banner
      tone="warning"
      onDismiss={onDismiss}
      action={
        <Button
          size="sm"
          variant="outline"
          busy={busy}
          disabled={wait > 0}
          onClick={() => void send(email)}
        >
          Resend Email
        </Button>
      }
    >
      Please confirm your email address to use everything here.
      {answer && answer.tone !== "success" && ` ${answer.title}: ${answer.text}`}
      {wait > 0 && ` Please wait ${wait} seconds before requesting another email.`}
    </Banner>
  );
};

/**
 * The one banner that applies (spec 1 section 2): an unconfirmed address, else a confirmed provider
 * without membership. Each can be put away until the page is loaded again.
 */
export const AccountBanners = () => {
  const session = useSession();
  const [dismissed, setDismissed] = useState<"confirm" | "membership" | null>(null);
  if (session.status !== "signed-in") return null;
  const { user, profile, subscription } = session;
  if (!user.email_confirmed_at) {
    if (dismissed === "confirm") return null;
    return <Unconfirmed email={user.email ?? ""} onDismiss={() => setDismissed("confirm")} />;
  }
  const lapsed = profile?.account_type === "provider" && !subscription.isSubscribed;
  if (!lapsed || dismissed === "membership") return null;
  return (
    <Banner
      tone="info"
      onDismiss={() => setDismissed("membership")}
      action={
        <ButtonLink to="/membership" size="sm" variant="solid">
          Activate Membership
        </ButtonLink>
      }
    >
      Activate your membership to stand in the directory and see the contacts of jobs.
    </Banner>
  );
};
