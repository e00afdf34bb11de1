import { useRevalidator } from "react-router";
import { HEALTH_NOT_LOADED } from "#domain/site-admin-messages.ts";
import { formatMoment } from "#domain/values/dates.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Stat } from "#web/ui/stat.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { toast } from "#web/ui/toast.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { describeFailure } from "./describe-failure.ts";
import { formatBytes, type Health, retryMail, runTask, type ServerState } from "./health.ts";
import { LoadFailure } from "./load-failure.tsx";
import { useAct } from "./use-act.ts";

type Task = Health["tasks"][number];
type Mail = Health["mails"][number];

/** The task that `npm run backup` is on a schedule (BACKUP_TO). */
const BACKUP = "back-up";

const Moment = ({ at }: { at: string | null }) => (
  <span className="whitespace-nowrap">{at ? formatMoment(at) : "Never"}</span>
);

const Reason = ({ children }: { children: string | null }) =>
  children && <span className="wrap-anywhere">{children}</span>;

const RunNow = ({ task }: { task: Task }) => {
  const { run, busy } = useAct(runTask);
  const { revalidate } = useRevalidator();
  const start = async () => {
    try {
      await run(task.name);
      toast({ title: `The task ${task.name} runs within ten seconds.` });
      void revalidate();
    } catch (error) {
      describeFailure("Failed to run the task", error);
    }
  };
  return (
    <Button
      variant="outline"
      size="sm"
      busy={busy}
      disabled={task.running}
      onClick={() => void start()}
    >
      Run now <VisuallyHidden>{task.name}</VisuallyHidden>
    </Button>
  );
};

const TASKS: Column<Task>[] = [
  { key: "task", header: "Task", primary: true, cell: ({ name }) => name },
  {
    key: "state",
    header: "State",
    cell: ({ failures, running, last_success }) =>
      failures > 0 ? (
        <Badge tone="danger">Failed {failures === 1 ? "once" : `${failures} times`}</Badge>
      ) : (
        <Badge tone={running ? "info" : last_success ? "success" : "neutral"}>
          {running ? "Running" : last_success ? "Working" : "Not run yet"}
        </Badge>
      ),
  },
  { key: "success", header: "Last success", cell: (task) => <Moment at={task.last_success} /> },
  { key: "error", header: "Last error", cell: (task) => <Reason>{task.last_error}</Reason> },
  { key: "run", header: "Action", align: "end", cell: (task) => <RunNow task={task} /> },
];

const MAILS: Column<Mail>[] = [
  {
    key: "kind",
    header: "Email",
    primary: true,
    cell: ({ kind }) =>
      kind === "account" ? "sign-up, password or link" : kind.replaceAll("_", " "),
  },
  { key: "queued", header: "Waiting since", cell: (mail) => <Moment at={mail.queued_at} /> },
  { key: "attempts", header: "Attempts", align: "end", cell: ({ attempts }) => attempts },
  { key: "reason", header: "Reason", cell: (mail) => <Reason>{mail.reason}</Reason> },
];

const RetryMail = () => {
  const { run, busy } = useAct(retryMail);
  const { revalidate } = useRevalidator();
  const retry = async () => {
    try {
      const mails = await run();
      toast({ title: mails === 1 ? "1 email is being sent." : `${mails} emails are being sent.` });
      void revalidate();
    } catch (error) {
      describeFailure("Failed to send the emails", error);
    }
  };
  return (
    <Button variant="outline" busy={busy} onClick={() => void retry()}>
      Send waiting emails now
    </Button>
  );
};

const PARTS: readonly [part: keyof ServerState, works: string, fails: string][] = [
  ["disk", "There is room on the disk.", "The disk is full: nothing can be saved."],
  ["storage", "Files can be saved.", "Files cannot be saved."],
  ["mail", "The mail server accepts connections.", "The mail server cannot be reached."],
];

/** The states are of one width, so that the sentences start in one line. */
const PART = "grid grid-cols-[4.5rem_1fr] items-start gap-3 *:first:justify-center";

const Server = ({ server, webhook }: Pick<Health, "server" | "webhook">) => (
  <ul className="mt-4 grid gap-3">
    {PARTS.filter(([part]) => server[part] !== null).map(([part, works, fails]) => (
      <li key={part} className={PART}>
        <Badge tone={server[part] ? "success" : "danger"}>{server[part] ? "Works" : "Fault"}</Badge>
        <span>{server[part] ? works : fails}</span>
      </li>
    ))}
    <li className={PART}>
      <Badge tone={webhook.failures > 0 ? "danger" : webhook.last_success ? "success" : "neutral"}>
        {webhook.failures > 0 ? "Fault" : webhook.last_success ? "Works" : "Waiting"}
      </Badge>
      <span className="wrap-anywhere">
        {webhook.failures > 0
          ? `The payment webhook failed ${webhook.failures === 1 ? "once" : `${webhook.failures} times`}: ${webhook.last_error ?? "no reason was given"}.`
          : webhook.last_success
            ? `The last payment webhook was accepted on ${formatMoment(webhook.last_success)}.`
            : "No payment webhook has arrived yet."}
        {webhook.last_refused &&
          ` One with a wrong signature was refused on ${formatMoment(webhook.last_refused)}: check STRIPE_WEBHOOK_SECRET if it came from Stripe.`}
      </span>
    </li>
  </ul>
);

/** /admin/health: what works and what does not, and what admins can do about it. */
export const HealthScreen = ({ loaded }: { loaded: Health | null }) => {
  if (!loaded) return <LoadFailure words={HEALTH_NOT_LOADED} />;
  const { troubles, tasks, mails, mails_waiting, webhook, database, release, server } = loaded;
  const backup = tasks.find(({ name }) => name === BACKUP);
  return (
    <div className="grid gap-10">
      {troubles.length === 0 ? (
        <Alert tone="success" title="Everything is working">
          Admins are emailed when something fails.
        </Alert>
      ) : (
        <Alert tone="danger" title="Something is not working">
          <ul className="grid gap-1">
            {troubles.map(({ what, reason }) => (
              <li key={what} className="wrap-anywhere">
                {what}
                {reason && `: ${reason}`}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        <Stat label="Emails that could not be sent" value={mails_waiting} />
        <Stat label="Failing tasks" value={tasks.filter(({ failures }) => failures > 0).length} />
        <Stat
          label="Database"
          value={formatBytes(database.bytes)}
          note={`PostgreSQL ${database.version}${release ? `, release ${release}` : ""}`}
        />
        <Stat
          label="Last backup"
          value={backup?.last_success ? formatMoment(backup.last_success) : "None"}
          note={backup ? undefined : "Set BACKUP_TO to schedule backups"}
        />
      </div>
      <section aria-labelledby="server">
        <h2 id="server" className="text-xl">
          Server and payments
        </h2>
        <Server server={server} webhook={webhook} />
      </section>
      <section aria-labelledby="mails" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="mails" className="text-xl">
            Waiting email
          </h2>
          {mails.length > 0 && <RetryMail />}
        </div>
        <Table
          caption="Emails that could not be sent yet"
          columns={MAILS}
          rows={mails}
          rowKey={({ kind, queued_at }) => `${kind} ${queued_at}`}
          empty={
            <p className="text-ink-soft">
              None. Email that cannot be sent appears here and is tried again for a day.
            </p>
          }
        />
      </section>
      <section aria-labelledby="tasks" className="grid gap-4">
        <h2 id="tasks" className="text-xl">
          Timed tasks
        </h2>
        <Table
          caption="Timed tasks"
          columns={TASKS}
          rows={tasks}
          rowKey={({ name }) => name}
          stackBelow="lg"
        />
      </section>
    </div>
  );
};
