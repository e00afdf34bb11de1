import { zodResolver } from "@hookform/resolvers/zod";
import { DAYS_BACK, leadReportSchema } from "#domain/membership-days-back.ts";
import { LEAD_PROBLEMS } from "#domain/reports.ts";
import { REPORT_RECEIVED } from "#domain/reports-messages.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { whyFailed } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Lead, reportLead } from "./leads.ts";

const PROBLEMS = Object.entries(LEAD_PROBLEMS).map(([value, label]) => ({ value, label }));

/** The form to report a contact that was no use. */
export const ReportLead = ({
  lead: { job_id, title },
  onDone,
}: {
  lead: Pick<Lead, "job_id" | "title">;
  onDone: () => void;
}) => {
  const { run } = useWrite(reportLead);
  const form = useForm({
    resolver: zodResolver(leadReportSchema),
    defaultValues: { problem: "", details: "" },
  });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        let state: string | undefined;
        try {
          state = await run({ ...values, jobId: job_id });
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
      <p className="wrap-anywhere">{title}</p>
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
