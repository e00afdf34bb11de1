import { LIMITS } from "#domain/values/limits.ts";
import { reportAct } from "#web/features/site/admin/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, useForm } from "#web/ui/form.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Input } from "#web/ui/input.tsx";
import type { Synonym } from "./queries.ts";
import { addSynonym, editSynonym } from "./writes.ts";

const SynonymForm = ({
  synonym,
  onSaved,
  onCancel,
}: {
  synonym: Synonym | null;
  onSaved: (term: string) => void;
  onCancel: () => void;
}) => {
  const adding = useWrite(addSynonym);
  const editing = useWrite(editSynonym);
  const form = useForm({
    defaultValues: { term: synonym?.term ?? "", means: synonym?.means ?? "" },
  });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        const term = values.term.trim();
        const means = values.means.trim();
        if (!term) return { fields: { term: "Please write what people type" } };
        if (!means) return { fields: { means: "Please write what it should find" } };
        const saving = synonym
          ? reportAct(
              editing.run({ id: synonym.id, term, means }),
              "Failed to update synonym",
              "Synonym updated successfully",
            )
          : reportAct(
              adding.run({ term, means }),
              "Failed to add synonym",
              "Synonym added successfully",
            );
        return (await saving) ?? onSaved(term);
      }}
    >
      <FormField form={form} name="term" label="People type" required>
        <Input maxLength={LIMITS.search_synonyms.term} />
      </FormField>
      <FormField form={form} name="means" label="It also finds" required>
        <Input maxLength={LIMITS.search_synonyms.means} />
      </FormField>
      <FormButtons submit={synonym ? "Save Changes" : "Add Synonym"} onCancel={onCancel} />
    </Form>
  );
};

/** Adds (`synonym` null) or edits one. */
export const SynonymDialog = ({
  open,
  synonym,
  onClose,
  onSaved,
}: {
  open: boolean;
  synonym: Synonym | null;
  onClose: () => void;
  /** Gets the typed word. */
  onSaved: (term: string) => void;
}) => (
  <Dialog
    open={open}
    onOpenChange={(next) => !next && onClose()}
    title={synonym ? "Edit Synonym" : "Add Synonym"}
    description="Up to three words each. It works one way: what is typed finds the other."
    size="sm"
  >
    {open && (
      <SynonymForm
        key={synonym?.id ?? "new"}
        synonym={synonym}
        onSaved={onSaved}
        onCancel={onClose}
      />
    )}
  </Dialog>
);
