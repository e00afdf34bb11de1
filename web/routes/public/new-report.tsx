import { data } from "react-router";
import { postReport, readTarget } from "#web/features/reports/posted.ts";
import { ReportScreen } from "#web/features/reports/report-screen.tsx";
import { loadReported } from "#web/features/reports/reported.ts";
import type { Target } from "#web/features/reports/target.ts";
import type { Db } from "#web/session/database.ts";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";
import { siteContext } from "#web/session/site.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/new-report.ts";

/** The reported profile, job or feedback; without one there is nothing to report. */
const targetOf = (request: Request) => {
  const target = readTarget(new URL(request.url).searchParams);
  if (!target) throw data(null, { status: 404 });
  return target;
};

/** A report can be sent although its target could not be read; then the page does not name it. */
const nameOf = async (visitor: Db, { type, id }: Target): Promise<string | null> => {
  if (type !== "profile" && type !== "job") return null;
  const target = { target_type: type, target_id: id };
  const { item } = await loadReported(visitor, target).catch(() => ({ item: null }));
  return item?.title ?? null;
};

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const target = targetOf(request);
  return { target, name: await nameOf(context.get(siteContext).visitor, target) };
};

/** Handles the form of a browser without scripts. */
export const action = async ({ context, request }: Route.ActionArgs) =>
  postReport(context.get(siteContext).visitor, targetOf(request), await request.formData());

export const handle = HYDRATE_ON_INTERACTION;

export const meta = pageTitle("Report");

export default function NewReport({ loaderData, actionData }: Route.ComponentProps) {
  return <ReportScreen {...loaderData} posted={actionData} />;
}
