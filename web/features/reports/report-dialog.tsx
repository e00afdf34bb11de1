import { useState } from "react";
import { REPORTER_UNNAMED } from "#domain/reports/messages.ts";
import type { ReportTarget } from "#domain/reports/reports.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ReportForm, ReportSent, type SentReport } from "./report-form.tsx";

/** The form behind ReportButton, and the thanks once it is sent. */
export default function ReportDialog({
  target,
  what,
  open,
  onOpenChange,
}: {
  target: { type: ReportTarget; id: string };
  what: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [sent, setSent] = useState<SentReport | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={sent ? "Report sent" : `Report ${what}`}
      description={sent ? undefined : REPORTER_UNNAMED}
      footer={
        sent && (
          <Button className="max-sm:w-full" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        )
      }
    >
      {sent ? <ReportSent {...sent} /> : <ReportForm target={target} onDone={setSent} />}
    </Dialog>
  );
}
