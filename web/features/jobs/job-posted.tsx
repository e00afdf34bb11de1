import Link2 from "lucide-react/icons/link-2";
import { useEffect } from "react";
import { labelOf } from "#domain/categories/categories.ts";
import { tradePeople } from "#domain/providers/trades.ts";
import { useSession } from "#web/session/session.ts";
import { useSiteOrigin } from "#web/session/settings.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import { Done } from "#web/ui/done.tsx";
import { Link } from "#web/ui/link.tsx";
import { JobAnswers } from "./job-answers.tsx";
import { usePostedJob } from "./posted-job.ts";

/** Above the directory when a job was just posted: where it is, and what the poster can do until somebody answers. */
export default function JobPosted() {
  const posted = usePostedJob();
  const origin = useSiteOrigin();
  const session = useSession();
  // Shown once: the job may be gone when the person comes back. The page itself does not load again.
  useEffect(() => {
    if (posted) history.replaceState({ ...history.state, usr: null }, "");
  }, [posted]);
  if (!posted || session.status !== "signed-in") return null;
  const path = `/job-directory?job=${posted.id}`;
  const search = new URLSearchParams({ category: posted.category });
  if (posted.location) search.set("location", posted.location);
  return (
    <>
      <Done
        title="Your job is live"
        subject={posted.title}
        className="mt-6"
        actions={
          <>
            <ButtonLink to={path} variant="signal">
              See your job
            </ButtonLink>
            <ButtonLink to={`/directory?${search}`} variant="outline">
              {`Find ${posted.location ? "local " : ""}${tradePeople(labelOf(posted.category))}`}
            </ButtonLink>
            <Button
              variant="quiet"
              icon={<Link2 aria-hidden="true" />}
              onClick={() => void copyText(origin + path)}
            >
              Copy link
            </Button>
          </>
        }
      >
        Members can contact you now. We email you each quote, and you find them all under{" "}
        <Link to="/profile?tab=my-jobs" className="link whitespace-nowrap">
          My Jobs
        </Link>
        .
      </Done>
      <div className="mt-6">
        <JobAnswers jobId={posted.id} />
      </div>
    </>
  );
}
