import Check from "lucide-react/icons/check";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { useFieldProps } from "./field.tsx";

/** A tick box with its label; the whole line can be pressed. */
export const Checkbox = ({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode }) => (
  <label
    className={cx(
      "flex min-h-8 items-start gap-3 py-0.5 pointer-coarse:min-h-11 pointer-coarse:py-2",
      className,
    )}
  >
    <span className="relative mt-px grid size-6 shrink-0 place-items-center">
      <input
        {...useFieldProps()}
        {...rest}
        type="checkbox"
        className="peer size-6 appearance-none rounded-sm border border-line-strong bg-surface transition-colors checked:border-brand checked:bg-brand disabled:opacity-55 aria-invalid:border-danger"
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute size-4.5 scale-50 text-on-brand opacity-0 transition-[opacity,scale] peer-checked:scale-100 peer-checked:opacity-100"
      />
    </span>
    {/* The first line of a table's row is this one, not the box's. */}
    <span className="self-baseline">
      <span>{label}</span>
      {hint && <span className="block text-sm text-ink-soft">{hint}</span>}
    </span>
  </label>
);
