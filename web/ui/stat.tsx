import type { ReactNode } from "react";

/** One figure with its name above and a remark below. */
export const Stat = ({
  label,
  value,
  note,
  icon,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  icon?: ReactNode;
}) => (
  <div className="border-t-2 border-ink pt-3">
    <p className="flex items-center justify-between gap-2 text-sm font-semibold text-ink-soft [&_svg]:size-5">
      {label}
      {icon}
    </p>
    <p className="mt-1 font-display text-3xl font-bold tracking-display tabular-nums">{value}</p>
    {note && <p className="mt-1 text-sm text-ink-soft">{note}</p>}
  </div>
);
