import {
  ClaimAnswer,
  ClaimScreen,
  loadClaimable,
  loadQuestion,
} from "#web/features/businesses/index.ts";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/claim-business.ts";

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  const params = new URL(request.url).searchParams;
  const key = params.get("answer");
  // With a key it is the business's own mail that was opened, and its answer that is wanted.
  return {
    answer: key ? { linkKey: key, question: await loadQuestion(visitor, key) } : null,
    business: key ? null : await loadClaimable(visitor, params.get("businessID")),
    siteName: settings.siteName,
  };
};

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Claim your business | ${loaderData?.siteName}` },
  { name: "robots", content: "noindex" },
];

export default function ClaimBusinessRoute({ loaderData }: Route.ComponentProps) {
  const { answer, business } = loaderData;
  return answer ? (
    <ClaimAnswer key={answer.linkKey} {...answer} />
  ) : (
    <ClaimScreen business={business} />
  );
}
