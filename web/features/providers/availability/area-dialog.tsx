import { zodResolver } from "@hookform/resolvers/zod";
import { useWatch } from "react-hook-form";
import { areaForm, areaFrom, areaValues } from "#domain/providers/area.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { Availability } from "./availability.ts";
import { saveAvailability, showSaved } from "./writes.ts";

const AreaForm = ({
  providerId,
  availability,
  onDone,
}: {
  providerId: string;
  availability: Availability;
  onDone: () => void;
}) => {
  const { run } = useWrite(saveAvailability);
  const form = useForm({
    resolver: zodResolver(areaForm),
    defaultValues: areaValues(availability),
  });
  const kind = useWatch({ control: form.control, name: "kind" });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        const problem = await showSaved(() => run(providerId, areaFrom(values)));
        if (!problem) onDone();
        return problem;
      }}
    >
      <FormField form={form} name="kind" label="You work">
        <Select>
          <option value="">Not said</option>
          <option value="miles">Within a distance</option>
          <option value="places">In certain places</option>
          <option value="uk">In the whole of the UK</option>
        </Select>
      </FormField>
      {kind === "miles" && (
        <>
          <FormField form={form} name="miles" label="Miles" hint="1 to 100">
            <Input inputMode="numeric" maxLength={10} className="max-w-28" />
          </FormField>
          <FormField form={form} name="base" label="From" hint="Town or postcode">
            <Input maxLength={INPUT_LIMITS.place} placeholder="Leeds, or LS6" />
          </FormField>
        </>
      )}
      {kind === "places" && (
        <FormField
          form={form}
          name="places"
          label="Towns and postcodes"
          hint="The first half of a postcode is enough. Put commas between them."
        >
          <Textarea rows={4} placeholder="Leeds, Otley, LS6" />
        </FormField>
      )}
      <p className="text-sm text-ink-soft">
        People who search there find you, also if you are based elsewhere.
      </p>
      <SubmitButton variant="solid">Save area</SubmitButton>
    </Form>
  );
};

/** The area where a provider works. */
export default function AreaDialog({
  providerId,
  availability,
  open,
  onOpenChange,
}: {
  providerId: string;
  availability: Availability;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Area served">
      <AreaForm
        providerId={providerId}
        availability={availability}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  );
}
