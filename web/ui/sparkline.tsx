/** The development of a figure as one small line; `label` is its text for screen readers. */
export const Sparkline = ({ values, label }: { values: readonly number[]; label: string }) => {
  const low = Math.min(...values);
  const spread = Math.max(...values) - low || 1;
  const points = values.map((value, index) => {
    const x = 2 + (index / Math.max(values.length - 1, 1)) * 116;
    return `${x.toFixed(1)},${(34 - ((value - low) / spread) * 28).toFixed(1)}`;
  });
  return (
    <svg viewBox="0 0 120 40" role="img" aria-label={label} className="h-10 w-30 text-brand">
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {points.length > 0 && (
        <circle
          cx={points.at(-1)?.split(",")[0]}
          cy={points.at(-1)?.split(",")[1]}
          r="3.5"
          className="fill-brand stroke-surface"
          strokeWidth="1.5"
        />
      )}
    </svg>
  );
};
