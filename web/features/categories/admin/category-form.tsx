import { LIMITS } from "#domain/values/limits.ts";
import { useWrite } from "#web/session/use-write.ts";
import { reportAct, useAct } from "#web/ui/admin/act.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, useForm } from "#web/ui/form.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import type { ManagedCategory } from "./queries.ts";
import { addCategory, editCategory } from "./writes.ts";

const NAME_REQUIRED = "Category name is required";
const GROUP_REQUIRED = "Please select or create a group";
/** The limits of the columns; '>' separates group and name in a selection. */
const NO_ARROW = "Please write it without the sign >";

type Refusal = { name: string } | { group: string } | null;

/**
 * The refusals of the add dialog (spec 2 section 5). A new group's text has priority over the selected one.
 */
const refusalOf = (name: string, group: string): Refusal => {
  if (!name) return { name: NAME_REQUIRED };
  if (name.includes(">")) return { name: NO_ARROW };
  if (!group) return { group: GROUP_REQUIRED };
  return group.includes(">") ? { group: NO_ARROW } : null;
};

const GroupOptions = ({ groups }: { groups: readonly string[] }) =>
  groups.map((group) => (
    <option key={group} value={group}>
      {group}
    </option>
  ));

const AddForm = ({ groups, onDone }: { groups: readonly string[]; onDone: () => void }) => {
  const { run } = useWrite(addCategory);
  const form = useForm({ defaultValues: { name: "", group: "", newGroup: "" } });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        const name = values.name.trim();
        const typed = values.newGroup.trim();
        const group = typed || values.group;
        const refusal = refusalOf(name, group);
        if (refusal) {
          const [description] = Object.values(refusal);
          toast({ title: "Validation Error", description, variant: "destructive" });
          if ("name" in refusal) return { fields: { name: refusal.name } };
          return { fields: { [typed ? "newGroup" : "group"]: refusal.group } };
        }
        const done = "Category added successfully";
        return (await reportAct(run({ name, group }), "Failed to add category", done)) ?? onDone();
      }}
    >
      <FormField form={form} name="name" label="Category Name" required>
        <Input maxLength={LIMITS.categories.name} />
      </FormField>
      <FormField form={form} name="group" label="Select Existing Group">
        {(field) => (
          <Select
            name={field.name}
            value={field.value}
            onChange={(event) => {
              field.onChange(event);
              form.setValue("newGroup", "");
            }}
          >
            <option value="">Select a group</option>
            <GroupOptions groups={groups} />
          </Select>
        )}
      </FormField>
      <div className="flex items-center gap-4 text-sm font-semibold text-ink-soft">
        <span className="h-px flex-1 bg-line" />
        OR
        <span className="h-px flex-1 bg-line" />
      </div>
      <FormField form={form} name="newGroup" label="Create New Group">
        {(field) => (
          <Input
            name={field.name}
            value={field.value}
            maxLength={LIMITS.categories.group_name}
            onChange={(event) => {
              field.onChange(event);
              form.setValue("group", "");
            }}
          />
        )}
      </FormField>
      <FormButtons submit="Add Category" onCancel={onDone} />
    </Form>
  );
};

export const AddDialog = ({
  open,
  groups,
  onClose,
}: {
  open: boolean;
  groups: readonly string[];
  onClose: () => void;
}) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Add Category" size="sm">
    {open && <AddForm groups={groups} onDone={onClose} />}
  </Dialog>
);

const EditForm = ({
  category,
  groups,
  onDone,
}: {
  category: ManagedCategory;
  groups: readonly string[];
  onDone: () => void;
}) => {
  const { run } = useAct(editCategory);
  const form = useForm({ defaultValues: { name: category.name, group: category.group_name } });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        const name = values.name.trim();
        const refusal = refusalOf(name, values.group);
        if (refusal) return { fields: refusal };
        const saving = run({ seen: category, name, group: values.group });
        const done = "Category updated successfully";
        return (await reportAct(saving, "Failed to update category", done)) ?? onDone();
      }}
    >
      <FormField form={form} name="name" label="Category Name" required>
        <Input maxLength={LIMITS.categories.name} />
      </FormField>
      <FormField form={form} name="group" label="Group" required>
        <Select>
          <GroupOptions groups={groups} />
        </Select>
      </FormField>
      <FormButtons submit="Save Changes" onCancel={onDone} />
    </Form>
  );
};

export const EditDialog = ({
  category,
  groups,
  onClose,
}: {
  category: ManagedCategory | null;
  groups: readonly string[];
  onClose: () => void;
}) => (
  <Dialog
    open={category !== null}
    onOpenChange={(open) => !open && onClose()}
    title="Edit Category"
    description="Profiles and jobs that use it change with it."
    size="sm"
  >
    {category && (
      <EditForm key={category.id} category={category} groups={groups} onDone={onClose} />
    )}
  </Dialog>
);
