import { Button } from "./button.tsx";
import { SubmitButton } from "./form.tsx";

/** The end of a form in a dialog: Cancel, and the submit button. */
export const FormButtons = ({ submit, onCancel }: { submit: string; onCancel: () => void }) => (
  <div className="flex flex-wrap justify-end gap-3">
    <Button variant="quiet" onClick={onCancel}>
      Cancel
    </Button>
    <SubmitButton variant="solid">{submit}</SubmitButton>
  </div>
);
