import type { ReactNode } from "react";
import { taskInWords } from "#domain/site/tasks.ts";
import { formatMoment } from "#domain/values/dates.ts";
import { useSettings } from "#web/session/settings.ts";
import { Alert } from "#web/ui/alert.tsx";
import type { Health, ServerState } from "./health.ts";
import { RunNow } from "./health-tasks.tsx";

/** What the server says of its own parts, working and not. */
export const PARTS: readonly [part: keyof ServerState, works: string, fails: string][] = [
  ["disk", "There is room on the disk.", "The disk is full: nothing can be saved."],
  ["storage", "Files can be saved.", "Files cannot be saved."],
  ["mail", "The mail server accepts connections.", "The mail server cannot be reached."],
];

/** The task that repairs what a payment update should have done. */
const RECONCILE = "reconcile-payments";

const Code = ({ children }: { children: string }) => (
  <code className="rounded-sm bg-surface px-1 text-xs">{children}</code>
);

interface Trouble {
  what: string;
  reason?: string | null;
  next?: string;
  /** When it was last right. */
  since?: string[];
  action?: ReactNode;
}

/** In one piece: a line does not break within it. */
const momentOf = (last: string | null | undefined): string =>
  last ? formatMoment(last).replaceAll(" ", "\u00a0") : "never";

const inWords = (
  { subject, what, reason }: Health["troubles"][number],
  { tasks, webhook }: Health,
): Trouble => {
  const taskOf = (name: string) => tasks.find((one) => one.name === name);
  const action = (name: string, label?: string) => {
    const task = taskOf(name);
    return task && <RunNow task={task} variant="solid" {...(label && { label })} />;
  };
  const [kind, name = ""] = subject.split(":");
  // Their list below has the button.
  if (kind === "mail") return { what, reason };
  if (kind === "webhook") {
    return {
      what,
      reason,
      next: "Memberships may be out of date. Check payments to correct them, or wait: Stripe resends updates for up to three days.",
      since: [
        `Last accepted: ${momentOf(webhook.last_success)}`,
        `Last checked: ${momentOf(taskOf(RECONCILE)?.last_success)}`,
      ],
      action: action(RECONCILE, "Check payments now"),
    };
  }
  const { title } = taskInWords(name);
  return {
    what: what.replace(`The task ${name}`, `"${title}"`),
    reason,
    since: [`Last success: ${momentOf(taskOf(name)?.last_success)}`],
    action: action(name),
  };
};

/** What does not work now, each with what an admin can do about it. */
export const Troubles = ({ health }: { health: Health }) => {
  const { troubles, server } = health;
  const nowhere = `@${useSettings().adminDomain.toLowerCase()}`;
  const mailed = health.admins.some((email) => !email.toLowerCase().endsWith(nowhere));
  const all: Trouble[] = [
    ...PARTS.flatMap(([part, , fails]) => (server[part] === false ? [{ what: fails }] : [])),
    ...troubles.map((trouble) => inWords(trouble, health)),
  ];
  return all.length === 0 ? (
    <Alert tone="success" title="Everything is working">
      {mailed
        ? "Admins are emailed when something fails."
        : "Nobody is emailed when something fails: no admin has a mailbox. Please ask the operator to give one with npm run admin (set-email)."}
    </Alert>
  ) : (
    <Alert tone="danger">
      <h2 className="sr-only">Something is not working</h2>
      <ul className="grid gap-4">
        {all.map(({ what, reason, next, since, action }) => (
          <li key={what} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="max-w-prose min-w-0 wrap-anywhere">
              <p className="text-base font-semibold">{what}</p>
              {next && <p className="mt-1">{next}</p>}
              {since?.map((line) => (
                <p key={line} className="mt-1">
                  {line}
                </p>
              ))}
              {reason && (
                <p className="mt-1">
                  Error: <Code>{reason}</Code>
                </p>
              )}
            </div>
            {action}
          </li>
        ))}
      </ul>
    </Alert>
  );
};

/** A site without backups on a schedule, and how to mend it. */
export const NoBackups = () => (
  <Alert tone="warning" title="No backups are scheduled">
    <p className="max-w-prose">
      On the server, set <Code>BACKUP_TO</Code> to a folder on another disk or to{" "}
      <Code>s3://bucket/prefix</Code> and restart the site. It makes the first backup straight away,
      then one every day.
    </p>
  </Alert>
);
