import { socialLinksOf } from "#domain/accounts-forms.ts";
import { labelOf } from "#domain/categories.ts";
import { SOCIAL_NETWORKS, type SocialNetwork } from "#domain/providers.ts";
import { formatMonth } from "#domain/values/dates.ts";
import type { Profile } from "#web/session/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { SummaryList, SummaryRow } from "#web/ui/summary-row.tsx";

const Change = ({ row, what }: { row: string; what: string }) => (
  <ButtonLink to={row} variant="outline" size="sm">
    <span>
      Change<span className="sr-only"> {what}</span>
    </span>
  </ButtonLink>
);

/** What a client or admin has said about themselves, and the way to change each (their email stays with us). */
export const About = ({ profile, email }: { profile: Profile; email: string }) => {
  const links = socialLinksOf(profile.social_links);
  const change = (row: string, what: string) => (
    <Change row={`/account?change=${row}`} what={what} />
  );
  return (
    <section aria-labelledby="about">
      <h2 id="about" className="sr-only">
        About
      </h2>
      <SummaryList>
        <SummaryRow
          label="About you"
          value={profile.bio && <span className="whitespace-pre-line">{profile.bio}</span>}
          action={change("about", "what people read about you")}
        />
        <SummaryRow
          label="Interested In"
          value={profile.categories.map(labelOf).join(", ")}
          action={change("categories", "your interests")}
        />
        <SummaryRow
          label="Location"
          value={profile.location}
          action={change("location", "your location")}
        />
        <SummaryRow
          label="Phone"
          value={profile.phone_number}
          action={change("phone", "your phone number")}
        />
        <SummaryRow
          label="Links"
          value={Object.entries(SOCIAL_NETWORKS)
            .filter(([network]) => links[network as SocialNetwork])
            .map(([, label]) => label)
            .join(", ")}
          action={change("links", "your links")}
        />
        <SummaryRow
          label="Email"
          value={email}
          action={<Change row="/account?tab=security" what="your email address" />}
        />
        <SummaryRow label="Joined" value={formatMonth(profile.created_at)} />
      </SummaryList>
    </section>
  );
};
