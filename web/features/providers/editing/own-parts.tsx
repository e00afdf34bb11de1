import Eye from "lucide-react/icons/eye";
import { type ReactNode, useEffect, useRef } from "react";
import { socialLinks } from "#domain/providers/providers.ts";
import type { Db } from "#web/session/database.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import type { ProviderProfile } from "../profile-queries.ts";
import type { Change } from "./change.ts";

/** Notes above an owner's page: it is the visitor view, or nobody else can see it. */
export const OwnNotes = ({
  asVisitor,
  listed,
  onEdit,
}: {
  asVisitor: boolean;
  listed: boolean;
  onEdit: () => void;
}) => {
  const before = useRef(asVisitor);
  useEffect(() => {
    if (before.current === asVisitor) return;
    before.current = asVisitor;
    // The button that was pressed is gone.
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [asVisitor]);
  if (asVisitor)
    return (
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md bg-signal-wash px-4 py-3 print:hidden">
        <p className="font-semibold">
          {listed
            ? "This is how visitors see your page."
            : "This is how visitors will see your page once it is listed."}
        </p>
        <Button size="sm" variant="outline" onClick={onEdit}>
          Back to editing
        </Button>
      </div>
    );
  if (listed) return null;
  return (
    <p className="mt-4 text-ink-soft print:hidden">
      Only you can see this page. It appears in the directory while your membership is live and your
      profile is visible.{" "}
      <Link to="/membership" className="link">
        See membership
      </Link>
    </p>
  );
};

/** What an owner can do at the top of their own page. */
export const OwnActions = ({ onPreview }: { onPreview: () => void }) => (
  <>
    <ButtonLink to="/account" variant="solid" className="max-sm:w-full">
      Edit Full Profile
    </ButtonLink>
    <Button variant="outline" icon={<Eye aria-hidden="true" />} onClick={onPreview}>
      View as a visitor
    </Button>
  </>
);

/**
 * Writes the changed fields, if the row is still the version that was read.
 *
 * @returns its new version; null if another person, or another window, wrote it since then
 */
export const writeChange = async (
  db: Db,
  id: string,
  version: string,
  change: Change,
): Promise<string | null> => {
  const { data } = await db
    .from("profiles")
    .update({ ...change, updated_at: new Date().toISOString() })
    .eq("id", id)
    .eq("updated_at", version)
    .select("updated_at")
    .maybeSingle()
    .throwOnError();
  return data?.updated_at ?? null;
};

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
