import { type ReactNode, Suspense } from "react";
import { categoryPath, isOwnWords, labelOf } from "#domain/categories/categories.ts";
import { workSamples } from "#domain/providers/portfolio.ts";
import { skillsOf } from "#domain/providers/providers.ts";
import { LatestFeedback } from "#web/features/feedback/index.ts";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import { AreaServed } from "./availability/area-served.tsx";
import { OpeningHours } from "./availability/opening-hours.tsx";
import { ContactPanel, useEnquiry } from "./contact-panel.tsx";
import type { Editing } from "./editing/change.ts";
import { EditBio, EditCategories, EditSkills, OwnAbout } from "./editing/owner-only.tsx";
import { WorkMosaic } from "./portfolio/portfolio-tab.tsx";
import type { ProviderPage, ProviderProfile } from "./profile-queries.ts";
import { ServicesEditor } from "./services/own-services.tsx";
import { ServiceList } from "./services/service-list.tsx";

/** A category links to its page; a person's own words have no page. */
const CategoryChip = ({ selection }: { selection: string }) => {
  const chip = <Chip label={labelOf(selection)} />;
  if (isOwnWords(selection)) return chip;
  return (
    <Link
      to={categoryPath(selection)}
      className="inline-flex max-w-full rounded-full font-semibold text-brand underline-offset-3 hover:underline"
    >
      {chip}
    </Link>
  );
};

/** Services with their prices; for the owner to edit. */
const Services = ({
  provider,
  services,
  isOwner,
}: {
  provider: ProviderProfile;
  services: ProviderPage["services"];
  isOwner: boolean;
}) =>
  (services.length > 0 || isOwner) && (
    <section aria-labelledby="services">
      <h2 id="services" className="mb-3 text-xl">
        Services
      </h2>
      {isOwner ? (
        <ServicesEditor
          providerId={provider.id}
          selections={provider.selections}
          services={services}
        />
      ) : (
        <ServiceList services={services} />
      )}
    </section>
  );

/** What they wrote about themselves. */
const About = ({ provider, editing }: { provider: ProviderProfile; editing: Editing | null }) => (
  <section aria-labelledby="about">
    <EditBio
      editing={editing}
      heading={
        <h2 id="about" className="text-xl">
          About
        </h2>
      }
    >
      {provider.bio ? (
        <p className="mt-3 max-w-prose whitespace-pre-line">{provider.bio}</p>
      ) : (
        <p className="mt-3 text-ink-soft">
          {editing ? "Add a short introduction." : "No description yet."}
        </p>
      )}
    </EditBio>
  </section>
);

const Categories = ({
  selections,
  editing,
}: {
  selections: readonly string[];
  editing: Editing | null;
}) =>
  (selections.length > 0 || editing) && (
    <section aria-labelledby="categories">
      <EditCategories
        editing={editing}
        heading={
          <h2 id="categories" className="text-xl">
            Categories
          </h2>
        }
      >
        {selections.length === 0 && <p className="mt-3 text-ink-soft">No categories yet.</p>}
        <ul
          className="mt-3 flex flex-wrap gap-2 empty:hidden"
          {...sameHtml(["selections", selections], () =>
            selections.map((selection) => (
              <li key={selection}>
                <CategoryChip selection={selection} />
              </li>
            )),
          )}
        />
      </EditCategories>
    </section>
  );

const Skills = ({ provider, editing }: { provider: ProviderProfile; editing: Editing | null }) => {
  const skills = skillsOf(provider.skills);
  return (
    (skills.length > 0 || editing) && (
      <section aria-labelledby="skills">
        <EditSkills
          editing={editing}
          heading={
            <h2 id="skills" className="text-xl">
              Skills
            </h2>
          }
        >
          {skills.length > 0 ? (
            <ul
              className="mt-3 flex flex-wrap gap-2"
              {...sameHtml(["skills", skills], () =>
                skills.map(({ name }) => (
                  <li key={name}>
                    <Chip label={name} />
                  </li>
                )),
              )}
            />
          ) : (
            <p className="mt-3 text-ink-soft">No skills yet.</p>
          )}
        </EditSkills>
      </section>
    )
  );
};

/** A provider's work, services, description and feedback, and beside them how to contact them. */
export const AboutTab = ({
  provider,
  services,
  availability,
  response,
  latest,
  leaveFeedback,
  editing,
}: Pick<ProviderPage, "services" | "availability" | "latest"> & {
  provider: ProviderProfile;
  /** How the provider responds. */
  response: ReactNode;
  /** The link to leave feedback, for those who may. */
  leaveFeedback: ReactNode;
  /** For the owner alone. */
  editing: Editing | null;
}) => {
  const isOwner = editing !== null;
  const writing = useEnquiry(isOwner) === "open";
  const main = (
    <>
      <WorkMosaic
        samples={workSamples(provider.work_samples)}
        path={`/directory/${provider.id}?tab=portfolio`}
        editPath={isOwner ? "/profile?tab=portfolio" : undefined}
      />
      <Services provider={provider} services={services} isOwner={isOwner} />
      <About provider={provider} editing={editing} />
    </>
  );
  const details = (
    <>
      {response}
      <OpeningHours providerId={provider.id} hours={availability.hours} editable={isOwner} />
      <AreaServed providerId={provider.id} availability={availability} editable={isOwner} />
      <Categories selections={provider.selections} editing={editing} />
      <Skills provider={provider} editing={editing} />
    </>
  );
  const feedback = (
    <LatestFeedback
      items={latest}
      total={provider.rating_count}
      path={`/directory/${provider.id}?tab=feedback`}
      action={leaveFeedback}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-10 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_22.5rem]">
      {editing ? (
        <Suspense fallback={main}>
          <OwnAbout provider={provider} main={main} details={details} feedback={feedback} />
        </Suspense>
      ) : (
        <>
          <div
            className={cx(
              "grid min-w-0 grid-cols-1 content-start gap-10",
              // The form is above it then, and must not move when what only people who are logged in need is loaded.
              writing && "max-lg:[overflow-anchor:none]",
            )}
          >
            {main}
            <div className="grid gap-10 empty:hidden sm:grid-cols-2">{details}</div>
            {feedback}
          </div>
          <div className={cx(writing && "max-lg:order-first")}>
            <div className="lg:sticky lg:top-6">
              <ContactPanel provider={provider} services={services} />
            </div>
          </div>
        </>
      )}
    </div>
  );
};
