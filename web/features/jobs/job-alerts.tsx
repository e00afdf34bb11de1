import { zodResolver } from "@hookform/resolvers/zod";
import BellRing from "lucide-react/icons/bell-ring";
import Trash from "lucide-react/icons/trash-2";
import { useCallback, useEffect, useRef, useState } from "react";
import { type CategoryGroup, labelOf } from "#domain/categories/categories.ts";
import {
  ALERT_FREQUENCIES,
  type AlertFrequency,
  alertSchema,
  FREQUENCY_LABELS,
  MOST_ALERTS,
} from "#domain/jobs/alerts.ts";
import { faultOf } from "#domain/site/faults.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { CategoryPicker } from "#web/features/categories/index.ts";
import { whyFailed } from "#web/session/refusal.ts";
import { sessionClient } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.ts";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import {
  addJobAlert,
  changeJobAlert,
  type JobAlert,
  loadJobAlerts,
  removeJobAlert,
} from "./alerts.ts";

const Frequencies = () =>
  ALERT_FREQUENCIES.map((frequency) => (
    <option key={frequency} value={frequency}>
      {FREQUENCY_LABELS[frequency]}
    </option>
  ));

const nameOf = ({ categories, area }: Pick<JobAlert, "categories" | "area">): string =>
  `${categories.length > 0 ? categories.map(labelOf).join(", ") : "All jobs"}${area ? ` in ${area}` : ""}`;

const failed = (error: unknown) =>
  toast({
    title: "Action failed",
    description: faultOf(error, "Please try again.").message,
    variant: "destructive",
  });

const AlertRow = ({ alert, onChanged }: { alert: JobAlert; onChanged: () => void }) => {
  const change = useWrite(changeJobAlert);
  const removal = useWrite(removeJobAlert);
  const name = nameOf(alert);
  const busy = change.busy || removal.busy;
  return (
    <li className="grid gap-3 border-b border-line py-4 last:border-b-0 sm:grid-cols-[1fr_14rem_auto] sm:items-center">
      <Switch
        label={<span className="wrap-anywhere">{name}</span>}
        hint={alert.is_on ? undefined : "Paused"}
        checked={alert.is_on}
        disabled={busy}
        onChange={(is_on) => {
          change.run(alert.id, { is_on }).then(onChanged, failed);
        }}
      />
      <Select
        aria-label={`How often: ${name}`}
        value={alert.frequency}
        // While it is saved a disabled one would lose the focus; useWrite ignores a second choice.
        aria-disabled={busy}
        onChange={(event) => {
          const frequency = event.target.value as AlertFrequency;
          change.run(alert.id, { frequency }).then(onChanged, failed);
        }}
      >
        <Frequencies />
      </Select>
      <IconButton
        label={`Remove the alert: ${name}`}
        busy={removal.busy}
        icon={<Trash aria-hidden="true" />}
        onClick={() => {
          removal.run(alert.id).then(() => {
            toast({ title: "Job alert removed", variant: "success" });
            onChanged();
          }, failed);
        }}
      />
    </li>
  );
};

const NewAlert = ({
  userId,
  groups,
  onAdded,
}: {
  userId: string;
  groups: CategoryGroup[];
  onAdded: () => void;
}) => {
  const { run } = useWrite(addJobAlert);
  const form = useForm({
    resolver: zodResolver(alertSchema),
    defaultValues: { categories: [] as string[], area: "", frequency: "daily" as AlertFrequency },
  });
  return (
    <Form
      form={form}
      className="border-t border-line pt-5"
      onSubmit={async (values) => {
        try {
          await run(values, userId);
        } catch (error) {
          return { message: whyFailed(error, "The alert was not saved. Please try again.") };
        }
        form.reset();
        toast({ title: "Job alert saved", variant: "success" });
        onAdded();
      }}
    >
      <FormField
        form={form}
        name="categories"
        label="Categories"
        hint="Leave empty for all categories."
        optional
      >
        {(field) => (
          <CategoryPicker groups={groups} value={field.value} onChange={field.onChange} />
        )}
      </FormField>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          form={form}
          name="area"
          label="Area"
          hint="A town, or part of a postcode: LS6."
          optional
        >
          <Input maxLength={LIMITS.job_alerts.area} autoComplete="off" />
        </FormField>
        <FormField
          form={form}
          name="frequency"
          label="How often"
          hint="You get all new jobs in one email."
        >
          <Select>
            <Frequencies />
          </Select>
        </FormField>
      </div>
      <SubmitButton variant="solid" className="justify-self-start">
        Add Alert
      </SubmitButton>
    </Form>
  );
};

/** A provider's job alerts: what they get by mail, and how often. For the account settings. */
export const JobAlerts = ({ userId, groups }: { userId: string; groups: CategoryGroup[] }) => {
  const [alerts, setAlerts] = useState<JobAlert[] | "failed" | null>(null);
  const [adding, setAdding] = useState(false);
  const load = useCallback(
    () =>
      sessionClient()
        .then((db) => loadJobAlerts(db, userId))
        .then(setAlerts, () => setAlerts("failed")),
    [userId],
  );
  useEffect(() => void load(), [load]);
  const listFocus = useListFocus<HTMLUListElement>();
  const loaded = Array.isArray(alerts) ? alerts.length : null;
  const full = loaded !== null && loaded >= MOST_ALERTS;
  const open = loaded === null ? null : !full && (adding || loaded === 0);
  // The button and the form replace each other.
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current !== null && open !== null && before.current !== open)
      place.current?.querySelector<HTMLElement>("button, input")?.focus();
    before.current = open;
  }, [open]);
  return (
    <Card>
      <h2 className="flex items-center gap-2 text-xl">
        <BellRing aria-hidden="true" className="size-5" />
        Your job alerts
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        {Array.isArray(alerts) && alerts.length === 0
          ? "None set up yet. Add one, and we'll email you when a matching job is posted."
          : "We email you when a matching job is posted. You'll never get the same job twice."}
      </p>
      {alerts === null && <Skeletons count={1} label="Loading job alerts…" />}
      {alerts === "failed" && (
        <RetryAlert title="Failed to load job alerts" onRetry={() => void load()} />
      )}
      {Array.isArray(alerts) && (
        <>
          {alerts.length > 0 && (
            <ul {...listFocus}>
              {alerts.map((alert) => (
                <AlertRow key={alert.id} alert={alert} onChanged={() => void load()} />
              ))}
            </ul>
          )}
          {full && (
            <p className="text-ink-soft">You have {MOST_ALERTS} job alerts, which is the most.</p>
          )}
          <div ref={place}>
            {open && (
              <NewAlert
                userId={userId}
                groups={groups}
                onAdded={() => {
                  setAdding(false);
                  void load();
                }}
              />
            )}
            {!full && !open && (
              <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
                New Alert
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  );
};
