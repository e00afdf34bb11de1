import { zodResolver } from "@hookform/resolvers/zod";
import { appealSchema, isWaiting, reportReasonLabel, reportStateLabel } from "#domain/reports.ts";
import { OPEN_FULL_LINK } from "#domain/site-messages.ts";
import { formatDay } from "#domain/values/dates.ts";
import { whyFailed } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import type { OwnCase } from "./queries.ts";
import { appealReport } from "./writes.ts";

const Appeal = ({ caseNumber, linkKey }: { caseNumber: string; linkKey: string }) => {
  const { run } = useWrite(appealReport);
  const form = useForm({ resolver: zodResolver(appealSchema), defaultValues: { words: "" } });
  return (
    <section aria-labelledby="appeal" className="mt-8">
      <h2 id="appeal" className="mb-3 text-xl">
        Appeal
      </h2>
      <Form
        form={form}
        summary={false}
        onSubmit={async ({ words }) => {
          try {
            await run({ caseNumber, key: linkKey, words });
          } catch (error) {
            return {
              message: whyFailed(error, "Your appeal could not be sent. Please try again."),
            };
          }
          toast({ title: "We have your appeal", variant: "success" });
        }}
      >
        <FormField
          form={form}
          name="words"
          label="Why do you disagree?"
          hint="A case can be appealed once. The decision after it is final."
          required
        >
          <Textarea rows={5} />
        </FormField>
        <SubmitButton variant="solid" className="justify-self-start">
          Send appeal
        </SubmitButton>
      </Form>
    </section>
  );
};

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
  </div>
);

/** /reports/{number}: the state of a report, for people with the link of its mails. */
export const OwnCaseScreen = ({
  caseNumber,
  linkKey,
  found,
}: {
  caseNumber: string;
  linkKey: string;
  found: OwnCase | null;
}) => (
  <Container width="md" className="pb-16">
    {found ? (
      <>
        <PageHeader title={`Report ${caseNumber}`} lead={reportStateLabel(found.state)} />
        <dl className="grid gap-4">
          <Fact label="About">{found.target_label}</Fact>
          <Fact label="Reported">
            {`${formatDay(found.created_at)}: ${reportReasonLabel(found.reason)}`}
          </Fact>
          {found.details && <Fact label="What you wrote">{found.details}</Fact>}
          {found.outcome_reason && <Fact label="Our reasons">{found.outcome_reason}</Fact>}
          {found.appeal_text && <Fact label="Your appeal">{found.appeal_text}</Fact>}
        </dl>
        {found.may_appeal && <Appeal caseNumber={caseNumber} linkKey={linkKey} />}
        {isWaiting(found.state) && (
          <div className="mt-8">
            <Alert title={found.state === "appealed" ? "We have your appeal" : "What happens next"}>
              {found.state === "appealed"
                ? "Our team will look at the case again and email you."
                : "Our team will look at it and decide. This page, and an email if we have your address, will say what we decided and why."}
            </Alert>
          </div>
        )}
      </>
    ) : (
      <EmptyState
        level={1}
        art="lost"
        title="Report not found"
        action={<ButtonLink to="/">Return Home</ButtonLink>}
      >
        <p>{OPEN_FULL_LINK}</p>
      </EmptyState>
    )}
  </Container>
);
