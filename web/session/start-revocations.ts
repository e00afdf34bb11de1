import { REVOCATIONS_KEY } from "./first-paint.ts";

/** Ends what is left to end, now and when the line comes back; nothing is loaded where nothing is left. */
export const startRevocations = (): (() => void) => {
  const retry = () => {
    try {
      if (localStorage.getItem(REVOCATIONS_KEY) === null) return;
    } catch {
      return;
    }
    // Without a line there is nothing to end yet, and the next visit tries again.
    import("./revocations.ts").then(({ retryRevocations }) => retryRevocations()).catch(() => {});
  };
  retry();
  window.addEventListener("online", retry);
  return () => window.removeEventListener("online", retry);
};
