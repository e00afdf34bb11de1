import type { ReactNode } from "react";
import { ButtonLink } from "./button.tsx";
import { cx } from "./cx.ts";

/** A way on for people who did not find what they came for, where the list that they looked through ends. */
export const NextStep = ({
  id,
  title,
  to,
  action,
  className = "mt-6",
  children,
}: {
  /** Of its heading. */
  id: string;
  title: string;
  to: string;
  action: string;
  /** Its distance from what is above. */
  className?: string;
  /** Left out on a telephone. */
  children: ReactNode;
}) => (
  <section
    aria-labelledby={id}
    className={cx(
      "flex items-center justify-between gap-x-4 rounded-lg bg-brand-wash px-4 py-3 sm:gap-x-8 sm:p-6 print:hidden",
      className,
    )}
  >
    <div className="min-w-0">
      <h2 id={id} className="text-base sm:text-xl">
        {title}
      </h2>
      <p className="mt-1 max-w-prose max-sm:hidden">{children}</p>
    </div>
    <ButtonLink to={to} className="shrink-0">
      {action}
    </ButtonLink>
  </section>
);
