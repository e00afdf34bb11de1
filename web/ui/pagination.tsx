import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { Link } from "./link.tsx";

/**
 * The pages that a pagination shows (spec 2 section 9): first, last, the current one and its neighbours,
 * with "gap" for omitted ones. Nothing if there is one page.
 */
export const visiblePages = (current: number, last: number): (number | "gap")[] => {
  if (last <= 1) return [];
  const shown = [...new Set([1, current - 1, current, current + 1, last])]
    .filter((page) => page >= 1 && page <= last)
    .sort((a, b) => a - b);
  return shown.flatMap((page, index) => {
    const before = shown[index - 1] ?? page - 1;
    return page - before > 1 ? (["gap", page] as const) : [page];
  });
};

const ITEM = "inline-grid min-h-11 min-w-11 place-items-center rounded-md px-2 font-semibold";

/** After a press that changes the page: says which it is, and moves the focus to the list before it. */
const usePageFocus = (page: number) => {
  const foot = useRef<HTMLElement>(null);
  const pressed = useRef(false);
  const before = useRef(page);
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    if (!pressed.current) return;
    pressed.current = false;
    setMoved(true);
    const list = foot.current?.parentElement?.previousElementSibling;
    if (!(list instanceof HTMLElement)) return;
    list.tabIndex = -1;
    list.focus({ preventScroll: true });
  }, [page]);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest("a:not([aria-current])");
    // One that opens another tab leaves this page as it is.
    pressed.current = link !== null && !(event.ctrlKey || event.metaKey || event.shiftKey);
  };
  return { moved, props: { ref: foot, onClick } };
};

/**
 * Links to the pages of a list, which work without JavaScript. Renders nothing if there is only one page. Its parent
 * follows the list.
 */
export const Pagination = ({
  page,
  pageCount,
  href,
  label = "Pages",
}: {
  page: number;
  pageCount: number;
  href: (page: number) => string;
  label?: string;
}) => {
  const { moved, props } = usePageFocus(page);
  const pages = visiblePages(page, pageCount);
  if (pages.length === 0) return null;
  const step = (to: number, name: string, content: ReactNode, current = false) => {
    const outside = to < 1 || to > pageCount;
    const style = cx(
      ITEM,
      outside && "text-ink-soft opacity-50",
      !outside && (current ? "bg-brand text-on-brand" : "text-ink hover:bg-hover"),
    );
    const aria = { "aria-label": name, "aria-current": current ? ("page" as const) : undefined };
    if (outside) {
      return (
        <span aria-hidden="true" className={style}>
          {content}
        </span>
      );
    }
    return (
      <Link to={href(to)} className={style} {...aria}>
        {content}
      </Link>
    );
  };
  return (
    <nav {...props} aria-label={label}>
      <p role="status" className="sr-only">
        {moved && `Page ${page} of ${pageCount}`}
      </p>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          {step(page - 1, "Previous page", <ChevronLeft aria-hidden="true" className="size-5" />)}
        </li>
        {pages.map((entry, index) =>
          entry === "gap" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity but its place
            <li key={`gap-${index}`} aria-hidden="true" className="px-1 text-ink-soft">
              &hellip;
            </li>
          ) : (
            <li key={entry}>{step(entry, `Page ${entry}`, entry, entry === page)}</li>
          ),
        )}
        <li>
          {step(page + 1, "Next page", <ChevronRight aria-hidden="true" className="size-5" />)}
        </li>
      </ul>
    </nav>
  );
};
