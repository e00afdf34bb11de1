import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import X from "lucide-react/icons/x";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import { dismissToast, type ToastEntry, type ToasterProps } from "./toast.ts";

/** Counts down `milliseconds`, stopped while `paused`; then calls `done` once. */
const useCountdown = (milliseconds: number, paused: boolean, done: () => void) => {
  const left = useRef(milliseconds);
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    if (paused || !Number.isFinite(left.current)) return;
    const started = performance.now();
    const timer = setTimeout(() => latest.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [paused]);
};

const Toast = ({ entry }: { entry: ToastEntry }) => {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  /** What had the focus before the toast, and has it again after. */
  const from = useRef<EventTarget>(null);
  const close = () => {
    if (box.current?.contains(document.activeElement)) {
      const before =
        from.current instanceof HTMLElement && from.current.isConnected && from.current;
      (before || document.getElementById("main"))?.focus();
    }
    dismissToast(entry.id);
  };
  useCountdown(entry.duration, hovered || focused, close);
  const { silent } = entry;
  const destructive = entry.variant === "destructive";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only stop the clock
    <div
      ref={box}
      role={destructive && !silent ? "alert" : undefined}
      aria-live={silent ? "off" : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget;
        setFocused(true);
      }}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={(event) => event.key === "Escape" && close()}
      className={cx(
        "pointer-events-auto flex w-full max-w-sm animate-rise items-start gap-3 rounded-md border bg-raised py-3 pr-2 pl-4 text-ink shadow-float",
        destructive ? "border-danger" : "border-line",
      )}
    >
      {entry.variant === "success" && (
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
      )}
      {destructive && (
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
      )}
      <div className="min-w-0 flex-1 py-px">
        <p className={cx("font-semibold", destructive && "text-danger")}>{entry.title}</p>
        {entry.description && <p className="text-sm text-ink-soft">{entry.description}</p>}
        {entry.action && (
          <button
            type="button"
            className="link mt-1 min-h-6 text-sm"
            onClick={() => {
              entry.action?.onPress();
              close();
            }}
          >
            {entry.action.label}
          </button>
        )}
      </div>
      <IconButton label="Dismiss" icon={<X />} size="sm" onClick={close} />
    </div>
  );
};

/** Between a toast and what it may not cover, in pixels: more than it rises as it appears. */
const GAP = 16;

/** Whether one of the toasts is over this, or nearly. Taller parts of a page, such as all of it, do not count. */
const covers = (toasts: Element, control: Element | null): boolean => {
  if (!control || toasts.contains(control)) return false;
  const at = control.getBoundingClientRect();
  if (at.height === 0 || at.height > window.innerHeight / 2) return false;
  return [...toasts.children].some((toast) => {
    const { top, bottom, left, right } = toast.getBoundingClientRect();
    return top - GAP < at.bottom && bottom + GAP > at.top && left < at.right && right > at.left;
  });
};

/** Whether this would be under the toasts if they moved to the other end of the window. */
const isAtOtherEnd = (toasts: Element, control: Element | null): boolean => {
  if (!control || control === document.body || toasts.contains(control)) return false;
  const { top, bottom, height } = control.getBoundingClientRect();
  const heights = [...toasts.children].reduce((sum, toast) => sum + toast.clientHeight + GAP, GAP);
  const first = toasts.firstElementChild?.getBoundingClientRect();
  if (!first || height === 0) return false;
  return first.top > window.innerHeight / 2 ? top < heights : bottom > window.innerHeight - heights;
};

/**
 * Reports when a toast comes over what has the focus, or over what was pressed while nothing else has the focus at the
 * other end; and when either moves under a toast: an error message above a button pushes it down.
 */
const useKeepClear = (
  list: RefObject<HTMLElement | null>,
  { pressed, onCovering }: Pick<ToasterProps, "pressed" | "onCovering">,
) => {
  const report = useRef(onCovering);
  report.current = onCovering;
  const check = useCallback(() => {
    const toasts = list.current;
    if (!toasts) return;
    const focused = document.activeElement;
    const { control } = pressed.current;
    if (covers(toasts, focused) || (!isAtOtherEnd(toasts, focused) && covers(toasts, control)))
      report.current();
  }, [list, pressed]);
  useEffect(() => {
    let frame = 0;
    // By the next frame the page has scrolled to what got the focus.
    const onFocus = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(check);
    };
    document.addEventListener("focusin", onFocus);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", onFocus);
    };
  }, [check]);
  return check;
};

let waiting: AbortController | undefined;

/** Gives the room below back, but not under a person who looks at the end of the page: everything there would jump. */
const takeRoomBack = () => {
  const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
  const room = Number.parseFloat(document.body.style.paddingBottom) || 0;
  if (scrollTop + clientHeight > scrollHeight - room) return;
  document.body.style.paddingBottom = "";
  waiting?.abort();
};

/**
 * While toasts are at the foot of a page that scrolls, it ends as much later as they are high, so that its last lines
 * can be scrolled into view.
 */
const useRoomBelow = (list: RefObject<HTMLElement | null>, { entries, atTop }: ToasterProps) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the entries
  useEffect(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (atTop || scrollHeight <= clientHeight) return;
    waiting?.abort();
    document.body.style.paddingBottom = `${list.current?.parentElement?.offsetHeight ?? 0}px`;
    return () => {
      waiting = new AbortController();
      addEventListener("scroll", takeRoomBack, { passive: true, signal: waiting.signal });
      takeRoomBack();
    };
  }, [list, entries, atTop]);
};

/** Draws the toasts; ToastOutlet loads it when there is one. */
const Toaster = (props: ToasterProps) => {
  const { entries } = props;
  const list = useRef<HTMLDivElement>(null);
  const check = useKeepClear(list, props);
  // Not after a change of the place, which would never end if both ends were covered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new toast
  useEffect(check, [check, entries]);
  useRoomBelow(list, props);
  return (
    <div ref={list} className="contents">
      {entries.map((entry) => (
        <Toast key={entry.id} entry={entry} />
      ))}
    </div>
  );
};

export default Toaster;
