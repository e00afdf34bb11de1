import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

const WIDTHS = { sm: "max-w-lg", md: "max-w-3xl", lg: "max-w-7xl" } as const;

/** The width of a page and its margins: `sm` for one form, `md` for reading, `lg` for the rest. */
export const Container = ({
  width = "lg",
  className,
  ...rest
}: ComponentProps<"div"> & { width?: keyof typeof WIDTHS }) => (
  <div {...rest} className={cx("mx-auto w-full px-4 sm:px-6 lg:px-8", WIDTHS[width], className)} />
);
