import { type ReactNode, useEffect, useRef } from "react";
import { fullNameOf } from "#domain/accounts/accounts.ts";
import {
  isWaiting,
  reportReasonLabel,
  reportStateLabel,
  reportTargetLabel,
} from "#domain/reports/reports.ts";
import { formatDay, formatUnbrokenDay } from "#domain/values/dates.ts";
import { useWrite } from "#web/session/use-write.ts";
import { reportAct } from "#web/ui/admin/act.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import type { ReportCase } from "../queries.ts";
import type { LoadedReport } from "../reported.ts";
import { STATE_TONES } from "../state-tones.ts";
import { Decision, isHidable } from "./decision.tsx";
import { ActionLink, NOT_SEEN, ReportedItem, StillPublic } from "./reported-item.tsx";
import { ReportedMessage } from "./reported-message.tsx";
import { takeReport } from "./writes.ts";

const reporterOf = ({ reporter, reporter_email }: ReportCase): string =>
  reporter
    ? `${fullNameOf(reporter, "A member")}, ${reporter.email ?? ""}`
    : (reporter_email ?? "A visitor who left no email address");

const History = ({ events }: Pick<ReportCase, "events">) => (
  <section aria-labelledby="history">
    <h2 id="history" className="text-xl">
      History
    </h2>
    <ol className="mt-3 grid gap-3">
      {events.map((event) => (
        <li key={event.id} className="border-l-3 border-line pl-4">
          <p>
            <span className="font-semibold">{reportStateLabel(event.state)}</span>{" "}
            <span className="text-sm text-ink-soft">
              <span>{formatDay(event.created_at)}</span>
              {event.actor && <span> by {fullNameOf(event.actor, "an admin")}</span>}
            </span>
          </p>
          {event.note && <p className="text-sm whitespace-pre-line wrap-anywhere">{event.note}</p>}
        </li>
      ))}
    </ol>
  </section>
);

/** The complaint, to be read against what it is about. */
const Complaint = ({ found }: { found: ReportCase }) => (
  <section aria-labelledby="complaint" className="mt-5 wrap-anywhere">
    <h2 id="complaint" className="text-sm font-semibold text-ink-soft">
      {found.details ? "What they said" : "Reported by"}
    </h2>
    {found.details && (
      <blockquote className="mt-1 whitespace-pre-line">“{found.details}”</blockquote>
    )}
    <p className={cx("mt-1", found.details && "text-sm text-ink-soft")}>
      {`${reporterOf(found)}, on\u00a0${formatUnbrokenDay(found.created_at)}`}
    </p>
  </section>
);

/** What was reported, and why, in a line: 'Profile reported: False or misleading'. */
const reportedFor = ({ target_type, reason }: ReportCase): string =>
  `${reportTargetLabel(target_type)} reported: ${reportReasonLabel(reason)}`;

/** One case for an admin: the report, what it is about, and beside them the decision. */
export const AdminCase = ({
  found,
  reported,
  back,
  queued,
  next,
}: {
  found: ReportCase;
  /** Null if it could not be loaded. */
  reported: LoadedReport | null;
  back: string;
  /** It was opened from the cases that wait. */
  queued: boolean;
  /** The place of the case in its list, and the way to the next one. */
  next: ReactNode;
}) => {
  const { run, busy } = useWrite(takeReport);
  const waits = isWaiting(found.state);
  const isPublic = Boolean(reported?.item?.isPublic);
  const heading = useRef<HTMLHeadingElement>(null);
  const outcome = useRef<HTMLHeadingElement>(null);
  const decide = useRef<HTMLHeadingElement>(null);
  // The button that decided it is gone then.
  const before = useRef({ id: found.id, waits });
  useEffect(() => {
    if (before.current.id === found.id && before.current.waits && !waits)
      (outcome.current ?? heading.current)?.focus();
    before.current = { id: found.id, waits };
  }, [found.id, waits]);
  const take = async () => {
    // The button is gone afterwards.
    const failed = await reportAct(run(found.id), "Failed to take the case", "Review started");
    if (!failed) decide.current?.focus();
  };
  return (
    <div className="grid gap-6 pt-6 sm:pt-10">
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-3">
        <BackLink to={back}>All reports</BackLink>
        {(waits || !queued) && next}
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_1fr] lg:gap-x-12">
        <section aria-labelledby="case" className="min-w-0">
          <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <span className="font-semibold text-ink-soft">{found.case_number}</span>
            <Badge tone={STATE_TONES[found.state] ?? "neutral"}>
              {reportStateLabel(found.state)}
            </Badge>
          </div>
          <h1
            ref={heading}
            id="case"
            tabIndex={-1}
            className="text-title tracking-title outline-none wrap-anywhere"
          >
            {found.target_label}
          </h1>
          <p className="mt-1 text-lg font-semibold">{reportedFor(found)}</p>
          {waits && (
            // On narrow screens the decision is below all that was reported.
            <a href="#decide" className="link mt-2 inline-block lg:hidden">
              Go to decision
            </a>
          )}
          <div className="mt-4 empty:hidden">
            <StillPublic found={found} reported={reported} />
          </div>
          <Complaint found={found} />
          {found.target_type === "message" ? (
            <div className="mt-6">
              <ReportedMessage key={found.id} id={found.id} />
            </div>
          ) : (
            <ReportedItem found={found} reported={reported} />
          )}
        </section>
        {!waits && queued && (
          <Card className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <h2 ref={outcome} tabIndex={-1} className="scroll-mt-8 text-xl outline-none">
              Decided: {reportStateLabel(found.state).toLowerCase()}
            </h2>
            {found.state === "upheld" && isHidable(found.target_type) && reported && !isPublic && (
              <p className="mt-1">{NOT_SEEN}.</p>
            )}
            <div className="mt-2">{next}</div>
          </Card>
        )}
        {waits && (
          <Card className="min-w-0 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <h2 ref={decide} id="decide" tabIndex={-1} className="scroll-mt-8 text-xl outline-none">
              {found.state === "appealed" ? "Decide the appeal" : "Decide"}
            </h2>
            {found.state === "open" && (
              <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-soft">
                <Button variant="outline" size="sm" busy={busy} onClick={() => void take()}>
                  Start review
                </Button>
                Optional: shows other admins that you're handling it.
              </p>
            )}
            <div className="mt-4">
              {/* A typed decision outlasts the start of the review. */}
              <Decision
                key={`${found.id} ${found.state === "appealed"}`}
                found={found}
                isPublic={isPublic}
                action={
                  <ActionLink
                    found={found}
                    reported={reported}
                    hides={isPublic && isHidable(found.target_type)}
                  />
                }
              />
            </div>
          </Card>
        )}
        <History events={found.events} />
      </div>
    </div>
  );
};
