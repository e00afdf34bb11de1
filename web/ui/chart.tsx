import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { namedPoints, scaleOf } from "./chart-scale.ts";
import { cx } from "./cx.ts";

export interface ChartPoint {
  value: number;
  /** Under the axis, if there is room. */
  mark: string;
  /** The point's time or period, and its value, as text for people. */
  when: string;
  description: string;
  /** The period is not over yet: drawn paler. */
  unfinished?: boolean;
}

/** Labels under an axis. */
const NAMES = 5;
/** Where there is little room, only every second one from the end, or the first and the last. */
const IN_LITTLE_ROOM = ["", "@max-[18rem]:hidden", "@max-[10rem]:hidden", "@max-[18rem]:hidden"];
const KEYS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 7,
  PageUp: (at) => at + 7,
  Home: () => 0,
  End: (_at, last) => last,
};

/** Moves text at the edge inwards: at 0 it begins there, at 100 it ends there. */
const positionAt = (percent: number) => ({
  left: `${percent}%`,
  translate: `${-percent}% 0`,
});

const Bars = ({ points, heightOf, zero, chosen }: Drawing) =>
  points.map(({ value, when, unfinished }, index) => {
    const width = 100 / points.length;
    const top = Math.min(heightOf(value), zero);
    return (
      <rect
        key={when}
        x={index * width + width * 0.14}
        width={width * 0.72}
        y={top}
        height={Math.abs(heightOf(value) - zero)}
        className={cx(
          index === chosen
            ? "fill-ink"
            : unfinished
              ? "fill-brand-wash stroke-brand"
              : "fill-brand",
        )}
        vectorEffect="non-scaling-stroke"
      />
    );
  });

const Line = ({ points, xOf, heightOf, zero }: Drawing) => {
  const line = points.map(({ value }, at) => `${xOf(at)},${heightOf(value)}`).join(" ");
  return (
    <>
      <polygon
        points={`${xOf(0)},${zero} ${line} ${xOf(points.length - 1)},${zero}`}
        className="fill-brand-wash"
      />
      <polyline
        points={line}
        fill="none"
        className="stroke-brand"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
};

interface Drawing {
  points: readonly ChartPoint[];
  /** Per cent from the left, and from the top. */
  xOf: (index: number) => number;
  heightOf: (value: number) => number;
  zero: number;
  chosen: number | null;
}

/**
 * A development over time: bars for the number in each period, a line for a level. It is one Tab stop; the
 * arrow keys, a pointer or a finger then move from point to point and read each. Put a table beside it for
 * people who want all of them at once.
 */
export const Chart = ({
  label,
  points,
  kind,
  axis,
  unit = 1,
}: {
  label: string;
  points: readonly ChartPoint[];
  kind: "bars" | "line";
  /** How the axis writes a value. */
  axis: (value: number) => string;
  /** The smallest step of the axis. */
  unit?: number;
}) => {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = points.length - 1;
  const { low, high, marks } = scaleOf(
    points.map(({ value }) => value),
    unit,
  );
  const heightOf = (value: number) => 100 - (100 * (value - low)) / (high - low);
  const xOf = (index: number) => ((index + 0.5) / points.length) * 100;
  const at = chosen === null ? last : Math.min(chosen, last);
  const point = points[at];
  const choose = (index: number) => setChosen(Math.min(Math.max(index, 0), last));
  const onKeyDown = (event: KeyboardEvent) => {
    const move = KEYS[event.key];
    if (event.key === "Escape") setChosen(null);
    if (!move) return;
    event.preventDefault();
    choose(move(at, last));
  };
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(Math.floor(((event.clientX - left) / width) * points.length));
  };
  if (!point) return null;
  const drawing: Drawing = { points, xOf, heightOf, zero: heightOf(0), chosen };
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2 pt-3 text-xs text-ink-soft tabular-nums">
      <div aria-hidden="true" className="relative h-44">
        {/* Keeps the column as wide as its widest figure. */}
        <div className="invisible grid">
          {marks.map((mark) => (
            <span key={mark} className="col-start-1 row-start-1 text-right">
              {axis(mark)}
            </span>
          ))}
        </div>
        {marks.map((mark) => (
          <span
            key={mark}
            className="absolute right-0 -translate-y-1/2"
            style={{ top: `${heightOf(mark)}%` }}
          >
            {axis(mark)}
          </span>
        ))}
      </div>
      {/* A slider, because its keys and the way it is read out are what going through points needs. */}
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={at + 1}
        aria-valuetext={`${point.when}: ${point.description}`}
        className="relative h-44 cursor-crosshair touch-pan-y rounded-sm outline-offset-4"
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && choose(at)}
        onBlur={() => setChosen(null)}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={(event) => event.pointerType === "mouse" && setChosen(null)}
      >
        {marks.map((mark) => (
          <div
            key={mark}
            aria-hidden="true"
            className={cx(
              "absolute inset-x-0 border-t",
              mark === 0 ? "border-line-strong" : "border-line",
            )}
            style={{ top: `${heightOf(mark)}%` }}
          />
        ))}
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          {kind === "bars" ? <Bars {...drawing} /> : <Line {...drawing} />}
        </svg>
        {chosen !== null && (
          <div aria-hidden="true" className="pointer-events-none absolute inset-0">
            {kind === "line" && (
              <>
                <div
                  className="absolute inset-y-0 border-l border-line-strong"
                  style={{ left: `${xOf(at)}%` }}
                />
                <div
                  className="absolute size-3 -translate-1/2 rounded-full border-2 border-surface bg-ink"
                  style={{ left: `${xOf(at)}%`, top: `${heightOf(point.value)}%` }}
                />
              </>
            )}
            <p
              className="absolute bottom-full mb-1 rounded-md bg-ink px-2.5 py-1 text-sm whitespace-nowrap text-paper shadow-lift"
              style={positionAt(xOf(at))}
            >
              {point.when}: <strong>{point.description}</strong>
            </p>
          </div>
        )}
      </div>
      <div aria-hidden="true" className="@container relative col-start-2 mt-1.5 h-[1.4em]">
        {namedPoints(points.length, NAMES).map((index, place, { length }) => (
          <span
            key={index}
            className={cx(
              "absolute -translate-x-1/2 whitespace-nowrap",
              IN_LITTLE_ROOM[(length - 1 - place) % 4],
            )}
            // The last one ends with the plot, and is not beyond it.
            style={{
              left: `min(${xOf(index)}%, 100% - ${(points[index]?.mark.length ?? 0) * 0.25}em)`,
            }}
          >
            {points[index]?.mark}
          </span>
        ))}
      </div>
    </div>
  );
};
