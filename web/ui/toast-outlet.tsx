import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { dismissToast, type ToastEntry, toastStore } from "./toast.ts";

const load = () => import("./toaster.tsx");

/** The words alone: a network that is cut is what a toast may have to tell of. */
const PlainToast = ({ entry: { id, title, description, duration } }: { entry: ToastEntry }) => {
  useEffect(() => {
    if (!Number.isFinite(duration)) return;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration]);
  return (
    <p className="pointer-events-auto rounded-md border border-line bg-surface px-4 py-3">
      <strong>{title}</strong> {description}{" "}
      <button type="button" className="link min-h-6" onClick={() => dismissToast(id)}>
        Dismiss
      </button>
    </p>
  );
};

const PlainToaster = ({ entries }: { entries: readonly ToastEntry[] }) =>
  entries.map((entry) => <PlainToast key={entry.id} entry={entry} />);

const Toaster = lazy(() => load().catch(() => ({ default: PlainToaster })));

const NONE: readonly ToastEntry[] = [];

/**
 * Stands once in the root layout. The live region is there from the start, because screen readers
 * only announce what is added to a region that they already know; what fills it is loaded with the
 * first toast.
 */
export const ToastOutlet = () => {
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => NONE);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-60 flex flex-col items-center gap-2.5 p-4 sm:items-end sm:p-6"
    >
      {entries.length > 0 && (
        <Suspense fallback={null}>
          <Toaster entries={entries} />
        </Suspense>
      )}
    </section>
  );
};
