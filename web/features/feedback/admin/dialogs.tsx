import { zodResolver } from "@hookform/resolvers/zod";
import { moderationSchema } from "#domain/feedback/feedback.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { describeFailure, reportAct, useAct } from "#web/ui/admin/act.ts";
import { ReasonDialog } from "#web/ui/admin/reason-dialog.tsx";
import type { Outcome } from "#web/ui/admin/selection.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, useForm } from "#web/ui/form.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Input } from "#web/ui/input.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { authorHint } from "./author-hint.ts";
import type { ModeratedItem } from "./queries.ts";
import {
  deleteFeedback,
  editFeedback,
  hidePicture,
  MODERATION_FAILED,
  moderate,
  moderateAll,
} from "./writes.ts";

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

/** Deletes an item permanently, with a reason that its author reads and the audit log records. */
export const DeleteDialog = ({
  item,
  onClose,
}: {
  item: ModeratedItem | null;
  onClose: () => void;
}) => {
  const { run } = useAct(deleteFeedback);
  return (
    <ReasonDialog
      open={item !== null}
      onClose={onClose}
      title="Delete this feedback?"
      description={item ? `“${item.title}” by ${item.author_name}. This cannot be undone.` : ""}
      confirmLabel="Delete"
      hint={authorHint(item ? [item] : [])}
      danger
      onConfirm={async (reason) => {
        if (!item) return;
        return reportAct(run({ item, reason }), "Failed to delete feedback", "Feedback deleted");
      }}
    />
  );
};

/** Takes one picture off feedback, with a reason. */
export const PictureDialog = ({
  chosen,
  onClose,
}: {
  chosen: { item: ModeratedItem; picture: string } | null;
  onClose: () => void;
}) => {
  const { run } = useAct(hidePicture);
  return (
    <ReasonDialog
      open={chosen !== null}
      onClose={onClose}
      title="Remove this picture?"
      description="The words and the stars stay as they are. The author cannot add the picture again."
      confirmLabel="Remove picture"
      danger
      hint={authorHint(chosen ? [chosen.item] : [])}
      onConfirm={async (reason) => {
        if (!chosen) return;
        return reportAct(run({ ...chosen, reason }), "Picture not removed", "Picture removed");
      }}
    />
  );
};

/** The result for each item, by the title on the screen. */
export const outcomesOf = (
  items: readonly ModeratedItem[],
  results: Awaited<ReturnType<typeof moderateAll>>,
): Outcome[] =>
  results.map(({ feedback_id, outcome, message }) => ({
    name: items.find(({ id }) => id === feedback_id)?.title ?? "",
    outcome,
    message,
  }));

/** Hides one item or all ticked ones, with a reason that their authors read. */
export const HideDialog = ({
  items,
  onClose,
  onOutcomes,
}: {
  items: readonly ModeratedItem[];
  onClose: () => void;
  /** Called after several were hidden at once. */
  onOutcomes: (outcomes: Outcome[]) => void;
}) => {
  const one = useAct(moderate);
  const several = useAct(moderateAll);
  const [first] = items;
  const hide = async (reason: string) => {
    if (!first) return;
    try {
      if (items.length === 1) {
        await one.run({ item: first, approve: false, reason });
        toast({ title: "Feedback hidden", variant: "success" });
      } else {
        const results = await several.run({ items, approve: false, reason });
        if (results) onOutcomes(outcomesOf(items, results));
      }
    } catch (error) {
      return { message: describeFailure(MODERATION_FAILED, error) };
    }
  };
  return (
    <ReasonDialog
      open={items.length > 0}
      onClose={onClose}
      title={items.length > 1 ? `Hide ${items.length} items?` : "Hide this feedback?"}
      description={
        items.length > 1
          ? "They will be hidden and won't count towards ratings. You can approve them later."
          : `“${first?.title ?? ""}” will be hidden and won't count towards the rating. You can approve it later.`
      }
      confirmLabel="Hide"
      hint={authorHint(items)}
      onConfirm={hide}
    />
  );
};
