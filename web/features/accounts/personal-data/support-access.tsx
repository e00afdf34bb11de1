import { useState } from "react";
import { CONSENT_WORDING, SUPPORT_PERIODS } from "#domain/notifications/notifications.ts";
import { faultOf } from "#domain/site/faults.ts";
import { formatMoment } from "#domain/values/dates.ts";
import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { SettingSwitch } from "#web/ui/setting-switch.tsx";
import { toast } from "#web/ui/toast.ts";
import { allowSupport, type Support, withdrawSupport } from "./support-queries.ts";

const WORDING = CONSENT_WORDING.support.replace(/^Support access: o/, "O");

/** The number of support views listed at once; the rest can be opened. */
const SHOWN = 3;

const Views = ({ views }: { views: readonly string[] }) => {
  const lines = (from: number, to?: number) => (
    <ul className="grid gap-1">
      {views.slice(from, to).map((at) => (
        <li key={at}>
          <time dateTime={at}>{formatMoment(at)}</time>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="mt-4 text-sm text-ink-soft">
      <h3 className="mb-1 font-semibold text-ink">When our team viewed your account</h3>
      {lines(0, SHOWN)}
      {views.length > SHOWN && (
        <details className="mt-1">
          <summary className="cursor-pointer py-1">Earlier</summary>
          {lines(SHOWN)}
        </details>
      )}
    </div>
  );
};

/** A consent with an end, which can be withdrawn at any time, and a list of the views (P-19). */
export const SupportAccess = ({ until, views }: Support) => {
  const [confirming, setConfirming] = useState(false);
  const [hours, setHours] = useState(String(SUPPORT_PERIODS[0].hours));
  const allow = useWrite(allowSupport);
  const withdraw = useWrite(withdrawSupport);

  const switchOff = async () => {
    try {
      await withdraw.run();
      toast({ title: "Support access disabled", variant: "success" });
    } catch (error) {
      const otherwise = "Support access could not be ended. Please try again.";
      toast(failureToast(error, "Update failed", otherwise));
    }
  };
  const switchOn = async () => {
    try {
      await allow.run(Number(hours));
    } catch (error) {
      const { message } = faultOf(error, "Support access could not be given. Please try again.");
      return { message };
    }
    toast({ title: "Support access enabled", variant: "success" });
  };

  return (
    <SettingSwitch
      title="Support access"
      value={
        until
          ? `Our team can view your account until ${formatMoment(until)}. ${WORDING}`
          : "Let our support team view your settings for a while. They can't change anything."
      }
      checked={until !== null}
      disabled={withdraw.busy}
      onChange={(on) => (on ? setConfirming(true) : void switchOff())}
    >
      {views.length > 0 && <Views views={views} />}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Let our team view your account?"
        description={WORDING}
        confirmLabel="Allow access"
        onConfirm={switchOn}
      >
        <Field group label="For how long?">
          <RadioCards
            value={hours}
            onChange={setHours}
            columns={2}
            options={SUPPORT_PERIODS.map((period) => ({
              value: String(period.hours),
              label: period.label,
            }))}
          />
        </Field>
      </ConfirmDialog>
    </SettingSwitch>
  );
};
