import { drawing } from "#web/features/categories/index.ts";
import { Faces } from "#web/features/jobs/index.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { type Step, StepList } from "#web/ui/step-list.tsx";
import type { Task } from "./tasks.ts";

/** One face, or several that overlap. */
const People = ({ people }: { people: NonNullable<Task["people"]> }) => {
  const [first, ...others] = people;
  if (!first) return null;
  return others.length > 0 ? (
    <Faces people={people} ring="ring-signal-wash" />
  ) : (
    <Avatar name={first.name} src={first.src} className="shrink-0 max-sm:size-10" />
  );
};

/** The one thing to do next; without one, that nothing waits. */
export const NextStep = ({ task }: { task: Task | undefined }) =>
  task ? (
    <section
      aria-labelledby="next-step"
      className="flex items-center justify-between gap-8 rounded-lg bg-signal-wash p-6 sm:p-8"
    >
      <div className="min-w-0 max-sm:w-full">
        <p className="text-sm font-semibold">Next step</p>
        <h2 id="next-step" className="mt-1 text-xl wrap-anywhere sm:text-2xl">
          {task.title}
        </h2>
        <div className="mt-3 flex items-center gap-x-3">
          {task.people && <People people={task.people} />}
          {/* Clamp messages, which may be long, but not the site's own text. */}
          <p className={task.people ? "line-clamp-4" : "max-w-prose text-balance"}>{task.why}</p>
        </div>
        {task.note && <p className="mt-1 font-semibold">{task.note}</p>}
        <ButtonLink to={task.to} variant="signal" className="mt-5 max-sm:w-full">
          {task.action}
        </ButtonLink>
      </div>
      {task.art && (
        <img
          src={drawing(task.art)}
          alt=""
          width="240"
          height="150"
          className="hidden size-36 rounded-full object-cover sm:block dark:opacity-75"
        />
      )}
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
export const AfterThat = ({ tasks }: { tasks: readonly Step[] }) =>
  tasks.length > 0 && (
    <section aria-labelledby="also">
      <h2 id="also" className="text-xl">
        Other things to do
      </h2>
      <StepList steps={tasks} />
    </section>
  );
