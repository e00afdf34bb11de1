import { reportMissing } from "#web/session/parts.ts";
import { isReachable } from "#web/session/reachable.ts";
import { reportUnreachable } from "./reachable.ts";

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
