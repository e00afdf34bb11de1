import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

/** The switch alone, beside what names it. */
export const Toggle = ({
  className,
  ...props
}: {
  id?: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  "aria-labelledby": string;
  "aria-describedby"?: string;
  className?: string;
}) => (
  <Base.Root
    {...props}
    className={cx(
      "relative flex h-7 w-12 shrink-0 cursor-pointer rounded-full border border-line-strong bg-sunken p-0.5 transition-colors data-checked:border-brand data-checked:bg-brand data-disabled:cursor-not-allowed data-disabled:opacity-55",
      className,
    )}
  >
    <Base.Thumb className="aspect-square h-full rounded-full bg-ink-soft transition-[translate,background-color] data-checked:translate-x-5 data-checked:bg-on-brand" />
  </Base.Root>
);

/** An on/off setting that takes effect at once. For a choice that waits for Save, use Checkbox. */
export const Switch = ({
  label,
  hint,
  checked,
  onChange,
  disabled,
}: {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) => {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <span>
        <label htmlFor={id} id={`${id}-label`} className="font-semibold">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-ink-soft">
            {hint}
          </span>
        )}
      </span>
      <Toggle
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5"
      />
    </div>
  );
};
