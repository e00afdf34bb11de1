import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import type { ProviderProfile } from "../profile-queries.ts";

/** For the owner, in place of the panel with the ways of contact: which of them people have. */
export default function OwnContact({ provider }: { provider: ProviderProfile }) {
  const { own } = provider;
  const website = provider.links.find(({ network }) => network === "website");
  return (
    <Card>
      <h2 className="text-xl">How people reach you</h2>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 [&_dt]:text-ink-soft">
        <dt>Messages</dt>
        <dd>
          <Link to="/dashboard/enquiries" className="link">
            Go to Enquiries
          </Link>
        </dd>
        <dt>Phone</dt>
        <dd className="flex flex-wrap justify-between gap-x-4">
          <span>
            {own?.phone || "Not added"}
            {own?.phone && !own.showPhone && (
              <span className="block text-sm text-ink-soft">Only you see it</span>
            )}
          </span>
          <Link to="/account?change=phone" className="link text-sm">
            {own?.phone ? "Change" : "Add"}
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
}
