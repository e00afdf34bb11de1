import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { withReturn } from "#web/session/return-path.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Glyph } from "#web/ui/glyph.tsx";
import { Link } from "#web/ui/link.tsx";
import { isHere } from "./places.ts";

/**
 * A visitor's links on narrow screens, and a signed-in person's until the scripts run, in a `<details>`: it opens
 * without JavaScript, and with it closes on every change of route and on Escape.
 */
export const MobileMenu = ({
  links,
  target,
}: {
  links: readonly { to: string; label: string }[];
  /** Where logging in or signing up leads back to. */
  target: string | null;
}) => {
  const details = useRef<HTMLDetailsElement>(null);
  const { key, pathname } = useLocation();
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
          {links.map(({ to, label }) => (
            <li key={label} className="border-b border-line">
              <Link
                to={to}
                aria-current={isHere(to, pathname) ? "page" : undefined}
                className="flex min-h-14 items-center font-display text-lg font-bold tracking-title aria-[current=page]:text-brand"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <div className="for-visitors mt-5 grid grid-cols-2 gap-3 @2xl:hidden">
          <ButtonLink to={withReturn("/login", target)} variant="outline">
            Login
          </ButtonLink>
          <ButtonLink to={withReturn("/signup", target)} variant="solid">
            Sign Up
          </ButtonLink>
        </div>
      </nav>
    </details>
  );
};
