import { Button } from "./button.tsx";
import { SubmitButton } from "./form.tsx";

/** The end of a form in a dialog: Cancel, and the submit button. They remain visible while the form scrolls. */
export const FormButtons = ({ submit, onCancel }: { submit: string; onCancel: () => void }) => (
  <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-raised px-5 py-4 sm:-mx-7 sm:-bottom-6 sm:-mb-6 sm:rounded-b-lg sm:px-7">
    <Button variant="outline" onClick={onCancel}>
      Cancel
    </Button>
    <SubmitButton variant="solid">{submit}</SubmitButton>
  </div>
);
