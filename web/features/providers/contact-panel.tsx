import Globe from "lucide-react/icons/globe";
import MessageSquare from "lucide-react/icons/message-square";
import Phone from "lucide-react/icons/phone";
import { Link, useSearchParams } from "react-router";
import { displayName } from "#domain/providers.ts";
import { EnquiryForm } from "#web/features/enquiries/index.ts";
import { useSession } from "#web/session/session.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import type { ProviderProfile } from "./queries.ts";

const ForOwner = () => (
  <p className="text-sm text-ink-soft">
    Visitors write to you here without seeing your address, and you answer under{" "}
    <Link to="/dashboard/enquiries" className="link">
      Enquiries
    </Link>
    . A phone number or website that you show is here too.
  </p>
);

/**
 * How to reach a provider: an enquiry on the site (`?action=contact` opens its form), and what else
 * they chose to show.
 */
export const ContactPanel = ({
  provider,
  isOwner,
}: {
  provider: ProviderProfile;
  isOwner: boolean;
}) => {
  const [params] = useSearchParams();
  const session = useSession();
  const admin = session.status === "signed-in" && session.profile?.account_type === "admin";
  const writing = params.get("action") === "contact" && !isOwner && !admin;
  const website = provider.links.find(({ network }) => network === "website");
  const name = displayName({ business_name: provider.businessName, name: provider.name });
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="grid gap-3 rounded-lg border border-line bg-surface p-5 print:hidden"
    >
      <h2 id="contact-title" className="text-xl">
        Get in touch
      </h2>
      {isOwner && <ForOwner />}
      {writing && <EnquiryForm providerId={provider.id} name={name} />}
      {!isOwner && !writing && !admin && (
        <ButtonLink
          to={`/directory/${provider.id}?action=contact`}
          preventScrollReset
          variant="signal"
          icon={<MessageSquare aria-hidden="true" />}
        >
          Send an enquiry
        </ButtonLink>
      )}
      {provider.phone && (
        <a href={`tel:${provider.phone.replace(/[^+\d]/g, "")}`} className={buttonClass("outline")}>
          <Phone aria-hidden="true" />
          Call {provider.phone}
        </a>
      )}
      {website && (
        <a
          href={website.url}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className={buttonClass("outline")}
        >
          <Globe aria-hidden="true" />
          Visit website
          <span className="sr-only">, opens in a new tab</span>
        </a>
      )}
    </section>
  );
};
