import { Link } from "./link.tsx";

/** The path to this page; an entry for the page itself comes last and needs no `to`. */
export const Breadcrumb = ({ trail }: { trail: readonly { label: string; to?: string }[] }) => (
  <nav aria-label="Breadcrumb">
    <ol className="flex flex-wrap items-center text-sm text-ink-soft wrap-anywhere">
      {trail.map(({ label, to }, index) => (
        <li key={label} className="flex items-center">
          {to ? (
            <Link to={to} className="py-1 underline underline-offset-3 hover:text-ink">
              {label}
            </Link>
          ) : (
            <span aria-current="page">{label}</span>
          )}
          {/* After its entry: a line that breaks ends with it, and does not begin with it. */}
          {index < trail.length - 1 && (
            <span aria-hidden="true" className="mx-2.5 text-line-strong">
              /
            </span>
          )}
        </li>
      ))}
    </ol>
  </nav>
);
