import { MyQuotes } from "#web/features/jobs/quotes/my-quotes.tsx";
import { loadMyQuotes } from "#web/features/jobs/quotes/queries.ts";
import { getSession, sessionClient } from "#web/session/session.ts";
import { unlessEnded } from "#web/session/unless.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/quotes.ts";

export const meta = pageTitle("My quotes");

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const session = await getSession();
  if (session.status !== "signed-in") return null;
  const { searchParams } = new URL(request.url);
  const page = Math.max(Number.parseInt(searchParams.get("page") ?? "1", 10) || 1, 1);
  const userId = session.user.id;
  const loading = sessionClient().then((db) => loadMyQuotes(db, page));
  return unlessEnded(
    loading.then((list) => ({ list, page, userId })),
    () => null,
  );
};

export default function QuotesRoute({ loaderData }: Route.ComponentProps) {
  return loaderData && <MyQuotes {...loaderData} />;
}
