/** A server that has not responded by then cannot be waited for either. */
export const PATIENCE_MS = 15_000;

/**
 * Whether the server responds at all; every response counts. `navigator.onLine` notices only a cut
 * connection, not a server that is down or a network that leads nowhere.
 */
export const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return fetch("/healthz", { method: "HEAD", cache: "no-store", signal }).then(
    () => true,
    () => false,
  );
};
