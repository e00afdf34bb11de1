import ArrowRight from "lucide-react/icons/arrow-right";
import { Link } from "./link.tsx";

/** Something to do next: what, why, and the place where it is done. */
export interface Step {
  key: string;
  title: string;
  why: string;
  to: string;
}

/** Steps as links, one a row. */
export const StepList = ({ steps }: { steps: readonly Step[] }) => (
  <ul className="mt-1">
    {steps.map((step) => (
      <li key={step.key} className="border-b border-line last:border-b-0">
        <Link to={step.to} className="group flex items-center justify-between gap-4 py-4">
          <span>
            <span className="font-semibold group-hover:underline">{step.title}</span>
            <span className="line-clamp-2 text-sm text-ink-soft">{step.why}</span>
          </span>
          <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
        </Link>
      </li>
    ))}
  </ul>
);
