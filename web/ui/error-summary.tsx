import type { Ref } from "react";

export type SummaryError = {
  message: string;
  /** The id of the control to focus; without one the message has no link. */
  fieldId?: string;
};

/** The errors of a form, as links to the fields. Scripts can focus it. */
export const ErrorSummary = ({
  errors,
  ref,
}: {
  errors: readonly SummaryError[];
  ref?: Ref<HTMLDivElement>;
}) => {
  if (errors.length === 0) return null;
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="rounded-md border-2 border-danger bg-danger-wash px-5 py-4 text-ink"
    >
      <h2 className="text-lg">There is a problem</h2>
      <ul className="mt-1.5 grid gap-0.5">
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
