import { AsyncLocalStorage } from "node:async_hooks";

const ids = new AsyncLocalStorage<string>();

/** Runs `work`; its calls to the backend have this request id. */
export const withRequestId = <T>(id: string, work: () => T): T => ids.run(id, work);

/** The id of the request for which the current work is done. */
export const currentRequestId = (): string | undefined => ids.getStore();

const signals = new AsyncLocalStorage<AbortSignal>();

/** Runs `work`; its calls to the backend end when `signal` is aborted. */
export const withSignal = <T>(signal: AbortSignal, work: () => T): T => signals.run(signal, work);

/** A call's own signal combined with that of the work that makes it. */
export const signalFor = (own?: AbortSignal | null): AbortSignal | undefined => {
  const current = signals.getStore();
  if (!own || !current) return own ?? current;
  return AbortSignal.any([own, current]);
};
