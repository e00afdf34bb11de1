import { useEffect, useRef } from "react";

/**
 * For an item of a list that opens in place: moves the focus to it when it opens, and back to its line in the
 * list when it closes.
 *
 * @param open the id of the one that is open, or null
 * @param opened a selector of what gets the focus then
 * @param line a selector of a closed one's line
 */
export const useOpenedFocus = (
  open: string | null,
  opened: string,
  line: (closed: string) => string,
) => {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening and closing move the focus
  useEffect(() => {
    const closed = before.current;
    before.current = open;
    if (open === closed) return;
    const selector = open ? opened : closed ? line(closed) : null;
    if (selector) place.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [open]);
  return place;
};
