import type { ReactNode } from "react";
import { Form } from "react-router";
import { selectionOf, slugOf } from "#domain/categories/categories.ts";
import { displayName } from "#domain/providers/providers.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { LatestFeedback } from "#web/features/feedback/index.ts";
import { JobRows, PostingSteps } from "#web/features/jobs/index.ts";
import { SearchInput } from "#web/features/search/index.ts";
import { useSession } from "#web/session/session.ts";
import { useMayPostJobs } from "#web/session/use-may-post-jobs.ts";
import { Breadcrumb } from "#web/ui/breadcrumb.tsx";
import { breakable } from "#web/ui/breakable.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";
import { FairLink } from "#web/ui/fair-link.tsx";
import { Field } from "#web/ui/field.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PostInstead } from "#web/ui/post-instead.tsx";
import { Chips } from "./category-chips.tsx";
import type { CategoryPage } from "./category-page.ts";
import { ProviderList } from "./provider-list.tsx";
import { type ProviderCard, SORTS, writeSearch } from "./queries.ts";

/** Searches one category near a place: a plain form to the directory, which measures the distance. */
const TownSearch = ({ category, town }: { category: string; town: string | null }) => (
  <Form
    role="search"
    aria-label="Professionals near you"
    method="get"
    action="/directory"
    className="flex w-full max-w-md items-end gap-3 print:hidden"
  >
    <input type="hidden" name="category" value={category} />
    <Field label="Where do you need it?" className="relative min-w-0 flex-1">
      <SearchInput
        suggests="location"
        name="location"
        defaultValue={town ?? ""}
        required
        placeholder="Town or postcode"
        maxLength={INPUT_LIMITS.search}
        autoComplete="address-level2"
      />
    </Field>
    <Button type="submit" variant="signal" className="h-12">
      Search
    </Button>
  </Form>
);

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** The current facts, in one or two sentences. */
export const sayCategory = ({ place, town, ...facts }: CategoryPage): string => {
  const where = town ? ` in ${town}` : "";
  const kind = place.sub === "Other" ? `other ${place.group.name}` : place.label;
  const listed =
    facts.total === 0
      ? `No ${kind} professionals listed${where} yet`
      : `${count(facts.total, "professional")} listed${where}`;
  const rated =
    facts.rating_average === null
      ? ""
      : `, rated ${facts.rating_average.toFixed(1)} out of 5 in ${count(facts.rating_count, "review")}`;
  const jobs = facts.jobCount === 0 ? "No open jobs" : count(facts.jobCount, "open job");
  return `${listed}${rated}. ${jobs}${where}.`;
};

const Section = ({
  id,
  title,
  lead,
  foot,
  children,
}: {
  id: string;
  title: string;
  lead?: ReactNode;
  /** The way on from what it shows. */
  foot?: ReactNode;
  children: ReactNode;
}) => (
  <section aria-labelledby={id} className="mt-12">
    <h2 id={id} className="text-2xl">
      {title}
    </h2>
    {lead && <p className="mt-1 text-ink-soft">{lead}</p>}
    {children}
    {foot && (
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 empty:hidden">{foot}</div>
    )}
  </section>
);

const trailOf = ({ place, town, townSlug }: CategoryPage) => {
  const trail = [
    { label: "Service Categories", to: "/categories" },
    ...(place.sub === null
      ? []
      : [{ label: place.group.name, to: `/categories/${place.group.slug}` }]),
    { label: place.sub ?? place.label, to: `/categories/${place.slug}` },
    ...(town ? [{ label: town, to: `/categories/${place.slug}/${townSlug}` }] : []),
  ];
  return trail.map((step, index) => (index < trail.length - 1 ? step : { label: step.label }));
};

/** One, two or three columns; a single card shares its row with what people say, or the offer to post a job. */
const CARD_GRID = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6";

const Professionals = ({
  providers,
  town,
  beside = null,
  below = null,
}: {
  providers: readonly ProviderCard[];
  /** That some of them cover from elsewhere. */
  town?: string | undefined;
  /** In the rest of the row of a single card. */
  beside?: ReactNode;
  /** Under that, and where there is room for two columns alone under both. */
  below?: ReactNode;
}) =>
  beside ? (
    <div className={`mt-5 ${CARD_GRID}`}>
      <ProviderList
        providers={providers}
        place={town}
        level="h3"
        className={cx("grid", Boolean(below) && "lg:row-span-2")}
      />
      <div className="max-sm:mt-4 lg:col-span-2">{beside}</div>
      {below && <div className="sm:col-span-2">{below}</div>}
    </div>
  ) : providers.length === 0 ? (
    <p className="mt-4 text-ink-soft">
      No professionals listed here yet.{" "}
      <Link className="link" to="/signup?type=provider">
        Be the first
      </Link>
    </p>
  ) : (
    <ProviderList providers={providers} place={town} level="h3" className={`mt-5 ${CARD_GRID}`} />
  );

/** The furthest that many providers travel, in miles. */
const IN_REACH = 50;

/** /categories/{slug} and /categories/{slug}/{town}: the providers there, and open jobs (P-25). */
export const CategoryScreen = ({ page }: { page: CategoryPage }) => {
  const { place, town, townSlug, parts, jobs, total, jobCount, further } = page;
  // A category's own page and a town without a known place measure no distance at all.
  const measured = page.towns.some(({ miles }) => miles !== null);
  const towns = page.towns.filter(
    ({ miles }) => !measured || (miles !== null && miles <= IN_REACH),
  );
  const mayPost = useMayPostJobs();
  const session = useSession();
  const related = place.group.categories.filter(({ name }) => name !== place.sub);
  const number = (name: string) => parts[selectionOf(place.group.name, name)] ?? 0;
  // Few in a town share a row with the nearest others, whose cards say how far they are.
  const near = total > 0 ? further : [];
  const providers = near.length > 0 ? [...page.providers, ...near].slice(0, 3) : page.providers;
  const only = providers.length === 1 ? providers[0] : undefined;
  const reviewed = page.reviews.length > 0;
  const post = mayPost && (
    <PostInstead
      title="Haven't found the right person?"
      job={new URLSearchParams({ category: place.selection, ...(town && { location: town }) })}
      tall={only && !reviewed}
      className=""
    >
      {only && !reviewed && (
        <div className="max-lg:hidden">
          <PostingSteps />
        </div>
      )}
    </PostInstead>
  );
  return (
    <Container className="pb-20">
      <PageHeader
        breadcrumb={<Breadcrumb trail={trailOf(page)} />}
        title={breakable(town ? `${place.label} in\u00a0${town}` : place.label)}
        lead={sayCategory(page)}
      />
      <TownSearch key={town} category={place.selection} town={town} />
      {place.sub === null && !(town && total < 2) && (
        <Chips
          label="What kind of work?"
          // In a town only what is there.
          items={related
            .filter(({ name }) => !town || number(name) > 0)
            .map(({ name }) => ({
              to: `/categories/${slugOf(name)}${townSlug !== null && number(name) > 0 ? `/${townSlug}` : ""}`,
              label: name,
              number: number(name),
            }))
            .toSorted((a, b) => b.number - a.number)}
        />
      )}
      <Section
        id="professionals"
        title={near.length > 0 ? `In and near ${town}` : "Professionals"}
        lead={
          total > 1 &&
          page.rating_average !== null && (
            <>
              {SORTS.rating.why} <FairLink />
            </>
          )
        }
        foot={
          total > page.providers.length && (
            <ButtonLink
              to={`/directory${writeSearch({ category: place.selection, location: town ?? "", within: 0 })}`}
              variant="outline"
              className="max-sm:w-full"
            >
              See all {total} professionals
            </ButtonLink>
          )
        }
      >
        <Professionals
          providers={providers}
          town={town ?? undefined}
          beside={
            only &&
            (reviewed ? (
              <LatestFeedback
                about={displayName(only)}
                items={page.reviews}
                total={only.rating_count}
                path={`/directory/${only.user_id}?tab=feedback`}
                columns="lg:grid-cols-2"
              />
            ) : (
              post
            ))
          }
          below={only && reviewed && post}
        />
      </Section>
      {total === 0 && further.length > 0 && (
        <Section id="further" title={`Nearest to ${town}`}>
          <Professionals providers={further} />
        </Section>
      )}
      {towns.length > 0 && (
        <Section id="towns" title={town ? "Other towns" : "Where they work"}>
          <Chips
            items={towns.map(({ slug, name, providers, miles }) => ({
              to: `/categories/${place.slug}/${slug}`,
              label: name,
              number: providers,
              miles,
            }))}
          />
        </Section>
      )}
      {!only && post && <div className="mt-12">{post}</div>}
      <Section
        id="jobs"
        title="Open jobs"
        lead={jobs.length > 0 && "Professionals can send quotes for these."}
        foot={
          <>
            {jobCount > jobs.length && (
              <ButtonLink
                to={`/job-directory?${new URLSearchParams({ category: place.selection, ...(town && { location: town }) })}`}
                variant="outline"
                className="max-sm:w-full"
              >
                See all {jobCount} jobs
              </ButtonLink>
            )}
            {session.status !== "signed-in" && (
              <Link to="/signup?type=provider" className="link for-visitors py-1">
                Become a Provider
              </Link>
            )}
          </>
        }
      >
        {jobs.length === 0 ? (
          <p className="mt-4 text-ink-soft">
            <span>No open jobs right now. </span>
            {mayPost && (
              <Link className="link" to="/post-job">
                Post a Job
              </Link>
            )}
          </p>
        ) : (
          <div className="mt-5">
            <JobRows jobs={jobs} />
          </div>
        )}
      </Section>
      {place.sub !== null && related.length > 0 && (
        <Section id="related" title={`More in ${place.group.name}`}>
          <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
            {related.map(({ id, name }) => (
              <li key={id}>
                <Link className="link inline-block py-0.5" to={`/categories/${slugOf(name)}`}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Container>
  );
};
