import { readJobFilter, readPage } from "#domain/jobs.ts";
import { loadSavedJobIds } from "#web/features/bookmarks/index.ts";
import { loadCategoryGroups } from "#web/features/categories/index.ts";
import {
  JobDirectory,
  type JobViewer,
  loadJob,
  loadJobs,
  loadRevealedIds,
} from "#web/features/jobs/index.ts";
import { getSession, signedInClient } from "#web/session/session.ts";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/job-directory.ts";

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  const params = new URL(request.url).searchParams;
  const filter = readJobFilter(params);
  const page = readPage(params);
  const job = params.get("job");
  const [list, asked, groups] = await Promise.all([
    loadJobs(visitor, filter, page),
    job ? loadJob(visitor, job) : null,
    loadCategoryGroups(visitor),
  ]);
  const viewer: JobViewer | null = null;
  return { filter, page, list, asked, groups, viewer, siteName: settings.siteName };
};

/** The jobs are the visitor's; what the signed-in provider saved or unlocked is laid over them. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs) => {
  const [seen, db, session] = await Promise.all([serverLoader(), signedInClient(), getSession()]);
  if (!db || session.status !== "signed-in") return seen;
  const asked = seen.asked?.job;
  const ids = [...seen.list.jobs, ...(asked ? [asked] : [])].map(({ id }) => id);
  const userId = session.user.id;
  const isProvider = session.profile?.account_type === "provider";
  const [savedIds, revealedIds] = isProvider
    ? await Promise.all([loadSavedJobIds(db, userId, ids), loadRevealedIds(db, ids)])
    : [[], []];
  return { ...seen, viewer: { userId, isProvider, savedIds, revealedIds } };
};
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Job Directory | ${loaderData?.siteName}` },
  { name: "description", content: "Jobs that people across the UK want done, newest first." },
];

export default function JobDirectoryRoute({ loaderData }: Route.ComponentProps) {
  const { siteName: _title, ...page } = loaderData;
  return <JobDirectory {...page} />;
}
