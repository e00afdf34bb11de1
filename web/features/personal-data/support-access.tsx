import { useState } from "react";
import { formatMoment } from "#domain/dates.ts";
import { CONSENT_WORDING, SUPPORT_PERIODS } from "#domain/notifications.ts";
import { useWrite } from "#web/session/use-write.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.ts";
import { allowSupport, withdrawSupport } from "./support-queries.ts";

const WORDING = CONSENT_WORDING.support.replace(/^Support access: o/, "O");

/** A consent with an end, which can be taken back at any time (decision 19). */
export const SupportAccess = ({ until }: { until: string | null }) => {
  const [asking, setAsking] = useState(false);
  const [hours, setHours] = useState(String(SUPPORT_PERIODS[0].hours));
  const allow = useWrite(allowSupport);
  const withdraw = useWrite(withdrawSupport);

  const switchOff = async () => {
    try {
      await withdraw.run();
      toast({ title: "Support access disabled", variant: "success" });
    } catch {
      toast({
        title: "Update failed",
        description: "Support access could not be ended. Please try again.",
        variant: "destructive",
      });
    }
  };
  const switchOn = async () => {
    await allow.run(Number(hours)).catch(() => {
      throw new Error("Support access could not be given. Please try again.");
    });
    toast({ title: "Support access enabled", variant: "success" });
  };

  return (
    <section aria-labelledby="support-access">
      <h2 id="support-access" className="mb-3 text-xl">
        Help from our team
      </h2>
      <Switch
        label="Support access"
        hint={until ? `Our team may look until ${formatMoment(until)}. ${WORDING}` : WORDING}
        checked={until !== null}
        disabled={withdraw.busy}
        onChange={(on) => (on ? setAsking(true) : void switchOff())}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Let our team look?"
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
    </section>
  );
};
