import type { User } from "@supabase/supabase-js";
import { hasStoredSession, onUnauthorized, supabase } from "./client.ts";
import type { Db } from "./database.ts";
import { clearLeaving, isLeaving, markLeaving } from "./leaving.ts";
import { reportMissing, untilReload } from "./parts.ts";
import type { Tokens } from "./revocations.ts";
import { owesSecondStep } from "./second-step.ts";
import {
  LOADING,
  publish,
  type ResolvedSession,
  type Session,
  SIGNED_OUT,
  session,
  subscribe,
} from "./session-state.ts";
import { NO_SUBSCRIPTION, toSubscription } from "./subscription.ts";
import { serviceNow } from "./token-storage.ts";

export { type Profile, type ResolvedSession, type Session, useSession } from "./session-state.ts";

const load = async (db: Db, user: User): Promise<Session> => {
  const { data } = await db.auth.getSession();
  if (owesSecondStep(user, data.session?.access_token)) return { status: "second-step", user };
  const [profile, subscriber] = await Promise.all([
    db.from("profiles").select("*").eq("id", user.id).maybeSingle(),
    db
      .from("subscribers")
      .select(
        "subscription_tier, subscription_end, live_until, cancel_at_period_end, promo_code, grant_reason",
      )
      .eq("user_id", user.id)
      .maybeSingle(),
  ]);
  // Deactivated with the session still open, for example by an operator's SQL: the next login gives the
  // reason.
  if (profile.error?.details === "deactivated") {
    await db.auth.signOut({ scope: "local" });
    return withoutSession();
  }
  // A failed response says nothing, so the known state of the same person remains.
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
      : toSubscription(subscriber.data, serviceNow(data.session)),
  };
};

/**
 * Only the newest check counts. A response overtaken by a sign-out is dropped, and its callers wait for the
 * newer one.
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

/** The state of a page without a session: a visitor, or a person who did not choose to sign out. */
const withoutSession = (): Session =>
  session.status === "signed-in" && !isLeaving(session.user.id)
    ? { ...session, ended: session.ended ?? "ask" }
    : SIGNED_OUT;

/** Call before signing out on purpose, so that no tab asks to log in again. */
export const leaveSession = (): void => {
  if (session.status === "signed-in") markLeaving(session.user.id);
};

/** Takes `leaveSession` back: the service did not end the session after all. */
export const remainInSession = clearLeaving;

/** Discards an ended session: the page is a visitor's from now on. */
export const closeSession = (): void => {
  leaveSession();
  turn += 1;
  publish(SIGNED_OUT);
};

/** Leaves the page of an ended session open without logging in; its next write asks again. */
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
 * The signed-in person according to the service. The client drops an ended session by itself and reports
 * it, but not the session of a deleted account.
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
 * Whether the person's session was ended meanwhile, on another device or by a new password. Checks with the
 * service; no response counts as no.
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

let revalidating = false;

/**
 * Checks with the service whether the session is still valid when the person returns to the page: another
 * device may have ended it, or changed the address or the profile. A failure changes nothing.
 */
const revalidate = async (db: Db): Promise<void> => {
  if (revalidating || document.visibilityState !== "visible" || session.status !== "signed-in")
    return;
  if (session.ended) return;
  revalidating = true;
  try {
    const user = await fetchUser(db);
    if (user && session.status === "signed-in" && session.user.id === user.id) {
      await publishSession(db, user);
    }
  } finally {
    revalidating = false;
  }
};

const watch = async () => {
  const db = await supabase();
  document.addEventListener("visibilitychange", () => void revalidate(db));
  // Also where the page continues without what was refused.
  onUnauthorized(() => void sessionEnded());
  const { data } = await db.auth.getSession();
  // The client emits SIGNED_IN for the stored session at its start. That session is loaded below, so the
  // event is ignored.
  // supabase-js holds its lock during the callback, so any call to it must wait a tick.
  db.auth.onAuthStateChange((event, current) => {
    if (event === "INITIAL_SESSION") return;
    if (event === "SIGNED_IN" && adopting) return;
    if (event === "TOKEN_REFRESHED" && session.status === "signed-in") return;
    setTimeout(() => void publishSession(db, current?.user ?? null), 0);
  });
  if (!data.session) return publishSession(db, null);
  const { user, access_token } = data.session;
  // The stored session may have ended elsewhere, so the service is checked during the first load.
  await publishSession(db, user, isKnown(db, access_token));
};

/** Whether the session of this token is valid for the service; no response counts as yes. */
const isKnown = async ({ auth }: Db, accessToken: string): Promise<boolean> => {
  // With the token given explicitly, the client does not delay other calls until the response.
  const { error } = await auth.getUser(accessToken);
  const signedOut = error?.name === "AuthSessionMissingError" || error?.code === "user_not_found";
  if (signedOut) await auth.signOut({ scope: "local" });
  return !signedOut;
};

/**
 * Determines once who is signed in. Without a stored session nothing is loaded; signing in, here or in
 * another tab, starts the watch later.
 */
export const startSession = (): Promise<void> => {
  if (!hasStoredSession()) {
    if (session === LOADING) publish(SIGNED_OUT);
    const signedInElsewhere = () => {
      if (!hasStoredSession()) return;
      window.removeEventListener("storage", signedInElsewhere);
      void startWatch();
    };
    window.addEventListener("storage", signedInElsewhere);
    return Promise.resolve();
  }
  return startWatch();
};

let started: Promise<void> | null = null;

const startWatch = (): Promise<void> => {
  started ??= watch().catch((error) => {
    started = null;
    console.warn("The session could not be loaded", error);
    // A person who may be signed in is not sent to the login because the connection was lost.
    if (hasStoredSession()) {
      reportMissing();
      return untilReload();
    }
    publish(SIGNED_OUT);
  });
  return started;
};

/** The client with its session watched: for signing in and for every call as a person. */
export const sessionClient = async (): Promise<Db> => {
  await startWatch();
  return supabase();
};

/** The session once it has loaded. Never call it on the server. */
export const getSession = async (): Promise<ResolvedSession> => {
  if (session.status === "loading") await startSession();
  return session.status === "loading" ? { status: "signed-out" } : session;
};

/** The client if a person is signed in, otherwise null: public pages then use the server's response. */
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

/** Whether `adoptSession` loads the person itself. */
let adopting = false;

/**
 * Makes a session of a separate client this browser's, and loads its person once.
 *
 * @returns the service's refusal, or the loaded session
 */
export const adoptSession = async (db: Db, { access_token, refresh_token }: Tokens) => {
  adopting = true;
  const { error } = await db.auth.setSession({ access_token, refresh_token }).finally(() => {
    adopting = false;
  });
  return error ? { error, session: null } : { error: null, session: await refreshSession() };
};

/** Loads the account from the service again, after a write that changed more than the session contains. */
export const reloadUser = async (): Promise<void> => {
  const db = await sessionClient();
  const user = await fetchUser(db);
  if (user) await publishSession(db, user);
};
