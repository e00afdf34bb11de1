import ArrowLeft from "lucide-react/icons/arrow-left";
import { cx } from "./cx.ts";
import { Link } from "./link.tsx";

/**
 * The path to this page; an entry for the page itself comes last and needs no `to`. On a telephone the step above is
 * the way back, and the heading below names the page.
 */
export const Breadcrumb = ({ trail }: { trail: readonly { label: string; to?: string }[] }) => (
  <nav aria-label="Breadcrumb">
    <ol className="flex items-center gap-2.5 text-sm whitespace-nowrap text-ink-soft">
      {trail.map(({ label, to }, index) => {
        const isParent = index === trail.length - 2;
        const isLast = index === trail.length - 1;
        return (
          <li
            key={label}
            className={cx(
              "flex items-center gap-2.5",
              isLast && "max-sm:sr-only min-w-0",
              !isLast && !isParent && "max-sm:hidden",
            )}
          >
            {isParent && <ArrowLeft aria-hidden="true" className="-mr-1 size-4 sm:hidden" />}
            {index > 0 && (
              <span aria-hidden="true" className="text-line-strong max-sm:hidden">
                /
              </span>
            )}
            {to ? (
              <Link to={to} className="py-1 underline underline-offset-3 hover:text-ink">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate">
                {label}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  </nav>
);
