import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import { useField } from "./field.tsx";

type RadioCard<Value extends string> = {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
};

/**
 * One choice out of a few, each a card with an explanation. Real radio buttons. Put it in `<Field group
 * label="…">` for its question.
 */
export const RadioCards = <Value extends string>({
  name,
  value,
  onChange,
  options,
  columns = 1,
}: {
  name?: string;
  value: Value | null | undefined;
  onChange: (value: Value) => void;
  options: readonly RadioCard<Value>[];
  columns?: 1 | 2;
}) => {
  const ownName = useId();
  const field = useField();
  return (
    <div className={cx("grid gap-3", columns === 2 && "sm:grid-cols-2")}>
      {options.map((option, index) => (
        <label
          key={option.value}
          className="group flex items-start gap-3 rounded-md border border-line-strong bg-surface p-4 transition-[border-color,box-shadow] hover:border-ink has-checked:border-brand has-checked:shadow-[inset_0_0_0_1px_var(--color-brand)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            id={index === 0 ? field?.id : undefined}
            name={name ?? ownName}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            aria-invalid={field?.invalid || undefined}
            className="mt-0.5 size-5.5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-7 checked:border-brand"
          />
          <span className="min-w-0 flex-1">
            <span className="font-semibold">{option.label}</span>
            {option.hint && <span className="block text-sm text-ink-soft">{option.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  );
};
