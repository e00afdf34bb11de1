import { type FocusEvent, useEffect, useRef } from "react";

/**
 * For a list from which an action removes an item, or the item's own control: the focus that was lost with it
 * moves to the first control of the item in its place, or of the last one, or to the page's heading if the
 * list is empty.
 */
export const useListFocus = <List extends HTMLElement>() => {
  const list = useRef<List>(null);
  /** The position of the item that had the focus last; null if it has moved elsewhere. */
  const place = useRef<number | null>(null);
  useEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return;
    const items = list.current?.children;
    const item = items?.[Math.min(place.current, items.length - 1)];
    const next = item?.querySelector<HTMLElement>("input, button, a[href]");
    const heading = document.querySelector<HTMLElement>("#main h1");
    if (!next && heading) heading.tabIndex = -1;
    (next ?? heading)?.focus();
  });
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent) => {
      const items = [...(list.current?.children ?? [])];
      place.current = items.findIndex((item) => item.contains(target));
    },
    onBlur: ({ target }: FocusEvent) => {
      // A removed control loses the focus too, but nobody has left it.
      if (target.isConnected) place.current = null;
    },
  };
};
