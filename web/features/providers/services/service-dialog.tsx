import { zodResolver } from "@hookform/resolvers/zod";
import { PROFILE_TOAST_MS } from "#domain/accounts/profile.ts";
import { labelOf } from "#domain/categories/categories.ts";
import { SERVICE_UNITS } from "#domain/providers/prices.ts";
import type { OfferedService } from "#domain/providers/results.ts";
import { serviceSchema } from "#domain/providers/services.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { showNotUpdated } from "../not-updated.ts";
import { saveService } from "./writes.ts";

const valuesOf = (service: OfferedService | null) => ({
  title: service?.title ?? "",
  description: service?.description ?? "",
  price: service?.price_pence ? String(service.price_pence / 100) : (service?.price_text ?? ""),
  unit: service?.unit ?? "",
  category: service?.category ?? "",
});

const ServiceForm = ({
  providerId,
  selections,
  service,
  onDone,
}: {
  providerId: string;
  selections: readonly string[];
  service: OfferedService | null;
  onDone: () => void;
}) => {
  const { run } = useWrite(saveService);
  // A category since removed from the profile remains with its service until another is chosen.
  const categories = [
    ...new Set([...selections, ...(service?.category ? [service.category] : [])]),
  ];
  const form = useForm({ resolver: zodResolver(serviceSchema), defaultValues: valuesOf(service) });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        try {
          await run(providerId, service?.id ?? null, values);
        } catch (error) {
          return { message: showNotUpdated(error) };
        }
        toast({ title: "Profile updated", variant: "success", duration: PROFILE_TOAST_MS });
        onDone();
      }}
    >
      <FormField form={form} name="title" label="Service" required>
        <Input maxLength={LIMITS.services.title} placeholder="Boiler service" />
      </FormField>
      <FormField form={form} name="description" label="Description" optional>
        <Textarea rows={3} maxLength={LIMITS.services.description} />
      </FormField>
      {categories.length > 0 && (
        <FormField form={form} name="category" label="Category" optional>
          <Select>
            <option value="">None</option>
            {categories.map((selection) => (
              <option key={selection} value={selection}>
                {labelOf(selection)}
              </option>
            ))}
          </Select>
        </FormField>
      )}
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="price"
          label="Price from"
          hint="An amount, or words such as 'Free quote'."
          optional
        >
          <Input maxLength={LIMITS.services.price_text} placeholder="45" />
        </FormField>
        <FormField form={form} name="unit" label="Per" optional>
          <Select>
            <option value="">No unit</option>
            {Object.entries(SERVICE_UNITS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </FormField>
      </div>
      <SubmitButton variant="solid">Save service</SubmitButton>
    </Form>
  );
};

/** Adds a service, or edits one. */
export const ServiceDialog = ({
  providerId,
  selections,
  editing,
  onClose,
}: {
  providerId: string;
  /** The provider's own categories. */
  selections: readonly string[];
  /** A service to edit, `new` to add one, null while closed. */
  editing: OfferedService | "new" | null;
  onClose: () => void;
}) => (
  <Dialog
    open={editing !== null}
    onOpenChange={(open) => !open && onClose()}
    title={editing === "new" ? "Add a service" : "Edit service"}
  >
    {editing && (
      <ServiceForm
        providerId={providerId}
        selections={selections}
        service={editing === "new" ? null : editing}
        onDone={onClose}
      />
    )}
  </Dialog>
);
