import { useState } from "react";
import { performWrite } from "#web/session/perform-write.ts";
import { describeFailure } from "#web/ui/admin/act.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { type Verified, verifyAudit } from "./queries.ts";

/** The head of the page, from which the database checks whether every entry is unchanged since it was written. */
export const AuditHeader = () => {
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Verified | null>(null);
  const verify = async () => {
    setBusy(true);
    setFound(null);
    try {
      setFound(await performWrite(verifyAudit));
    } catch (error) {
      describeFailure("Failed to verify the audit log", error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader
        title="Audit log"
        lead="Each entry is sealed, so none can be changed or removed unnoticed."
        actions={
          <Button variant="outline" busy={busy} onClick={() => void verify()}>
            Verify the log
          </Button>
        }
      />
      <div className="mb-6 empty:hidden">
        {found &&
          (found.broken ? (
            <Alert tone="danger" live title={`The log is broken at entry ${found.broken.entry}`}>
              Here {found.broken.why}. Keep a copy of the database before anything else is done.
            </Alert>
          ) : (
            <Alert tone="success" live title="The log is whole">
              {found.checked === 1 ? "1 entry was" : `${found.checked} entries were`} checked.
            </Alert>
          ))}
      </div>
    </>
  );
};
