import Search from "lucide-react/icons/search";
import { Form } from "react-router";
import { accountPath } from "#domain/accounts/admin.ts";
import { answerInWords, MAIL_STATES } from "#domain/notifications/answers.ts";
import { EMAILS_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { formatMoment, formatUnbrokenDay } from "#domain/values/dates.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { countOf } from "#domain/values/numbers.ts";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field } from "#web/ui/field.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { SentMail } from "./queries.ts";

type Mail = SentMail["mails"][number];

const TONES = { sent: "success", waiting: "info", refused: "danger", unwanted: "warning" } as const;

/** The last is left out where everything was accepted. */
const COLUMNS: Column<Mail>[] = [
  {
    key: "email",
    header: "Email",
    primary: true,
    cell: ({ signing_in }) => (signing_in ? "Account access email" : "Notification"),
  },
  {
    key: "time",
    header: "When",
    cell: ({ ended_at, queued_at }) => (
      <span className="whitespace-nowrap">{formatMoment(ended_at ?? queued_at)}</span>
    ),
  },
  {
    key: "state",
    header: "Result",
    cell: ({ state }) => <Badge tone={TONES[state]}>{MAIL_STATES[state]}</Badge>,
  },
  {
    key: "answer",
    header: "Answer",
    wide: true,
    cell: (mail) =>
      mail.state !== "sent" && <span className="wrap-anywhere">{answerInWords(mail)}</span>,
  },
];

const accountInWords = ({ is_active, confirmed_at }: NonNullable<SentMail["account"]>): string => {
  const state = is_active ? "" : " The account is deactivated.";
  return confirmed_at
    ? `Confirmed this address on ${formatUnbrokenDay(confirmed_at)}.${state}`
    : `Has not confirmed this address, so only emails about the account are sent.${state}`;
};

const Found = ({ to, sent }: { to: string; sent: SentMail }) => (
  <div className="grid gap-4">
    {sent.account ? (
      <div>
        <h2 className="text-xl wrap-anywhere">{sent.account.name}</h2>
        <p className="wrap-anywhere">{to}</p>
        <p className="mt-1 text-ink-soft">{accountInWords(sent.account)}</p>
        <Link to={accountPath(to)} className="link">
          View this person's account
        </Link>
      </div>
    ) : (
      <p>No account has this address.</p>
    )}
    {sent.mails.length > 0 && (
      <p className="-mb-2 text-sm text-ink-soft">
        {countOf(sent.mails.length, "email", "emails")}, newest first
      </p>
    )}
    <Table
      caption={
        sent.account ? `Emails to ${to}, and notifications to its account` : `Emails to ${to}`
      }
      compact
      columns={sent.mails.every(({ state }) => state === "sent") ? COLUMNS.slice(0, -1) : COLUMNS}
      rows={sent.mails}
      rowKey={({ id }) => id}
      empty={
        <p className="text-ink-soft">
          {sent.account
            ? "No email about the account is on record."
            : "No email to this address is on record."}
        </p>
      }
    />
    {sent.mails.some(({ state }) => state === "sent") && (
      <p className="max-w-prose text-sm">
        Accepted but not in the inbox? Ask them to check their spam folder. The person who runs your
        mail server can see in its log what happened after that.
      </p>
    )}
    <Fold
      className="max-w-prose text-sm text-ink-soft"
      label={<span className="font-semibold">What this list leaves out</span>}
    >
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li>Subjects and contents, which are private.</li>
        <li>
          Account access emails (sign-up, passwords and links) older than 7 days, and notifications
          older than 400 days.
        </li>
        {sent.account && (
          <>
            <li>
              Notifications are listed under the account's current address, even if they went to an
              earlier one.
            </li>
            <li>
              Notifications that people can switch off are listed only while they allow support
              access, and the look-up is then recorded. To see which it was, and their choices, open
              the person in Users.
            </li>
          </>
        )}
        <li>Notifications to addresses without an account, once they are sent or we give up.</li>
      </ul>
    </Fold>
  </div>
);

export const SENT_MAIL = {
  title: "Emails sent to a person",
  lead: "See when emails were sent, and whether the mail server accepted them.",
} as const;

/** What was sent to an address, when, and what the mail server answered: a part of the list of emails, or a page. */
export const SentMailPart = ({ to, sent }: { to: string; sent: SentMail | null }) => (
  <section
    aria-label={SENT_MAIL.title}
    className={cx(
      "grid gap-x-10 gap-y-4",
      !to && "border-t border-line py-6 lg:grid-cols-[18rem_minmax(0,1fr)]",
    )}
  >
    {!to && (
      <div>
        <h2 className="text-xl">{SENT_MAIL.title}</h2>
        <p className="mt-1 text-sm text-ink-soft">{SENT_MAIL.lead}</p>
      </div>
    )}
    <div className="grid gap-8">
      <Form
        key={to}
        role="search"
        method="get"
        className="grid max-w-xl gap-3 sm:flex sm:items-end"
      >
        <Field label="Email address" className="grow">
          <Input
            type="email"
            name="to"
            required
            maxLength={INPUT_LIMITS.email}
            defaultValue={to}
            autoComplete="off"
          />
        </Field>
        <Button
          type="submit"
          variant={to ? "outline" : "solid"}
          className="h-12"
          icon={<Search aria-hidden="true" />}
        >
          Look up
        </Button>
      </Form>
      <div role="status">
        {to && (sent ? <Found to={to} sent={sent} /> : <LoadFailure words={EMAILS_NOT_LOADED} />)}
      </div>
    </div>
  </section>
);
