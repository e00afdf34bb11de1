import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { formatDay } from "#domain/values/dates.ts";
import type { Db } from "#web/session/database.ts";
import { failureToast } from "#web/session/refusal.ts";
import { sessionClient } from "#web/session/session.ts";
import { useLoaded } from "#web/session/use-loaded.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { SettingRow } from "#web/ui/setting-row.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { ProveDialog } from "../reauthentication/use-proof.tsx";
import {
  loadPasskeys,
  type Passkey,
  type PasskeyRefusal,
  passkeysWork,
  reasonOf,
} from "./passkeys.ts";

/** The service's limit. */
const LONGEST_NAME = 120;

/** A new name for a passkey, so that people recognise the device. */
const RenamePasskey = ({ passkey, onDone }: { passkey: Passkey; onDone: () => Promise<void> }) => {
  const form = useForm({ defaultValues: { name: passkey.friendly_name ?? "" } });
  const submit = async ({ name }: { name: string }) => {
    const friendlyName = name.trim();
    if (friendlyName === "") return { fields: { name: "Please enter a name" } };
    const db = await sessionClient();
    const { error } = await db.auth.passkey.update({ passkeyId: passkey.id, friendlyName });
    if (error) return { message: reasonOf(error) };
    toast({ title: "Passkey renamed", variant: "success" });
    await onDone();
  };
  return (
    <Form form={form} onSubmit={submit}>
      <FormField form={form} name="name" label="Name" hint="Such as the device it is on" required>
        <Input maxLength={LONGEST_NAME} autoComplete="off" />
      </FormField>
      <SubmitButton size="lg">Save name</SubmitButton>
    </Form>
  );
};

/** An action for which the service may require a proof first. */
interface Act {
  run: (db: Db) => Promise<{ error: PasskeyRefusal | null }>;
  done: string;
  failed: string;
}

const ADD: Act = {
  run: (db) => db.auth.registerPasskey(),
  done: "Passkey added",
  failed: "No passkey was added",
};

const removal = ({ id }: Passkey): Act => ({
  run: (db) => db.auth.passkey.delete({ passkeyId: id }),
  done: "Passkey removed",
  failed: "The passkey was not removed",
});

const nameOf = ({ friendly_name: name }: Passkey) => name || "Passkey";

const lastUsedText = ({ created_at, last_used_at }: Passkey) =>
  `Added ${formatDay(created_at)}. ${last_used_at ? `Last used ${formatDay(last_used_at)}.` : "Not used yet."}`;

const Row = ({
  passkey,
  onRename,
  onRemove,
}: {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
    <KeyRound aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
    <div className="min-w-40 flex-1">
      <p className="font-semibold wrap-anywhere">{nameOf(passkey)}</p>
      <p className="text-sm text-ink-soft">{lastUsedText(passkey)}</p>
    </div>
    <div className="flex gap-2">
      <Button
        variant="outline"
        size="sm"
        aria-label={`Rename ${nameOf(passkey)}`}
        onClick={onRename}
      >
        Rename
      </Button>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Remove ${nameOf(passkey)}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </div>
  </li>
);

const load = async (db: Db) => (await loadPasskeys(db)) ?? ("off" as const);

/** The account's passkeys, and everything a person can do with them; nothing if the service has none. */
export const PasskeySettings = () => {
  const { loaded: passkeys, refresh } = useLoaded(load);
  const [busy, setBusy] = useState(false);
  const [toProve, setToProve] = useState<Act | null>(null);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);

  /** Runs the action, or asks for a proof first if the service requires one, then loads the list again. */
  const attempt = async (act: Act) => {
    setBusy(true);
    try {
      const { error } = await act.run(await sessionClient());
      if (error?.code === "reauthentication_needed") return setToProve(act);
      setToProve(null);
      if (error) {
        toast({ title: act.failed, description: reasonOf(error), variant: "destructive" });
      } else {
        toast({ title: act.done, variant: "success" });
      }
    } catch (error) {
      setToProve(null);
      toast(failureToast(error, act.failed));
    } finally {
      setBusy(false);
    }
    await refresh();
  };

  if (passkeys === "off") return null;
  const work = passkeys !== null && passkeysWork();
  return (
    <SettingRow
      title="Passkeys"
      value={
        Array.isArray(passkeys) && !work
          ? "This browser cannot make passkeys here."
          : `${Array.isArray(passkeys) && passkeys.length === 0 ? "None added yet. " : ""}Log in with your fingerprint, your face or your screen lock instead of your password.`
      }
      action={
        Array.isArray(passkeys) &&
        work && (
          <Button variant="outline" size="sm" busy={busy} onClick={() => void attempt(ADD)}>
            Add a passkey
          </Button>
        )
      }
    >
      {passkeys === null && <Skeleton className="h-12 w-full" />}
      {passkeys === "failed" && (
        <RetryAlert title="Your passkeys could not be loaded" onRetry={() => void refresh()} />
      )}
      {Array.isArray(passkeys) && passkeys.length > 0 && (
        <ul aria-label="Your passkeys" className="mt-4 divide-y divide-line border-y border-line">
          {passkeys.map((passkey: Passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      <ProveDialog
        open={toProve !== null}
        onProven={async () => {
          if (toProve) await attempt(toProve);
        }}
        onCancel={() => setToProve(null)}
      />
      <Dialog
        open={renaming !== null}
        onOpenChange={(open) => !open && setRenaming(null)}
        title="Rename your passkey"
      >
        {renaming && (
          <RenamePasskey
            passkey={renaming}
            onDone={async () => {
              setRenaming(null);
              await refresh();
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title="Remove this passkey?"
        description={`${removing ? nameOf(removing) : "It"} no longer logs you in. Your device may still offer it: delete it there, too.`}
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          if (removing) await attempt(removal(removing));
        }}
      />
    </SettingRow>
  );
};
