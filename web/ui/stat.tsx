import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Link } from "./link.tsx";

/** One figure with its name above and a remark below; with `to`, all of it is a link. */
export const Stat = ({
  label,
  value,
  note,
  to,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  to?: string;
}) => (
  <div className={cx("border-t-2 border-ink pt-3", to && "group relative")}>
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
    <p className="mt-1 font-display text-3xl font-bold tracking-display tabular-nums">{value}</p>
    {note && <p className="mt-1 text-sm text-ink-soft">{note}</p>}
  </div>
);
