import { Link } from "./link.tsx";

/** The path to this page; an entry for the page itself comes last and needs no `to`. */
export const Breadcrumb = ({ trail }: { trail: readonly { label: string; to?: string }[] }) => (
  <nav aria-label="Breadcrumb">
    {/* The stroke before the first of a line is cut off. */}
    <ol className="flex flex-wrap items-center gap-x-6.5 text-sm wrap-anywhere text-ink-soft [clip-path:inset(-0.5rem_-0.5rem_-0.5rem_-0.3rem)]">
      {trail.map(({ label, to }, index) => (
        <li key={label} className="relative flex items-center">
          {index > 0 && (
            <span aria-hidden="true" className="absolute right-full mr-2.5 text-line-strong">
              /
            </span>
          )}
          {to ? (
            <Link to={to} className="py-1 underline underline-offset-3 hover:text-ink">
              {label}
            </Link>
          ) : (
            <span aria-current="page">{label}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
);
