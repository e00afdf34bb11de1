import { Link } from "./link.tsx";

/** Something to do next: what, why, and the place where it is done. */
export interface Step {
  key: string;
  title: string;
  why: string;
  to: string;
}

/** The number of a step in a circle. */
export const StepNumber = ({ value }: { value: number }) => (
  <span
    aria-hidden="true"
    className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-wash text-sm font-bold text-brand"
  >
    {value}
  </span>
);

/** Steps as links, one a row, in the order in which they help. */
export const StepList = ({ steps }: { steps: readonly Step[] }) => (
  // biome-ignore lint/a11y/noRedundantRoles: without markers some browsers drop it
  <ol role="list" className="mt-1">
    {steps.map((step, at) => (
      <li
        key={step.key}
        className="relative flex gap-3 border-b border-line py-3.5 last:border-b-0 last:pb-0"
      >
        {steps.length > 1 && <StepNumber value={at + 1} />}
        <div className="min-w-0">
          <Link to={step.to} className="link row-link">
            {step.title}
          </Link>
          <p className="line-clamp-2 text-sm text-ink-soft">{step.why}</p>
        </div>
      </li>
    ))}
  </ol>
);
