import { useState } from "react";
import type { ReportTarget } from "#domain/reports.ts";
import { REPORTER_UNNAMED } from "#domain/reports-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ReportForm, ReportSent } from "./report-form.tsx";

/** The form behind ReportButton, and the case number once it is sent. */
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
  const [caseNumber, setCaseNumber] = useState<string | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Report ${what}`}
      description={REPORTER_UNNAMED}
      footer={caseNumber && <Button onClick={() => onOpenChange(false)}>Done</Button>}
    >
      {caseNumber ? (
        <ReportSent caseNumber={caseNumber} />
      ) : (
        <ReportForm target={target} onDone={setCaseNumber} />
      )}
    </Dialog>
  );
}
