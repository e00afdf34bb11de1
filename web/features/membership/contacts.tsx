import { formatDay } from "#domain/values/dates.ts";
import { reportPath } from "#web/features/reports/index.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import type { Contact } from "./queries.ts";

/** The newest that are shown at once. */
const FIRST = 5;

const STATES: Record<string, string> = {
  open: "Job open",
  closed: "Job closed",
  won: "You won it",
};

/** Where the job is still shown to the member. */
const pathOf = ({ job_id, job_state }: Contact): string | null =>
  job_state === "open"
    ? `/job-directory?job=${job_id}`
    : job_state === "won"
      ? "/dashboard/quotes"
      : null;

const Row = ({ contact }: { contact: Contact }) => {
  const { job_id, title, contact_name, job_state, unlocked_at } = contact;
  const path = pathOf(contact);
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3">
      <p className="col-span-2 font-semibold wrap-anywhere">{title}</p>
      <p className="dotted col-span-2 text-sm text-ink-soft">
        {contact_name && <span className="font-semibold text-ink">{contact_name}</span>}
        <span>Unlocked {formatDay(unlocked_at)}</span>
        <span>{STATES[job_state]}</span>
      </p>
      {path ? (
        <Link to={path} className="link justify-self-start text-sm">
          {job_state === "open" ? "See contact details" : "See your quotes"}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Link>
      ) : (
        <span />
      )}
      <Link to={reportPath({ type: "job", id: job_id })} className="link text-sm text-ink-soft">
        Report<VisuallyHidden>: {title}</VisuallyHidden>
      </Link>
    </li>
  );
};

/** The contacts that the member unlocked, and the way to report one that was no use. */
export const Contacts = ({ contacts }: { contacts: readonly Contact[] | null }) => {
  const rows = (some: readonly Contact[]) =>
    some.map((contact) => <Row key={contact.job_id} contact={contact} />);
  const earlier = contacts?.slice(FIRST) ?? [];
  return (
    <section aria-labelledby="contacts" className="grid grid-cols-1 gap-2">
      <h2 id="contacts" tabIndex={-1} className="text-xl outline-none">
        Contacts you unlocked
      </h2>
      {!contacts && <LoadProblem title="Failed to load your contacts" />}
      {contacts?.length === 0 && (
        <>
          <p className="max-w-prose text-ink-soft">Contacts you unlock will appear here.</p>
          <ButtonLink to="/job-directory" variant="outline" className="mt-2 justify-self-start">
            Browse jobs
          </ButtonLink>
        </>
      )}
      {contacts && contacts.length > 0 && (
        <>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {rows(contacts.slice(0, FIRST))}
          </ul>
          {earlier.length > 0 && (
            <Fold label={`${earlier.length} earlier`}>
              <ul className="mt-2 divide-y divide-line border-y border-line">{rows(earlier)}</ul>
            </Fold>
          )}
          <p className="mt-2 max-w-prose text-sm text-ink-soft">
            Was one no use? Report it, and we&apos;ll look into it.
          </p>
        </>
      )}
    </section>
  );
};
