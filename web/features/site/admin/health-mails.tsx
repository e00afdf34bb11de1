import { useRevalidator } from "react-router";
import { formatMoment } from "#domain/values/dates.ts";
import { describeFailure, useAct } from "#web/ui/admin/act.ts";
import { Button } from "#web/ui/button.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Health, retryMail } from "./health.ts";

type Mail = Health["mails"][number];

const COLUMNS: Column<Mail>[] = [
  {
    key: "kind",
    header: "Email",
    primary: true,
    cell: ({ kind }) => (kind === "account" ? "Account access email" : kind.replaceAll("_", " ")),
  },
  {
    key: "queued",
    header: "Waiting since",
    cell: ({ queued_at }) => <span className="whitespace-nowrap">{formatMoment(queued_at)}</span>,
  },
  { key: "attempts", header: "Attempts", align: "end", cell: ({ attempts }) => attempts },
  {
    key: "reason",
    header: "Reason",
    cell: ({ reason }) => reason && <span className="wrap-anywhere">{reason}</span>,
  },
];

/** Makes all mail that waits due at once. */
export const RetryMail = () => {
  const { run, busy } = useAct(retryMail);
  const { revalidate } = useRevalidator();
  const retry = async () => {
    try {
      const mails = await run();
      toast({ title: mails === 1 ? "1 email is being sent." : `${mails} emails are being sent.` });
      void revalidate();
    } catch (error) {
      describeFailure("Failed to send the emails", error);
    }
  };
  return (
    <Button variant="outline" size="sm" busy={busy} onClick={() => void retry()}>
      Send waiting emails now
    </Button>
  );
};

/** The oldest emails that could not be sent so far. */
export const WaitingMails = ({ mails }: { mails: readonly Mail[] }) => (
  <Table
    caption="Emails that could not be sent yet"
    columns={COLUMNS}
    rows={mails}
    rowKey={({ kind, queued_at }) => `${kind} ${queued_at}`}
  />
);
