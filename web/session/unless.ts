import { faultOf } from "#domain/site/faults.ts";
import { sessionEnded } from "./session.ts";

/**
 * A page's data, or what to show in their place if the server cannot be reached: the page, its filters and
 * what was typed remain.
 */
export const unlessUnreachable = <Data, Rest>(
  loading: Promise<Data>,
  { signal }: Request,
  otherwise: () => Rest,
): Promise<Data | Rest> =>
  loading.catch((error: unknown) => {
    if (signal.aborted || faultOf(error, "").kind !== "network") throw error;
    return otherwise();
  });

/**
 * The person's own data for a page. If they were refused because the session has ended, the page shows
 * `otherwise` until its owner has logged in again over it.
 */
export const unlessEnded = async <Own, Other>(
  loading: Promise<Own>,
  otherwise: () => Other | Promise<Other>,
): Promise<Own | Other> => {
  try {
    return await loading;
  } catch (error) {
    if (!(await sessionEnded())) throw error;
    return otherwise();
  }
};
