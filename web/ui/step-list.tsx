import { cx } from "./cx.ts";
import { Link } from "./link.tsx";

/** Something to do next: what, why, and the place where it is done. */
export interface Step {
  key: string;
  title: string;
  why: string;
  to: string;
}

/** Steps as links, one a row, in the order in which they help. */
export const StepList = ({ steps }: { steps: readonly Step[] }) => (
  <ol className={cx("mt-1", steps.length > 1 && "list-decimal pl-5")}>
    {steps.map((step) => (
      <li key={step.key} className="relative border-b border-line py-3.5 last:border-b-0 last:pb-0">
        <Link to={step.to} className="link row-link">
          {step.title}
        </Link>
        <p className="line-clamp-2 text-sm text-ink-soft">{step.why}</p>
      </li>
    ))}
  </ol>
);
