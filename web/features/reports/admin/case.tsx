import { zodResolver } from "@hookform/resolvers/zod";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { type ReactNode, useRef } from "react";
import { useForm } from "react-hook-form";
import { fullNameOf } from "#domain/accounts.ts";
import { DAYS_BACK } from "#domain/membership-days-back.ts";
import { decisionSchema, isWaiting, reportReasonLabel, reportStateLabel } from "#domain/reports.ts";
import { formatDay } from "#domain/values/dates.ts";
import { reportAct } from "#web/features/site/admin/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Form, FormField, SubmitButton } from "#web/ui/form.tsx";
import { Link } from "#web/ui/link.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { ReportCase } from "../queries.ts";
import { STATE_TONES } from "../state-tones.ts";
import { decideReport, takeReport } from "../writes.ts";
import { ReportedMessage } from "./reported-message.tsx";

const Decision = ({ id, isLead }: { id: string; isLead: boolean }) => {
  const { run } = useWrite(decideReport);
  const form = useForm({
    resolver: zodResolver(decisionSchema),
    defaultValues: { uphold: "", reason: "" },
  });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={({ uphold, reason }) => {
        const deciding = run({ id, uphold: uphold === "upheld", reason });
        return reportAct(deciding, "Failed to decide the case", "Case decided");
      }}
    >
      <FormField form={form} name="uphold" label="Decision" group required>
        {(field) => (
          <RadioCards
            name={field.name}
            value={field.value}
            onChange={field.onChange}
            options={[
              {
                value: "upheld",
                label: "Uphold",
                hint: isLead
                  ? `The contact was no use: the member gets ${DAYS_BACK} days back.`
                  : "The report is right.",
              },
              { value: "rejected", label: "Do not uphold", hint: "Nothing is wrong here." },
            ]}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="reason"
        label="Reasons"
        hint={
          isLead
            ? "We'll email this to the member and keep it in the audit log."
            : "We'll email this to the reporter and, if upheld, to the person concerned, and keep it in the audit log."
        }
        required
      >
        <Textarea rows={4} />
      </FormField>
      <SubmitButton variant="solid" className="justify-self-start">
        Decide case
      </SubmitButton>
    </Form>
  );
};

const reporterOf = ({ reporter, reporter_email }: ReportCase): string =>
  reporter
    ? `${fullNameOf(reporter, "A member")}, ${reporter.email ?? ""}`
    : (reporter_email ?? "A visitor who left no address");

const History = ({ events }: Pick<ReportCase, "events">) => (
  <section aria-labelledby="history">
    <h3 id="history" className="text-xl">
      History
    </h3>
    <ol className="mt-3 grid gap-3">
      {events.map((event) => (
        <li key={event.id} className="border-l-3 border-line pl-4">
          <p>
            <span className="font-semibold">{reportStateLabel(event.state)}</span>{" "}
            <span className="text-sm text-ink-soft">
              {formatDay(event.created_at)}
              {event.actor && ` by ${fullNameOf(event.actor, "an admin")}`}
            </span>
          </p>
          {event.note && <p className="text-sm whitespace-pre-line wrap-anywhere">{event.note}</p>}
        </li>
      ))}
    </ol>
  </section>
);

/** One case for an admin: the report with its history, and beside it the decision. */
export const AdminCase = ({
  found,
  back,
  next,
}: {
  found: ReportCase;
  back: string;
  /** The way to the next waiting case, or null. */
  next: ReactNode;
}) => {
  const { run, busy } = useWrite(takeReport);
  const waits = isWaiting(found.state);
  const heading = useRef<HTMLHeadingElement>(null);
  const take = async () => {
    // The button is gone afterwards.
    const failed = await reportAct(run(found.id), "Failed to take the case", "Review started");
    if (!failed) heading.current?.focus();
  };
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-3">
        <Link to={back} className="link inline-flex items-center gap-1.5">
          <ArrowLeft aria-hidden="true" className="size-4" />
          All reports
        </Link>
        {next}
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[7fr_5fr] lg:gap-12">
        <div className="grid min-w-0 gap-8">
          <section aria-labelledby="case">
            <h2
              ref={heading}
              id="case"
              tabIndex={-1}
              className="text-2xl outline-none wrap-anywhere"
            >
              <span className="block font-sans text-sm font-semibold text-ink-soft">
                {found.case_number}
              </span>{" "}
              {reportReasonLabel(found.reason)}: {found.target_label}
            </h2>
            <div className="mt-3 flex flex-wrap items-center gap-3">
              <Badge tone={STATE_TONES[found.state] ?? "neutral"}>
                {reportStateLabel(found.state)}
              </Badge>
              {found.state === "open" && (
                <Button variant="outline" size="sm" busy={busy} onClick={() => void take()}>
                  Start review
                </Button>
              )}
            </div>
            <dl className="mt-4 grid gap-3 wrap-anywhere [&_dt]:text-sm [&_dt]:text-ink-soft">
              <div>
                <dt>About</dt>
                <dd>
                  {found.target_type === "message" ? (
                    found.target_label
                  ) : (
                    <Link to={found.target_path} className="link">
                      {found.target_label}
                    </Link>
                  )}{" "}
                  ({found.target_type})
                </dd>
              </div>
              {found.details && (
                <div>
                  <dt>Details</dt>
                  <dd className="whitespace-pre-line">{found.details}</dd>
                </div>
              )}
              <div>
                <dt>Reported by</dt>
                <dd>{reporterOf(found)}</dd>
              </div>
            </dl>
          </section>
          {found.target_type === "message" && <ReportedMessage key={found.id} id={found.id} />}
          <History events={found.events} />
        </div>
        {waits && (
          <Card className="min-w-0 lg:sticky lg:top-24">
            <h3 className="mb-4 text-xl">
              {found.state === "appealed" ? "Decide the appeal" : "Decide"}
            </h3>
            <Decision key={found.state} id={found.id} isLead={found.target_type === "lead"} />
          </Card>
        )}
      </div>
    </div>
  );
};
