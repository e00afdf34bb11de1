import { NETWORK_ISSUE } from "#domain/site/faults.ts";
import { reportMissing } from "#web/session/parts.ts";
import { isReachable, PATIENCE_MS } from "#web/session/reachable.ts";
import { toast } from "#web/ui/toast.ts";

const loaded = new WeakSet<() => Promise<unknown>>();

/**
 * Loads the code that a press needs, and says so if that failed. A browser never tries a script again that
 * it once could not load, so none is requested while the server cannot be reached: the next press works.
 *
 * @returns whether the code is here
 */
export const loadOnPress = async (load: () => Promise<unknown>): Promise<boolean> => {
  if (loaded.has(load)) return true;
  if (!(await isReachable())) {
    reportUnreachable("Couldn't open this");
    return false;
  }
  const here = await load().then(Boolean, () => false);
  if (here) loaded.add(load);
  else reportMissing();
  return here;
};

/** How far scripts have come: all are in the browser's cache, or the server has one not, or cannot be reached. */
type Arrival = "here" | "missing" | "unreachable";

/**
 * Fetches scripts into the browser's cache. They are not imported: it never tries again to import a script that
 * failed once.
 */
export const fetchScripts = async (scripts: string[]): Promise<Arrival> => {
  if (!navigator.onLine) return "unreachable";
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const begin = async (script: string) => {
    const response = await fetch(script, { signal });
    // Not awaited: the page's data load meanwhile.
    response.arrayBuffer().catch(() => {});
    return response.ok;
  };
  return Promise.all(scripts.map(begin)).then(
    (arrived) => (arrived.every(Boolean) ? "here" : "missing"),
    // One script may fail alone, for example in a browser that blocks it.
    async () => ((await isReachable()) ? "missing" : "unreachable"),
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

/** After a sign-out that could not reach the service: says so, and what happens next. */
export const showSignedOutHere = (): void => {
  toast({
    title: "You're signed out on this device.",
    description: "We'll finish signing you out when you're back online.",
    duration: 4000,
  });
};
