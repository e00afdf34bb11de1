import type { ReactNode } from "react";

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
  <header className="pt-8 pb-6 sm:pt-12 sm:pb-8">
    {breadcrumb && <div className="mb-4">{breadcrumb}</div>}
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-4xl tracking-display">{title}</h1>
        {lead && <p className="mt-3 max-w-2xl text-lg text-balance text-ink-soft">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  </header>
);
