import { Fragment, type ReactNode } from "react";
import { selectionOf, slugOf } from "#domain/categories.ts";
import { useMayPostJobs } from "#web/session/use-may-post-jobs.ts";
import { Breadcrumb } from "#web/ui/breadcrumb.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { CategoryPage } from "./category-page.ts";
import { ProviderList } from "./provider-list.tsx";
import { writeSearch } from "./queries.ts";
import { TownSearch } from "./town-search.tsx";

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** The current facts, in one or two sentences. */
export const sayCategory = ({ place, town, ...facts }: CategoryPage): string => {
  const where = town ? ` in ${town}` : "";
  const listed =
    facts.total === 0
      ? `No ${place.label} professionals listed${where} yet`
      : `${count(facts.total, "professional")} listed${where}`;
  const rated =
    facts.rating_average === null
      ? ""
      : `, rated ${facts.rating_average.toFixed(1)} out of 5 in ${count(facts.rating_count, "review")}`;
  const jobs = facts.jobCount === 0 ? "No open jobs" : count(facts.jobCount, "open job");
  return `${listed}${rated}. ${jobs}${where}.`;
};

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="mt-12">
    <h2 id={id} className="text-2xl">
      {title}
    </h2>
    {children}
  </section>
);

interface Neighbour {
  to: string;
  label: string;
  number: number;
}

const emptyLast = (a: Neighbour, b: Neighbour) => Number(b.number > 0) - Number(a.number > 0);

/**
 * Links to neighbouring pages, each with its number of professionals, empty ones last. In a `row` they
 * scroll sideways on a telephone, so that the listing is visible sooner.
 */
const Chips = ({ items, row = false }: { items: Neighbour[]; row?: boolean }) => (
  <ul
    className={cx(
      "mt-4 flex gap-2",
      row
        ? "relative max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:fade-edges sm:flex-wrap"
        : "flex-wrap",
    )}
  >
    {items.toSorted(emptyLast).map(({ to, label, number }) => (
      <li key={to} className={cx(row && "max-sm:shrink-0")}>
        <Link
          to={to}
          className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line-strong bg-surface px-4 text-sm font-semibold hover:border-ink hover:bg-hover"
        >
          {label}
          <span className="font-normal text-ink-soft tabular-nums">
            {number}
            <span className="sr-only"> listed</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);

/** On a narrow screen `Construction/Trade` may break after its slash. */
const breakable = (title: string): ReactNode =>
  title.split("/").map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));

const trailOf = ({ place, town, townSlug }: CategoryPage) => {
  const trail = [
    { label: "Service Categories", to: "/categories" },
    ...(place.sub === null
      ? []
      : [{ label: place.group.name, to: `/categories/${place.group.slug}` }]),
    { label: place.label, to: `/categories/${place.slug}` },
    ...(town ? [{ label: town, to: `/categories/${place.slug}/${townSlug}` }] : []),
  ];
  return trail.map((step, index) => (index < trail.length - 1 ? step : { label: step.label }));
};

const Professionals = ({ page }: { page: CategoryPage }) => {
  const { place, town, total, providers } = page;
  if (total === 0) {
    return (
      <p className="mt-4 text-ink-soft">
        Nobody is listed in this category yet.{" "}
        <Link className="link" to="/signup?type=provider">
          Be the first
        </Link>
      </p>
    );
  }
  return (
    <>
      <ProviderList
        providers={providers}
        level="h3"
        className="mt-5 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6"
      />
      {total > providers.length && (
        <ButtonLink
          to={`/directory${writeSearch({ category: place.selection, location: town ?? "", within: 0 })}`}
          variant="outline"
          className="mt-6"
        >
          See all {total}
        </ButtonLink>
      )}
    </>
  );
};

/** /categories/{slug} and /categories/{slug}/{town}: the providers there, and open jobs (P-25). */
export const CategoryScreen = ({ page }: { page: CategoryPage }) => {
  const { place, town, townSlug, parts, towns, jobs } = page;
  const mayPost = useMayPostJobs();
  const related = place.group.categories.filter(({ name }) => name !== place.sub);
  const number = (name: string) => parts[selectionOf(place.group.name, name)] ?? 0;
  return (
    <Container className="pb-20">
      <PageHeader
        breadcrumb={<Breadcrumb trail={trailOf(page)} />}
        title={breakable(town ? `${place.label} in ${town}` : place.label)}
        lead={sayCategory(page)}
        actions={
          mayPost && (
            <ButtonLink to="/post-job" variant="signal">
              Post a job
            </ButtonLink>
          )
        }
      />
      {!town && <TownSearch category={place.selection} />}
      {place.sub === null && (
        <Chips
          row
          items={related.map(({ name }) => ({
            to: `/categories/${slugOf(name)}${townSlug !== null && number(name) > 0 ? `/${townSlug}` : ""}`,
            label: name,
            number: number(name),
          }))}
        />
      )}
      <Section id="professionals" title="Professionals">
        <Professionals page={page} />
      </Section>
      <Section id="jobs" title="Open jobs">
        {jobs.length === 0 ? (
          <p className="mt-4 text-ink-soft">
            No open jobs right now.{" "}
            {mayPost && (
              <Link className="link" to="/post-job">
                Post a job
              </Link>
            )}
          </p>
        ) : (
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {jobs.map((job) => (
              <li
                key={job.id}
                className="flex flex-wrap items-baseline justify-between gap-2 py-4 wrap-anywhere"
              >
                <Link className="link" to={`/job-directory?job=${job.id}`}>
                  {job.title}
                </Link>
                <span className="text-sm text-ink-soft">
                  {[job.location, job.budget].filter(Boolean).join(" · ")}
                </span>
              </li>
            ))}
          </ul>
        )}
        {page.jobCount > jobs.length && (
          <ButtonLink
            to={`/job-directory?${new URLSearchParams({ category: place.selection, ...(town && { location: town }) })}`}
            variant="outline"
            className="mt-6"
          >
            See all {page.jobCount}
          </ButtonLink>
        )}
      </Section>
      {towns.length > 0 && (
        <Section id="towns" title={town ? "Other towns" : "By town"}>
          <Chips
            items={towns.map(({ slug, name, providers }) => ({
              to: `/categories/${place.slug}/${slug}`,
              label: name,
              number: providers,
            }))}
          />
        </Section>
      )}
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
