import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { moved, placeAt } from "./order.ts";

interface Named {
  id: string;
  name: string;
}

interface Grabbed {
  id: string;
  by: "pointer" | "keyboard";
  /** The order to restore. */
  before: string[];
}

/**
 * Lets people order a list by dragging a handle (mouse, pen or finger), or with the keyboard: space picks
 * up and drops, the arrows move, escape restores. An item dropped outside the list returns to its place.
 *
 * @param save called with the ids in their new order; if it resolves to false, the old order returns
 */
export const useSorting = (
  items: readonly Named[],
  save: (ids: string[]) => Promise<boolean>,
): {
  order: Named[];
  grabbed: string | null;
  /** For a live region: what just happened. */
  announcement: string;
  list: (element: HTMLUListElement | null) => void;
  handle: (item: Named) => {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
    onBlur: () => void;
  };
  step: (item: Named, by: 1 | -1) => void;
} => {
  const [ids, setIds] = useState<string[] | null>(null);
  const [grabbed, setGrabbed] = useState<Grabbed | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const list = useRef<HTMLUListElement | null>(null);
  const refocus = useRef<HTMLElement | null>(null);

  const known = new Map(items.map((item) => [item.id, item]));
  const current = ids ?? items.map(({ id }) => id);
  const latest = useRef(current);
  latest.current = current;

  const row = (id: string) =>
    [...(list.current?.children ?? [])].find(
      (element) => (element as HTMLElement).dataset.id === id,
    );

  // A row that moves in the page loses its focus.
  useEffect(() => {
    refocus.current?.focus();
    refocus.current = null;
  });
  const holdFocus = () => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && list.current?.contains(active)) refocus.current = active;
  };

  const place = (id: string, to: number) => {
    holdFocus();
    const next = moved(latest.current, latest.current.indexOf(id), to);
    latest.current = next;
    setIds(next);
    const name = known.get(id)?.name ?? "";
    setAnnouncement(`${name}, position ${next.indexOf(id) + 1} of ${next.length}`);
  };
  const saveOrder = async (before: string[]) => {
    const next = latest.current;
    setGrabbed(null);
    if (next.join() !== before.join() && !(await save(next))) setAnnouncement("Put back");
    // By now the list was loaded again, or is unchanged.
    holdFocus();
    setIds(null);
  };
  const putBack = () => {
    holdFocus();
    setGrabbed(null);
    setIds(null);
    setAnnouncement("Put back");
  };

  const drag = (item: Named, start: PointerEvent<HTMLButtonElement>) => {
    if (start.button !== 0) return;
    const before = latest.current;
    setGrabbed({ id: item.id, by: "pointer", before });
    const watch = new AbortController();
    const inside = (event: globalThis.PointerEvent) => {
      const box = list.current?.getBoundingClientRect();
      const margin = 24;
      return Boolean(
        box &&
          event.clientX >= box.left - margin &&
          event.clientX <= box.right + margin &&
          event.clientY >= box.top - margin &&
          event.clientY <= box.bottom + margin,
      );
    };
    const options = { signal: watch.signal };
    const move = (event: globalThis.PointerEvent) => {
      const rows = latest.current.map((id) => row(id)?.getBoundingClientRect()).filter((r) => !!r);
      const from = latest.current.indexOf(item.id);
      const to = inside(event) ? placeAt(rows, from, event.clientY) : from;
      if (to !== from) place(item.id, to);
    };
    const drop = (event: globalThis.PointerEvent) => {
      watch.abort();
      if (event.type === "pointerup" && inside(event)) void saveOrder(before);
      else putBack();
    };
    window.addEventListener("pointermove", move, options);
    window.addEventListener("pointerup", drop, options);
    window.addEventListener("pointercancel", drop, options);
  };

  const press = (item: Named, event: KeyboardEvent<HTMLButtonElement>) => {
    const mine = grabbed?.id === item.id && grabbed.by === "keyboard" ? grabbed : null;
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (mine) {
        void saveOrder(mine.before);
        return;
      }
      setGrabbed({ id: item.id, by: "keyboard", before: latest.current });
      const at = latest.current.indexOf(item.id) + 1;
      setAnnouncement(`${item.name} picked up, position ${at} of ${latest.current.length}`);
      return;
    }
    if (!mine) return;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      place(item.id, latest.current.indexOf(item.id) + (event.key === "ArrowUp" ? -1 : 1));
    } else if (event.key === "Escape") {
      putBack();
    }
  };

  return {
    order: current.flatMap((id) => known.get(id) ?? []),
    grabbed: grabbed?.id ?? null,
    announcement,
    list: (element) => {
      list.current = element;
    },
    handle: (item) => ({
      onPointerDown: (event) => drag(item, event),
      onKeyDown: (event) => press(item, event),
      // A moved row loses its focus for a moment; that does not count as leaving it.
      onBlur: () => {
        if (grabbed?.id === item.id && grabbed.by === "keyboard" && !refocus.current) putBack();
      },
    }),
    step: (item, by) => {
      const before = latest.current;
      place(item.id, before.indexOf(item.id) + by);
      void saveOrder(before);
    },
  };
};
