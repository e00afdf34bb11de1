import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import {
  appealSchema,
  isWaiting,
  reportReasonLabel,
  reportStateLabel,
} from "#domain/reports/reports.ts";
import { faultOf } from "#domain/site/faults.ts";
import { OPEN_FULL_LINK } from "#domain/site/messages.ts";
import { formatDay } from "#domain/values/dates.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import type { OwnCase } from "./queries.ts";
import { STATE_TONES } from "./state-tones.ts";
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
              message: faultOf(error, "Your appeal could not be sent. Please try again.").message,
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

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
  </div>
);

const WAITING = {
  open: "Our team will read your report and decide. We will email you the decision with our reasons, and you will find them here.",
  "in review":
    "Our team is looking at it. We will email you the decision with our reasons, and you will find them here.",
  appealed: "Our team will look at the case again and email you. The decision after that is final.",
} as const;

/** What has been decided, or what happens until then. */
const Outcome = ({ state, outcome_reason }: OwnCase) =>
  isWaiting(state) ? (
    <Alert title={state === "appealed" ? "We have your appeal" : "What happens next"}>
      {WAITING[state]}
    </Alert>
  ) : (
    <Alert
      tone={state === "upheld" ? "success" : "info"}
      title={state === "upheld" ? "We upheld the report" : "We did not uphold the report"}
    >
      {outcome_reason}
    </Alert>
  );

const Case = ({
  found,
  caseNumber,
  linkKey,
}: {
  found: OwnCase;
  caseNumber: string;
  linkKey: string;
}) => {
  const { contactEmail } = useSettings();
  return (
    <>
      <PageHeader title={`Report ${caseNumber}`} />
      <Outcome {...found} />
      <Card className="mt-6">
        <dl className="grid gap-4">
          <Fact label="Status">
            <Badge tone={STATE_TONES[found.state] ?? "neutral"}>
              {reportStateLabel(found.state)}
            </Badge>
          </Fact>
          <Fact label="About">
            <strong>{found.target_label}</strong>
          </Fact>
          <Fact label="Reason">{reportReasonLabel(found.reason)}</Fact>
          <Fact label="Reported">{formatDay(found.created_at)}</Fact>
          {found.decided_at && <Fact label="Decided">{formatDay(found.decided_at)}</Fact>}
          {found.details && <Fact label="What you wrote">“{found.details}”</Fact>}
          {isWaiting(found.state) && found.outcome_reason && (
            <Fact label="Our reasons">{found.outcome_reason}</Fact>
          )}
          {found.appeal_text && <Fact label="Your appeal">“{found.appeal_text}”</Fact>}
        </dl>
      </Card>
      {found.may_appeal && <Appeal caseNumber={caseNumber} linkKey={linkKey} />}
      <p className="mt-6">
        Anything to add? Write to{" "}
        <a
          href={`mailto:${contactEmail}?subject=Report%20${caseNumber}`}
          className="link wrap-anywhere"
        >
          {contactEmail}
        </a>
        .
      </p>
      <p className="mt-6">
        <ButtonLink to="/directory" variant="outline">
          Find Professionals
        </ButtonLink>
      </p>
    </>
  );
};

/** /reports/{number}: the state of a report, for people with the link of its mails. */
export const OwnCaseScreen = ({
  found,
  ...link
}: {
  caseNumber: string;
  linkKey: string;
  found: OwnCase | null;
}) => (
  <Container width="sm" className="pb-16">
    {found ? (
      <Case found={found} {...link} />
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
