import { useState } from "react";
import { failureToast } from "#web/session/refusal.ts";
import { sessionClient } from "#web/session/session.ts";
import { useLoaded } from "#web/session/use-loaded.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { SettingRow } from "#web/ui/setting-row.tsx";
import { SettingSwitch } from "#web/ui/setting-switch.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { SecondStep } from "../reauthentication/second-step.tsx";
import { Enrol } from "./enrol.tsx";
import { loadProtection, makeRecoveryCodes, switchOff } from "./protection.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Doing = "enrol" | "enrolled" | "codes" | "renew" | "off";

const TITLES: Record<Doing, string> = {
  enrol: "Switch on two-step verification",
  enrolled: "Two-step verification is on",
  codes: "Your recovery codes",
  renew: "Make new recovery codes",
  off: "Switch off two-step verification",
};

const NAME = "Two-step verification";
const FROM_YOUR_PHONE = "Ask for a code from your phone, as well as your password.";

const codesLine = (left: number | null) => {
  if (left === null) return "You have no recovery codes.";
  return `${left} of your recovery codes ${left === 1 ? "is" : "are"} left.`;
};

/** The service's current state of two-step verification, and everything a person can do about it. */
export const TwoStepSettings = () => {
  const { loaded: protection, refresh } = useLoaded(loadProtection);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [leaving, setLeaving] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);

  const showCodes = async (after: "enrolled" | "codes") => {
    try {
      setCodes(await makeRecoveryCodes(await sessionClient()));
      setDoing(after);
    } catch (error) {
      setDoing(null);
      toast(failureToast(error, "The recovery codes could not be made"));
    }
    await refresh();
  };
  const off = async () => {
    try {
      await switchOff(await sessionClient());
      toast({ title: "Two-step verification is off", variant: "success" });
    } catch (error) {
      toast(failureToast(error, "Two-step verification could not be switched off"));
    }
    setDoing(null);
    await refresh();
  };

  const close = () => {
    setDoing(null);
    setCodes([]);
    setLeaving(false);
  };

  const shown = doing === "enrolled" || doing === "codes";
  return (
    <>
      {protection === null || protection === "failed" ? (
        <SettingRow title={NAME} value={FROM_YOUR_PHONE}>
          {protection === null ? (
            <Skeleton className="mt-4 h-12 w-full" />
          ) : (
            <RetryAlert
              title="The state of your two-step verification could not be read"
              onRetry={() => void refresh()}
            />
          )}
        </SettingRow>
      ) : (
        <SettingSwitch
          title={NAME}
          value={protection.on ? `On. ${codesLine(protection.codesLeft)}` : FROM_YOUR_PHONE}
          checked={protection.on}
          onChange={(on) => setDoing(on ? "enrol" : "off")}
        >
          {protection.on && (
            <div className="mt-4 grid gap-4">
              {(protection.codesLeft ?? 0) < 3 && (
                <Alert tone="warning">
                  {codesLine(protection.codesLeft)} Without them, a lost phone locks you out.
                </Alert>
              )}
              <Button
                variant="outline"
                size="sm"
                className="justify-self-start"
                onClick={() => setDoing("renew")}
              >
                New recovery codes
              </Button>
            </div>
          )}
        </SettingSwitch>
      )}
      <Dialog
        open={doing !== null}
        // Codes are shown once, so a slip of the finger must not lose them.
        onOpenChange={(open) => !open && (shown ? setLeaving(true) : close())}
        title={doing ? TITLES[doing] : ""}
        footer={shown && <Button onClick={close}>I have saved them</Button>}
      >
        {doing === "enrol" && <Enrol onDone={() => showCodes("enrolled")} />}
        {shown && <RecoveryCodes codes={codes} />}
        {doing === "renew" && (
          <div className="grid gap-4">
            <p>Your earlier codes stop working. Confirm it's you.</p>
            <SecondStep
              client={sessionClient}
              onProven={() => showCodes("codes")}
              label="Make new codes"
            />
          </div>
        )}
        {doing === "off" && (
          <div className="grid gap-4">
            <p>From then on your password alone is enough to log in. Confirm it's you.</p>
            <SecondStep client={sessionClient} onProven={off} label="Switch off" />
          </div>
        )}
        <ConfirmDialog
          open={leaving}
          onOpenChange={setLeaving}
          title="Have you saved your codes?"
          description="You can't see them again. Without them, a lost phone locks you out."
          confirmLabel="Close"
          cancelLabel="Back to the codes"
          onConfirm={close}
        />
      </Dialog>
    </>
  );
};
