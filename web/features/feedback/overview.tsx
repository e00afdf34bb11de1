import { Form, useSubmit } from "react-router";
import { FEEDBACK_LABELS, FEWEST_CASES } from "#domain/feedback/feedback.ts";
import { countOf } from "#domain/values/numbers.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Select } from "#web/ui/select.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { type FeedbackFilters, feedbackPath, ORDERS } from "./filters.ts";
import type { FeedbackSummary } from "./queries.ts";

const starsIn = (rating: number) => (rating === 1 ? "1 star" : `${rating} stars`);

/** One line of the distribution: a press shows only these, another press shows all again. */
const Line = ({
  providerId,
  rating,
  total,
  share,
  filters,
}: {
  providerId: string;
  rating: number;
  total: number;
  share: number;
  filters: FeedbackFilters;
}) => {
  const chosen = filters.stars === rating;
  const style = cx(
    "grid min-h-6 grid-cols-[3.75rem_1fr_1.75rem] items-center gap-3 rounded-sm px-2 text-sm sm:min-h-8",
    chosen && "bg-brand-wash font-semibold",
  );
  const content = (
    <>
      <span>{starsIn(rating)}</span>
      <span aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-line">
        <span className="block h-full rounded-full bg-star" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="text-right tabular-nums">
        {total}
        <span className="sr-only"> {total === 1 ? "review" : "reviews"}</span>
      </span>
    </>
  );
  if (total === 0) return <span className={cx(style, "text-ink-soft")}>{content}</span>;
  return (
    <Link
      to={feedbackPath(providerId, { ...filters, stars: chosen ? null : rating, page: 1 })}
      className={cx(style, "hover:bg-hover")}
      aria-current={chosen ? "true" : undefined}
      preventScrollReset
      data-scripted=""
    >
      {content}
    </Link>
  );
};

/** An average with the number of reviews that it is of. */
const Average = ({
  name,
  average,
  total,
  alone = false,
  className,
}: {
  name: string;
  average: number;
  total: number;
  /** Without another beside it that needs a name. */
  alone?: boolean;
  /** Its size. */
  className: string;
}) => (
  <div>
    <dt className={alone ? "sr-only" : "text-sm text-ink-soft"}>{name}</dt>
    <dd className="grid gap-1">
      <span className={cx("font-display font-semibold tabular-nums", className)}>
        {average.toFixed(1)}
      </span>
      <Stars rating={average} size="sm" showValue={false} />
      <span className="text-sm text-ink-soft">
        {total} {total === 1 ? "review" : "reviews"}
      </span>
    </dd>
  </div>
);

/** The averages of all reviews and of verified hires, and the distribution of all. */
export const Overview = ({
  providerId,
  average,
  summary,
  filters,
}: {
  providerId: string;
  average: number | null;
  summary: FeedbackSummary;
  filters: FeedbackFilters;
}) => {
  const { verified, invited, requests, total } = summary;
  const emailed =
    requests > 0 && `${countOf(requests, "person", "people")} asked by email in the last 12 months`;
  if (total === 0 || average === null)
    return emailed ? (
      <p className="text-sm text-ink-soft">{`Nobody has answered yet: ${emailed}.`}</p>
    ) : null;
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[max-content_1fr] sm:items-center">
      <dl className="flex gap-8">
        <Average
          name="All feedback"
          average={average}
          total={summary.total}
          alone={verified.total < FEWEST_CASES}
          className="text-4xl"
        />
        {/* Smaller, because fewer reviews say less. */}
        {verified.total >= FEWEST_CASES && (
          <Average name="Verified hires" {...verified} className="text-2xl/10" />
        )}
      </dl>
      <ul aria-label="Ratings" className="-mx-2">
        {summary.counts.map(({ rating, total }) => (
          <li key={rating}>
            <Line
              providerId={providerId}
              rating={rating}
              total={total}
              share={total / summary.total}
              filters={filters}
            />
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft sm:col-span-2">
        {[
          verified.total > 0 && `${countOf(verified.total, "verified hire", "verified hires")}`,
          total > verified.total + invited &&
            `${total - verified.total - invited} without a hire here`,
          (invited > 0 || requests > 0) &&
            `${invited} asked for by the professional, by a link that leads everybody to the same form${emailed ? `; ${emailed}` : ""}`,
        ]
          .filter(Boolean)
          .join(", ")}
        .
      </p>
    </div>
  );
};

/** Order and filters; works without JavaScript through its button. */
export const FeedbackControls = ({ filters }: { filters: FeedbackFilters }) => {
  const submit = useSubmit();
  return (
    <Form
      className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden"
      preventScrollReset
      onChange={(event) => void submit(event.currentTarget, { preventScrollReset: true })}
    >
      <input type="hidden" name="tab" value="feedback" />
      {filters.stars && <input type="hidden" name="stars" value={filters.stars} />}
      <div className="flex items-center gap-3">
        <label htmlFor="feedback-order" className="font-semibold whitespace-nowrap">
          Sort by
        </label>
        <div className="w-52">
          <Select id="feedback-order" name="order" defaultValue={filters.order}>
            {Object.entries(ORDERS).map(([order, label]) => (
              <option key={order} value={order}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <Checkbox
        key={String(filters.verified)}
        name="verified"
        value="yes"
        defaultChecked={filters.verified}
        label={`${FEEDBACK_LABELS.hire.name} only`}
      />
      <noscript>
        <button type="submit" className="link">
          Show
        </button>
      </noscript>
    </Form>
  );
};
