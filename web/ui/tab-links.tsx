import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { cx } from "./cx.ts";
import { NavLink } from "./link.tsx";

/** The line of tabs. */
export const LIST =
  "fade-edges flex overflow-x-auto border-b border-line [scrollbar-width:none] [&::-webkit-scrollbar]:hidden";
export const TAB =
  "relative -mb-px flex min-h-12 shrink-0 items-center gap-2 border-b-3 border-transparent font-semibold whitespace-nowrap text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-3 data-active:border-brand data-active:text-ink aria-[current=page]:border-brand aria-[current=page]:text-ink";

/**
 * If the line is wider than the screen, the chosen tab is scrolled to its middle, so that both neighbours show that
 * there are more: again when the line or a tab gets another width, as with fonts, figures and a turned screen.
 */
export const useChosenInView = (chosen: string | undefined) => {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is what moves it
  useEffect(() => {
    const line = list.current;
    if (!line) return;
    const sizes = new ResizeObserver(() => {
      const tab = line.querySelector("[data-active], [aria-current=page]");
      // The browser keeps the last fade of a line that fits again, as in a turned tablet.
      line.style.maskImage = line.scrollWidth > line.clientWidth ? "" : "none";
      if (!tab) return;
      const middles = [tab, line].map((one) => {
        const { left, right } = one.getBoundingClientRect();
        return (left + right) / 2;
      }) as [number, number];
      line.scrollLeft += middles[0] - middles[1];
    });
    // Each is reported once at the beginning.
    for (const one of [line, ...line.children]) sizes.observe(one);
    return () => sizes.disconnect();
  }, [chosen]);
  return list;
};

/** A figure after a label. */
export const Count = ({ value }: { value: number | undefined }) =>
  value === undefined ? null : (
    <span className="rounded-full bg-line px-1.5 text-xs tabular-nums">{value}</span>
  );

const COMPACT = "-mb-px min-w-0 grow gap-x-4 border-transparent! *:text-sm";

/**
 * Tabs (tabs.tsx) as links, if each tab has its own address and must work without JavaScript. `compact` is for many:
 * they are smaller, and the line under them is that of their surroundings.
 */
export const TabLinks = ({
  links,
  label,
  compact = false,
}: {
  /** `active` decides if the path alone cannot, as for tabs in the query. */
  links: readonly {
    to: string;
    label: ReactNode;
    count?: number;
    active?: boolean;
  }[];
  label: string;
  compact?: boolean;
}) => {
  const { key } = useLocation();
  const list = useChosenInView(key);
  return (
    <nav
      ref={list}
      aria-label={label}
      className={cx(LIST, compact ? COMPACT : "gap-x-4 sm:gap-x-6")}
    >
      {links.map((link) => (
        <NavLink
          key={link.to}
          to={link.to}
          preventScrollReset
          data-scripted=""
          aria-current={link.active === false ? "false" : "page"}
          className={TAB}
        >
          <span>{link.label}</span>
          <Count value={link.count} />
        </NavLink>
      ))}
    </nav>
  );
};
