import { useMembershipOffer } from "#web/session/membership-offer.ts";
import { useSession } from "#web/session/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** What leads to a first conversation. */
const SEEKER = {
  to: "/directory",
  label: "Find Professionals",
  text: "Write to a professional from their page.",
};
const LISTED = {
  to: "/directory/me",
  label: "View your public page",
  text: "People write to you from your public page.",
};

/** For a provider whom nobody finds yet: first the membership, then the page. */
const NotListed = ({ userId }: { userId: string }) => {
  const offer = useMembershipOffer(userId);
  return (
    <EmptyState
      art="letter"
      title="You're not in search yet"
      action={
        <>
          <ButtonLink to="/membership" variant="signal">
            Activate Membership
          </ButtonLink>
          <ButtonLink to="/profile" variant="outline">
            Prepare your page
          </ButtonLink>
        </>
      }
    >
      <p data-membership-offer="">
        No enquiries yet: people find members in search, and write to them from their public page.
      </p>
      <p className="mt-2 font-semibold">{offer}</p>
    </EmptyState>
  );
};

/** In place of a list without conversations. */
export const NoEnquiries = () => {
  const session = useSession();
  const signedIn = session.status === "signed-in" ? session : null;
  const provider = signedIn?.profile?.account_type === "provider";
  if (provider && !signedIn.subscription.isSubscribed)
    return <NotListed userId={signedIn.user.id} />;
  const way = provider ? LISTED : SEEKER;
  return (
    <EmptyState
      art="letter"
      title="No enquiries yet"
      action={
        <ButtonLink to={way.to} variant="signal">
          {way.label}
        </ButtonLink>
      }
    >
      <p>
        {way.text}{" "}
        {provider
          ? "Their messages and your replies appear here."
          : "Your messages and their replies appear here."}
      </p>
    </EmptyState>
  );
};
