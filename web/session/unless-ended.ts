import { sessionEnded } from "./session.ts";

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
