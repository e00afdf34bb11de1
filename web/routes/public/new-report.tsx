import { data } from "react-router";
import { postReport, ReportScreen, readTarget } from "#web/features/reports/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/new-report.ts";

/** The reported profile, job or feedback; without one there is nothing to report. */
const targetOf = (request: Request) => {
  const target = readTarget(new URL(request.url).searchParams);
  if (!target) throw data(null, { status: 404 });
  return target;
};

export const loader = ({ request }: Route.LoaderArgs) => ({ target: targetOf(request) });

/** Handles the form of a browser without scripts. */
export const action = async ({ context, request }: Route.ActionArgs) =>
  postReport(context.get(siteContext).visitor, targetOf(request), await request.formData());

export const handle = HYDRATE_ON_INTERACTION;

export const meta = pageTitle("Report");

export default function NewReport({ loaderData, actionData }: Route.ComponentProps) {
  return <ReportScreen {...loaderData} posted={actionData} />;
}
