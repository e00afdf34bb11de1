/** What a visitor wanted to do when they were sent to log in. */
type Act = "save" | "feedback";

const KEY = "intention";
/** Long enough to log in or sign up; later, it would be a surprise. */
const FORGOTTEN_AFTER_MS = 30 * 60_000;

interface Intention {
  act: Act;
  /** The provider it concerns. */
  id: string;
  at: number;
}

/**
 * Remembers, in this tab, what a visitor pressed before they log in. It is not in the address, where a
 * stranger's link could act for the person who opens it.
 */
export const rememberIntention = (act: Act, id: string, now = Date.now()): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ act, id, at: now } satisfies Intention));
  } catch {
    // Without storage they must press again.
  }
};

/** Whether this is what they wanted. It is then forgotten, so that it happens once. */
export const takeIntention = (act: Act, id: string, now = Date.now()): boolean => {
  try {
    const intention = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Intention | null;
    if (intention?.act !== act || intention.id !== id) return false;
    sessionStorage.removeItem(KEY);
    return now - intention.at < FORGOTTEN_AFTER_MS;
  } catch {
    return false;
  }
};
