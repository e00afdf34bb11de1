import { Link } from "react-router";

/** A ranked list in which a bar behind each line shows its share of the largest. */
export const BarList = ({
  items,
  format = String,
}: {
  items: readonly { label: string; value: number; to?: string }[];
  format?: (value: number) => string;
}) => {
  const largest = Math.max(1, ...items.map((item) => item.value));
  return (
    <ol className="grid gap-1.5">
      {items.map(({ label, value, to }) => (
        <li key={label} className="relative flex min-h-9 items-center justify-between gap-4 px-3">
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-0 rounded-sm bg-brand-wash"
            style={{ width: `${(value / largest) * 100}%` }}
          />
          <span className="relative truncate">
            {to ? (
              <Link to={to} className="underline underline-offset-3">
                {label}
              </Link>
            ) : (
              label
            )}
          </span>
          <span className="relative font-semibold tabular-nums">{format(value)}</span>
        </li>
      ))}
    </ol>
  );
};
