import { Button } from "./button.tsx";
import { SubmitButton } from "./form.tsx";

/** The end of a form in a dialog: the way out, and the press that sends it. */
export const FormButtons = ({ submit, onCancel }: { submit: string; onCancel: () => void }) => (
  <div className="flex flex-wrap justify-end gap-3">
    <Button variant="quiet" onClick={onCancel}>
      Cancel
    </Button>
    <SubmitButton variant="solid">{submit}</SubmitButton>
  </div>
);
