import { createContext, type ReactNode, type Ref, use, useId } from "react";
import { cx } from "./cx.ts";

/** The properties that a field passes to the control inside it. */
type FieldWiring = {
  id: string;
  invalid: boolean;
  required: boolean;
  describedBy: string | undefined;
  /** From react-hook-form's register(), if the field belongs to a form. */
  registration?: Registration;
};

export type Registration = {
  name: string;
  defaultValue?: string;
  onChange: (event: { target: unknown; type?: unknown }) => Promise<unknown>;
  onBlur: (event: { target: unknown; type?: unknown }) => Promise<unknown>;
  ref: Ref<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>;
};

const FieldContext = createContext<FieldWiring | null>(null);

/** The wiring of the field around a control, or null outside one. */
export const useField = (): FieldWiring | null => use(FieldContext);

/** The properties that connect a control to the field around it, for one with its own value. */
export const useFieldAria = () => {
  const field = useField();
  return {
    id: field?.id,
    "aria-invalid": field?.invalid || undefined,
    "aria-describedby": field?.describedBy,
    "aria-required": field?.required || undefined,
  };
};

/** What describes a control for screen readers and, in a form, the result of register(). */
export const useFieldProps = () => ({ ...useFieldAria(), ...useField()?.registration });

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Adds "(optional)" after the label. */
  optional?: boolean;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /** For several controls under one question (radios, stars, checkboxes): fieldset and legend. */
  group?: boolean;
  id?: string;
  registration?: Registration;
  /** Content at the end of the label's line: a link, a counter. It is reached by Tab after the control. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/**
 * Label, hint and error around one control. The control finds its id and its aria wiring through
 * context: `<Field label="Town" hint="…" error={…}><Input /></Field>`.
 */
export const Field = ({
  label,
  hint,
  error,
  required = false,
  optional = false,
  hideLabel = false,
  group = false,
  id: givenId,
  registration,
  aside,
  className,
  children,
}: FieldProps) => {
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy = cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null) || undefined;
  const Root = group ? "fieldset" : "div";
  const Label = group ? "legend" : "label";
  const labelLine = (
    <Label
      htmlFor={group ? undefined : id}
      id={`${id}-label`}
      className={cx(
        "font-semibold text-ink",
        group && "mb-1.5 [&+*]:clear-both",
        hideLabel && "sr-only",
      )}
    >
      {optional ? (
        <>
          <span>{label}</span>
          <span className="font-normal text-ink-soft"> (optional)</span>
        </>
      ) : (
        label
      )}
    </Label>
  );
  // The rest is shown below the line of label and aside, which comes last.
  const below = aside ? "order-1 w-full" : null;
  return (
    <Root
      className={cx(
        "min-w-0",
        below && "flex flex-wrap items-baseline justify-between gap-x-4",
        className,
      )}
      {...(group && {
        id: `${id}-group`,
        "aria-describedby": describedBy,
        "aria-invalid": Boolean(error) || undefined,
      })}
    >
      {group ? labelLine : <div className={hideLabel ? undefined : "mb-1.5"}>{labelLine}</div>}
      {hint && (
        <p id={`${id}-hint`} className={cx(below, "-mt-0.5 mb-2 text-sm text-ink-soft")}>
          {hint}
        </p>
      )}
      <FieldContext value={{ id, invalid: Boolean(error), required, describedBy, registration }}>
        {below ? <div className={below}>{children}</div> : children}
      </FieldContext>
      {error && (
        <p id={`${id}-error`} className={cx(below, "mt-1.5 text-sm font-semibold text-danger")}>
          <span className="sr-only">Error: </span>
          <span>{error}</span>
        </p>
      )}
      {aside && <div className="mb-1.5">{aside}</div>}
    </Root>
  );
};
