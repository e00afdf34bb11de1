import type { User } from "@supabase/supabase-js";
import { useSyncExternalStore } from "react";
import type { Database } from "#supabase/database.ts";
import { hasStoredSession, supabase } from "./client.ts";
import { clearLeaving, isLeaving, markLeaving } from "./leaving.ts";
import { owesSecondStep } from "./second-step.ts";
import type { Db } from "./site.ts";
import { NO_SUBSCRIPTION, type Subscription, toSubscription } from "./subscription.ts";

export type Profile = Database["public"]["Tables"]["profiles"]["Row"];

/**
 * Who is here. `profile` is null when the account has none, or when `loadFailed`. `second-step` is somebody who has given the
 * password and still owes the second factor: whoever asks for `signed-in` does not let them in.
 * `ended` is set when the service no longer knows the session: the page stays with what was typed, and
 * asks to log in again (`ask`), or offers it after that was declined (`declined`).
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
      /** Set when the profile or the subscription could not be read, and nothing was known of them. */
      loadFailed?: true;
      ended?: "ask" | "declined";
    };

export type ResolvedSession = Exclude<Session, { status: "loading" }>;

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
  // Switched off with the session left open, as by an operator's own SQL: the next login gives the reason.
  if (profile.error?.details === "deactivated") {
    await db.auth.signOut({ scope: "local" });
    return withoutSession();
  }
  // An answer that failed says nothing: what was known of the same person stays.
  const known =
    session.status === "signed-in" && session.user.id === user.id && !session.loadFailed
      ? session
      : null;
  const loadFailed = !known && Boolean(profile.error || subscriber.error);
  return {
    status: "signed-in",
    user,
    ...(loadFailed ? { loadFailed } : {}),
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

const publishSession = (
  db: Db,
  user: User | null,
  known: Promise<boolean> = Promise.resolve(true),
): Promise<void> => {
  turn += 1;
  const mine = turn;
  if (user) clearLeaving();
  newest = Promise.all([user ? load(db, user) : withoutSession(), known]).then(([next, isHere]) => {
    if (mine !== turn) return newest;
    publish(isHere ? next : SIGNED_OUT);
  });
  return newest;
};

/** What a page without a session shows: a visitor, or somebody who did not choose to sign out. */
const withoutSession = (): Session =>
  session.status === "signed-in" && !isLeaving(session.user.id)
    ? { ...session, ended: session.ended ?? "ask" }
    : SIGNED_OUT;

/** Call before signing out on purpose, so that no tab asks to log in again. */
export const leaveSession = (): void => {
  if (session.status === "signed-in") markLeaving(session.user.id);
};

/** Puts an ended session away: the page is a visitor's from now on. */
export const closeSession = (): void => {
  leaveSession();
  turn += 1;
  publish(SIGNED_OUT);
};

/** Keeps the page of an ended session without logging in; its next write asks again. */
export const declineSignIn = (): void => {
  if (session.status === "signed-in" && session.ended) publish({ ...session, ended: "declined" });
};

/**
 * Asks the person whose session has ended to log in again over the page.
 *
 * @returns whether the same person is signed in now
 */
export const requestSignIn = (): Promise<boolean> => {
  if (session.status !== "signed-in") return Promise.resolve(false);
  const { id } = session.user;
  publish({ ...session, ended: "ask" });
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (session.status === "signed-in" && session.ended === "ask") return;
      stop();
      resolve(session.status === "signed-in" && !session.ended && session.user.id === id);
    });
  });
};

/**
 * Who is signed in, as the service knows it. The client drops an ended session by itself and says so, but
 * keeps that of an account that is gone.
 */
const fetchUser = async ({ auth }: Db): Promise<User | null> => {
  const { data, error } = await auth.getUser();
  if (error?.code === "user_not_found") {
    leaveSession();
    await auth.signOut({ scope: "local" });
  }
  return data.user;
};

/**
 * Whether the person's session was ended meanwhile, on another device or by its owner's password. Asks
 * the service; an answer that does not come counts as no.
 */
export const sessionEnded = async (): Promise<boolean> => {
  if (session.status !== "signed-in") return false;
  if (session.ended) return true;
  try {
    const db = await sessionClient();
    await fetchUser(db);
    const { data, error } = await db.auth.getSession();
    return data.session === null && !error;
  } catch {
    return false;
  }
};

let looking = false;

/**
 * Asks the service whether the session still stands, when somebody comes back to the page: another
 * device may have ended it, or changed the address or the profile. A failure says nothing.
 */
const lookAgain = async (db: Db): Promise<void> => {
  if (looking || document.visibilityState !== "visible" || session.status !== "signed-in") return;
  if (session.ended) return;
  looking = true;
  try {
    const user = await fetchUser(db);
    if (user && session.status === "signed-in" && session.user.id === user.id) {
      await publishSession(db, user);
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
    setTimeout(() => void publishSession(db, current?.user ?? null), 0);
  });
  const { data } = await db.auth.getSession();
  if (!data.session) return publishSession(db, null);
  const { user, access_token } = data.session;
  // What the browser stored may have ended elsewhere: the service is asked beside the first load.
  await publishSession(db, user, isKnown(db, access_token));
};

/** Whether the service knows the session of this token; an answer that does not come counts as yes. */
const isKnown = async ({ auth }: Db, accessToken: string): Promise<boolean> => {
  // Asked with the token itself, the client does not hold back the other calls until the answer.
  const { error } = await auth.getUser(accessToken);
  const gone = error?.name === "AuthSessionMissingError" || error?.code === "user_not_found";
  if (gone) await auth.signOut({ scope: "local" });
  return !gone;
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
export const getSession = async (): Promise<ResolvedSession> => {
  if (session.status === "loading") await startSession();
  return session.status === "loading" ? { status: "signed-out" } : session;
};

/** The client when somebody is signed in, else null: public pages then keep the server's answer. */
export const signedInClient = async (): Promise<Db | null> =>
  isOpen(await getSession()) ? supabase() : null;

const isOpen = (now: ResolvedSession): boolean => now.status === "signed-in" && !now.ended;

/** Reads the user, profile and subscription again, after a write that changes them. */
export const refreshSession = async (): Promise<ResolvedSession> => {
  const db = await sessionClient();
  const { data, error } = await db.auth.getSession();
  // A refresh that could not reach the service says nothing about the session.
  if (!error) await publishSession(db, data.session?.user ?? null);
  return getSession();
};

/** Asks the service for the account again, after a write that changed more than the session knows. */
export const reloadUser = async (): Promise<void> => {
  const db = await sessionClient();
  const user = await fetchUser(db);
  if (user) await publishSession(db, user);
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
