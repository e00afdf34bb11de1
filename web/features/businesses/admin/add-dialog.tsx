import { zodResolver } from "@hookform/resolvers/zod";
import { businessForm } from "#domain/businesses/businesses.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { useWrite } from "#web/session/use-write.ts";
import { reportAct } from "#web/ui/admin/act.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { addBusiness } from "../writes.ts";

const AddForm = ({ onDone }: { onDone: () => void }) => {
  const { run } = useWrite(addBusiness);
  const form = useForm({
    resolver: zodResolver(businessForm),
    defaultValues: { name: "", email: "" },
  });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) =>
        (await reportAct(run(values), "Failed to add business", "Business added")) ?? onDone()
      }
    >
      <FormField form={form} name="name" label="Business name" required>
        <Input maxLength={LIMITS.businesses.business_name} />
      </FormField>
      <FormField
        form={form}
        name="email"
        label="Business email"
        hint="Anyone who confirms this address can claim the business without your approval. We never show it."
        optional
      >
        <Input type="email" maxLength={LIMITS.businesses.business_email} autoComplete="off" />
      </FormField>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <SubmitButton variant="solid">Add Business</SubmitButton>
      </div>
    </Form>
  );
};

export const AddDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Add business" size="sm">
    {open && <AddForm onDone={onClose} />}
  </Dialog>
);
