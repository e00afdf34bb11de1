import { Link } from "react-router";
import { type CategoryGroup, selectionOf } from "#domain/categories.ts";
import type { Job } from "#web/features/jobs/index.ts";
import { Breadcrumb } from "#web/ui/breadcrumb.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ProviderCard } from "./provider-card.tsx";
import { type DirectoryPage, writeSearch } from "./queries.ts";

/** /categories/{slug}: what the category holds, who is in it, and what is wanted in it (decision 25). */
export const CategoryScreen = ({
  group,
  page,
  jobs,
}: {
  group: CategoryGroup;
  page: DirectoryPage;
  jobs: Job[];
}) => (
  <Container className="pb-20">
    <PageHeader
      breadcrumb={
        <Breadcrumb
          trail={[{ label: "Service Categories", to: "/categories" }, { label: group.name }]}
        />
      }
      title={group.name}
      lead={`${page.total} ${page.total === 1 ? "professional" : "professionals"} and ${jobs.length === 0 ? "no open jobs" : "open jobs"} at present.`}
    />
    <ul className="flex flex-wrap gap-2">
      {group.categories.map(({ id, name }) => (
        <li key={id}>
          <Link
            to={`/directory${writeSearch({ category: selectionOf(group.name, name) })}`}
            className="inline-flex min-h-9 items-center rounded-full border border-line-strong bg-surface px-4 text-sm font-semibold hover:border-ink hover:bg-hover"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
    <section aria-labelledby="professionals" className="mt-12">
      <h2 id="professionals" className="text-2xl">
        Professionals
      </h2>
      {page.providers.length === 0 ? (
        <p className="mt-4 text-ink-soft">
          Nobody is listed in this category yet.{" "}
          <Link className="link" to="/signup?type=provider">
            Be the first
          </Link>
        </p>
      ) : (
        <>
          <ul className="mt-5 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
            {page.providers.slice(0, 8).map((provider) => (
              <li key={provider.user_id}>
                <ProviderCard provider={provider} />
              </li>
            ))}
          </ul>
          {page.total > 8 && (
            <ButtonLink
              to={`/directory${writeSearch({ category: group.name })}`}
              variant="outline"
              className="mt-6"
            >
              See all {page.total}
            </ButtonLink>
          )}
        </>
      )}
    </section>
    <section aria-labelledby="jobs" className="mt-14">
      <h2 id="jobs" className="text-2xl">
        Open jobs
      </h2>
      {jobs.length === 0 ? (
        <p className="mt-4 text-ink-soft">
          Nobody asks for this at the moment.{" "}
          <Link className="link" to="/post-job">
            Post a job
          </Link>
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
    </section>
  </Container>
);
