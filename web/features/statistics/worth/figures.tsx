import type { MembershipWorth, WorthFigure } from "#domain/statistics-results.ts";
import { formatDay } from "#domain/values/dates.ts";
import { formatPounds } from "#domain/values/money.ts";
import { Sparkline } from "#web/ui/sparkline.tsx";
import { Stat } from "#web/ui/stat.tsx";

/** Fewer views than these make a line that says nothing. */
const LEAST_VIEWS = 8;

const number = (value: number): string => value.toLocaleString("en-GB");

/** Rounded up, as on the public page, whose words stay in that page's own file (vite.chunks.ts). */
const inHours = (minutes: number): string => {
  const hours = Math.ceil(minutes / 60);
  return hours > 48
    ? `${Math.ceil(hours / 24)} days`
    : `${hours} ${hours === 1 ? "hour" : "hours"}`;
};

/** The figure of the 30 days before, if there is one to compare with. */
const beforeOf = (before: number | null, format = number): string | null =>
  before === null ? null : `${format(before)} in the 30 days before`;

const Figure = ({
  label,
  figure,
  also,
  to,
  format = number,
}: {
  label: string;
  figure: WorthFigure;
  /** What else is said of it, before the comparison. */
  also?: string | false;
  to?: string;
  format?: (value: number) => string;
}) => {
  const before = beforeOf(figure.before, format);
  return (
    <Stat
      label={label}
      value={format(figure.total)}
      note={[also, before].filter(Boolean).join(" · ") || undefined}
      to={to}
    />
  );
};

/** The four figures that a member sees first, over the last 30 days. */
export const MainFigures = ({ worth }: { worth: MembershipWorth }) => {
  const { figures, views_by_day: days } = worth;
  const { enquiries, answered_within_a_day: answered } = figures;
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6 lg:grid-cols-4">
      <div>
        <Figure label="Profile views" figure={figures.views} />
        {figures.views.total >= LEAST_VIEWS && (
          <div className="mt-2">
            <Sparkline
              values={days}
              label={`Profile views on each of the last ${days.length} days: ${days.join(", ")}`}
            />
          </div>
        )}
      </div>
      <Figure label="Found in search" figure={figures.found} />
      <Figure
        label="Enquiries"
        figure={enquiries}
        also={enquiries.total > 0 && `${answered.total} answered within 24 hours`}
        to="/dashboard/enquiries"
      />
      <Figure label="Contacts unlocked" figure={figures.contacts} />
    </div>
  );
};

/** What people searched for when they found the member. */
const SearchWords = ({ words }: { words: MembershipWorth["words"] }) => (
  <section aria-labelledby="search-words" className="col-span-2 border-t-2 border-ink pt-3">
    <h3 id="search-words" className="text-sm font-semibold text-ink-soft">
      Words you were found by
    </h3>
    {words.length === 0 ? (
      <p className="mt-1 text-sm text-ink-soft">
        Trades and towns appear here once you have been found by them 5 times in 30 days.
      </p>
    ) : (
      <ul className="mt-1 divide-y divide-line">
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

/** What became of the contacts, and the words of the searches, over the last 30 days. */
export const FurtherFigures = ({ worth }: { worth: MembershipWorth }) => {
  const {
    figures,
    response_minutes: minutes,
    response_minutes_before: before,
    without_value: left,
  } = worth;
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6 lg:grid-cols-4">
      <Figure label="Quotes sent" figure={figures.quotes_sent} to="/dashboard/quotes" />
      <Figure label="Quotes seen" figure={figures.quotes_seen} />
      <Figure label="Quotes accepted" figure={figures.quotes_accepted} />
      <Figure
        label="Value of accepted quotes"
        figure={figures.value_pence}
        format={formatPounds}
        also={left > 0 && `${left} without a value`}
        to="/dashboard/quotes"
      />
      <Stat
        label="Typical response time"
        value={minutes === null ? "–" : inHours(minutes)}
        note={minutes === null ? "Shown from 5 answered enquiries" : beforeOf(before, inHours)}
      />
      <Figure label="Reviews" figure={figures.reviews} to="/profile?tab=reviews" />
      <SearchWords words={worth.words} />
    </div>
  );
};

/** Since when views and searches are counted, until there is a month to compare with. */
export const CountedSince = ({ worth: { figures, counted_since } }: { worth: MembershipWorth }) =>
  figures.views.before === null && (
    <p className="mt-3 max-w-prose text-sm text-ink-soft">
      {counted_since === null
        ? "Nobody has viewed or found your page yet."
        : `Views and searches are counted since ${formatDay(counted_since)}. After 60 days you can compare them with the month before.`}
    </p>
  );
