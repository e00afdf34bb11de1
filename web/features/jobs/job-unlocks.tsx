import { useEffect, useState } from "react";
import { faultOf } from "#domain/site/faults.ts";
import { formatDay } from "#domain/values/dates.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Link } from "#web/ui/link.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { loadReveals, revokeContact } from "./contacts.ts";

const nameOf = ({ business_name, name }: Unlock): string => business_name || name;

type Unlock = Awaited<ReturnType<typeof loadReveals>>[number];

/** Which providers unlocked the contact of the person's own job, and when; access can be withdrawn (P-07, P-43). */
export const Unlocks = ({ jobId }: { jobId: string }) => {
  const [withdrawing, setWithdrawing] = useState<Unlock | null>(null);
  const [unlocks, setUnlocks] = useState<Unlock[] | "failed" | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let here = true;
    performWrite((db) => loadReveals(db, jobId)).then(
      (found) => here && setUnlocks(found),
      () => here && setUnlocks("failed"),
    );
    return () => {
      here = false;
    };
  }, [jobId, attempt]);
  if (unlocks === null) return <Skeleton className="h-16 w-full" />;
  if (unlocks === "failed") {
    return (
      <RetryAlert
        title="This list could not be loaded."
        onRetry={() => {
          setUnlocks(null);
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  if (unlocks.length === 0) {
    return <p className="text-ink-soft">Nobody has unlocked your contact details yet.</p>;
  }
  return (
    <>
      <ul className="grid gap-4">
        {unlocks.map((unlock) => {
          const name = nameOf(unlock);
          return (
            <li key={unlock.provider_id} className="flex flex-wrap items-center gap-3">
              <Avatar name={name} src={unlock.image_url} size="sm" />
              <div className="min-w-0 grow">
                <Link to={`/directory/${unlock.provider_id}`} className="link">
                  {name}
                </Link>
                <p className="text-sm text-ink-soft">
                  <span>Unlocked on </span>
                  <time dateTime={unlock.revealed_at}>{formatDay(unlock.revealed_at)}</time>
                  {unlock.revoked_at && (
                    <span>{`, access withdrawn on ${formatDay(unlock.revoked_at)}`}</span>
                  )}
                </p>
              </div>
              {!unlock.revoked_at && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Withdraw access: ${name}`}
                  onClick={() => setWithdrawing(unlock)}
                >
                  Withdraw access
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={withdrawing !== null}
        onOpenChange={(next) => !next && setWithdrawing(null)}
        danger
        title="Withdraw access?"
        description={`${withdrawing ? nameOf(withdrawing) : ""} will no longer see your contact details or be able to write to you about this job, unless you hire them. They may already have made a note of your details.`}
        confirmLabel="Withdraw Access"
        onConfirm={async () => {
          if (!withdrawing) return;
          try {
            await performWrite((db) => revokeContact(db, jobId, withdrawing.provider_id));
          } catch (error) {
            return {
              message: faultOf(error, "Access could not be withdrawn. Please try again.").message,
            };
          }
          toast({ title: "Access withdrawn", variant: "success" });
          setAttempt(attempt + 1);
        }}
      />
    </>
  );
};

/** Shows a poster which providers unlocked the contact of one job, and when (P-07). */
export const JobUnlocks = ({
  job,
  className,
}: {
  job: { id: string; title: string; unlocks: number };
  /** The button's. */
  className: string;
}) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className={className}
        aria-label={`Unlocked by ${job.unlocks}: ${job.title}`}
        onClick={() => setOpen(true)}
      >
        Unlocked by {job.unlocks}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Who unlocked my contact"
        description={job.title}
      >
        {open && <Unlocks jobId={job.id} />}
      </Dialog>
    </>
  );
};
