import { cx } from "./cx.ts";

/** Progress from 0 to 100; without a value, that work is running. */
export const ProgressBar = ({
  label,
  value,
  tone = "brand",
}: {
  label: string;
  value?: number;
  tone?: "brand" | "danger" | "warning" | "success";
}) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={value === undefined ? undefined : Math.round(value)}
    className="h-2 overflow-hidden rounded-full bg-line"
  >
    <div
      className={cx(
        "h-full rounded-full transition-[width] duration-calm ease-settle",
        tone === "brand" && "bg-brand",
        tone === "danger" && "bg-danger",
        tone === "warning" && "bg-warning",
        tone === "success" && "bg-success",
        value === undefined && "animate-glow",
      )}
      style={{ width: `${Math.min(Math.max(value ?? 100, 0), 100)}%` }}
    />
  </div>
);
