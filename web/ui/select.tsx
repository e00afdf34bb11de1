import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import { useFieldProps } from "./field.tsx";

/** The browser's own select, styled. Give it `<option>` and `<optgroup>` children. */
export const Select = ({ children, ...rest }: Omit<ComponentProps<"select">, "className">) => (
  <span className="relative block">
    <select {...useFieldProps()} {...rest} className="control appearance-none pr-11">
      {children}
    </select>
    <ChevronDown
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-soft"
    />
  </span>
);
