import RefreshCw from "lucide-react/icons/refresh-cw";
import { useNavigation, useRevalidator } from "react-router";
import { FIGURES, isUnderWay, periodText, type Span } from "#domain/statistics/statistics.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import type { Trends as Found } from "./queries.ts";
import { SpanPicker } from "./span-picker.tsx";
import { TrendCard } from "./trend-card.tsx";

/** The charts over time, and the choice of dates. */
export const Trends = ({ span, found }: { span: Span; found: Found | { refused: string } }) => {
  const { state } = useNavigation();
  const { revalidate, state: refreshing } = useRevalidator();
  const trends = "periods" in found ? found : null;
  return (
    <section aria-labelledby="over-time" className="mt-14">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="over-time" className="text-2xl">
          Over time
        </h2>
        <Button
          size="sm"
          variant="outline"
          busy={refreshing === "loading"}
          icon={<RefreshCw aria-hidden="true" />}
          onClick={() => void revalidate()}
        >
          Refresh
        </Button>
      </div>
      <SpanPicker span={span} days={trends} />
      <p role="status" className="mt-5 text-sm text-ink-soft">
        {trends && <span>{periodText(trends, "day")}, UK time.</span>}
        {trends?.periods.some((period) => isUnderWay(period, trends.step, trends.today)) && (
          <span>
            {` Outlined bars show ${trends.step === "day" ? "today" : `this ${trends.step}`} so far.`}
          </span>
        )}
      </p>
      {"refused" in found && (
        <Alert tone="warning" live title="These days cannot be shown">
          {found.refused}
        </Alert>
      )}
      {trends && (
        <div
          aria-busy={state === "loading"}
          className={cx(
            "mt-4 grid gap-6 transition-opacity sm:grid-cols-2 lg:grid-cols-3",
            state === "loading" && "opacity-60",
          )}
        >
          {FIGURES.map((figure) => (
            <TrendCard
              key={figure.id}
              figure={figure}
              trends={trends}
              trend={trends.figures[figure.id]}
            />
          ))}
        </div>
      )}
    </section>
  );
};
