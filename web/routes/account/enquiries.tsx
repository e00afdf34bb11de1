import { isUuid } from "#domain/values/uuid.ts";
import { EnquiriesScreen } from "#web/features/enquiries/enquiries-screen.tsx";
import { loadEnquiries, loadThread } from "#web/features/enquiries/queries.ts";
import { getSession, sessionClient } from "#web/session/session.ts";
import { unlessEnded } from "#web/session/unless.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/enquiries.ts";

export const meta = pageTitle("Enquiries");

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const session = await getSession();
  if (session.status !== "signed-in") return null;
  const { searchParams } = new URL(request.url);
  const open = searchParams.get("open");
  const page = Math.max(Number.parseInt(searchParams.get("page") ?? "1", 10) || 1, 1);
  const db = await sessionClient();
  const userId = session.user.id;
  const loading = Promise.all([
    loadEnquiries(db, page),
    isUuid(open) ? loadThread(db, open, userId) : null,
  ]);
  return unlessEnded(
    loading.then(([list, thread]) => ({ list, thread, requested: open !== null, page, userId })),
    () => null,
  );
};

export default function EnquiriesRoute({ loaderData }: Route.ComponentProps) {
  return loaderData && <EnquiriesScreen {...loaderData} />;
}
