import { zodResolver } from "@hookform/resolvers/zod";
import { areaForm, placesOf } from "#domain/providers/area.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { Availability } from "./availability.ts";
import { saveAvailability, showSaved } from "./writes.ts";

const AreaForm = ({
  providerId,
  availability: { places, radius },
  onDone,
}: {
  providerId: string;
  availability: Availability;
  onDone: () => void;
}) => {
  const { run } = useWrite(saveAvailability);
  const form = useForm({
    resolver: zodResolver(areaForm),
    defaultValues: { places: places.join(", "), radius: radius ?? "" },
  });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        const problem = await showSaved(() =>
          run(providerId, { places: placesOf(values.places), radius: values.radius || null }),
        );
        if (!problem) onDone();
        return problem;
      }}
    >
      <FormField form={form} name="radius" label="How far you go" optional>
        <Input maxLength={LIMITS.availability.radius} placeholder="Up to 15 miles from Leeds" />
      </FormField>
      <FormField
        form={form}
        name="places"
        label="Towns and postcodes"
        hint="The first half of a postcode is enough. Put commas between them."
        optional
      >
        <Textarea rows={4} placeholder="Leeds, Otley, LS6" />
      </FormField>
      <SubmitButton variant="solid">Save area</SubmitButton>
    </Form>
  );
};

/** The area where a provider works, in their own words. */
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
