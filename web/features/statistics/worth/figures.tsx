// biome-ignore-all lint/a11y/noRedundantRoles: rows in lines are not displayed as a table, and some browsers then drop the roles
import type { MembershipWorth, WorthFigure } from "#domain/statistics-results.ts";
import { formatDay } from "#domain/values/dates.ts";
import { formatPounds } from "#domain/values/money.ts";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Stat } from "#web/ui/stat.tsx";

const number = (value: number): string => value.toLocaleString("en-GB");

/** Rounded up, as on the public page, whose words stay in that page's own file (vite.chunks.ts). */
const inHours = (minutes: number): string => {
  const hours = Math.ceil(minutes / 60);
  return hours > 48
    ? `${Math.ceil(hours / 24)} days`
    : `${hours} ${hours === 1 ? "hour" : "hours"}`;
};

const Change = ({ total, before }: { total: number; before: number }) => {
  if (total === before) return "The same";
  const [word, tone] = total > before ? ["Up", "text-success"] : ["Down", undefined];
  return (
    <>
      <span
        className={cx("font-semibold", tone)}
      >{`${word} ${number(Math.abs(total - before))}`}</span>
      {` from ${number(before)}`}
    </>
  );
};

const Figure = ({
  label,
  figure: { total, before },
  to,
}: {
  label: string;
  figure: WorthFigure;
  /** The list behind it. */
  to?: string;
}) => (
  <Stat
    label={label}
    {...(to && { to })}
    value={number(total)}
    note={before !== null && <Change total={total} before={before} />}
  />
);

/** What the figures are compared with, or until there is a month for that, since when they are counted. */
const CountedSince = ({ worth: { figures, counted_since } }: { worth: MembershipWorth }) => {
  const { views } = figures;
  return (
    <p className="max-w-prose text-sm text-ink-soft">
      {views.before !== null ? (
        "Compared with the previous 30 days."
      ) : counted_since === null ? (
        <>
          Nobody has viewed or found your page yet.{" "}
          <Link to="/profile" className="link">
            Add a description, prices and pictures
          </Link>{" "}
          so that people find it.
        </>
      ) : (
        `We've counted views and searches since ${formatDay(counted_since)}. After 60 days you can compare them with the month before.`
      )}
    </p>
  );
};

/** The four figures that a member sees first, over the last 30 days. */
export const MainFigures = ({ worth }: { worth: MembershipWorth }) => {
  const { views, found, enquiries, contacts } = worth.figures;
  return (
    <>
      <CountedSince worth={worth} />
      <div className="mt-4 grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6 lg:grid-cols-4">
        <Figure label="Profile views" figure={views} />
        <Figure label="Found in search" figure={found} />
        <Figure label="Enquiries" to="/dashboard/enquiries" figure={enquiries} />
        <Figure label="Contacts unlocked" to="/membership#contacts" figure={contacts} />
      </div>
    </>
  );
};

/** What people searched for when they found the member. */
const SearchWords = ({ words }: { words: MembershipWorth["words"] }) => (
  <section aria-labelledby="search-words">
    <div className="flex justify-between gap-4 border-b border-line-strong pb-2 text-sm font-semibold">
      <h3 id="search-words" className="font-sans font-semibold tracking-normal">
        Top search terms
      </h3>
      {words.length > 0 && <span>Searches</span>}
    </div>
    {words.length === 0 ? (
      <p className="mt-2 text-sm text-ink-soft">
        Trades and towns appear here once you have been found by them 5 times in 30 days.
      </p>
    ) : (
      <ul className="divide-y divide-line border-b border-line">
        {words.map(({ word, total }) => (
          <li key={word} className="flex justify-between gap-4 py-2">
            <span className="first-letter:uppercase wrap-anywhere">{word}</span>
            <span className="font-semibold tabular-nums">{number(total)}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** With enlarged text on a telephone: each row's heading above its figures. */
const IN_LINES =
  "@max-3xs:block @max-3xs:[&_:is(thead,tbody)]:block @max-3xs:[&_tr]:flex @max-3xs:[&_tr]:flex-wrap @max-3xs:[&_tr]:justify-between @max-3xs:[&_th:first-child]:w-full";

const Row = ({
  label,
  note,
  to,
  value,
  before,
}: {
  label: string;
  note?: string | false;
  to?: string;
  value: string;
  before: string | null;
}) => (
  <tr role="row" className="border-b border-line align-top">
    <th role="rowheader" scope="row" className="py-2 pr-3 text-left font-normal">
      {to ? (
        <Link to={to} className="link">
          {label}
        </Link>
      ) : (
        label
      )}
      {note && <span className="block text-sm text-ink-soft">{note}</span>}
    </th>
    <td role="cell" className="py-2 text-right font-semibold whitespace-nowrap tabular-nums">
      {value}
    </td>
    <td
      role="cell"
      hidden={before === null}
      className="py-2 pl-5 text-right sm:pl-8 whitespace-nowrap text-ink-soft tabular-nums"
    >
      {before}
    </td>
  </tr>
);

/** A figure beside that of the 30 days before. */
const figureRow = ({ total, before }: WorthFigure, format = number) => ({
  value: format(total),
  before: before === null ? null : format(before),
});

/** '3 of 5'; 'None' if there was nothing to answer then. */
const answeredOf = (
  { enquiries, answered_within_a_day: answered }: MembershipWorth["figures"],
  when: "total" | "before",
): string =>
  enquiries[when] ? `${number(answered[when] ?? 0)} of ${number(enquiries[when])}` : "None";

/** What became of the contacts, and the words of the searches, over the last 30 days. */
export const FurtherFigures = ({ worth }: { worth: MembershipWorth }) => {
  const {
    figures,
    response_minutes: minutes,
    response_minutes_before: before,
    without_value: left,
  } = worth;
  const { value_pence: value, enquiries } = figures;
  const compared = before !== null || Object.values(figures).some((one) => one.before !== null);
  return (
    <div className="@container grid grid-cols-1 items-start gap-x-10 gap-y-8 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <table role="table" className={IN_LINES}>
        <caption className="sr-only">
          Quotes, jobs won, answers and feedback in the last 30 days
        </caption>
        <thead>
          <tr role="row" className="border-b border-line-strong text-sm sm:whitespace-nowrap">
            <th role="columnheader" scope="col" className="pb-2 text-left align-bottom">
              Work and feedback
            </th>
            <th role="columnheader" scope="col" className="pb-2 text-right align-bottom">
              Last 30&nbsp;days
            </th>
            <th
              role="columnheader"
              scope="col"
              hidden={!compared}
              className="pb-2 pl-5 text-right align-bottom sm:pl-8"
            >
              30&nbsp;days before
            </th>
          </tr>
        </thead>
        <tbody>
          <Row label="Quotes sent" to="/dashboard/quotes" {...figureRow(figures.quotes_sent)} />
          <Row label="Quotes seen" {...figureRow(figures.quotes_seen)} />
          <Row
            label="Jobs won"
            {...(figures.jobs_won.total > 0 && { to: "/dashboard/quotes" })}
            {...figureRow(figures.jobs_won)}
          />
          {(value.total > 0 || (value.before ?? 0) > 0 || left > 0) && (
            <Row
              label="Value of accepted quotes"
              note={left > 0 && `${left} without a value`}
              {...figureRow(value, formatPounds)}
            />
          )}
          {enquiries.total > 0 && (
            <Row
              label="Answered within a day"
              value={answeredOf(figures, "total")}
              before={enquiries.before === null ? null : answeredOf(figures, "before")}
            />
          )}
          {minutes !== null && (
            <Row
              label="Typical response time"
              value={inHours(minutes)}
              before={before === null ? null : inHours(before)}
            />
          )}
          <Row label="Feedback" to="/profile?tab=reviews" {...figureRow(figures.reviews)} />
        </tbody>
      </table>
      <SearchWords words={worth.words} />
    </div>
  );
};
