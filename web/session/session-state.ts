import type { User } from "@supabase/supabase-js";
import { useSyncExternalStore } from "react";
import type { Database } from "#supabase/database.ts";
import type { Subscription } from "./subscription.ts";

export type Profile = Database["public"]["Tables"]["profiles"]["Row"];

/**
 * The person using the page. `profile` is null if the account has none, or on `loadFailed`. `second-step`
 * means that they gave the password but not yet the second factor; pages for `signed-in` do not admit them.
 * `ended` means that the service no longer knows the session. The page then remains with what was typed,
 * and asks the person to log in again (`ask`), or offers it after they declined (`declined`).
 */
export type Session =
  | { status: "loading" }
  | { status: "signed-out" }
  | { status: "second-step"; user: User }
  | {
      status: "signed-in";
      user: User;
      profile: Profile | null;
      subscription: Subscription;
      /** Set if the profile or the subscription could not be read, and neither was known before. */
      loadFailed?: true;
      ended?: "ask" | "declined";
    };

export type ResolvedSession = Exclude<Session, { status: "loading" }>;

export const LOADING: Session = { status: "loading" };
export const SIGNED_OUT: Session = { status: "signed-out" };

/** Who uses this page, as far as is known; `session.ts` finds it out. */
export let session: Session = LOADING;
const subscribers = new Set<() => void>();

/** Replaces the session, and notifies whoever shows it. */
export const publish = (next: Session) => {
  session = next;
  // The mark of the first paint is no longer needed; it would hide Login after a sign-out.
  delete document.documentElement.dataset.session;
  for (const notify of subscribers) notify();
};

/** Calls `notify` after each change. The result ends that. */
export const subscribe = (notify: () => void) => {
  subscribers.add(notify);
  return () => {
    subscribers.delete(notify);
  };
};

/** The session as state; `loading` on the server and until the browser has checked. */
export const useSession = (): Session =>
  useSyncExternalStore(
    subscribe,
    () => session,
    () => LOADING,
  );
