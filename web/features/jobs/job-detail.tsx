import { Suspense } from "react";
import { labelOf } from "#domain/categories/categories.ts";
import { JOB_NOT_FOUND } from "#domain/jobs/messages.ts";
import { ReportButton } from "#web/features/reports/index.ts";
import { lazy } from "#web/session/parts.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Breadcrumb } from "#web/ui/breadcrumb.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";
import type { JobViewer } from "./job-card.tsx";
import { JobContact } from "./job-contact.tsx";
import { JobFacts, OwnJobFacts } from "./job-facts.tsx";
import type { RequestedJob } from "./queries.ts";
import { SaveJobButton } from "./saved-jobs.tsx";

/** For admins only, so nobody else loads it. */
const JobModeration = lazy(async () => ({
  default: (await import("./admin/job-moderation.tsx")).JobModeration,
}));
const AdminMenu = lazy(async () => ({
  default: (await import("#web/ui/admin/admin-frame.tsx")).AdminMenu,
}));

/** For posters and providers, so that no visitor loads them. */
const OwnJob = lazy(async () => ({ default: (await import("./own-job.tsx")).OwnJob }));
const WonJob = lazy(async () => ({ default: (await import("./quotes/won-job.tsx")).WonJob }));
const OwnRequest = lazy(async () => ({ default: (await import("./own-request.tsx")).OwnRequest }));
const OwnQuoteCard = lazy(async () => ({
  default: (await import("./quotes/own-quote.tsx")).OwnQuoteCard,
}));

/** The job that the address names with ?job=, or why it is not shown. */
export const JobDetail = ({
  requested,
  viewer,
  back,
}: {
  requested: RequestedJob;
  viewer: JobViewer | null;
  /** The list from which it was opened. */
  back: string;
}) => {
  const { job, state } = requested;
  if (!job) {
    return (
      <EmptyState
        art="lost"
        level={1}
        title={state === "closed" ? "This job is no longer open" : JOB_NOT_FOUND}
        action={<ButtonLink to={back}>See open jobs</ButtonLink>}
      >
        <p>
          {state === "closed"
            ? "It's closed, so nobody can quote or contact the person who posted it."
            : "It may have been deleted, or the link may be incomplete."}
        </p>
      </EmptyState>
    );
  }
  const own = viewer?.userId === job.user_id;
  const won = viewer?.won;
  // Once there is one, it is what a provider comes back for.
  const ownQuote = viewer?.isProvider && (state === "open" || (won && viewer.quote)) && (
    <Suspense fallback={null}>
      <OwnQuoteCard
        key={job.id}
        job={job}
        quote={viewer.quote}
        revealed={viewer.revealedIds.includes(job.id)}
        userId={viewer.userId}
      />
    </Suspense>
  );
  return (
    <article className="grid grid-cols-1 gap-6 pt-6 wrap-anywhere">
      {viewer?.isAdmin && (
        <div className="-mt-2">
          <Suspense fallback={null}>
            <AdminMenu />
          </Suspense>
        </div>
      )}
      <div className="flex items-center justify-between gap-4">
        <Breadcrumb
          trail={[
            own
              ? { label: "My Jobs", to: "/profile?tab=my-jobs" }
              : won
                ? { label: "My quotes", to: "/dashboard/quotes" }
                : { label: "Job Directory", to: back },
            { label: job.title },
          ]}
        />
        {own && (
          <Link to={`/post-job?edit=${job.id}`} className="link shrink-0 text-sm">
            Edit Job
          </Link>
        )}
      </div>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-title tracking-title">{job.title}</h1>
          <p className="mt-1 font-semibold text-brand">
            {/* Of any other state of their own job the poster reads more below. */}
            {own && state === "open" && (
              <span className="mr-2">
                <Badge tone="success">Open</Badge>
              </span>
            )}
            <span>{job.categories.map(labelOf).join(", ")}</span>
          </p>
        </div>
        {viewer?.isProvider && !won && (
          <SaveJobButton
            job={job}
            userId={viewer.userId}
            saved={viewer.savedIds.includes(job.id)}
          />
        )}
      </div>
      {own && <OwnJobFacts job={job} state={state} />}
      {own && (
        <Suspense fallback={null}>
          <OwnJob job={job} state={state} own={viewer.own} />
        </Suspense>
      )}
      {viewer?.request && state === "open" && !viewer.quote && (
        <Suspense fallback={null}>
          <OwnRequest jobId={job.id} request={viewer.request} />
        </Suspense>
      )}
      {won && (
        <Suspense fallback={null}>
          <WonJob
            job={job}
            state={state}
            won={won}
            userId={viewer.userId}
            quoted={viewer.quote !== null}
          />
        </Suspense>
      )}
      <div
        className={cx(
          "grid grid-cols-1 items-start gap-6",
          viewer?.isAdmin
            ? "lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr]"
            : "lg:grid-cols-[minmax(0,1fr)_20rem]",
        )}
      >
        <div
          className={cx(
            "grid grid-cols-1 gap-6",
            viewer?.isAdmin && "lg:col-start-1 lg:row-start-1",
          )}
        >
          {viewer?.quote && ownQuote}
          {!own && <JobFacts job={job} state={state} />}
          <Card>
            <h2 className="text-xl">What needs doing</h2>
            <p className="mt-3 max-w-prose whitespace-pre-line">{job.description}</p>
            <PictureStrip
              pictures={job.pictures}
              title={job.title}
              from="the person who posted the job"
            />
          </Card>
          {!viewer?.quote && ownQuote}
        </div>
        {viewer?.isAdmin && (
          <div id="moderation" className="min-w-0 lg:col-start-2 lg:row-span-2">
            <Suspense fallback={null}>
              <JobModeration job={job} state={state} back={back} />
            </Suspense>
          </div>
        )}
        <Card
          id="contact-details"
          className={cx("min-w-0", viewer?.isAdmin && "lg:col-start-1 lg:row-start-2")}
        >
          <h2 className="mb-3 text-xl">Contact details</h2>
          <JobContact
            key={job.id}
            page
            job={job}
            revealed={viewer?.revealedIds.includes(job.id) ?? false}
            hired={Boolean(won)}
          />
        </Card>
      </div>
      {!own && !viewer?.isAdmin && (
        <div className="-my-2 -ml-3 print:hidden">
          <ReportButton target={{ type: "job", id: job.id }} what={`job “${job.title}”`} />
        </div>
      )}
    </article>
  );
};
