import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { useFieldProps } from "./field.tsx";
import { longest } from "./input.tsx";

/** Several lines of text; grows with the text if the browser supports it. */
export const Textarea = ({ className, rows = 4, ...rest }: ComponentProps<"textarea">) => (
  <textarea
    {...useFieldProps()}
    rows={rows}
    {...rest}
    {...longest(rest.maxLength)}
    className={cx("control block field-sizing-content max-h-96 min-h-28 py-3", className)}
  />
);
