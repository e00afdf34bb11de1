import { useRef, useState } from "react";
import { csvName } from "#domain/values/csv.ts";
import { formatNumber } from "#domain/values/numbers.ts";
import { useSettings } from "#web/session/settings.ts";
import { describeFailure } from "#web/ui/admin/act.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { toast } from "#web/ui/toast.ts";
import { exportUsers } from "./export-users.ts";
import { totalOf, type UserList, type UserSearch } from "./queries.ts";

/** Writes everybody who matches the filters to a CSV file, with its progress. */
export const ExportDialog = ({
  open,
  search,
  list,
  onClose,
}: {
  open: boolean;
  search: UserSearch;
  list: UserList | null;
  onClose: () => void;
}) => {
  const { siteName } = useSettings();
  const [rows, setRows] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const close = () => {
    running.current?.abort();
    running.current = null;
    setRows(null);
    onClose();
  };
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    try {
      const file = await exportUsers(search, {
        siteName,
        signal: controller.signal,
        onProgress: setRows,
      });
      saveFile(file, csvName("users"));
      toast({ title: "Your file is ready", variant: "success" });
      close();
    } catch (error) {
      if (controller.signal.aborted) return;
      describeFailure("Failed to export users", error);
      setRows(null);
    }
  };
  const total = list && !list.more ? list.total : 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      size="sm"
      title="Export users"
      description={`${list ? totalOf(list) : "All users"}, as the filters of this page find them, newest first.`}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button busy={rows !== null} onClick={() => void start()}>
            Export CSV
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">
        The file contains names, email addresses and phone numbers: keep it safe, and delete it when
        you have finished. That you exported it is kept in the audit log.
      </p>
      {rows !== null && (
        <div className="mt-5">
          <ProgressBar
            label="Export"
            {...(total > 0 ? { value: (100 * rows) / Math.max(total, rows) } : {})}
          />
          <p role="status" className="mt-2 text-sm tabular-nums">
            {`${formatNumber(rows)}${total > 0 ? ` of ${formatNumber(total)}` : ""} written`}
          </p>
        </div>
      )}
    </Dialog>
  );
};
