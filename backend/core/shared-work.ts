import { ClientDisconnected } from "./errors.ts";
import { createShortLivedMap } from "./short-lived-map.ts";

interface Shared<T> {
  result: Promise<T>;
  callers: number;
  unwanted: AbortController;
}

/**
 * Does work once for all concurrent callers with the same key. Its signal is aborted when the last of them
 * has gone.
 */
export const createSharedWork = <T>() => {
  const underWay = createShortLivedMap<string, Shared<T>>();

  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> => {
    const unwanted = new AbortController();
    const result = work(unwanted.signal).finally(() => underWay.delete(key, shared));
    const shared: Shared<T> = { result, callers: 0, unwanted };
    underWay.set(key, shared);
    return shared;
  };

  return async (
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    if (signal?.aborted) throw new ClientDisconnected(signal.reason);
    const shared = underWay.get(key) ?? start(key, work);
    shared.callers += 1;
    const leave = () => {
      shared.callers -= 1;
      if (shared.callers > 0) return;
      underWay.delete(key, shared);
      shared.unwanted.abort(signal?.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    try {
      return await shared.result;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  };
};
