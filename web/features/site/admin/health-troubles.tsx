import type { ReactNode } from "react";
import { taskInWords } from "#domain/site-tasks.ts";
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

interface Trouble {
  what: string;
  reason?: string | null;
  next?: string;
  action?: ReactNode;
}

const inWords = (
  { subject, what, reason }: Health["troubles"][number],
  tasks: Health["tasks"],
): Trouble => {
  const action = (name: string, label?: string) => {
    const task = tasks.find((one) => one.name === name);
    return task && <RunNow task={task} {...(label && { label })} />;
  };
  const [kind, name = ""] = subject.split(":");
  // Their list below has the button.
  if (kind === "mail") return { what, reason };
  if (kind === "webhook") {
    return {
      what,
      reason,
      next: "Memberships may be out of date. Stripe sends the updates again for up to three days; checking the payments repairs them now.",
      action: action(RECONCILE, "Check payments now"),
    };
  }
  const { title } = taskInWords(name);
  return { what: what.replace(`The task ${name}`, `"${title}"`), reason, action: action(name) };
};

/** What does not work now, each with what an admin can do about it. */
export const Troubles = ({ health: { troubles, tasks, server } }: { health: Health }) => {
  const all: Trouble[] = [
    ...PARTS.flatMap(([part, , fails]) => (server[part] === false ? [{ what: fails }] : [])),
    ...troubles.map((trouble) => inWords(trouble, tasks)),
  ];
  return all.length === 0 ? (
    <Alert tone="success" title="Everything is working">
      Admins are emailed when something fails.
    </Alert>
  ) : (
    <Alert tone="danger">
      <h2 className="sr-only">Something is not working</h2>
      <ul className="grid gap-4">
        {all.map(({ what, reason, next, action }) => (
          <li key={what} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
            <div className="max-w-prose min-w-0 wrap-anywhere">
              <p className="text-base font-semibold">{what}</p>
              {next && <p className="mt-1">{next}</p>}
              {reason && <code className="mt-1 block text-xs">{reason}</code>}
            </div>
            {action}
          </li>
        ))}
      </ul>
    </Alert>
  );
};

/** A site without backups on a schedule: the operator is told how to mend it. */
export const NoBackups = () => (
  <Alert tone="warning" title="No backups are scheduled">
    The operator sets BACKUP_TO to a folder on another disk, or to s3://bucket/prefix, and starts
    the site again. It then backs itself up at once and every day.
  </Alert>
);
