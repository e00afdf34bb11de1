import type { ReactNode } from "react";
import { Link } from "./link.tsx";

/** The most that each panel lists; the rest is behind its link. */
export const PANEL_ROWS = 4;

/** A row of a panel. */
export const PANEL_ROW = "border-b border-line py-3.5 last:border-b-0 last:pb-0";

/** A heading with a short list below, and beside it the way to the whole one. */
export const Panel = ({
  id,
  title,
  all,
  children,
}: {
  id: string;
  title: string;
  /** Where the whole list is. */
  all?: { to: string; label: string };
  children: ReactNode;
}) => (
  <section aria-labelledby={id}>
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {all && (
        <Link to={all.to} className="link text-sm">
          {all.label}
        </Link>
      )}
    </div>
    {children}
  </section>
);
