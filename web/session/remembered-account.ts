import { useSyncExternalStore } from "react";
import { hasStoredSession } from "./client.ts";
import { type Profile, type Session, session, subscribe } from "./session-state.ts";
import { ACCOUNT_KEY, STORAGE_KEY } from "./storage-keys.ts";

/**
 * What the bar and the footer show of the signed-in person until the service answers, and if it fails.
 * Only shown, never decided by: a forged one changes nothing but the words on this device.
 */
export interface RememberedAccount {
  id: string;
  profile: Pick<Profile, "first_name" | "last_name" | "profile_image_url" | "account_type">;
  /** Messages that were unread when last counted. */
  unread: number;
}

const isRemembered = (value: unknown): value is RememberedAccount => {
  const { id, profile, unread } = Object(value) as Partial<RememberedAccount>;
  return (
    typeof id === "string" &&
    typeof profile?.account_type === "string" &&
    typeof unread === "number"
  );
};

const parsed = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? "null");

/** Null if the stored session is another person's, who has just logged in in another tab. */
const read = (): RememberedAccount | null => {
  try {
    const stored = parsed(ACCOUNT_KEY);
    const { user } = Object(parsed(STORAGE_KEY)) as { user?: { id?: unknown } };
    return isRemembered(stored) && stored.id === user?.id ? stored : null;
  } catch {
    return null;
  }
};

/** Undefined until it is first needed. */
let remembered: RememberedAccount | null | undefined;

const getRemembered = (): RememberedAccount | null => {
  if (remembered === undefined) remembered = read();
  return remembered;
};

const store = (next: RememberedAccount | null): void => {
  remembered = next;
  const page = document.documentElement.dataset;
  if (next) page.account = next.profile.account_type;
  else delete page.account;
  try {
    if (next) localStorage.setItem(ACCOUNT_KEY, JSON.stringify(next));
    else localStorage.removeItem(ACCOUNT_KEY);
  } catch {
    // Without storage the bar is empty until the account is loaded.
  }
};

/** How many messages were unread when they were last counted here. */
export const rememberedUnread = (userId: string): number => {
  const known = getRemembered();
  return known?.id === userId ? known.unread : 0;
};

const follow = (now: Session): void => {
  if (now.status === "loading" || (now.status === "signed-in" && now.loadFailed)) return;
  // The session is stored still, so it was the page's scripts that could not be loaded.
  if (now.status === "signed-out" && hasStoredSession()) return;
  if (now.status !== "signed-in" || now.ended || !now.profile) {
    store(null);
    return;
  }
  const { first_name, last_name, profile_image_url, account_type } = now.profile;
  store({
    id: now.user.id,
    profile: { first_name, last_name, profile_image_url, account_type },
    unread: rememberedUnread(now.user.id),
  });
};

subscribe(() => follow(session));

export const rememberUnread = (userId: string, unread: number): void => {
  const known = getRemembered();
  if (known?.id === userId && known.unread !== unread) store({ ...known, unread });
};

/** The person of the stored session, null on the server and while the page is hydrated. */
export const useRememberedAccount = (): RememberedAccount | null =>
  useSyncExternalStore(subscribe, getRemembered, () => null);
