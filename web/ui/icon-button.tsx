import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

/**
 * A square button that shows only an icon; `label` is its accessible name and its tooltip. With `aria-disabled` it
 * ignores presses and keeps its focus, which `disabled` would lose.
 */
export const IconButton = ({
  label,
  icon,
  size = "md",
  variant = "quiet",
  pressed,
  busy = false,
  className,
  onClick,
  ...rest
}: Omit<ComponentProps<"button">, "children"> & {
  label: string;
  icon: ReactNode;
  size?: "sm" | "md";
  variant?: "quiet" | "outline" | "solid";
  /** For a button that can be pressed in, such as a bookmark. */
  pressed?: boolean;
  busy?: boolean;
}) => (
  <button
    type="button"
    {...rest}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    aria-busy={busy || undefined}
    onClick={busy || rest["aria-disabled"] ? undefined : onClick}
    className={cx(
      "inline-grid shrink-0 place-items-center rounded-md transition-colors disabled:pointer-events-none disabled:opacity-55 aria-disabled:cursor-default aria-disabled:opacity-55 [&_svg]:size-5",
      size === "sm" ? "size-8" : "size-11",
      variant === "quiet" && "text-ink-soft hover:bg-hover hover:text-ink aria-pressed:text-brand",
      variant === "outline" && "border border-line-strong text-ink hover:border-ink hover:bg-hover",
      variant === "solid" && "bg-brand text-on-brand hover:bg-brand-strong",
      className,
    )}
  >
    {busy ? <Spinner /> : icon}
  </button>
);
