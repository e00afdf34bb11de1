import Download from "lucide-react/icons/download";
import {
  amountInWords,
  amountText,
  axisText,
  axisUnit,
  changeInWords,
  daysOf,
  type Figure,
  isUnderWay,
  periodMark,
  periodText,
} from "#domain/statistics/statistics.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chart, type ChartPoint } from "#web/ui/chart.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import type { Trend, Trends } from "./queries.ts";
import { trendFile, trendFileName } from "./trend-file.ts";

const STEPS = { day: "by day", week: "by week", month: "by month" } as const;

/** The chart's figures, newest first, for people who want to read them all. */
const TrendTable = ({ label, points }: { label: string; points: readonly ChartPoint[] }) => (
  <Fold
    className="border-t border-line pt-3"
    label={<span className="text-sm font-semibold text-ink-soft hover:text-ink">Show figures</span>}
  >
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={`${label}, table`}
      className="mt-2 max-h-72 overflow-y-auto"
    >
      <table className="w-full border-collapse text-sm tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            <th scope="col" className="py-1.5 text-left font-semibold text-ink-soft">
              Period
            </th>
            <th scope="col" className="py-1.5 text-right font-semibold text-ink-soft">
              Figure
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ when, description }) => (
            <tr key={when} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                {when}
              </th>
              <td className="py-1.5 text-right whitespace-nowrap">{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </Fold>
);

/** One figure over time: the total, its chart, the table behind it and a file of it. */
export const TrendCard = ({
  figure,
  trends,
  trend,
}: {
  figure: Figure;
  trends: Trends;
  trend: Trend;
}) => {
  const { periods, step, today } = trends;
  const label = `${figure.label} ${STEPS[step]}`;
  const points = periods.map((period, at): ChartPoint => {
    const value = trend.amounts[at] ?? 0;
    const unfinished = isUnderWay(period, step, today);
    return {
      value,
      mark: periodMark(period, step),
      when: `${periodText(period, step)}${unfinished ? " so far" : ""}`,
      description: amountInWords(figure, value),
      unfinished,
    };
  });
  const save = () =>
    saveFile(
      new Blob([trendFile(figure, trends, trend)], { type: "text/csv;charset=utf-8" }),
      trendFileName(figure, trends),
    );
  return (
    <Card className="flex min-w-0 flex-col gap-4">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h3 className="text-lg">{figure.label}</h3>
          <p className="text-sm text-ink-soft">{figure.about}</p>
        </div>
        <Button
          size="sm"
          variant="quiet"
          className="-mt-1 -mr-2"
          icon={<Download aria-hidden="true" />}
          aria-label={`Download ${figure.label} as CSV`}
          onClick={save}
        >
          CSV
        </Button>
      </div>
      <p>
        <span className="block font-display text-3xl font-bold tracking-display tabular-nums">
          {amountText(figure, trend.total)}
        </span>
        <span className="text-sm text-ink-soft">
          {changeInWords(figure, trend, daysOf(trends))}
        </span>
      </p>
      <Chart
        label={label}
        points={points}
        kind={figure.level ? "line" : "bars"}
        axis={(value) => axisText(figure, value)}
        unit={axisUnit(figure)}
      />
      <TrendTable label={label} points={points} />
    </Card>
  );
};
