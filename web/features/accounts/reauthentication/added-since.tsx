import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { formatDay } from "#domain/values/dates.ts";
import type { Db } from "#web/session/database.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Added, removeAdded } from "./added.ts";

const WHAT: Record<Added["kind"], string> = {
  passkey: "Passkey",
  factor: "Two-step verification",
  "recovery-codes": "Recovery codes",
};

/** After a new password: additions that another person may have made, each with a button to remove it. */
export const AddedSince = ({
  added,
  client,
  onRemoved,
}: {
  added: readonly Added[];
  client: () => Promise<Db>;
  onRemoved: (id: string) => void;
}) => {
  const [busy, setBusy] = useState("");
  const remove = async (one: Added) => {
    setBusy(one.id);
    const problem = await client()
      .then((db) => removeAdded(db, one))
      .catch(() => "Please try again.");
    setBusy("");
    if (problem) {
      toast({ title: "Not removed", description: problem, variant: "destructive" });
    } else {
      toast({ title: `${one.name} removed`, variant: "success" });
      onRemoved(one.id);
    }
  };
  return (
    <section aria-labelledby="added-since" className="grid gap-4">
      <h2 id="added-since" className="text-lg">
        Added since you last confirmed it's you
      </h2>
      <Alert live tone="warning">
        A new password doesn't remove these. Remove any that you did not add yourself.
      </Alert>
      <ul aria-label="Recently added" className="divide-y divide-line border-y border-line">
        {added.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <KeyRound aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
            <div className="min-w-40 flex-1">
              <p className="font-semibold wrap-anywhere">{one.name}</p>
              <p className="text-sm text-ink-soft">
                {WHAT[one.kind]}, added {formatDay(one.addedAt)}
              </p>
            </div>
            <Button
              variant="outline"
              size="sm"
              busy={busy === one.id}
              aria-label={`Remove ${one.name}`}
              onClick={() => void remove(one)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};
