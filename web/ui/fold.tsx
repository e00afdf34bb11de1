import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** Content that is folded until its label is pressed, also without scripts. */
export const Fold = ({
  label,
  startsOpen,
  className,
  children,
}: {
  label: ReactNode;
  startsOpen?: boolean;
  className?: string;
  children: ReactNode;
}) => (
  <details open={startsOpen} className={cx("group/fold", className)}>
    <summary className="flex min-h-6 w-fit max-w-full cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
      <ChevronRight
        aria-hidden="true"
        className="size-5 shrink-0 text-ink-soft transition-transform group-open/fold:rotate-90 motion-reduce:transition-none"
      />
      {label}
    </summary>
    {children}
  </details>
);
