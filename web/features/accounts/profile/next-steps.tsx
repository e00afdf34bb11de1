import { ButtonLink } from "#web/ui/button.tsx";
import { StepList } from "#web/ui/step-list.tsx";
import type { Task } from "./tasks.ts";

/** The one thing to do next; without one, that nothing waits. */
export const NextStep = ({ task }: { task: Task | undefined }) =>
  task ? (
    <section aria-labelledby="next-step" className="rounded-lg bg-signal-wash p-6 sm:p-8">
      <p className="text-sm font-semibold">Next step</p>
      <h2 id="next-step" className="mt-1 text-2xl wrap-anywhere">
        {task.title}
      </h2>
      <p className="mt-1 max-w-prose">{task.why}</p>
      <ButtonLink to={task.to} variant="signal" className="mt-5 max-sm:w-full">
        {task.action}
      </ButtonLink>
    </section>
  ) : (
    <section aria-labelledby="next-step">
      <h2 id="next-step" className="text-xl">
        You're all caught up
      </h2>
      <p className="mt-2 text-ink-soft">We'll email you when someone writes to you.</p>
    </section>
  );

/** What else waits. */
export const AfterThat = ({ tasks }: { tasks: readonly Task[] }) =>
  tasks.length > 0 && (
    <section aria-labelledby="also">
      <h2 id="also" className="text-xl">
        After that
      </h2>
      <StepList steps={tasks} />
    </section>
  );

/** The one thing to do next, and below it what else waits. */
export const NextSteps = ({ tasks: [next, ...others] }: { tasks: readonly Task[] }) => (
  <div className="grid gap-6">
    <NextStep task={next} />
    <AfterThat tasks={others} />
  </div>
);
