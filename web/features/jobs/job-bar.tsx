import { Suspense, useState } from "react";
import { useLocation } from "react-router";
import { priceOfMembership } from "#domain/membership/plans.ts";
import { lazy } from "#web/session/parts.ts";
import { withReturn } from "#web/session/return-path.ts";
import { useSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import type { JobViewer } from "./job-card.tsx";
import type { Job } from "./queries.ts";

/** For members, so that no visitor loads it. */
const QuoteDialog = lazy(async () => ({
  default: (await import("./quotes/quote-dialog.tsx")).QuoteDialog,
}));

const Contact = ({ variant }: { variant: "signal" | "outline" }) => (
  <a href="#contact-details" className={buttonClass(variant, "md", "shrink-0")}>
    Contact details
  </a>
);

/** A member's next step with the job. */
const Quoting = ({ job, viewer }: { job: Job; viewer: JobViewer }) => {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Contact variant="outline" />
      <Button variant="signal" className="grow" onClick={() => setOpen(true)}>
        {viewer.quote ? "Send again" : "Send a quote"}
      </Button>
      {open !== null && (
        <Suspense fallback={null}>
          <QuoteDialog
            job={job}
            quote={viewer.quote}
            revealed={viewer.revealedIds.includes(job.id)}
            userId={viewer.userId}
            open={open}
            onOpenChange={setOpen}
          />
        </Suspense>
      )}
    </>
  );
};

/**
 * On a telephone, the next step with the page's job within reach of the thumb: its contact or a quote; for those
 * who may be providers and have sent no quote. It is at the end of the page and sticks there, so that it covers no footer.
 */
export const JobBar = ({
  job,
  state,
  viewer,
}: {
  job: Job;
  state: string;
  viewer: JobViewer | null;
}) => {
  const session = useSession();
  const { plans } = useSettings();
  const { pathname, search } = useLocation();
  const listFocus = useListFocus<HTMLDivElement>();
  const signedIn = session.status === "signed-in" ? session : null;
  const type = signedIn?.profile?.account_type;
  const quoted = viewer?.quote && viewer.quote.state !== "withdrawn";
  if (state !== "open" || quoted || (type && type !== "provider")) return null;
  const placed = viewer?.revealedIds.includes(job.id) || job.reveals_left !== 0;
  const quotes = signedIn?.subscription.isSubscribed && placed;
  return (
    <div
      {...listFocus}
      data-bottom-bar
      className="sticky bottom-0 z-10 -mx-4 mt-8 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:hidden print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {type && viewer && quotes ? (
          <Quoting job={job} viewer={viewer} />
        ) : type ? (
          <>
            <p className="min-w-0 truncate font-semibold">{job.budget ?? "Budget to be agreed"}</p>
            <Contact variant="signal" />
          </>
        ) : (
          <>
            <p className="w-full text-sm">Membership: {priceOfMembership(plans)}</p>
            <ButtonLink to="/signup?type=provider" variant="signal" className="grow">
              Become a Provider
            </ButtonLink>
            <ButtonLink to={withReturn("/login", pathname + search)} variant="outline">
              Log in
            </ButtonLink>
          </>
        )}
      </div>
    </div>
  );
};
