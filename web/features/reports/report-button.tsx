import Flag from "lucide-react/icons/flag";
import type { ReportTarget } from "#domain/reports/reports.ts";
import { lazy } from "#web/session/parts.ts";
import { Button } from "#web/ui/button.tsx";
import { useDialog } from "#web/ui/connected/use-dialog.tsx";
import { reportPath } from "./target.ts";

// Few people report anything, so the form loads when it is needed.
const load = () => import("./report-dialog.tsx");
const ReportDialog = lazy(load);

/** Opens a report of a profile, a job or feedback; it needs no account. */
export const ReportButton = ({
  target,
  what,
  compact = false,
}: {
  target: { type: ReportTarget; id: string };
  /** Its name, for screen readers and in the dialog. */
  what: string;
  /** A word in a line of others, for lists. */
  compact?: boolean;
}) => {
  const { openDialog, dialog } = useDialog(load, (open, onOpenChange) => (
    <ReportDialog target={target} what={what} open={open} onOpenChange={onOpenChange} />
  ));
  return (
    <>
      {compact ? (
        <button
          type="button"
          className="ml-auto min-h-6 hover:underline noscript:hidden print:hidden"
          onClick={openDialog}
        >
          Report<span className="sr-only"> {what}</span>
        </button>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          icon={<Flag aria-hidden="true" />}
          aria-label={`Report ${what}`}
          className="font-normal! text-ink-soft noscript:hidden print:hidden"
          onClick={openDialog}
        >
          Report
        </Button>
      )}
      <noscript>
        <a
          href={reportPath(target)}
          rel="nofollow"
          className={compact ? "link text-sm" : "link mx-3 text-sm"}
          aria-label={`Report ${what}`}
        >
          Report
        </a>
      </noscript>
      {dialog}
    </>
  );
};
