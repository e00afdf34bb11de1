import { quoteState } from "#domain/jobs/quotes.ts";
import { formatDay } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";
import { useMembershipOffer } from "#web/session/membership-offer.ts";
import { useSession } from "#web/session/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import { JobContact } from "../job-contact.tsx";
import { ConfirmHireButton, DoneButton } from "./done-button.tsx";
import { hireNews } from "./hire-news.ts";
import { type MyQuote, QUOTES_PAGE } from "./queries.ts";
import { QuoteBadge, QuoteFacts, QuotePriceLine } from "./quote-facts.tsx";
import { QuoteMessage } from "./quote-message.tsx";
import { WithdrawQuote } from "./withdraw-quote.tsx";

/** What became of the job, as far as the provider may know. */
const newsOf = (quote: MyQuote): string => {
  const { job_status, mine, client, state, seen } = quote;
  if (job_status === "deleted") return `${client ?? "Someone"} hired you, and deleted the job.`;
  if (mine) return hireNews({ ...quote, status: job_status });
  if (job_status === "hired" || job_status === "done") return `${client} has hired someone else.`;
  if (job_status !== "open") return "The job is closed.";
  if (state !== "sent") return "";
  return seen ? "Seen." : "Not seen yet.";
};

/** How many there are, and for how many the provider waits or was hired, where all are on one page. */
const sayQuotes = ({ quotes, total }: { quotes: readonly MyQuote[]; total: number }): string => {
  const all = countOf(total, "job", "jobs");
  if (quotes.length < total) return all;
  const waiting = quotes.filter(
    (quote) => quote.job_status === "open" && quoteState(quote, quote.job_status) === "Waiting",
  ).length;
  const hired = quotes.filter(({ mine }) => mine).length;
  const parts = [waiting > 0 && `${waiting} waiting`, hired > 0 && `${hired} hired`].filter(
    Boolean,
  );
  return parts.length > 0 ? `${all}: ${parts.join(", ")}` : all;
};

const Row = ({ quote, userId }: { quote: MyQuote; userId: string }) => {
  const job = { id: quote.job_id, title: quote.title };
  const open = quote.job_status === "open";
  const hired = quote.mine && (quote.job_status === "hired" || quote.job_status === "done");
  const description: string | null = quote.description;
  const message = (quote.state || quote.enquiry_id) && (
    <QuoteMessage
      jobId={quote.job_id}
      providerId={userId}
      name={quote.client}
      enquiryId={quote.enquiry_id}
      label="Message"
    />
  );
  return (
    <Card>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h2 className="text-base text-pretty wrap-anywhere">
            {quote.readable ? (
              <Link to={`/job-directory?job=${quote.job_id}`} className="link">
                {quote.title}
              </Link>
            ) : (
              (quote.title ?? (quote.client ? `Job for ${quote.client}` : "Deleted job"))
            )}
          </h2>
          <p className="mt-1.5 flex items-start gap-2 text-sm">
            <span>
              <QuoteBadge quote={quote} jobStatus={quote.job_status} hired={quote.mine} />
            </span>
            <span>{newsOf(quote)}</span>
          </p>
          <p className="dotted mt-1 text-sm text-ink-soft">
            {quote.client && quote.title && <span>{quote.client}</span>}
            {quote.location && <span>{quote.location}</span>}
            {quote.sent_at && (
              <time dateTime={quote.sent_at}>
                {quote.state ? "Sent" : "Hired"} {formatDay(quote.sent_at)}
              </time>
            )}
          </p>
        </div>
        {quote.price_type && (
          <div className="sm:text-right">
            <QuotePriceLine quote={{ ...quote, price_type: quote.price_type }} mine />
          </div>
        )}
        {quote.price_type && <QuoteFacts quote={quote} inline />}
        <div className="flex flex-wrap items-end gap-2 empty:hidden sm:justify-end">
          {hired && !quote.said_done && <DoneButton job={job} />}
          {quote.mine && !quote.confirmed && <ConfirmHireButton job={job} />}
          {open && quote.state === "sent" && (
            <>
              {message}
              <ButtonLink to={`/job-directory?job=${quote.job_id}`} size="sm" variant="outline">
                <span>
                  Change<span className="sr-only"> the quote for {quote.title}</span>
                </span>
              </ButtonLink>
              <WithdrawQuote job={job} />
            </>
          )}
          {!(open && quote.state === "sent") && message}
        </div>
      </div>
      {quote.reason && <p className="mt-3 text-sm">Reason given: {quote.reason}</p>}
      {(quote.message || description) && (
        <Fold
          label={quote.message ? "Your message and the job" : "The job"}
          startsOpen={quote.mine}
          className="mt-3 text-sm"
        >
          <div className="mt-2 grid gap-3 wrap-anywhere">
            {quote.message && (
              <div>
                <h3 className="font-sans text-sm font-semibold">Your message</h3>
                <p className="max-w-prose whitespace-pre-line">{quote.message}</p>
                <PictureStrip
                  pictures={quote.pictures}
                  title={`Pictures for ${quote.title}`}
                  from="you"
                />
              </div>
            )}
            {description && (
              <div>
                <h3 className="font-sans text-sm font-semibold">What needs doing</h3>
                <p className="max-w-prose whitespace-pre-line">{description}</p>
              </div>
            )}
          </div>
        </Fold>
      )}
      {quote.mine && quote.readable && (
        <div className="mt-4">
          <JobContact
            hired
            job={{
              id: quote.job_id,
              user_id: quote.user_id,
              status: quote.job_status,
              reveals_left: null,
            }}
            revealed
          />
        </div>
      )}
    </Card>
  );
};

const NoQuotes = ({ member, userId }: { member: boolean; userId: string }) => {
  const offer = useMembershipOffer(userId);
  const jobs = (
    <ButtonLink to="/job-directory" variant={member ? "solid" : "outline"}>
      See open jobs
    </ButtonLink>
  );
  return member ? (
    <EmptyState art="letter" title="No quotes yet" action={jobs}>
      <p>Send a quote for an open job, and follow it here.</p>
    </EmptyState>
  ) : (
    <EmptyState
      art="letter"
      title="No quotes yet"
      action={
        <>
          <ButtonLink to="/membership" variant="signal">
            Activate Membership
          </ButtonLink>
          {jobs}
        </>
      }
    >
      <p>Members can send quotes for open jobs, and follow them here.</p>
      <p data-membership-offer="" className="mt-2">
        {offer}
      </p>
    </EmptyState>
  );
};

/** /dashboard/quotes: a provider's quotes and hires, and what became of each. */
export const MyQuotes = ({
  list,
  page,
  userId,
}: {
  list: { quotes: readonly MyQuote[]; total: number };
  page: number;
  userId: string;
}) => {
  const listFocus = useListFocus<HTMLUListElement>();
  const session = useSession();
  const member = session.status === "signed-in" && session.subscription.isSubscribed;
  return (
    <Container className="pb-16">
      <PageHeader
        title="My quotes"
        lead={list.total > 0 && sayQuotes(list)}
        actions={
          list.quotes.length > 0 && (
            <ButtonLink to="/job-directory" variant="outline">
              See open jobs
            </ButtonLink>
          )
        }
      />
      {list.quotes.length === 0 ? (
        <NoQuotes member={member} userId={userId} />
      ) : (
        <ul {...listFocus} className="grid grid-cols-1 gap-4">
          {list.quotes.map((quote) => (
            <li key={quote.job_id ?? quote.sent_at}>
              <Row quote={quote} userId={userId} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-10">
        <Pagination
          page={page}
          pageCount={Math.ceil(list.total / QUOTES_PAGE)}
          label="Pages of quotes"
          href={(to) => `/dashboard/quotes${to > 1 ? `?page=${to}` : ""}`}
        />
      </div>
    </Container>
  );
};
