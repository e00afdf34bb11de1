import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { useFieldProps } from "./field.tsx";

/** The browser's own select, styled. Give it `<option>` and `<optgroup>` children. */
export const Select = ({ className, children, ...rest }: ComponentProps<"select">) => (
  <span className="relative block">
    <select
      {...useFieldProps()}
      {...rest}
      className={cx("control appearance-none pr-11", className)}
    >
      {children}
    </select>
    <ChevronDown
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-soft"
    />
  </span>
);
