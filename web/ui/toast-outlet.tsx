import { lazy, Suspense, useSyncExternalStore } from "react";
import { type ToastEntry, toastStore } from "./toast.ts";

const load = () => import("./toaster.tsx");

/** The words alone: a network that is cut is what a toast may have to tell of. */
const PlainToaster = ({ entries }: { entries: readonly ToastEntry[] }) =>
  entries.map(({ id, title, description }) => (
    <p key={id} className="rounded-md border border-line bg-surface px-4 py-3">
      <strong>{title}</strong> {description}
    </p>
  ));

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
