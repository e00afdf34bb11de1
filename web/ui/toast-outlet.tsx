import { lazy, Suspense, useSyncExternalStore } from "react";
import { type ToastEntry, toastStore } from "./toast.ts";

const Toaster = lazy(() => import("./toaster.tsx"));
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
