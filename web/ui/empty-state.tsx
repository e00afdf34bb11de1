import type { ReactNode } from "react";

/** Our drawings for empty lists, in public/art. */
type EmptyArt = "search" | "letter" | "shelf" | "lost";

/** At least one of the two, so that nobody ends where there is nothing to do. */
type NextStep =
  | { children: ReactNode; action?: ReactNode }
  | { children?: ReactNode; action: ReactNode };

/** What to say, and the next step, where there is nothing to show. */
export const EmptyState = ({
  art = "search",
  level = 2,
  title,
  children,
  action,
}: {
  art?: EmptyArt;
  /** 1 if this is the whole page, so that the page has its heading. */
  level?: 1 | 2;
  title: string;
} & NextStep) => (
  <div className="flex flex-col items-center py-6 text-center sm:py-8">
    <img
      src={`/art/empty-${art}.svg`}
      alt=""
      width="200"
      height="150"
      loading="lazy"
      className="max-sm:w-36"
      // Without a connection it would be a sign for a broken picture.
      onError={({ currentTarget }) => {
        currentTarget.hidden = true;
      }}
    />
    {level === 1 ? (
      <h1 className="mt-4 text-title tracking-title sm:mt-6">{title}</h1>
    ) : (
      <h2 className="mt-4 text-xl sm:mt-6">{title}</h2>
    )}
    {children && <div className="mt-2 max-w-md text-ink-soft [&_p]:text-balance">{children}</div>}
    {action && (
      <div className="mt-6 grid gap-3 max-sm:w-full sm:flex sm:flex-wrap sm:justify-center">
        {action}
      </div>
    )}
  </div>
);
