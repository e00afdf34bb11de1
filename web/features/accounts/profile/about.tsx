import type { ReactNode } from "react";
import { socialLinksOf } from "#domain/accounts/forms.ts";
import { labelOf } from "#domain/categories/categories.ts";
import { SOCIAL_NETWORKS, type SocialNetwork } from "#domain/providers/providers.ts";
import { formatMonth } from "#domain/values/dates.ts";
import type { Profile } from "#web/session/session.ts";
import { Link } from "#web/ui/link.tsx";
import { ROW_ACTION, SummaryList, SummaryRow } from "#web/ui/summary-row.tsx";

/** A fact, and the way to change it. */
const Row = ({
  label,
  value,
  to,
  what,
}: {
  label: string;
  value: ReactNode;
  to: string;
  /** The rest of the link's name. */
  what: string;
}) => (
  <SummaryRow
    label={label}
    value={value}
    action={
      <Link to={to} className={`inline-block ${ROW_ACTION}`}>
        {value ? "Change" : "Add"}
        <span className="sr-only"> {what}</span>
      </Link>
    }
  />
);

/** What a client or admin has said about themselves, and the way to change each (their email stays with us). */
export const About = ({ profile, email }: { profile: Profile; email: string }) => {
  const links = socialLinksOf(profile.social_links);
  return (
    <section aria-labelledby="about">
      <h2 id="about" className="sr-only">
        About
      </h2>
      <SummaryList>
        <Row
          label="About you"
          value={profile.bio && <span className="whitespace-pre-line">{profile.bio}</span>}
          to="/account?change=about"
          what="what people read about you"
        />
        <Row
          label="Interested In"
          value={profile.categories.map(labelOf).join(", ")}
          to="/account?change=categories"
          what="your interests"
        />
        <Row
          label="Location"
          value={profile.location}
          to="/account?change=location"
          what="your location"
        />
        <Row
          label="Phone"
          value={profile.phone_number}
          to="/account?change=phone"
          what="your phone number"
        />
        <Row
          label="Links"
          value={Object.entries(SOCIAL_NETWORKS)
            .filter(([network]) => links[network as SocialNetwork])
            .map(([, label]) => label)
            .join(", ")}
          to="/account?change=links"
          what="your links"
        />
        <Row label="Email" value={email} to="/account?tab=security" what="your email address" />
        <SummaryRow label="Joined" value={formatMonth(profile.created_at)} />
      </SummaryList>
    </section>
  );
};
