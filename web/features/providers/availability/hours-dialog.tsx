import { zodResolver } from "@hookform/resolvers/zod";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { DAYS, type Hours, WEEKDAYS, type Weekday } from "#domain/providers/opening-hours.ts";
import {
  type HoursValues,
  hoursForm,
  hoursFrom,
  hoursValues,
} from "#domain/providers/opening-hours-form.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { saveAvailability, showSaved } from "./writes.ts";

const DayRow = ({ form, day }: { form: UseFormReturn<HoursValues>; day: Weekday }) => {
  const name = WEEKDAYS[day];
  const kind = useWatch({ control: form.control, name: `${day}.kind` });
  return (
    <fieldset className="grid grid-cols-1 items-start gap-x-3 gap-y-2 border-b border-line pb-4 last-of-type:border-0 md:grid-cols-[6.5rem_12.5rem_1fr] md:pb-3">
      <legend className="sr-only">{name}</legend>
      <span aria-hidden="true" className="font-semibold md:pt-3">
        {name}
      </span>
      <FormField form={form} name={`${day}.kind`} label={`${name} is`} hideLabel>
        <Select>
          <option value="">Not said</option>
          <option value="open">Open</option>
          <option value="appointment">By appointment</option>
          <option value="closed">Closed</option>
        </Select>
      </FormField>
      {kind === "open" && (
        <div className="grid grid-cols-[1fr_auto_1fr] items-start gap-2">
          <FormField form={form} name={`${day}.opens`} label={`${name} from`} hideLabel>
            <Input type="time" />
          </FormField>
          <span aria-hidden="true" className="pt-3 text-ink-soft">
            to
          </span>
          <FormField form={form} name={`${day}.closes`} label={`${name} to`} hideLabel>
            <Input type="time" />
          </FormField>
        </div>
      )}
    </fieldset>
  );
};

const HoursForm = ({
  providerId,
  hours,
  onDone,
}: {
  providerId: string;
  hours: Hours;
  onDone: () => void;
}) => {
  const { run } = useWrite(saveAvailability);
  const form = useForm<HoursValues>({
    resolver: zodResolver(hoursForm),
    defaultValues: hoursValues(hours),
  });
  const monday = useWatch({ control: form.control, name: "mon" });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        const problem = await showSaved(() => run(providerId, { hours: hoursFrom(values) }));
        if (!problem) onDone();
        return problem;
      }}
    >
      <div className="grid gap-3">
        {DAYS.map((day) => (
          <DayRow key={day} form={form} day={day} />
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        UK time. Past midnight? Enter the closing time as usual. For 24 hours use 00:00 to 00:00.
      </p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="solid">Save hours</SubmitButton>
        <Button
          variant="outline"
          disabled={monday.kind === ""}
          onClick={() => {
            for (const day of ["tue", "wed", "thu", "fri"] as const) {
              form.setValue(day, { ...form.getValues("mon") }, { shouldDirty: true });
            }
          }}
        >
          Copy Monday to Friday
        </Button>
      </div>
    </Form>
  );
};

/** Seven days, each with its hours. */
export default function HoursDialog({
  providerId,
  hours,
  open,
  onOpenChange,
}: {
  providerId: string;
  hours: Hours;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Opening hours" size="lg">
      <HoursForm providerId={providerId} hours={hours} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
