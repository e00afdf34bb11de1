import { AsyncLocalStorage } from "node:async_hooks";

const signals = new AsyncLocalStorage<AbortSignal>();

/** Runs `work`; the calls to the backend that it makes end when `signal` is aborted. */
export const withSignal = <T>(signal: AbortSignal, work: () => T): T => signals.run(signal, work);

/** A call's own signal together with that of the work that makes it. */
export const signalFor = (own?: AbortSignal | null): AbortSignal | undefined => {
  const current = signals.getStore();
  if (!own || !current) return own ?? current;
  return AbortSignal.any([own, current]);
};
