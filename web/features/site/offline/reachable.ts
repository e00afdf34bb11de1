import { NETWORK_ISSUE } from "#domain/site-faults.ts";
import { toast } from "#web/ui/toast.ts";

/** A server that has not responded by then cannot be waited for either. */
const PATIENCE_MS = 15_000;

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

/**
 * Whether the server responds for these scripts, or the browser has them. They are fetched into its cache
 * and not imported: it never tries again to import a script that failed once.
 */
export const areReachable = async (scripts: string[]): Promise<boolean> => {
  if (!navigator.onLine) return false;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const begin = async (script: string) => {
    const response = await fetch(script, { signal });
    // Not awaited: the page's data load meanwhile.
    response.arrayBuffer().catch(() => {});
  };
  return Promise.all(scripts.map(begin)).then(
    () => true,
    () => false,
  );
};

/** Says that something could not be opened because the server cannot be reached. */
export const reportUnreachable = (title = "Couldn't open the page"): void => {
  toast({ title, description: NETWORK_ISSUE, variant: "destructive" });
};

/** Reloads the page; without the server the browser would show its own error page instead. */
export const reloadPage = async (): Promise<void> => {
  if (await isReachable()) window.location.reload();
  else reportUnreachable();
};
