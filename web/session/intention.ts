/** What somebody wanted to do when they were sent to log in, or to become a member. */
type Act = "save" | "feedback" | "reveal";

const KEY = "intention";
/** Long enough to log in or sign up; later, it would be a surprise. */
const FORGOTTEN_AFTER_MS = 30 * 60_000;

interface Intention {
  act: Act;
  /** The provider, or the job of a contact, that it concerns. */
  id: string;
  at: number;
}

/**
 * Remembers, in this tab, what was pressed before they log in or become a member. It is not in the address, where a
 * stranger's link could act for the person who opens it.
 */
export const rememberIntention = (act: Act, id: string): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ act, id, at: Date.now() } satisfies Intention));
  } catch {
    // Without storage they must press again.
  }
};

/**
 * What they wanted, if it was this. It is then forgotten, so that it happens once.
 * @param id the expected target; any if left out
 * @returns what it concerns, or null
 */
export const takeIntention = (act: Act, id?: string): string | null => {
  try {
    const intention = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Intention | null;
    if (intention?.act !== act || (id ?? intention.id) !== intention.id) return null;
    sessionStorage.removeItem(KEY);
    return Date.now() - intention.at < FORGOTTEN_AFTER_MS ? intention.id : null;
  } catch {
    return null;
  }
};
