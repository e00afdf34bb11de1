import { isOwnWords, labelOf, slugOf } from "#domain/categories.ts";
import { LatestFeedback } from "#web/features/feedback/index.ts";
import { AreaServed, OpeningHours } from "#web/features/providers/availability/index.ts";
import { WorkRow } from "#web/features/providers/portfolio/index.ts";
import { ServiceList, ServicesEditor } from "#web/features/providers/services/index.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Link } from "#web/ui/link.tsx";
import { ContactPanel } from "./contact-panel.tsx";
import { EditBio, type Editing, EditSkills } from "./editing/index.ts";
import type { ProviderPage, ProviderProfile } from "./profile-queries.ts";

/** A category links to its page; a person's own words have no page. */
const CategoryBadge = ({ selection }: { selection: string }) => {
  const badge = <Badge tone="brand">{labelOf(selection)}</Badge>;
  if (isOwnWords(selection)) return badge;
  return (
    <Link
      to={`/categories/${slugOf(labelOf(selection))}`}
      className="inline-flex min-h-6 items-center rounded-sm underline-offset-3 hover:underline"
    >
      {badge}
    </Link>
  );
};

/** A provider's description, work and services, what others say, and how to contact them. */
export const AboutTab = ({
  provider,
  services,
  availability,
  latest,
  editing,
}: Pick<ProviderPage, "services" | "availability" | "latest"> & {
  provider: ProviderProfile;
  /** For the owner alone. */
  editing: Editing | null;
}) => (
  <div className="grid grid-cols-1 gap-10 wrap-anywhere lg:grid-cols-[2fr_1fr]">
    <div className="grid min-w-0 content-start gap-10">
      <section aria-labelledby="about">
        <h2 id="about" className="text-xl">
          About
        </h2>
        <div className="mt-3">
          <EditBio editing={editing}>
            {provider.bio ? (
              <p className="max-w-prose whitespace-pre-line">{provider.bio}</p>
            ) : (
              <p className="text-ink-soft">
                {editing
                  ? "Say what you do, for whom, and what people can count on."
                  : `${provider.name} has not written about the work yet.`}
              </p>
            )}
          </EditBio>
        </div>
      </section>
      <WorkRow samples={provider.samples} path={`/directory/${provider.id}?tab=portfolio`} />
      {(services.length > 0 || editing) && (
        <section aria-labelledby="services">
          <h2 id="services" className="mb-3 text-xl">
            Services
          </h2>
          {editing ? (
            <ServicesEditor
              providerId={provider.id}
              selections={provider.selections}
              services={services}
            />
          ) : (
            <ServiceList services={services} />
          )}
        </section>
      )}
      <LatestFeedback
        items={latest}
        total={provider.ratingCount}
        path={`/directory/${provider.id}?tab=feedback`}
      />
    </div>
    <div className="grid content-start gap-8">
      <ContactPanel provider={provider} isOwner={editing !== null} />
      <OpeningHours
        providerId={provider.id}
        hours={availability.hours}
        editable={editing !== null}
      />
      <AreaServed
        providerId={provider.id}
        availability={availability}
        editable={editing !== null}
      />
      {provider.selections.length > 0 && (
        <section aria-labelledby="categories">
          <h2 id="categories" className="text-xl">
            Categories
          </h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {provider.selections.map((selection) => (
              <li key={selection}>
                <CategoryBadge selection={selection} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {(provider.skills.length > 0 || editing) && (
        <section aria-labelledby="skills">
          <h2 id="skills" className="text-xl">
            Skills
          </h2>
          <div className="mt-3">
            <EditSkills editing={editing}>
              {provider.skills.length > 0 ? (
                <ul className="flex flex-wrap gap-2">
                  {provider.skills.map(({ name }) => (
                    <li key={name} className="max-w-full">
                      <Chip label={name} />
                    </li>
                  ))}
                </ul>
              ) : (
                <p className="text-ink-soft">The directory search finds you by your skills.</p>
              )}
            </EditSkills>
          </div>
        </section>
      )}
    </div>
  </div>
);
