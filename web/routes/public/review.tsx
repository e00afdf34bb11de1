import { data } from "react-router";
import { MONTHS_BACK } from "#domain/feedback/feedback.ts";
import { faultOf } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import { latestMonths } from "#domain/values/dates.ts";
import { postReview } from "#web/features/feedback/invited/posted.ts";
import { ReviewScreen } from "#web/features/feedback/invited/review-screen.tsx";
import { HYDRATE_UNLESS_STORED } from "#web/session/hydration.ts";
import { siteContext } from "#web/session/site.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/review.ts";

export const meta = pageTitle("Leave feedback");

export const handle = HYDRATE_UNLESS_STORED;

export const loader = async ({ context, params }: Route.LoaderArgs) => {
  const { visitor } = context.get(siteContext);
  const { data: provider, error } = await visitor.rpc("review_link_owner", { code: params.code });
  if (error && !/^PT4(?:04|09)$/.test(error.code)) throw error;
  return data(
    {
      code: params.code,
      months: latestMonths(MONTHS_BACK),
      provider: provider ?? null,
      problem: error && faultOf(error, UNEXPECTED_ERROR).message,
    },
    { status: error ? (error.code === "PT409" ? 410 : 404) : 200 },
  );
};

/** Handles the form of a browser without scripts. */
export const action = async ({ context, params, request }: Route.ActionArgs) =>
  postReview(context.get(siteContext).visitor, params.code, await request.formData());

export const headers: Route.HeadersFunction = () => ({ "cache-control": "no-store" });

export default function Review({ loaderData, actionData }: Route.ComponentProps) {
  return <ReviewScreen {...loaderData} posted={actionData} />;
}
