import { zodResolver } from "@hookform/resolvers/zod";
import { REPORT_RECEIVED } from "#domain/reports/messages.ts";
import { type ReportTarget, reasonsOf, reportSchema } from "#domain/reports/reports.ts";
import { faultOf } from "#domain/site/faults.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { useSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type ReportInput, WHY_NOT_SENT } from "./posted.ts";
import { reportContent } from "./writes.ts";

/** A report that was sent. */
export interface SentReport {
  caseNumber: string;
  /** The email address that the reporter left, empty without one. */
  email: string;
}

/** Thanks for a report, with its number, and says what happens next. */
export const ReportSent = ({ caseNumber, email }: SentReport) => {
  const { contactEmail } = useSettings();
  const answered = useSession().status === "signed-in" || email !== "";
  return (
    <Alert tone="success" title={`Your case number is ${caseNumber}`} focused>
      <span>{REPORT_RECEIVED}. </span>
      {answered ? (
        <span>Our team will review it and email you the outcome.</span>
      ) : (
        <span>
          Our team will review it. To hear the outcome, send the case number to{" "}
          <a
            className="link wrap-anywhere"
            href={`mailto:${contactEmail}?subject=Report%20${caseNumber}`}
          >
            {contactEmail}
          </a>
          .
        </span>
      )}
    </Alert>
  );
};

/** The questions about a report; `typed` is what a browser without scripts had sent. */
export const ReportForm = ({
  target,
  typed,
  onDone,
}: {
  target: { type: ReportTarget; id: string };
  typed?: ReportInput | undefined;
  onDone: (sent: SentReport) => void;
}) => {
  const session = useSession();
  const { run } = useWrite(reportContent);
  const form = useForm({
    resolver: zodResolver(reportSchema),
    defaultValues: typed ?? { reason: "", details: "", email: "" },
  });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        try {
          const caseNumber = await run(target, values);
          if (caseNumber) onDone({ caseNumber, email: values.email });
        } catch (error) {
          return { message: faultOf(error, WHY_NOT_SENT).message };
        }
      }}
    >
      <FormField form={form} name="reason" label="What is wrong?" required>
        <Select>
          <option value="">Please choose</option>
          {reasonsOf(target.type).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </FormField>
      <FormField form={form} name="details" label="Details" optional>
        <Textarea
          rows={4}
          maxLength={LIMITS.reports.details}
          placeholder="What should we look at, and why is it wrong?"
        />
      </FormField>
      {session.status !== "signed-in" && (
        <FormField
          form={form}
          name="email"
          label="Your email"
          hint="So we can tell you the outcome."
          optional
        >
          <Input
            type="email"
            autoComplete="email"
            inputMode="email"
            maxLength={INPUT_LIMITS.email}
          />
        </FormField>
      )}
      <SubmitButton variant="solid">Send report</SubmitButton>
    </Form>
  );
};
