import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** The only h1 of a page, with a line under it, the breadcrumb above and its actions at the side. */
export const PageHeader = ({
  title,
  lead,
  breadcrumb,
  actions,
}: {
  title: ReactNode;
  lead?: ReactNode;
  breadcrumb?: ReactNode;
  actions?: ReactNode;
}) => (
  <header className="pt-6 pb-5 sm:pt-10 sm:pb-6">
    {breadcrumb && <div className="mb-3">{breadcrumb}</div>}
    <div
      className={cx(
        "flex flex-wrap justify-between gap-x-8 gap-y-4",
        lead ? "items-start" : "items-center",
      )}
    >
      <div className="min-w-0">
        <h1 className="text-title tracking-title">{title}</h1>
        {lead && <p className="mt-2 max-w-2xl text-base text-balance text-ink-soft">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  </header>
);
