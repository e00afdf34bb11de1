import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef, useState } from "react";
import { quoteState } from "#domain/jobs/quotes.ts";
import { dayAhead } from "#domain/values/dates.ts";
import { useSession } from "#web/session/session.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import { isFull, QuoteDialog, type Quoting } from "./quote-dialog.tsx";
import { QuoteBadge, QuoteFacts, QuotePriceLine } from "./quote-facts.tsx";
import { QuoteMessage } from "./quote-message.tsx";
import { takeSentQuote } from "./sent-quote.ts";
import { WithdrawQuote } from "./withdraw-quote.tsx";

/** A provider's quote for the job on this page: to be sent, changed or withdrawn while it is undecided. */
export const OwnQuoteCard = (quoting: Quoting) => {
  const { job, quote } = quoting;
  const [open, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const session = useSession();
  const listFocus = useListFocus<HTMLDivElement>();
  const member = session.status === "signed-in" && session.subscription.isSubscribed;
  const shown = quote && { ...quote, expired: quote.valid_until < dayAhead(0) };
  const waiting = shown && quoteState(shown) === "Waiting";
  const decided = quote?.state === "declined" || quote?.state === "accepted";
  const sent = quote !== null;
  useEffect(() => {
    if (sent && takeSentQuote(job.id)) heading.current?.focus();
  }, [sent, job.id]);
  if (isFull(quoting)) return null;
  return (
    <div {...listFocus}>
      <Card id="your-quote">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div>
            <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
              Your quote
            </h2>
            {waiting && (
              <p className="mt-1 flex items-start gap-2 font-semibold text-success">
                <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
                {shown.seen_at ? "Sent and seen." : "Sent, not seen yet."} We'll email you when they
                answer.
              </p>
            )}
            {shown && !waiting && (
              <p className="mt-1">
                <QuoteBadge quote={shown} />
              </p>
            )}
          </div>
          {shown && (
            <div className="sm:text-right">
              <QuotePriceLine quote={shown} mine />
            </div>
          )}
        </div>
        {shown ? (
          <div className="mt-3 grid gap-3">
            <QuoteFacts quote={shown} />
            <div>
              <h3 className="font-sans text-base font-semibold">Your message</h3>
              <p className="max-w-prose whitespace-pre-line wrap-anywhere">{shown.message}</p>
              <PictureStrip
                pictures={shown.pictures}
                title={`Pictures for ${job.title}`}
                from="you"
              />
            </div>
            {shown.reason && <p className="text-sm">Reason given: {shown.reason}</p>}
          </div>
        ) : (
          <p className="mt-2 text-sm text-ink-soft">
            {member
              ? "Send a price, when you can start, and what is included."
              : "Members can send a quote."}
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          {!member && (
            <ButtonLink to="/membership" size="sm" variant="outline">
              Activate Membership
            </ButtonLink>
          )}
          {quote?.state === "sent" && (
            <QuoteMessage
              jobId={job.id}
              providerId={quoting.userId}
              name="the person who posted the job"
              enquiryId={null}
              label="Message"
            />
          )}
          {member && !decided && (
            <Button size="sm" variant={quote ? "outline" : "solid"} onClick={() => setOpen(true)}>
              {quote ? (quote.state === "sent" ? "Change" : "Send again") : "Send a quote"}
            </Button>
          )}
          {quote?.state === "sent" && <WithdrawQuote job={job} />}
          {quote && (
            <Link to="/dashboard/quotes" className="link self-center text-sm sm:ml-auto">
              See all your quotes
            </Link>
          )}
        </div>
        <QuoteDialog {...quoting} open={open} onOpenChange={setOpen} />
      </Card>
    </div>
  );
};
