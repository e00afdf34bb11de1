import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";

interface Row {
  label: string;
  value: ReactNode;
  /** What it is good for, shown while there is no value. */
  why?: string | undefined;
}

/** The look of a row's action, link or button: a border around each would outweigh what the rows say. */
export const ROW_ACTION = "link -mr-3 min-h-9 content-center px-3 text-sm";

/**
 * A list of `SummaryRow`s: what somebody has entered, and the way to change it.
 *
 * @param headed has a heading above it. Under tabs, whose line is near, the first row needs none.
 */
export const SummaryList = ({
  headed = false,
  children,
}: {
  headed?: boolean;
  children: ReactNode;
}) => (
  <dl
    className={cx(
      "divide-y divide-line border-b border-line wrap-anywhere",
      headed ? "border-t" : "max-lg:*:first:pt-0 lg:border-t",
    )}
  >
    {children}
  </dl>
);

/** One fact in a line: its label, what it is now, and its action at the side. */
export const SummaryRow = ({
  label,
  value,
  why,
  action,
  open = false,
  children,
}: Row & {
  action?: ReactNode;
  /** Shows `children`, the fields, in place of the value. */
  open?: boolean;
  children?: ReactNode;
}) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 py-3.5 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
    <dt className="min-h-9 content-center text-sm font-semibold text-ink-soft">{label}</dt>
    {action && <dd className="col-start-2 row-start-1 sm:col-start-3">{action}</dd>}
    {!open && (
      <dd className="col-span-full max-w-prose sm:col-span-1 sm:col-start-2 sm:row-start-1">
        {value || <span className="text-sm text-ink-soft">{why ?? "Not added yet."}</span>}
      </dd>
    )}
    {children && <dd className="col-span-full">{children}</dd>}
  </div>
);

/**
 * A fact whose fields open in place. They stay mounted, because they belong to the form around the list. With
 * `open` the row shows them and its button closes it.
 */
export const SummaryForm = ({
  what,
  open,
  onOpen,
  onCancel,
  children,
  ...row
}: Row & {
  /** The rest of the button's name, for example "your phone number". */
  what: string;
  open: boolean;
  onOpen: () => void;
  onCancel: () => void;
  children: ReactNode;
}) => {
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    // Only after a press: a row may also open because something in it is wrong.
    if (!pressed.current) return;
    pressed.current = false;
    if (open) fields.current?.querySelector<HTMLElement>("input, textarea, button")?.focus();
    else button.current?.focus();
  }, [open]);
  return (
    <SummaryRow
      {...row}
      action={
        <button
          ref={button}
          type="button"
          className={ROW_ACTION}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            pressed.current = true;
            (open ? onCancel : onOpen)();
          }}
        >
          {open ? "Cancel" : row.value ? "Change" : "Add"}
          <span className="sr-only">
            {open ? " changing" : ""} {what}
          </span>
        </button>
      }
      open={open}
    >
      <div id={id} ref={fields} hidden={!open} className="grid max-w-xl gap-5 pb-2">
        {children}
        {/* The form's own button may be far below. */}
        <Button type="submit" variant="outline" size="sm" className="justify-self-start">
          Save<span className="sr-only"> {what}</span>
        </Button>
      </div>
    </SummaryRow>
  );
};
