/** The name of a draft for useDraft: one a person and job, one for whoever has not signed in yet. */
export const draftOf = (userId?: string, jobId?: string): string =>
  `job:${userId ?? "visitor"}${jobId ? `:${jobId}` : ""}`;

const keyOf = (name: string) => `draft:${name}`;

/** What was written before signing in becomes the draft of whoever signed in, unless they have one. */
export const adoptDraft = (userId: string): void => {
  try {
    const visitor = keyOf(draftOf());
    const own = keyOf(draftOf(userId));
    const written = localStorage.getItem(visitor);
    if (written === null) return;
    localStorage.removeItem(visitor);
    if (localStorage.getItem(own) === null) localStorage.setItem(own, written);
  } catch {
    // Storage is switched off: there is no draft.
  }
};
