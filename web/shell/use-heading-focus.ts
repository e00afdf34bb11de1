import { useEffect } from "react";
import { useLocation } from "react-router";

/** The last page's path. React makes the frame again around an error page, so it cannot keep this. */
let last: string | null = null;

/**
 * Moves the focus to the heading of a new page, so that a screen reader says where its user is. A page that
 * has already moved the focus into itself keeps it. The pages of a list are announced by the list.
 */
export const useHeadingFocus = (): void => {
  const { pathname } = useLocation();
  useEffect(() => {
    const before = last;
    last = pathname;
    if (before === null || before === pathname) return;
    const main = document.getElementById("main");
    const active = document.activeElement;
    if (active !== main && main?.contains(active)) return;
    const heading = main?.querySelector<HTMLElement>("h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
};
