import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Moves the focus to the heading of a new page, so that a screen reader says where its user is. A page that
 * has already moved the focus into itself keeps it. The pages of a list are announced by the list.
 */
export const useHeadingFocus = (): void => {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const main = document.getElementById("main");
    const active = document.activeElement;
    if (active !== main && main?.contains(active)) return;
    const heading = main?.querySelector<HTMLElement>("h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
};
