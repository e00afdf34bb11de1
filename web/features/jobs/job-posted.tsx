import Link2 from "lucide-react/icons/link-2";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { labelOf } from "#domain/categories.ts";
import { tradePeople } from "#domain/providers-trades.ts";
import { useSession } from "#web/session/session.ts";
import { useSiteOrigin } from "#web/session/settings.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import { Link } from "#web/ui/link.tsx";

/** What the history entry after posting remembers. */
export interface PostedJob {
  postedJob: { id: string; title: string; category: string; location: string };
}

/** The job that was just posted. */
export const usePostedJob = (): PostedJob["postedJob"] | undefined =>
  (useLocation().state as Partial<PostedJob> | null)?.postedJob;

/** Above the directory when a job was just posted: where it is, and what the poster can do until somebody answers. */
export const JobPosted = () => {
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
    <section
      aria-labelledby="job-posted"
      className="mt-6 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 rounded-lg bg-success-wash p-5 sm:gap-x-5 sm:p-6"
    >
      <svg viewBox="0 0 40 40" aria-hidden="true" className="size-10 text-success">
        <circle cx="20" cy="20" r="20" fill="currentColor" />
        <path d="M11 21l6 6 12-13" fill="none" strokeWidth="4.500" className="stroke-surface" />
      </svg>
      <h2 id="job-posted" className="self-center text-xl">
        Your job is live
      </h2>
      <div className="max-sm:col-span-2 sm:col-start-2">
        <p className="font-semibold wrap-anywhere">{posted.title}</p>
        <p className="mt-1 max-w-prose">
          Members can contact you now. We email you each quote, and you find them all under{" "}
          <Link to="/profile?tab=my-jobs" className="link whitespace-nowrap">
            My Jobs
          </Link>
          .
        </p>
        <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap">
          <ButtonLink to={path} variant="signal">
            See your job
          </ButtonLink>
          <ButtonLink to={`/directory?${search}`} variant="outline">
            Find {posted.location && "local "}
            {tradePeople(labelOf(posted.category))}
          </ButtonLink>
          <Button
            variant="quiet"
            icon={<Link2 aria-hidden="true" />}
            onClick={() => void copyText(origin + path)}
          >
            Copy link
          </Button>
        </div>
      </div>
    </section>
  );
};
