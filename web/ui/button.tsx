import type { ComponentProps, MouseEvent, ReactNode } from "react";
import type { LinkProps } from "react-router";
import { cx } from "./cx.ts";
import { Link } from "./link.tsx";
import { Spinner } from "./spinner.tsx";

/**
 * `signal` (marigold) is for the one main action of a screen; `solid` for the main action of a part of it;
 * `outline` and `quiet` for the rest; `danger` for irreversible actions.
 */
export type ButtonVariant = "signal" | "solid" | "outline" | "quiet" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const BASE =
  "inline-flex items-center justify-center gap-2 rounded-md font-semibold min-[22rem]:min-w-fit select-none transition-[background-color,border-color,color,scale] active:scale-[.985] disabled:pointer-events-none disabled:opacity-55 aria-disabled:not-aria-busy:opacity-55 aria-busy:cursor-progress [&_svg]:size-[1.2em] [&_svg]:shrink-0";

const VARIANTS: Record<ButtonVariant, string> = {
  signal: "bg-signal text-on-signal hover:bg-signal-strong",
  solid: "bg-brand text-on-brand hover:bg-brand-strong",
  outline: "border border-line-strong text-ink hover:border-ink hover:bg-hover",
  quiet: "text-ink hover:bg-hover",
  danger: "bg-danger text-on-danger hover:bg-danger-strong",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-11 px-3 py-1 text-sm sm:min-h-9 pointer-coarse:min-h-11",
  md: "min-h-11 px-4 py-2 text-base",
  lg: "min-h-13 px-6 py-2.5 text-lg",
};

/** The class names of a button, for the rare element that is neither button nor link. */
export const buttonClass = (
  variant: ButtonVariant = "solid",
  size: ButtonSize = "md",
  className?: string,
): string => cx(BASE, VARIANTS[variant], SIZES[size], className);

type ButtonStyle = { variant?: ButtonVariant; size?: ButtonSize; icon?: ReactNode };

/**
 * A button. While `busy` it has its focus and its text, shows a spinner and ignores presses. It is not
 * `disabled`, because that would lose the focus. `type` is "button" by default.
 */
export const Button = ({
  variant,
  size,
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ComponentProps<"button"> & ButtonStyle & { busy?: boolean }) => (
  <button
    {...rest}
    type={type}
    aria-busy={busy || undefined}
    aria-disabled={busy || rest["aria-disabled"]}
    className={buttonClass(variant, size, className)}
    onClick={(event: MouseEvent<HTMLButtonElement>) => {
      if (busy) event.preventDefault();
      else onClick?.(event);
    }}
  >
    {busy ? <Spinner /> : icon}
    <span className="contents">{children}</span>
  </button>
);

/** A link of this site that looks like a button. */
export const ButtonLink = ({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: LinkProps & ButtonStyle) => (
  <Link {...rest} className={buttonClass(variant, size, className)}>
    {icon}
    {children}
  </Link>
);
