import type { ReactNode } from "react";
import { socialLinks } from "#domain/providers/providers.ts";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import type { ProviderProfile } from "../profile-queries.ts";

/** For the owner, in place of the panel with the ways of contact: which of them people have. */
const OwnContact = ({ provider }: { provider: ProviderProfile }) => {
  const { own } = provider;
  const website = socialLinks(provider.social_links).find(({ network }) => network === "website");
  return (
    <Card className="@container">
      <h2 className="text-xl">Your contact details</h2>
      <dl className="mt-3 grid items-baseline @3xs:grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [&_dt]:text-ink-soft">
        <dt>Messages</dt>
        <dd>
          <Link to="/dashboard/enquiries" className="link">
            Go to Enquiries
          </Link>
        </dd>
        <dt>Phone</dt>
        <dd className="flex flex-wrap justify-between gap-x-4">
          <span>
            <span>{own?.phone_number || "Not added"}</span>
            {own?.phone_number && !own.show_phone && (
              <span className="block text-sm text-ink-soft">Private</span>
            )}
          </span>
          <Link to="/account?change=phone" className="link text-sm">
            {own?.phone_number ? "Change" : "Add"}
            <span className="sr-only"> your phone number</span>
          </Link>
        </dd>
        <dt>Website</dt>
        <dd className="flex flex-wrap justify-between gap-x-4 wrap-anywhere">
          {website?.url.replace(/^https?:\/\/|\/$/g, "") ?? "Not added"}
          <Link to="/account?change=links" className="link text-sm">
            {website ? "Change" : "Add"}
            <span className="sr-only"> your website</span>
          </Link>
        </dd>
      </dl>
    </Card>
  );
};

/** The owner's two columns: both are long, so nothing stays in view beside the other. */
export const OwnAbout = ({
  provider,
  main,
  details,
  feedback,
}: {
  provider: ProviderProfile;
  main: ReactNode;
  details: ReactNode;
  feedback: ReactNode;
}) => (
  <>
    <div className="grid grid-cols-1 content-start gap-10">{main}</div>
    <div className="grid content-start gap-10 sm:max-lg:grid-cols-2">
      <OwnContact provider={provider} />
      {details}
    </div>
    <div className="lg:col-span-2">{feedback}</div>
  </>
);
