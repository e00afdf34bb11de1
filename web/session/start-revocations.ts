import { REVOCATIONS_KEY } from "./storage-keys.ts";

/** Ends the sessions that remain, now and when the connection returns; loads nothing if there are none. */
export const startRevocations = (): (() => void) => {
  const retry = () => {
    try {
      if (localStorage.getItem(REVOCATIONS_KEY) === null) return;
    } catch {
      return;
    }
    // Offline there is nothing to end yet, and the next visit tries again.
    import("./revocations.ts").then(({ retryRevocations }) => retryRevocations()).catch(() => {});
  };
  retry();
  window.addEventListener("online", retry);
  return () => window.removeEventListener("online", retry);
};
