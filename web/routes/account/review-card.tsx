import { fullNameOf } from "#domain/accounts/accounts.ts";
import { loadReviewLink } from "#web/features/feedback/invited/queries.ts";
import { ReviewCard } from "#web/features/feedback/invited/review-card.tsx";
import { getSession, sessionClient, useSession } from "#web/session/session.ts";
import { unlessEnded } from "#web/session/unless.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/review-card.ts";

export const meta = pageTitle("Your card");

export const clientLoader = async () => {
  const session = await getSession();
  if (session.status !== "signed-in") return null;
  const loading = sessionClient().then((db) => loadReviewLink(db));
  return unlessEnded(
    loading.then((code) => ({ code })),
    () => null,
  );
};

export default function CardRoute({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  if (session.status !== "signed-in" || !session.profile || !loaderData) return null;
  const { profile } = session;
  return (
    <ReviewCard name={profile.business_name || fullNameOf(profile, "")} code={loaderData.code} />
  );
}
