import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Glyph } from "#web/ui/glyph.tsx";
import { Link } from "#web/ui/link.tsx";

/**
 * A visitor's links on narrow screens, and a signed-in person's until the scripts run, in a `<details>`: it opens
 * without JavaScript, and with it closes on every change of route and on Escape.
 */
export const MobileMenu = ({
  links,
  active,
  children,
}: {
  links: readonly { to: string; label: string }[];
  /** Those that lead to the current page. */
  active: readonly { to: string }[];
  /** What follows the links. */
  children?: ReactNode;
}) => {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // Not at the start: the first press opens it before the scripts that it loads are there.
  const opened = useRef(key);
  useEffect(() => {
    if (opened.current !== key && details.current) details.current.open = false;
    opened.current = key;
  }, [key]);
  return (
    <details
      ref={details}
      className="group @5xl:hidden"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !details.current?.open) return;
        details.current.open = false;
        details.current.querySelector("summary")?.focus();
      }}
    >
      <summary className="grid size-11 list-none place-items-center rounded-md hover:bg-hover">
        <span className="sr-only">Menu</span>
        <Glyph name="menu" className="size-6 group-open:hidden" />
        <Glyph name="close" className="hidden size-6 group-open:block" />
      </summary>
      <nav
        aria-label="Mobile"
        className="absolute inset-x-0 top-full border-b border-line bg-paper px-4 pt-2 pb-6 shadow-float sm:px-6"
      >
        <ul>
          {links.map((link) => (
            <li key={link.label} className="border-b border-line">
              <Link
                to={link.to}
                aria-current={active.includes(link) ? "page" : undefined}
                className="flex min-h-14 items-center font-display text-lg font-bold tracking-title aria-[current=page]:text-brand"
              >
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
        {children}
      </nav>
    </details>
  );
};
