import { type ReactNode, useState } from "react";
import { useActionData, useSearchParams } from "react-router";
import { JOB_NOT_FOUND, POST_A_JOB } from "#domain/jobs/messages.ts";
import { AccountProblem } from "#web/features/accounts/access/account-problem.tsx";
import { loadCategoryGroups } from "#web/features/categories/queries.ts";
import { PostJob } from "#web/features/jobs/post-job.tsx";
import { postStartedJob } from "#web/features/jobs/posted.ts";
import { PostingSteps } from "#web/features/jobs/posting/posting-steps.tsx";
import { type EditableJob, loadEditable } from "#web/features/jobs/queries.ts";
import { StartJob } from "#web/features/jobs/start-job.tsx";
import { HYDRATE_UNLESS_STORED } from "#web/session/hydration.ts";
import { getSession, signedInClient, useSession } from "#web/session/session.ts";
import { siteOf } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { unlessEnded } from "#web/session/unless.ts";
import { headTags } from "#web/shell/search-engines/head.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { TwoPane } from "#web/ui/two-pane.tsx";
import type { Route } from "./+types/post-job.ts";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { visitor } = context.get(siteContext);
  const editing: { id: string; job: EditableJob | null } | null = null;
  return { groups: await loadCategoryGroups(visitor), editing };
};

/**
 * ?edit= loads the person's own job into the form; its contact comes through the same function as
 * everybody's.
 */
export const clientLoader = async ({ request, serverLoader }: Route.ClientLoaderArgs) => {
  const id = new URL(request.url).searchParams.get("edit");
  if (!id) return serverLoader();
  const [seen, db, session] = await Promise.all([serverLoader(), signedInClient(), getSession()]);
  if (!db || session.status !== "signed-in") return seen;
  const loading = loadEditable(db, id, session.user.id);
  return unlessEnded(
    loading.then((job) => ({ ...seen, editing: { id, job } })),
    () => seen,
  );
};
clientLoader.hydrate = true as const;

/** Handles the form of a browser without scripts. */
export const action = async ({ context, request }: Route.ActionArgs) =>
  postStartedJob(context.get(siteContext).visitor, await request.formData());

export const handle = HYDRATE_UNLESS_STORED;

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches);
  return headTags(site, {
    title: `Post a Job | ${site.siteName}`,
    description: "Tell professionals what you need and let them come to you.",
    path: "/post-job",
  });
};

/** What visitors need, before they write anything. */
const SignIn = () => (
  <section aria-labelledby="sign-in" className="rounded-lg bg-brand-wash px-4 py-3 lg:p-6">
    <h2 id="sign-in" className="text-lg lg:text-xl">
      Sign in to post a job
    </h2>
    <p className="mt-1 text-sm">
      Or post it without an account: we email you a link to confirm it. You can also{" "}
      <Link to="/signup?return=/post-job" className="link">
        sign up
      </Link>{" "}
      or{" "}
      <Link to="/login?return=/post-job" className="link whitespace-nowrap">
        log in
      </Link>{" "}
      first.
    </p>
  </section>
);

/** The form with what it needs and leads to at its side; around it, and folded, where there is no side. */
const BesideSteps = ({
  visitor = false,
  first,
  children,
}: {
  visitor?: boolean;
  /** Left out for a job that is posted already. */
  first: "account" | "check" | undefined;
  children: ReactNode;
}) => (
  <TwoPane side="end" className="group gap-x-16 gap-y-8 lg:grid-rows-[auto_1fr]">
    {visitor && (
      <div className="lg:col-start-2">
        <SignIn />
      </div>
    )}
    <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">{children}</div>
    <Fold label={<h2 className="text-base">What happens next</h2>} className="lg:hidden">
      <PostingSteps {...(first && { first })} />
    </Fold>
    <aside
      className={cx(
        "max-lg:hidden lg:sticky lg:top-6 lg:col-start-2 lg:self-start",
        !visitor && "lg:row-span-2",
      )}
    >
      <Card>
        <h2 className="text-xl">What happens next</h2>
        <PostingSteps {...(first && { first })} />
      </Card>
    </aside>
  </TwoPane>
);

const NotYours = () => (
  <EmptyState
    art="lost"
    title={JOB_NOT_FOUND}
    action={<ButtonLink to="/profile?tab=my-jobs">My Jobs</ButtonLink>}
  >
    <p>You can edit the jobs that you posted yourself.</p>
  </EmptyState>
);

const OnlyClients = () => (
  <Alert
    tone="warning"
    title="Feature not available"
    action={
      <ButtonLink to="/job-directory" size="sm" variant="outline">
        Job Directory
      </ButtonLink>
    }
  >
    Only clients can post jobs.
  </Alert>
);

const Content = ({ groups, editing }: Route.ComponentProps["loaderData"]) => {
  const session = useSession();
  const [params] = useSearchParams();
  // The router forgets it with the first data that scripts load.
  const [posted] = useState(useActionData<typeof action>());
  if (session.status !== "signed-in") {
    // The server writes the visitor's page. The first paint knows by its mark whether a person may be signed
    // in (web/session/first-paint.ts).
    const loading = session.status === "loading";
    return (
      <>
        {loading && (
          <div className="hidden in-data-[session=stored]:block">
            <Skeletons count={1} label="Loading…" />
          </div>
        )}
        <div className={loading ? "in-data-[session=stored]:hidden" : undefined}>
          <BesideSteps visitor first="account">
            {params.has("edit") ? (
              <Alert title="Authentication required">Please sign in to post jobs.</Alert>
            ) : (
              <StartJob groups={groups} posted={posted} />
            )}
          </BesideSteps>
        </div>
      </>
    );
  }
  const { user, profile } = session;
  if (session.loadFailed) return <AccountProblem />;
  if (profile && profile.account_type !== "client") return <OnlyClients />;
  if (editing && !editing.job) return <NotYours />;
  return (
    <BesideSteps first={editing ? undefined : "check"}>
      <PostJob
        key={editing?.id ?? user.id}
        groups={groups}
        editing={editing?.job ? { id: editing.id, job: editing.job } : undefined}
        poster={{
          id: user.id,
          name: `${profile?.first_name ?? ""} ${profile?.last_name ?? ""}`.trim(),
          email: user.email ?? "",
          phone: profile?.phone_number ?? "",
          location: profile?.location ?? "",
        }}
      />
    </BesideSteps>
  );
};

export default function PostJobRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Container className="group pt-6 pb-20">
      {/* The preview has its own heading. */}
      <div className="-mt-6 group-has-[#preview]:hidden">
        <PageHeader
          title={loaderData.editing ? "Edit Job" : "Post a Job"}
          lead={!loaderData.editing && `${POST_A_JOB} Posting a job is free.`}
        />
      </div>
      <Content {...loaderData} />
    </Container>
  );
}
