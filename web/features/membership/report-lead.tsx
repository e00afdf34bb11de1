import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { DAYS_BACK, leadReportSchema } from "#domain/membership-days-back.ts";
import { LEAD_PROBLEMS } from "#domain/reports.ts";
import { REPORT_RECEIVED } from "#domain/reports-messages.ts";
import { formatDay } from "#domain/values/dates.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { whyFailed } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Form, FormField, SubmitButton } from "#web/ui/form.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Lead, reportLead } from "./leads.ts";

const PROBLEMS = Object.entries(LEAD_PROBLEMS).map(([value, label]) => ({ value, label }));

/** The form to report a contact that was no use. */
export const ReportLead = ({
  leads,
  onDone,
}: {
  /** The contacts that can be reported. */
  leads: readonly Lead[];
  onDone: () => void;
}) => {
  const { run } = useWrite(reportLead);
  const form = useForm({
    resolver: zodResolver(leadReportSchema),
    defaultValues: {
      jobId: (leads.length === 1 && leads[0]?.job_id) || "",
      problem: "",
      details: "",
    },
  });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        let state: string | undefined;
        try {
          state = await run(values);
        } catch (error) {
          return {
            message: whyFailed(error, "Your report could not be sent. Please try again."),
          };
        }
        if (!state) return;
        toast({
          title: state === "upheld" ? `${DAYS_BACK} days back` : REPORT_RECEIVED,
          description:
            state === "upheld"
              ? "Our records show the same, so we've extended your membership."
              : "We'll check it and email you.",
          variant: "success",
        });
        onDone();
      }}
    >
      <FormField form={form} name="jobId" label="Which job?" required>
        <Select>
          <option value="">Please choose</option>
          {leads.map(({ job_id, title, unlocked_at }) => (
            <option key={job_id} value={job_id}>
              {`${title} (unlocked ${formatDay(unlocked_at)})`}
            </option>
          ))}
        </Select>
      </FormField>
      <FormField form={form} name="problem" label="What was wrong?" group required>
        {(field) => (
          <RadioCards
            name={field.name}
            value={field.value}
            onChange={field.onChange}
            options={PROBLEMS}
          />
        )}
      </FormField>
      <FormField form={form} name="details" label="Details" optional>
        <Textarea
          rows={3}
          maxLength={LIMITS.reports.details}
          placeholder="When did you try, and what happened?"
        />
      </FormField>
      <SubmitButton variant="solid">Send report</SubmitButton>
    </Form>
  );
};
