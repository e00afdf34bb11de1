import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import { useState } from "react";
import { SIGN_OUT_FAILED } from "#domain/accounts/messages.ts";
import { formatMoment } from "#domain/values/dates.ts";
import type { Db } from "#web/session/database.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { failureToast } from "#web/session/refusal.ts";
import { useLoaded } from "#web/session/use-loaded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { SettingRow } from "#web/ui/setting-row.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";

const load = async (db: Db) => {
  const { data } = await db.rpc("my_devices").throwOnError();
  return data;
};
type Device = Awaited<ReturnType<typeof load>>[number];

const nameOf = ({ browser, system }: Device) => (system ? `${browser} on ${system}` : browser);

/**
 * The person's signed-in devices, with a button to end each session. `onEverywhere` ends all of them,
 * including this one.
 */
export const Devices = ({ onEverywhere }: { onEverywhere: () => void }) => {
  const { loaded: devices, refresh } = useLoaded(load);
  const [busy, setBusy] = useState<string | null>(null);

  /** Ends one session at a time, then loads the list again whatever the result. */
  const end = async (what: string, done: string, act: (db: Db) => Promise<{ error: unknown }>) => {
    if (busy) return;
    setBusy(what);
    try {
      await performWrite(async (db) => {
        const { error } = await act(db);
        if (error) throw error;
      });
      toast({ title: done, variant: "success" });
    } catch (error) {
      toast(failureToast(error, "Sign out failed", SIGN_OUT_FAILED));
    }
    await refresh();
    setBusy(null);
  };

  const others = Array.isArray(devices) && devices.some(({ is_current }) => !is_current);
  return (
    <SettingRow
      title="Devices"
      value="Where you are logged in."
      action={
        <Button variant="outline" size="sm" onClick={onEverywhere}>
          Log out of all devices
        </Button>
      }
    >
      {devices === null && <Skeleton className="mt-4 h-24 w-full" />}
      {devices === "failed" && (
        <RetryAlert title="Your devices could not be loaded" onRetry={() => void refresh()} />
      )}
      {Array.isArray(devices) && (
        <ul
          aria-label="Signed-in devices"
          className="mt-4 divide-y divide-line border-t border-line"
        >
          {devices.map((device) => (
            <li
              key={device.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5 last:pb-0"
            >
              <MonitorSmartphone aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
              <div className="min-w-40 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  <span>{nameOf(device)}</span>
                  {device.is_current && <Badge tone="brand">This device</Badge>}
                </p>
                <p className="text-sm text-ink-soft">
                  {device.is_current
                    ? "Active now"
                    : `Last used ${formatMoment(device.last_used_at)}`}
                </p>
              </div>
              {!device.is_current && (
                <Button
                  variant="outline"
                  size="sm"
                  busy={busy === device.id}
                  aria-label={`Sign out ${nameOf(device)}`}
                  onClick={() =>
                    void end(device.id, "Device signed out", async (db) =>
                      db.rpc("end_device", { p_id: device.id }),
                    )
                  }
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others && (
        <Button
          variant="outline"
          size="sm"
          className="mt-4"
          busy={busy === "others"}
          onClick={() =>
            void end("others", "All other devices signed out", (db) =>
              db.auth.signOut({ scope: "others" }),
            )
          }
        >
          Sign out all others
        </Button>
      )}
    </SettingRow>
  );
};
