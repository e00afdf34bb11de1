import { type ReactNode, useEffect, useId, useRef } from "react";
import { cx } from "./cx.ts";

/**
 * What a person has just sent or posted, what happens next and where to go. `focused` is for a result in place of the
 * form that had the focus; it is then read out.
 */
export const Done = ({
  title,
  subject,
  focused = false,
  actions,
  className,
  children,
}: {
  title: string;
  /** What it was, in the person's own words. */
  subject: string;
  focused?: boolean;
  actions: ReactNode;
  className?: string;
  children: ReactNode;
}) => {
  const box = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  return (
    <section
      ref={box}
      tabIndex={focused ? -1 : undefined}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      className={cx(
        "grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 rounded-lg bg-success-wash p-5 sm:gap-x-5 sm:p-6",
        className,
      )}
    >
      <svg viewBox="0 0 40 40" aria-hidden="true" className="size-10 text-success">
        <circle cx="20" cy="20" r="20" fill="currentColor" />
        <path d="M11 21l6 6 12-13" fill="none" strokeWidth="4.500" className="stroke-surface" />
      </svg>
      <h2 id={id} className="self-center text-xl">
        {title}
      </h2>
      <div className="col-span-2">
        <div id={`${id}-text`}>
          <p className="font-semibold wrap-anywhere">{subject}</p>
          <p className="mt-1 max-w-prose">{children}</p>
        </div>
        <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap">{actions}</div>
      </div>
    </section>
  );
};
