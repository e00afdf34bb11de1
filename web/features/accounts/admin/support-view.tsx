import { type ReactNode, useEffect, useState } from "react";
import type { SupportView } from "#domain/accounts/results.ts";
import { CHOICES, TOPICS } from "#domain/notifications/notifications.ts";
import { faultOf } from "#domain/site/faults.ts";
import { formatMoment } from "#domain/values/dates.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { sessionClient } from "#web/session/session.ts";
import { adminRefusal } from "#web/ui/admin/act.ts";
import { Button } from "#web/ui/button.tsx";
import { loadSupportUntil } from "../personal-data/support-queries.ts";

const List = ({ title, lines }: { title: string; lines: ReactNode[] }) => (
  <div>
    <h4 className="text-sm text-ink-soft">{title}</h4>
    {lines.length === 0 ? (
      <p>None</p>
    ) : (
      <ul className="grid gap-1 text-sm wrap-anywhere">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
          <li key={at}>{line}</li>
        ))}
      </ul>
    )}
  </div>
);

const mailState = ({ sent_at, dropped_at }: SupportView["mails"][number]): string =>
  sent_at ? `sent ${formatMoment(sent_at)}` : dropped_at ? "not sent" : "waiting";

const Shown = ({ view }: { view: SupportView }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <List
      title="Notification choices"
      lines={TOPICS.map((topic) => {
        const { label, column } = CHOICES[topic];
        return `${label}: ${view.choices[column] ? "on" : "off"}`;
      })}
    />
    <List
      title="Consents"
      lines={view.consents.map(
        ({ purpose, granted, created_at }) =>
          `${formatMoment(created_at)}: ${purpose} ${granted ? "given" : "withdrawn"}`,
      )}
    />
    <List
      title="Signed-in devices"
      lines={view.sessions.map(
        ({ device, last_used }) => `${formatMoment(last_used)}: ${device || "unknown device"}`,
      )}
    />
    <List
      title="Latest emails"
      lines={view.mails.map((mail) => `${mail.kind.replaceAll("_", " ")}: ${mailState(mail)}`)}
    />
  </div>
);

/** What the person lets support see, while they allow it; each view is recorded. */
export const SupportAccessView = ({ userId }: { userId: string }) => {
  const [until, setUntil] = useState<string | null | undefined>();
  const [view, setView] = useState<SupportView | null>(null);
  const [refusal, setRefusal] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let here = true;
    const load = async () => loadSupportUntil(await sessionClient(), userId);
    load().then(
      (end) => here && setUntil(end),
      () => here && setUntil(null),
    );
    return () => {
      here = false;
    };
  }, [userId]);

  const load = async () => {
    setBusy(true);
    setRefusal("");
    setView(null);
    try {
      const seen = await performWrite(async (db) => {
        const { data } = await db.rpc("admin_support_view", { p_user: userId }).throwOnError();
        return data;
      });
      setView(seen);
    } catch (error) {
      setRefusal(
        adminRefusal(error) ??
          faultOf(error, "The settings could not be loaded. Please try again.").message,
      );
    }
    setBusy(false);
  };

  return (
    <section aria-labelledby="support-view" className="mt-6 border-t border-line pt-4">
      <h3 id="support-view" className="font-semibold">
        Support access
      </h3>
      <p className="mt-1 mb-3 text-sm text-ink-soft">
        <span>
          {until === undefined
            ? "Looking…"
            : until === null
              ? "This person has not allowed support access."
              : `Allowed until ${formatMoment(until)}. Your look is recorded.`}
        </span>
      </p>
      {refusal && (
        <p role="alert" className="mb-3 font-semibold text-danger">
          {refusal}
        </p>
      )}
      {view && <Shown view={view} />}
      {until && (
        <Button
          size="sm"
          variant="outline"
          busy={busy}
          className={view ? "mt-4" : undefined}
          onClick={() => void load()}
        >
          {view ? "Look again" : "Show settings and emails"}
        </Button>
      )}
    </section>
  );
};
