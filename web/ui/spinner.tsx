import { cx } from "./cx.ts";

/** A turning arc in the text's colour. Decorative: say what is loading beside it. */
export const Spinner = ({ className }: { className?: string }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className={cx("size-[1.25em] shrink-0 animate-spin", className)}
    fill="none"
    stroke="currentColor"
    strokeWidth="3"
  >
    <circle cx="12" cy="12" r="9" opacity=".25" />
    <path d="M21 12a9 9 0 0 0-9-9" strokeLinecap="round" />
  </svg>
);
