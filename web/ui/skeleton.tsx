import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** A grey shape where something will stand. Give it a size by `className`. */
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

/** A stand-in for a card with a picture or avatar, a title and two lines. */
const SkeletonCard = () => (
  <div aria-hidden="true" className="rounded-lg border border-line bg-surface p-5">
    <div className="flex items-center gap-3">
      <Skeleton round className="size-12" />
      <div className="flex-1">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="mt-2 h-3 w-2/5" />
      </div>
    </div>
    <Skeleton className="mt-5 h-3 w-full" />
    <Skeleton className="mt-2 h-3 w-4/5" />
  </div>
);

/** `count` stand-ins under one spoken "Loading…". */
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
