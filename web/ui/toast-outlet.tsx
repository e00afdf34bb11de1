import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { cx } from "./cx.ts";
import { dismissToast, type ToastEntry, type ToasterProps, toastStore } from "./toast.ts";

const load = () => import("./toaster.tsx");

/** Text only: a toast may have to report a lost connection. */
const PlainToast = ({ entry }: { entry: ToastEntry }) => {
  const { id, title, description, duration, silent } = entry;
  useEffect(() => {
    if (!Number.isFinite(duration)) return;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration]);
  return (
    <p
      aria-live={silent ? "off" : undefined}
      className="pointer-events-auto rounded-md border border-line bg-surface px-4 py-3"
    >
      <strong>{title}</strong> <span>{description}</span>{" "}
      <button type="button" className="link min-h-6" onClick={() => dismissToast(id)}>
        Dismiss
      </button>
    </p>
  );
};

const PlainToaster = ({ entries }: ToasterProps) => (
  <>
    {entries.map((entry) => (
      <PlainToast key={entry.id} entry={entry} />
    ))}
  </>
);

const Toaster = lazy(() => load().catch(() => ({ default: PlainToaster })));

/** Up to this width toasts come up at the top after a press near the foot, where they would cover it. */
const NARROW = "(width < 64rem)";
/** The last part of the window's height, which toasts may cover, and in which a page may move what was pressed. */
const FOOT = 2 / 3;

/** What was pressed last, and where it was then, as a fraction of the window's height; 0 before the first. */
const usePressed = () => {
  const pressed = useRef<{ control: Element | null; at: number }>({ control: null, at: 0 });
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      const control = target.closest("button, a") ?? target;
      const { top, height } = control.getBoundingClientRect();
      pressed.current = { control, at: (top + height / 2) / window.innerHeight };
    };
    window.addEventListener("pointerdown", note, { capture: true, passive: true });
    window.addEventListener("keydown", note, { capture: true, passive: true });
    return () => {
      window.removeEventListener("pointerdown", note, { capture: true });
      window.removeEventListener("keydown", note, { capture: true });
    };
  }, []);
  return pressed;
};

const NONE: readonly ToastEntry[] = [];

/**
 * Rendered once in the root layout. The live region is there from the start, because screen readers only
 * announce additions to a region that they already know; its content is loaded with the first toast, and moves
 * it to the other end if it covers what has the focus (WCAG 2.4.11) or was pressed.
 */
export const ToastOutlet = () => {
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => NONE);
  const pressed = usePressed();
  const [atTop, setAtTop] = useState(false);
  const newest = entries.at(-1)?.id;
  const [placed, setPlaced] = useState<number>();
  if (newest !== undefined && newest !== placed) {
    setPlaced(newest);
    setAtTop(pressed.current.at > FOOT && window.matchMedia(NARROW).matches);
  }
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      className={cx(
        "pointer-events-none fixed inset-x-0 z-60 flex flex-col items-center gap-2.5 p-4 sm:items-end sm:p-6",
        atTop ? "top-0" : "bottom-0",
      )}
    >
      {entries.length > 0 && (
        <Suspense fallback={null}>
          <Toaster
            entries={entries}
            atTop={atTop}
            pressed={pressed}
            onCovering={() => setAtTop(!atTop)}
          />
        </Suspense>
      )}
    </section>
  );
};
