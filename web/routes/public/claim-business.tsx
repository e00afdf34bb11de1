import { ClaimAnswer } from "#web/features/businesses/claim-answer.tsx";
import { ClaimScreen } from "#web/features/businesses/claim-screen.tsx";
import {
  loadClaimable,
  loadOwnClaims,
  loadQuestion,
  type OwnClaim,
} from "#web/features/businesses/queries.ts";
import { getSession, signedInClient } from "#web/session/session.ts";
import { siteContext } from "#web/session/site.ts";
import { unlessEnded } from "#web/session/unless.ts";
import type { Route } from "./+types/claim-business.ts";

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  const params = new URL(request.url).searchParams;
  const key = params.get("answer");
  // With a key, the business's own mail was opened, and its decision is needed.
  return {
    answer: key ? { linkKey: key, question: await loadQuestion(visitor, key) } : null,
    business: key ? null : await loadClaimable(visitor, params.get("businessID")),
    claim: null as OwnClaim | null,
    siteName: settings.siteName,
  };
};

/** A signed-in person also sees the progress of their own claim. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs) => {
  const [answer, session, db] = await Promise.all([serverLoader(), getSession(), signedInClient()]);
  if (!db || session.status !== "signed-in" || !answer.business) return answer;
  const claims = loadOwnClaims(db, session.user.id, answer.business.id);
  const [claim] = await unlessEnded(claims, () => []);
  return { ...answer, claim: claim ?? null };
};
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Claim your business | ${loaderData?.siteName}` },
  { name: "robots", content: "noindex" },
];

export default function ClaimBusinessRoute({ loaderData }: Route.ComponentProps) {
  const { answer, business, claim } = loaderData;
  return answer ? (
    <ClaimAnswer key={answer.linkKey} {...answer} />
  ) : (
    <ClaimScreen business={business} claim={claim} />
  );
}
