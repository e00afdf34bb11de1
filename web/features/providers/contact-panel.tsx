import Globe from "lucide-react/icons/globe";
import MessageSquare from "lucide-react/icons/message-square";
import Phone from "lucide-react/icons/phone";
import { type ReactNode, useState } from "react";
import { useActionData, useSearchParams } from "react-router";
import { tradeOf } from "#domain/categories/categories.ts";
import { amountLabel, cheapestOf, unitLabel } from "#domain/providers/prices.ts";
import { displayName, socialLinks } from "#domain/providers/providers.ts";
import type { OfferedService } from "#domain/providers/results.ts";
import { DETAILS_USED } from "#domain/site/messages.ts";
import { callLink } from "#domain/values/phone.ts";
import { EnquiryForm, type postEnquiry } from "#web/features/enquiries/index.ts";
import { useSession } from "#web/session/session.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { FairLink } from "#web/ui/fair-link.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import type { ProviderProfile } from "./profile-queries.ts";

/** Whether the enquiry form is available here, and whether it is open. */
export const useEnquiry = (isOwner: boolean): "closed" | "open" | null => {
  const [params] = useSearchParams();
  const session = useSession();
  const admin = session.status === "signed-in" && session.profile?.account_type === "admin";
  if (isOwner || admin) return null;
  return params.get("action") === "contact" ? "open" : "closed";
};

const EnquiryLink = ({ providerId, className }: { providerId: string; className?: string }) => (
  <ButtonLink
    to={`/directory/${providerId}?action=contact`}
    preventScrollReset
    data-scripted=""
    variant="signal"
    className={className}
    icon={<MessageSquare aria-hidden="true" />}
  >
    Send an enquiry
  </ButtonLink>
);

const CallLink = ({ phone }: { phone: string | null }) =>
  phone && (
    <a href={callLink(phone)} className={buttonClass("outline")}>
      <Phone aria-hidden="true" />
      Call
      <span className="max-sm:sr-only"> {phone}</span>
    </a>
  );

/** The ways of contact at the top of the page, for screens where the panel is far below. */
export const ContactShortcut = ({
  provider,
  isOwner,
}: {
  provider: ProviderProfile;
  isOwner: boolean;
}) =>
  useEnquiry(isOwner) === "closed" && (
    <div className="for-others hidden gap-2 sm:max-lg:flex">
      <EnquiryLink providerId={provider.id} />
      <CallLink phone={provider.phone_number} />
    </div>
  );

/**
 * The panel on a telephone, always within reach of the thumb. It is at the end of the page and sticks there,
 * so that it covers no footer; in `app.css` the focused element is kept visible above it.
 */
export const ContactBar = ({
  provider,
  isOwner,
}: {
  provider: ProviderProfile;
  isOwner: boolean;
}) =>
  useEnquiry(isOwner) === "closed" && (
    <div
      data-bottom-bar
      // Not over the feedback that somebody is writing.
      className="for-others in-[:root:has(#leave-feedback)]:hidden sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:hidden print:hidden"
    >
      <EnquiryLink providerId={provider.id} className="grow" />
      <CallLink phone={provider.phone_number} />
    </div>
  );

/**
 * How to contact a provider: an enquiry on the site (`?action=contact` opens its form), and any other
 * details they show.
 */
export const ContactPanel = ({
  provider,
  services,
}: {
  provider: ProviderProfile;
  services: readonly OfferedService[];
}) => {
  const enquiry = useEnquiry(false);
  // The router forgets it with the first data that scripts load; a form that is opened again shows its draft.
  const [posted, setPosted] = useState(useActionData<typeof postEnquiry>());
  if (posted && enquiry === "closed") setPosted(undefined);
  const [sent, setSent] = useState(false);
  const isSent = enquiry === "open" && sent;
  const website = socialLinks(provider.social_links).find(({ network }) => network === "website");
  const name = displayName(provider);
  const cheapest = cheapestOf(services);
  if (enquiry === null && !provider.phone_number && !website) return null;
  const content = () => (
    <>
      {/* What was sent says so itself. */}
      <div className={cx(isSent && "sr-only")}>
        <h2 id="contact-title" className="text-xl">
          Get in touch
        </h2>
        {cheapest && (
          <p className={cx("mt-1.5 text-sm text-ink-soft", enquiry === "open" && "max-lg:hidden")}>
            From{" "}
            <strong className="text-base text-ink">
              {amountLabel(cheapest.price_pence, null)}
            </strong>{" "}
            {unitLabel(cheapest.unit)}
          </p>
        )}
      </div>
      {enquiry === "open" && (
        <EnquiryForm
          providerId={provider.id}
          name={name}
          trade={tradeOf(provider.selections)}
          posted={posted}
          onSent={() => setSent(true)}
        />
      )}
      {enquiry === "closed" && (
        <>
          <EnquiryLink providerId={provider.id} />
          <p className="text-center text-sm text-ink-soft">
            Free to ask. Your email and phone number stay private.{" "}
            <FairLink>{DETAILS_USED}</FairLink>
          </p>
        </>
      )}
      {provider.phone_number && (
        <a href={callLink(provider.phone_number)} className={buttonClass("outline")}>
          <Phone aria-hidden="true" />
          Call {provider.phone_number}
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
    </>
  );
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className={cx(
        "for-others grid gap-3 print:hidden",
        // What says that the enquiry was sent has a frame of its own.
        !isSent && "rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-6",
      )}
      {...(enquiry === "closed"
        ? sameHtml(["contact", provider.id, provider.phone_number, website, cheapest], content)
        : { children: content() })}
    />
  );
};

/** A tab's content with the same panel beside it if there is room, always in view. */
export const BesideContact = ({
  provider,
  services,
  isOwner,
  children,
}: {
  provider: ProviderProfile;
  services: readonly OfferedService[];
  isOwner: boolean;
  children: ReactNode;
}) => (
  <div className="gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_22.5rem]">
    <div className="min-w-0">{children}</div>
    {!isOwner && (
      <div className="sticky top-6 hidden self-start lg:block">
        <ContactPanel provider={provider} services={services} />
      </div>
    )}
  </div>
);
