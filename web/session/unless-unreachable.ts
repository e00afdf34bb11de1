import { faultOf } from "#domain/site/faults.ts";

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
