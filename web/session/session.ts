import type { User } from "@supabase/supabase-js";
import { useSyncExternalStore } from "react";
import type { Database } from "#supabase/database.types.ts";
import { hasStoredSession, supabase } from "./client.ts";
import { owesSecondStep } from "./second-step.ts";
import type { Db } from "./site.ts";
import { NO_SUBSCRIPTION, type Subscription, toSubscription } from "./subscription.ts";

export type Profile = Database["public"]["Tables"]["profiles"]["Row"];

/**
 * Who is here. `profile` is null when it could not be loaded. `second-step` is somebody who has given the
 * password and still owes the second factor: whoever asks for `signed-in` does not let them in.
 */
export type Session =
  | { status: "loading" }
  | { status: "signed-out" }
  | { status: "second-step"; user: User }
  | { status: "signed-in"; user: User; profile: Profile | null; subscription: Subscription };

export type SettledSession = Exclude<Session, { status: "loading" }>;

const LOADING: Session = { status: "loading" };
const SIGNED_OUT: Session = { status: "signed-out" };

let session: Session = LOADING;
let started: Promise<void> | null = null;
const subscribers = new Set<() => void>();

const publish = (next: Session) => {
  session = next;
  // The mark of the first paint has done its work; kept, it would hide Login after a sign-out.
  delete document.documentElement.dataset.session;
  for (const notify of subscribers) notify();
};

const load = async (db: Db, user: User): Promise<Session> => {
  const { data } = await db.auth.getSession();
  if (owesSecondStep(user, data.session?.access_token)) return { status: "second-step", user };
  const [profile, subscriber] = await Promise.all([
    db.from("profiles").select("*").eq("id", user.id).maybeSingle(),
    db
      .from("subscribers")
      .select("subscribed, subscription_tier, subscription_end, cancel_at_period_end")
      .eq("user_id", user.id)
      .maybeSingle(),
  ]);
  // An answer that failed says nothing: what was known of the same person stays.
  const known = session.status === "signed-in" && session.user.id === user.id ? session : null;
  return {
    status: "signed-in",
    user,
    profile: profile.error ? (known?.profile ?? null) : profile.data,
    subscription: subscriber.error
      ? (known?.subscription ?? NO_SUBSCRIPTION)
      : toSubscription(subscriber.data),
  };
};

/**
 * Only the newest look counts: an answer that was overtaken by a sign-out is dropped, and whoever
 * waited for it waits for the one that overtook it.
 */
let turn = 0;
let newest: Promise<void> = Promise.resolve();

const settle = (db: Db, user: User | null): Promise<void> => {
  turn += 1;
  const mine = turn;
  newest = (user ? load(db, user) : Promise.resolve(SIGNED_OUT)).then((next) => {
    if (mine !== turn) return newest;
    publish(next);
  });
  return newest;
};

/**
 * Who is signed in, as the service knows it. The client drops an ended session by itself and says so, but
 * keeps that of an account that is gone.
 */
export const askUser = async ({ auth }: Db): Promise<User | null> => {
  const { data, error } = await auth.getUser();
  if (error?.code === "user_not_found") await auth.signOut({ scope: "local" });
  return data.user;
};

let looking = false;

/**
 * Asks the service whether the session still stands, when somebody comes back to the page: another
 * device may have ended it, or changed the address or the profile. A failure says nothing.
 */
const lookAgain = async (db: Db): Promise<void> => {
  if (looking || document.visibilityState !== "visible" || session.status !== "signed-in") return;
  looking = true;
  try {
    const user = await askUser(db);
    if (user && session.status === "signed-in" && session.user.id === user.id) {
      await settle(db, user);
    }
  } finally {
    looking = false;
  }
};

const watch = async () => {
  const db = await supabase();
  document.addEventListener("visibilitychange", () => void lookAgain(db));
  // supabase-js holds its lock during the callback, so asking it anything must wait a tick.
  db.auth.onAuthStateChange((event, current) => {
    if (event === "INITIAL_SESSION") return;
    if (event === "TOKEN_REFRESHED" && session.status === "signed-in") return;
    setTimeout(() => void settle(db, current?.user ?? null), 0);
  });
  const { data } = await db.auth.getSession();
  await settle(db, data.session?.user ?? null);
};

/**
 * Looks who is here, once. Without a stored session nothing is loaded; signing in, here or in
 * another tab, starts the watch later.
 */
export const startSession = (): Promise<void> => {
  if (!hasStoredSession()) {
    if (session === LOADING) publish(SIGNED_OUT);
    const signedInElsewhere = () => {
      if (!hasStoredSession()) return;
      window.removeEventListener("storage", signedInElsewhere);
      void beginWatch();
    };
    window.addEventListener("storage", signedInElsewhere);
    return Promise.resolve();
  }
  return beginWatch();
};

const beginWatch = (): Promise<void> => {
  started ??= watch().catch((error) => {
    started = null;
    publish(SIGNED_OUT);
    console.warn("The session could not be loaded", error);
  });
  return started;
};

/** The client with its session watched: for signing in and for every call as a person. */
export const sessionClient = async (): Promise<Db> => {
  await beginWatch();
  return supabase();
};

/** The settled session: waits while it is loading. Never call it on the server. */
export const getSession = async (): Promise<SettledSession> => {
  if (session.status === "loading") await startSession();
  return session.status === "loading" ? { status: "signed-out" } : session;
};

/** The client when somebody is signed in, else null: public pages then keep the server's answer. */
export const signedInClient = async (): Promise<Db | null> =>
  (await getSession()).status === "signed-in" ? supabase() : null;

/** Reads the user, profile and subscription again, after a write that changes them. */
export const refreshSession = async (): Promise<SettledSession> => {
  const db = await sessionClient();
  const { data } = await db.auth.getSession();
  await settle(db, data.session?.user ?? null);
  return getSession();
};

const subscribe = (notify: () => void) => {
  subscribers.add(notify);
  return () => {
    subscribers.delete(notify);
  };
};

/** The session as state; `loading` on the server and until the browser has looked. */
export const useSession = (): Session =>
  useSyncExternalStore(
    subscribe,
    () => session,
    () => LOADING,
  );
