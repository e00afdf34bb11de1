import { type FocusEvent, useLayoutEffect, useRef } from "react";

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[role=dialog], [role=alertdialog]") !== null;

/**
 * For a list from which an action removes an item, or the item's own control: the focus that was lost with it
 * moves to the first control of the item in its place, or of the last one, or to the page's heading if the
 * list is empty. The action may ask in a dialog first, which cannot give the focus back to a removed control.
 */
export const useListFocus = <List extends HTMLElement>() => {
  const list = useRef<List>(null);
  /** The control that had the focus last, and its item's position; null if the focus has moved elsewhere. */
  const last = useRef<{ control: Element; place: number } | null>(null);
  // Part of the commit that removes the control: whatever else looks for a lost focus comes later.
  useLayoutEffect(() => {
    const restore = (): HTMLElement | null => {
      if (!last.current || last.current.control.isConnected) return null;
      if (document.activeElement !== document.body) return null;
      const items = list.current?.children;
      const item = items?.[Math.min(last.current.place, items.length - 1)];
      const next = item?.querySelector<HTMLElement>("input, button, a[href]");
      const heading = document.querySelector<HTMLElement>("#main h1");
      if (!next && heading) heading.tabIndex = -1;
      const target = next ?? heading;
      target?.focus();
      return target;
    };
    restore();
    // A dialog is a child of the body, and goes without another render of the list. In the same moment it gives the
    // focus to what opened it or, if that is gone, to what opened a dialog before, anywhere on the page.
    const closing = new MutationObserver(() => {
      const target = restore();
      if (target) queueMicrotask(() => target.focus());
    });
    closing.observe(document.body, { childList: true });
    return () => closing.disconnect();
  });
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent) => {
      const items = [...(list.current?.children ?? [])];
      const place = items.findIndex((item) => item.contains(target));
      // React hears of dialogs that the list's items open, too.
      if (place >= 0) last.current = { control: target, place };
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      // A removed control loses the focus too, but nobody has left it; a dialog of an item is outside the list.
      const isLeft = target.isConnected && list.current?.contains(target);
      if (isLeft && !isInDialog(relatedTarget)) last.current = null;
    },
  };
};
