import { ButtonLink } from "#web/ui/button.tsx";
import { StepList } from "#web/ui/step-list.tsx";
import type { Task } from "./tasks.ts";

/** The one thing to do next, and below it what else waits. */
export const NextSteps = ({ tasks: [next, ...others] }: { tasks: readonly Task[] }) =>
  next ? (
    <div className="grid gap-6">
      <section aria-labelledby="next-step" className="rounded-lg bg-signal-wash p-6 sm:p-8">
        <p className="text-sm font-semibold">Next step</p>
        <h2 id="next-step" className="mt-1 text-2xl wrap-anywhere">
          {next.title}
        </h2>
        <p className="mt-1 max-w-prose">{next.why}</p>
        <ButtonLink to={next.to} variant="signal" className="mt-5 max-sm:w-full">
          {next.action}
        </ButtonLink>
      </section>
      {others.length > 0 && (
        <section aria-labelledby="also">
          <h2 id="also" className="text-xl">
            After that
          </h2>
          <StepList steps={others} />
        </section>
      )}
    </div>
  ) : (
    <section aria-labelledby="next-step">
      <h2 id="next-step" className="text-xl">
        You're all caught up
      </h2>
      <p className="mt-2 text-ink-soft">We'll email you when someone writes to you.</p>
    </section>
  );
