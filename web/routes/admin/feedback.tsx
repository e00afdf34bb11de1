import { ModerationScreen } from "#web/features/feedback/admin/moderation-screen.tsx";
import {
  loadModeration,
  loadRepeatedHires,
  readModeration,
} from "#web/features/feedback/admin/queries.ts";
import { RepeatedHires } from "#web/features/feedback/admin/repeated-hires.tsx";
import { loadPublication } from "#web/features/feedback/queries.ts";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { orNull } from "#web/ui/admin/load-failure.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Route } from "./+types/feedback.ts";

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const search = readModeration(new URL(request.url).searchParams);
  const db = await sessionClient();
  const [list, publication, hires] = await Promise.all([
    orNull("Failed to load feedback", loadModeration(db, search)),
    loadPublication(db).catch(() => null),
    loadRepeatedHires(db).catch(() => []),
  ]);
  return { search, list, publication, hires };
};

export const meta = pageTitle("Feedback Moderation");

/** What approving changes, by the setting. */
const LEADS = {
  "at once": "New feedback is public straight away. Approve it to keep it, or hide it.",
  "after approval": "Nobody can read new feedback until you approve it.",
};

export default function FeedbackRoute({
  loaderData: { publication, hires, ...loaded },
}: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Feedback Moderation" lead={publication && LEADS[publication]} />
      <RepeatedHires hires={hires} />
      <ModerationScreen {...loaded} />
    </>
  );
}
