import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** A grey shape in place of content that is loading. Give it a size by `className`. */
export const Skeleton = ({ className, round = false }: { className?: string; round?: boolean }) => (
  <span
    aria-hidden="true"
    className={cx(
      "block animate-glow bg-line",
      round ? "rounded-full" : "rounded-sm",
      className ?? "h-4 w-full",
    )}
  />
);

/** The head of a card: a picture or avatar, and beside it a title and the line below that. */
export const SkeletonHead = () => (
  <div className="flex items-start gap-3">
    <Skeleton round className="size-14" />
    <div className="flex-1 pt-1">
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="mt-2 h-3.5 w-3/5" />
    </div>
  </div>
);

/** A placeholder for a card: its head and two lines. */
const SkeletonCard = () => (
  <div aria-hidden="true" className="rounded-lg border border-line bg-surface p-5">
    <SkeletonHead />
    <Skeleton className="mt-5 h-3 w-full" />
    <Skeleton className="mt-2 h-3 w-4/5" />
  </div>
);

/** `count` placeholders under one spoken "Loading…". */
export const Skeletons = ({
  count,
  label = "Loading…",
  className,
  children = <SkeletonCard />,
}: {
  count: number;
  label?: string;
  className?: string;
  children?: ReactNode;
}) => (
  <div role="status" className={className ?? "grid gap-4"}>
    <span className="sr-only">{label}</span>
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: identical stand-ins
      <div key={index}>{children}</div>
    ))}
  </div>
);
