import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";

export interface Setting {
  title: string;
  /** What the setting is now, or what it is for. */
  value: ReactNode;
}

/** One setting in a line: its name, what it is now, and its action at the side. */
export const SettingRow = ({
  id: given,
  title,
  value,
  action,
  children,
}: Setting & {
  /** Of the title; that of the value is `${id}-value`. */
  id?: string;
  action?: ReactNode;
  children?: ReactNode;
}) => {
  const own = useId();
  const id = given ?? own;
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:gap-x-6">
        {/* With larger text the action has a line of its own. */}
        <h2 id={id} className="min-w-[min(100%,7rem)] flex-1 text-lg">
          {title}
        </h2>
        {action}
      </div>
      <p id={`${id}-value`} className="mt-1 max-w-prose text-sm text-ink-soft">
        {value}
      </p>
      {children}
    </section>
  );
};

/**
 * A setting whose form opens in place. The form stays mounted, so that what was typed is still there when it
 * is opened again.
 */
export const SettingForm = ({
  change,
  before,
  form,
  ...row
}: Setting & {
  /** The full name of the button, for example "Change your password". */
  change: string;
  /** What is shown whether or not the form is open. */
  before?: ReactNode;
  /** The form; it calls `close` once it is saved. */
  form: (close: () => void) => ReactNode;
}) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (open) fields.current?.querySelector<HTMLElement>("input:not([hidden])")?.focus();
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <SettingRow
      {...row}
      action={
        <Button
          ref={button}
          variant="outline"
          size="sm"
          aria-label={open ? `Close: ${change}` : change}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? "Close" : "Change"}
        </Button>
      }
    >
      {before}
      <div id={id} ref={fields} hidden={!open} className="mt-5 max-w-xl">
        {form(close)}
      </div>
    </SettingRow>
  );
};
