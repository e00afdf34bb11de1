import { type ReactNode, useState } from "react";
import { bestOf } from "#domain/jobs/quotes.ts";
import { faultOf } from "#domain/site/faults.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Link } from "#web/ui/link.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { Count } from "#web/ui/tab-links.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import type { JobQuote } from "./queries.ts";
import { type Best, priceWithVat, QuoteBadge, QuoteFacts, QuotePriceLine } from "./quote-facts.tsx";
import { QuoteMessage } from "./quote-message.tsx";
import { acceptQuote, declineQuote, NOT_SAVED } from "./writes.ts";

/** Accepts or declines a quote, after a confirmation that repeats the price. */
const Decision = ({
  jobId,
  quote,
  state,
  children,
}: {
  jobId: string;
  quote: JobQuote;
  /** The job's. */
  state: string;
  /** What may be done before deciding. */
  children: ReactNode;
}) => {
  const [deciding, setDeciding] = useState<"accept" | "decline" | null>(null);
  const [reason, setReason] = useState("");
  const accept = useWrite(acceptQuote);
  const decline = useWrite(declineQuote);
  const close = (open: boolean) => !open && setDeciding(null);
  return (
    <>
      {!quote.expired && (
        <Button
          size="sm"
          className="col-span-full px-6"
          aria-label={`Accept the quote from ${quote.name}`}
          onClick={() => setDeciding("accept")}
        >
          Accept
        </Button>
      )}
      {children}
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Decline the quote from ${quote.name}`}
        onClick={() => setDeciding("decline")}
      >
        Decline
      </Button>
      <ConfirmDialog
        open={deciding === "accept"}
        onOpenChange={close}
        title={`Hire ${quote.name}?`}
        description={`You're accepting ${priceWithVat(quote)}. ${state === "open" ? "This closes the job to everyone else, and we'll let them know." : "We'll let the others know."} You pay ${quote.name} directly; no money goes through this site.`}
        confirmLabel="Accept quote"
        onConfirm={async () => {
          try {
            await accept.run(jobId, quote);
          } catch (error) {
            return { message: faultOf(error, NOT_SAVED).message };
          }
          toast({ title: `You have hired ${quote.name}`, variant: "success" });
        }}
      />
      <ConfirmDialog
        open={deciding === "decline"}
        onOpenChange={close}
        title={`Decline the quote from ${quote.name}?`}
        confirmLabel="Decline quote"
        onConfirm={async () => {
          try {
            await decline.run(jobId, quote, reason);
          } catch (error) {
            return { message: faultOf(error, NOT_SAVED).message };
          }
          toast({ title: "Quote declined" });
        }}
      >
        <Field label="Reason" hint={`We send it to ${quote.name}.`} optional>
          <Textarea
            rows={3}
            maxLength={LIMITS.job_quotes.reason}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </ConfirmDialog>
    </>
  );
};

/** The states in which a job may still be given to somebody. */
const MAY_HIRE = ["open", "closed", "expired"];

const Quote = ({
  jobId,
  quote,
  best,
  state,
  hiredId,
}: {
  jobId: string;
  quote: JobQuote;
  best: readonly Best[];
  /** The job's. */
  state: string;
  hiredId: string | null;
}) => {
  const question = (
    <QuoteMessage
      jobId={jobId}
      providerId={quote.provider_id}
      name={quote.name}
      enquiryId={quote.enquiry_id}
      label="Ask a question"
    />
  );
  return (
    // The rows of all cards are the same, so that the eye compares them.
    <li className="row-span-4 grid grid-rows-subgrid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-start gap-3">
        <Avatar name={quote.name} src={quote.image_url} size="sm" />
        <div className="min-w-32 flex-1">
          <h3 className="font-semibold wrap-anywhere">
            {quote.listed ? (
              <Link to={`/directory/${quote.provider_id}`} className="link">
                {quote.name}
              </Link>
            ) : (
              quote.name
            )}
          </h3>
          {quote.rating_count > 0 ? (
            <Stars rating={quote.rating_average} count={quote.rating_count} compact />
          ) : (
            <p className="text-sm text-ink-soft">No feedback yet</p>
          )}
        </div>
        <QuoteBadge
          quote={quote}
          jobStatus={state}
          hired={quote.provider_id === hiredId}
          toDecide
        />
        <QuotePriceLine quote={quote} best={best.includes("price")} />
      </div>
      <QuoteFacts quote={quote} miles={quote.miles} best={best} />
      <div>
        <p className="max-w-prose text-sm whitespace-pre-line wrap-anywhere">{quote.message}</p>
        <PictureStrip
          pictures={quote.pictures}
          title={`Pictures from ${quote.name}`}
          from={quote.name}
        />
        {quote.reason && <p className="mt-3 text-sm text-ink-soft">Your reason: {quote.reason}</p>}
      </div>
      <div className="@container grid content-end">
        <div className="grid grid-cols-2 gap-2 @sm:flex">
          {MAY_HIRE.includes(state) && quote.state === "sent" ? (
            <Decision jobId={jobId} quote={quote} state={state}>
              {question}
            </Decision>
          ) : (
            question
          )}
        </div>
      </div>
    </li>
  );
};

/** The quotes for the person's own job, side by side. */
export const JobQuotes = ({
  jobId,
  quotes,
  state,
  hiredId,
}: {
  jobId: string;
  quotes: readonly JobQuote[];
  /** The job's. */
  state: string;
  /** Whom the person hired. */
  hiredId: string | null;
}) => {
  const listFocus = useListFocus<HTMLUListElement>();
  const undecided = quotes.filter((quote) => quote.state === "sent" && !quote.expired);
  const found = bestOf(MAY_HIRE.includes(state) ? undecided : []);
  const best = Object.entries(found);
  const lowestFirst = quotes.toSorted(
    (a, b) => Number(b.provider_id === found.price) - Number(a.provider_id === found.price),
  );
  return (
    <section aria-labelledby="quotes">
      <h2 id="quotes" className="flex items-center gap-2 text-xl">
        <span>Quotes</span>
        <Count value={quotes.length || undefined} />
      </h2>
      {quotes.length === 0 ? (
        <p className="mt-2 text-ink-soft">
          {`No quotes yet.${state === "open" ? " We'll email you when one arrives." : ""}`}
        </p>
      ) : (
        <ul
          {...listFocus}
          className="mt-4 grid grid-cols-1 gap-4 sm:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]"
        >
          {lowestFirst.map((quote) => (
            <Quote
              key={quote.provider_id}
              jobId={jobId}
              quote={quote}
              best={best.flatMap(([kind, id]) => (id === quote.provider_id ? [kind as Best] : []))}
              state={state}
              hiredId={hiredId}
            />
          ))}
        </ul>
      )}
    </section>
  );
};
