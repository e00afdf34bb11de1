import { useRevalidator } from "react-router";
import { taskInWords } from "#domain/site/tasks.ts";
import { formatMoment } from "#domain/values/dates.ts";
import { describeFailure, useAct } from "#web/ui/admin/act.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, type ButtonVariant } from "#web/ui/button.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { toast } from "#web/ui/toast.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { type Health, runTask } from "./health.ts";

type Task = Health["tasks"][number];

/** Makes a task due at once. */
export const RunNow = ({
  task: { name, running },
  label,
  variant = "outline",
}: {
  task: Task;
  label?: string;
  variant?: ButtonVariant;
}) => {
  const { run, busy } = useAct(runTask);
  const { revalidate } = useRevalidator();
  const { title } = taskInWords(name);
  const start = async () => {
    try {
      await run(name);
      toast({ title: `"${title}" runs within ten seconds.` });
      void revalidate();
    } catch (error) {
      describeFailure("Failed to run the task", error);
    }
  };
  return (
    <Button variant={variant} size="sm" busy={busy} disabled={running} onClick={() => void start()}>
      <span>
        {label ?? (
          <>
            Run now <VisuallyHidden>{title}</VisuallyHidden>
          </>
        )}
      </span>
    </Button>
  );
};

const COLUMNS: Column<Task>[] = [
  {
    key: "task",
    header: "Task",
    primary: true,
    cell: ({ name }) => {
      const { title, about } = taskInWords(name);
      return (
        <>
          {title}
          <span className="block text-sm font-normal text-ink-soft">{about}</span>
        </>
      );
    },
  },
  {
    key: "state",
    header: "State",
    cell: ({ failures, running, last_success }) =>
      failures > 0 ? (
        <Badge tone="danger">Failed {failures === 1 ? "once" : `${failures} times`}</Badge>
      ) : (
        <Badge tone={running ? "info" : last_success ? "success" : "neutral"}>
          {running ? "Running" : last_success ? "Working" : "Not needed yet"}
        </Badge>
      ),
  },
  {
    key: "success",
    header: "Last success",
    cell: ({ last_success }) => (
      <span className="whitespace-nowrap">{last_success ? formatMoment(last_success) : "–"}</span>
    ),
  },
  { key: "run", header: "Action", align: "end", cell: (task) => <RunNow task={task} /> },
];

/** The timed tasks, folded: those that fail are among the troubles above. */
export const Tasks = ({ tasks }: { tasks: readonly Task[] }) => {
  const failing = tasks.filter(({ failures }) => failures > 0).length;
  return (
    <Fold
      label={
        <span className="flex flex-wrap items-baseline gap-x-3 py-1">
          <h2 className="text-xl">Timed tasks</h2>
          <span className="text-ink-soft">
            {tasks.length}, {failing === 0 ? "none failing" : `${failing} failing`}
          </span>
        </span>
      }
    >
      <div className="mt-4">
        <Table caption="Timed tasks" columns={COLUMNS} rows={tasks} rowKey={({ name }) => name} />
      </div>
    </Fold>
  );
};
