import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Link } from "./link.tsx";

/** One figure with its name above and a remark below; with `to`, all of it is a link. */
export const Stat = ({
  label,
  value,
  note,
  to,
  line = false,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  to?: string;
  /** On a phone the figure is beside its name and the remark. */
  line?: boolean;
}) => (
  <div
    className={cx(
      "pt-3",
      line ? "border-t border-line" : "border-t-2 border-ink",
      to && "group relative",
      line && "max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-center max-sm:gap-x-4",
    )}
  >
    <p className="text-sm font-semibold text-ink-soft">
      {to ? (
        <Link
          to={to}
          className="underline decoration-line-strong underline-offset-4 outline-none group-hover:text-brand group-hover:decoration-current after:absolute after:inset-0 focus-visible:after:rounded-sm focus-visible:after:outline-3 focus-visible:after:outline-offset-4 focus-visible:after:outline-focus"
        >
          {label}
        </Link>
      ) : (
        label
      )}
    </p>
    <p
      className={cx(
        "mt-1 font-display text-3xl font-bold tracking-display tabular-nums",
        line && "max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 max-sm:mt-0",
      )}
    >
      {value}
    </p>
    {note && <p className={cx("mt-1 text-sm text-ink-soft", line && "max-sm:mt-0")}>{note}</p>}
  </div>
);
