import Lock from "lucide-react/icons/lock";
import { useRef, useState } from "react";
import {
  CHOICES,
  hintOf,
  SECURITY_ALERTS,
  securityAlertsHint,
  type Topic,
  topicsFor,
} from "#domain/notifications/notifications.ts";
import { formatMoment } from "#domain/values/dates.ts";
import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.ts";
import { JobChoices } from "./job-choices.tsx";
import { NOT_SAVED, type Notifications, saveChoice } from "./queries.ts";

/**
 * One switch: it changes at once, is then saved, and changes back if that fails. If it is pressed again
 * during the save, the last press counts.
 */
const Choice = ({
  userId,
  topic,
  hint,
  saved,
  paused = false,
}: {
  userId: string;
  topic: Topic;
  hint: string;
  saved: boolean;
  paused?: boolean;
}) => {
  const { column, label } = CHOICES[topic];
  const [turned, setTurned] = useState<boolean | null>(null);
  const choice = useRef(saved);
  const { run, busy } = useWrite(saveChoice);
  const change = async (next: boolean) => {
    choice.current = next;
    setTurned(next);
    if (busy) return;
    let stored = saved;
    try {
      while (stored !== choice.current) {
        const turn = choice.current;
        await run({ userId, column, isOn: turn });
        stored = turn;
      }
    } catch (error) {
      toast(failureToast(error, "Update failed", NOT_SAVED));
    } finally {
      setTurned(null);
    }
  };
  return (
    <Switch
      label={label}
      hint={paused ? `${hint} Off while email notifications are off.` : hint}
      checked={turned ?? saved}
      disabled={paused}
      onChange={(next) => void change(next)}
    />
  );
};

const SOURCES: Record<string, string> = {
  "account settings": "in your settings",
  "unsubscribe link": "with the link in an email",
};

const History = ({ consents }: { consents: Notifications["consents"] }) =>
  consents.length === 0 ? null : (
    <details className="mt-3 text-sm text-ink-soft">
      <summary className="w-fit cursor-pointer py-1">Your marketing choices</summary>
      <ul className="mt-1 grid gap-1">
        {consents.map(({ id, granted, source, created_at }) => (
          <li key={id}>
            {formatMoment(created_at)}: {granted ? "agreed" : "withdrawn"} {SOURCES[source]}
          </li>
        ))}
      </ul>
    </details>
  );

/** Emails that stop with email notifications. */
const isPart = (topic: Topic): boolean => topic === "job_alerts" || topic === "provider_updates";

/** Notifications: which mails a person wants, saved at each press (spec 1 section 9, P-19). */
export const NotificationsTab = ({
  userId,
  accountType,
  trades,
  notifications: { choices, consents },
}: {
  userId: string;
  accountType: string | null;
  /** A provider's own. */
  trades: readonly string[];
  notifications: Notifications;
}) => (
  <section aria-labelledby="emails">
    <h2 id="emails" className="text-xl">
      Emails from us
    </h2>
    <p className="mt-1 mb-2 text-ink-soft">
      Choose what we email you about. Changes are saved as you make them.
    </p>
    <div className="grid divide-y divide-line border-t border-line [&>*]:py-3.5">
      <div className="flex items-baseline justify-between gap-6">
        <p>
          <strong className="font-semibold">{SECURITY_ALERTS}</strong>
          <span className="block text-sm text-ink-soft">{securityAlertsHint(accountType)}</span>
        </p>
        <p className="shrink-0 text-sm">
          <Lock aria-hidden="true" className="mr-2 inline size-4 align-[-0.15em]" />
          Always on
        </p>
      </div>
      {topicsFor(accountType).map((topic) => (
        // What the switch above it can pause is set in from it.
        <div key={topic} className={isPart(topic) ? "pl-6" : undefined}>
          <Choice
            userId={userId}
            topic={topic}
            hint={hintOf(topic, accountType)}
            saved={choices[CHOICES[topic].column]}
            paused={isPart(topic) && !choices.email_notifications}
          />
          {topic === "job_alerts" && choices.job_alerts && choices.email_notifications && (
            <JobChoices userId={userId} trades={trades} saved={choices} />
          )}
          {topic === "marketing" && <History consents={consents} />}
        </div>
      ))}
    </div>
  </section>
);
