import { useEffect } from "react";
import { data } from "react-router";
import { type CategoryGroup, labelOf, mainOf } from "#domain/categories/categories.ts";
import {
  NO_FILTER,
  pageCount,
  readJobFilter,
  readPage,
  writeJobFilter,
} from "#domain/jobs/jobs.ts";
import type { JobPage } from "#domain/jobs/results.ts";
import { NETWORK_ISSUE } from "#domain/site/faults.ts";
import { loadCategoryGroups } from "#web/features/categories/queries.ts";
import { loadRevealedIds } from "#web/features/jobs/contacts.ts";
import type { JobViewer } from "#web/features/jobs/job-card.tsx";
import { JobDirectory, JobDirectoryProblem } from "#web/features/jobs/job-directory.tsx";
import { postAlert, unsentAlert } from "#web/features/jobs/posted-alert.ts";
import { loadJob, loadJobs, type RequestedJob } from "#web/features/jobs/queries.ts";
import { loadHire, loadOwnQuote, loadQuotesAndHire } from "#web/features/jobs/quotes/queries.ts";
import { loadRequests, noteSeen } from "#web/features/jobs/requests.ts";
import { loadSavedJobIds } from "#web/features/jobs/saved-jobs.tsx";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";
import { getSession, signedInClient } from "#web/session/session.ts";
import { siteOf } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { unlessEnded, unlessUnreachable } from "#web/session/unless.ts";
import { unlessPosted } from "#web/session/unless-posted.ts";
import { headTags } from "#web/shell/search-engines/head.ts";
import { demand, itemList } from "#web/shell/search-engines/structured-data.ts";
import type { Route } from "./+types/job-directory.ts";

/** What search engines get for the job in an address: it exists, was deleted, or never existed. */
const statusOf = (state: RequestedJob["state"]) => {
  if (state === "open") return 200;
  return state === "unknown" ? 404 : 410;
};

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { visitor, shared } = context.get(siteContext);
  const params = new URL(request.url).searchParams;
  const filter = readJobFilter(params);
  const page = readPage(params);
  const job = params.get("job");
  const loadedAt = new Date().toISOString();
  const loadLists = async (): Promise<[JobPage, RequestedJob | null]> => {
    const requested = job ? await loadJob(visitor, job) : null;
    const list = await loadJobs(visitor, filter, page);
    if (!requested?.job || writeJobFilter(filter) !== "") return [list, requested];
    // A job opened on its own is followed by others of its category, then of the main one, then by any.
    const own = requested.job.category;
    const similar = await Promise.all(
      [...new Set([own, mainOf(own)])].map((category) =>
        loadJobs(visitor, { ...NO_FILTER, category }, 1),
      ),
    );
    const jobs = new Map([...similar, list].flatMap((one) => one.jobs).map((one) => [one.id, one]));
    return [{ ...list, jobs: [...jobs.values()] }, requested];
  };
  const [[list, requested], groups] = await Promise.all([
    loadLists(),
    shared("categories", () => loadCategoryGroups(visitor)),
  ]).catch((error: unknown) => {
    if (!request.signal.aborted) console.warn(error);
    return [[null, null], [] as CategoryGroup[]] as const;
  });
  if (list && !job && page > pageCount(list.total)) {
    throw data({ firstPage: `/job-directory${writeJobFilter(filter)}` }, { status: 404 });
  }
  const viewer: JobViewer | null = null;
  const seen = { filter, page, list, requested, groups, viewer, loadedAt };
  return data(seen, { status: list ? statusOf(requested?.state ?? "open") : 503 });
};

/** Emails about new jobs, with and without scripts. */
export const action = async ({ context, request }: Route.ActionArgs) => {
  const filter = readJobFilter(new URL(request.url).searchParams);
  return postAlert(context.get(siteContext).visitor, filter, await request.formData());
};

export const clientAction = async ({ request, serverAction }: Route.ClientActionArgs) => {
  const form = await request.clone().formData();
  return unlessUnreachable(serverAction(), request, () => unsentAlert(form));
};

export const shouldRevalidate = unlessPosted;

/** The last page's categories, for the filters of one that cannot be loaded. */
let knownGroups: CategoryGroup[] = [];

type Args = Route.ClientLoaderArgs;
type Seen = Awaited<ReturnType<Args["serverLoader"]>>;

/** The visitor's jobs with the signed-in person's own facts about them. */
const addOwn = async (seen: Seen, { request }: Args) => {
  const [db, session] = await Promise.all([signedInClient(), getSession()]);
  if (!db || !seen.list || session.status !== "signed-in") return seen;
  const userId = session.user.id;
  const isProvider = session.profile?.account_type === "provider";
  const isAdmin = session.profile?.account_type === "admin";
  const job = new URL(request.url).searchParams.get("job");
  const { jobs } = seen.list;
  const loadOwn = async () => {
    // The person's own job, or one that they won, is also shown when it is closed.
    const requested = job && seen.requested?.job === null ? await loadJob(db, job) : seen.requested;
    const ids = [...jobs, ...(requested?.job ? [requested.job] : [])].map(({ id }) => id);
    const shown = requested?.job;
    const [savedIds, revealedIds, quote, won, own, request, requests] = await Promise.all([
      isProvider ? loadSavedJobIds(db, userId, ids) : [],
      isProvider ? loadRevealedIds(db, ids) : [],
      isProvider && shown ? loadOwnQuote(db, shown.id, userId) : null,
      isProvider && shown && requested.state !== "open" ? loadHire(db, shown.id) : null,
      shown?.user_id === userId ? loadQuotesAndHire(db, shown.id) : null,
      isProvider && shown ? noteSeen(db, shown.id) : null,
      isProvider && !shown && seen.page === 1 ? loadRequests(db) : [],
    ]);
    const named = { request, requests };
    const viewer = {
      userId,
      isProvider,
      isAdmin,
      savedIds,
      revealedIds,
      quote,
      won,
      own,
      ...named,
    };
    return { ...seen, requested, viewer };
  };
  return unlessEnded(loadOwn(), () => seen);
};

/** Without a connection, the list is missing; if only the person's own facts are, it is a visitor's. */
export const clientLoader = async (args: Args) => {
  const { request, serverLoader } = args;
  const seen = await unlessUnreachable(serverLoader(), request, () => null);
  if (seen) return unlessUnreachable(addOwn(seen, args), request, () => seen);
  const params = new URL(request.url).searchParams;
  return {
    filter: readJobFilter(params),
    page: readPage(params),
    list: null,
    requested: null,
    groups: knownGroups,
    viewer: null,
    loadedAt: "",
    unreachable: true,
  };
};
clientLoader.hydrate = true as const;

export const handle = HYDRATE_ON_INTERACTION;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { filter, page, list, requested } = loaderData;
  const site = siteOf(matches);
  const job = requested?.state === "open" ? requested.job : null;
  if (job) {
    return headTags(site, {
      title: `${job.title} | ${site.siteName}`,
      description: job.description,
      path: `/job-directory?job=${job.id}`,
      data: [demand(site, { ...job, category: labelOf(job.category) })],
    });
  }
  return headTags(site, {
    title: `${requested?.job?.title ?? `Job Directory${page > 1 ? `, page ${page}` : ""}`} | ${site.siteName}`,
    description: "Jobs posted across the UK, newest first.",
    path: `/job-directory${page > 1 ? `?page=${page}` : ""}`,
    // Later pages are listed too, but no filtered ones.
    listed: requested === null && writeJobFilter(filter) === "",
    data: [
      itemList(
        site,
        (list?.jobs ?? []).map(({ id, title }) => ({
          name: title,
          path: `/job-directory?job=${id}`,
        })),
      ),
    ],
  });
};

export default function JobDirectoryRoute({ loaderData }: Route.ComponentProps) {
  const { list, ...page } = loaderData;
  const { filter, groups } = page;
  useEffect(() => {
    if (list) knownGroups = groups;
  }, [list, groups]);
  if (!list) {
    return (
      <JobDirectoryProblem filter={filter} groups={groups}>
        {"unreachable" in loaderData && NETWORK_ISSUE}
      </JobDirectoryProblem>
    );
  }
  return <JobDirectory {...page} list={list} />;
}
