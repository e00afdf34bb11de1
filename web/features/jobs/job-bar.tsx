import { useSession } from "#web/session/session.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import type { Job } from "./queries.ts";

/**
 * On a telephone, the way to the contact of the page's job, within reach of the thumb; for those
 * who may be providers. It is at the end of the page and sticks there, so that it covers no footer.
 */
export const JobBar = ({ job, state }: { job: Job; state: string }) => {
  const session = useSession();
  const type = session.status === "signed-in" ? session.profile?.account_type : null;
  if (state !== "open" || (type && type !== "provider")) return null;
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 -mx-4 mt-8 flex items-center justify-between gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:hidden print:hidden"
    >
      {type ? (
        <p className="min-w-0 truncate font-semibold">{job.budget ?? "Budget to be agreed"}</p>
      ) : (
        <p className="min-w-0 text-sm text-ink-soft">Contact details: members only</p>
      )}
      {type ? (
        <a href="#contact-details" className={buttonClass("signal", "md", "shrink-0")}>
          Contact details
        </a>
      ) : (
        <ButtonLink to="/signup?type=provider" variant="signal" className="shrink-0">
          Become a Provider
        </ButtonLink>
      )}
    </div>
  );
};
