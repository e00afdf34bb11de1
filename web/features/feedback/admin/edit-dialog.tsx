import { zodResolver } from "@hookform/resolvers/zod";
import { moderationSchema } from "#domain/feedback/feedback.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { reportAct, useAct } from "#web/ui/admin/act.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, useForm } from "#web/ui/form.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Input } from "#web/ui/input.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { authorHint } from "./author-hint.ts";
import type { ModeratedItem } from "./queries.ts";
import { editFeedback } from "./writes.ts";

const EditForm = ({ item, onDone }: { item: ModeratedItem; onDone: () => void }) => {
  const { run } = useAct(editFeedback);
  const form = useForm({
    resolver: zodResolver(moderationSchema),
    defaultValues: {
      title: item.title,
      description: item.description ?? "",
      reason: "",
    },
  });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const saving = run({ item, ...values });
        return (
          (await reportAct(saving, "Failed to update feedback", "Feedback updated")) ?? onDone()
        );
      }}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
        <Stars rating={item.rating} size="sm" />
        Only the reviewer can change the star rating.
      </p>
      <FormField form={form} name="title" label="Title" required>
        <Input maxLength={LIMITS.feedback.title} />
      </FormField>
      <FormField form={form} name="description" label="Description" optional>
        <Textarea rows={5} maxLength={LIMITS.feedback.description} />
      </FormField>
      <FormField
        form={form}
        name="reason"
        label="Reason"
        hint={authorHint([item], "kept with the original")}
        required
      >
        <Input maxLength={INPUT_LIMITS.reason} />
      </FormField>
      <FormButtons submit="Save Changes" onCancel={onDone} />
    </Form>
  );
};

/** Edits an item's text; it is then shown as edited by a moderator. */
export const EditDialog = ({
  item,
  onClose,
}: {
  item: ModeratedItem | null;
  onClose: () => void;
}) => (
  <Dialog
    open={item !== null}
    onOpenChange={(open) => !open && onClose()}
    title="Edit feedback"
    description="Readers will see that a moderator edited it, and can open the original. If nobody should read it, hide or delete it instead."
  >
    {item && <EditForm key={item.id} item={item} onDone={onClose} />}
  </Dialog>
);
