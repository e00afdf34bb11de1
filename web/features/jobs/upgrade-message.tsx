import Lock from "lucide-react/icons/lock";
import { accountsLabel } from "#domain/accounts/accounts.ts";
import { blurredMessage } from "#domain/jobs/messages.ts";
import { priceOfMembership } from "#domain/membership/plans.ts";
import { useSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";

/** Says once, to people who could become members, what a membership offers here and what it costs. */
export const UpgradeMessage = () => {
  const session = useSession();
  const { siteName, plans } = useSettings();
  const providers = accountsLabel("provider", siteName);
  const price = priceOfMembership(plans);
  const signedIn = session.status === "signed-in";
  if (
    signedIn &&
    (session.subscription.isSubscribed || session.profile?.account_type !== "provider")
  ) {
    return null;
  }
  return (
    <div
      className={cx(
        "mt-10 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-signal-wash px-4 py-3 sm:px-5",
        !signedIn && "for-visitors",
      )}
    >
      <Lock aria-hidden="true" className="size-5 shrink-0 max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">
          {signedIn ? "Upgrade to see contact details" : "Members can see contact details"}
        </p>
        <p className="text-sm">
          {signedIn
            ? `${blurredMessage(providers)} Membership costs ${price}.`
            : `Membership for ${providers} costs ${price}. We take no commission.`}
        </p>
      </div>
      <ButtonLink to={signedIn ? "/membership" : "/signup?type=provider"} className="max-sm:w-full">
        {signedIn ? "Activate Membership" : "Become a Provider"}
      </ButtonLink>
    </div>
  );
};
