import Search from "lucide-react/icons/search";
import type { RefObject } from "react";

/** For the form after the fold: on a telephone it is hidden until the fold is opened, with or without scripts. */
export const UNDER_FOLD = "max-sm:peer-[:not([open])]/fold:hidden";

/** Closes the fold after a search. Its line takes the focus, which the hidden fields lose. */
export const closeFold = (fold: HTMLDetailsElement | null): void => {
  if (!fold) return;
  fold.open = false;
  fold.querySelector("summary")?.focus();
};

/**
 * The form of a search in one line, which opens it: on a telephone its fields would fill the screen, and people
 * want to see the results. The form is the next sibling and has `UNDER_FOLD`.
 */
export const FormFold = ({
  words,
  onOpen,
  ref,
}: {
  /** The active search. */
  words: string;
  /** Called when the fields can take the focus, unless one of them has it. */
  onOpen: () => void;
  ref: RefObject<HTMLDetailsElement | null>;
}) => (
  <details
    ref={ref}
    // A person may have opened it before scripts ran.
    suppressHydrationWarning
    onToggle={({ currentTarget: { open, nextElementSibling: form } }) => {
      // A busy browser tells it late: somebody may already be in a field.
      if (open && !form?.contains(document.activeElement)) onOpen();
    }}
    className="group peer/fold open:mb-3 sm:hidden"
  >
    <summary className="flex min-h-13 items-center gap-3 rounded-lg border border-line-strong bg-surface px-4 print:hidden">
      <Search aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 grow truncate">
        <span className="sr-only">Search and filter: </span>
        {words || "Any trade \u00b7 Anywhere"}
      </span>
      <span className="font-semibold text-brand underline underline-offset-3 group-open:hidden">
        Change
      </span>
      <span className="hidden font-semibold text-brand underline underline-offset-3 group-open:inline">
        Close
      </span>
    </summary>
  </details>
);
