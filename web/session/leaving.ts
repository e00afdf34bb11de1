const KEY = "solutionz-signing-out";

/**
 * Records that this person chose to sign out, for every tab of the browser. A session that disappears
 * without this record has ended, and the page asks the person to log in again instead of closing.
 */
export const markLeaving = (userId: string): void => {
  try {
    localStorage.setItem(KEY, userId);
  } catch {
    // Without storage there is no other tab to inform.
  }
  leaving = userId;
};

/** Removes the record at a sign-in. */
export const clearLeaving = (): void => {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
  leaving = null;
};

export const isLeaving = (userId: string): boolean => {
  try {
    return leaving === userId || localStorage.getItem(KEY) === userId;
  } catch {
    return leaving === userId;
  }
};

/** Whether the person of this tab chose to sign out here, and nobody has signed in since. */
export const hasLeft = (): boolean => leaving !== null;

let leaving: string | null = null;
