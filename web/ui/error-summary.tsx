import { type Ref, useId } from "react";

export type SummaryError = {
  message: string;
  /** The id of the control to focus; without one the message has no link. */
  fieldId?: string;
};

/**
 * The errors of a form, as links to the fields. It is no live region: the form moves the focus to it, or to the wrong
 * field, and that is heard (docs/accessibility.md).
 */
export const ErrorSummary = ({
  errors,
  ref,
}: {
  errors: readonly SummaryError[];
  ref?: Ref<HTMLDivElement>;
}) => {
  const id = useId();
  if (errors.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls
    <div
      ref={ref}
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-errors`}
      tabIndex={-1}
      className="rounded-md border-2 border-danger bg-danger-wash px-5 py-4 text-ink"
    >
      <h2 id={`${id}-title`} className="text-lg">
        There is a problem
      </h2>
      <ul id={`${id}-errors`} className="mt-1.5 grid gap-0.5">
        {errors.map(({ message, fieldId }) => (
          <li key={`${fieldId}${message}`} className="font-semibold text-danger">
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                className="inline-block min-h-6 underline underline-offset-3"
                onClick={(event) => {
                  const control = document.getElementById(fieldId);
                  if (!control) return;
                  event.preventDefault();
                  control.focus();
                  control.scrollIntoView({ block: "center" });
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};
