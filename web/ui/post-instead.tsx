import type { ReactNode } from "react";
import { ButtonLink } from "./button.tsx";
import { cx } from "./cx.ts";

/** Shown at the end of a list, for people who did not find what they wanted. */
export const PostInstead = ({
  title,
  job,
  tall = false,
  className = "mt-10",
  children,
}: {
  title: string;
  /** What they looked for, as the form's query. */
  job?: URLSearchParams;
  /** As high as the card beside it. */
  tall?: boolean;
  /** Its distance from what is above. */
  className?: string;
  /** What there is room for where it is tall. */
  children?: ReactNode;
}) => (
  <section
    aria-labelledby="post-instead"
    className={cx(
      "flex flex-wrap gap-x-4 gap-y-3 rounded-lg bg-brand-wash px-4 py-3 sm:gap-x-8 sm:p-6 print:hidden",
      tall ? "h-full flex-col items-start justify-center gap-y-4" : "items-center justify-between",
      className,
    )}
  >
    <div className={cx("min-w-0", !tall && "flex-1 basis-36")}>
      <h2 id="post-instead" className="text-base sm:text-xl">
        {title}
      </h2>
      <p className="mt-1 max-sm:text-sm">Describe the job once, for free.</p>
      {children}
    </div>
    <ButtonLink to={`/post-job${job?.size ? `?${job}` : ""}`} className="shrink-0">
      Post a Job
    </ButtonLink>
  </section>
);
