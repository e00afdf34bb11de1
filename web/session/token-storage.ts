import type { Session } from "@supabase/supabase-js";
import { claimsOf } from "./token-claims.ts";

type TokenStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Storage of this page alone. */
export const memoryStorage = (): TokenStorage => {
  const memory = new Map<string, string>();
  return {
    getItem: (key) => memory.get(key) ?? null,
    setItem: (key, text) => void memory.set(key, text),
    removeItem: (key) => void memory.delete(key),
  };
};

/** The browser's own, or the page's where the browser forbids it. */
export const browserStorage = (): TokenStorage => {
  try {
    localStorage.getItem("");
    return localStorage;
  } catch {
    return memoryStorage();
  }
};

/**
 * The service's time, whatever this device's clock says: a stored session has the end of its token by the one
 * (`byOwnClock`), and the token has it by the other.
 */
export const serviceNow = (
  session: Pick<Session, "access_token" | "expires_at"> | null,
): number => {
  const { exp } = claimsOf(session?.access_token ?? "") ?? {};
  const ahead = typeof exp === "number" && session?.expires_at ? exp - session.expires_at : 0;
  return Date.now() + ahead * 1000;
};

interface Stored {
  access_token?: unknown;
  expires_at?: unknown;
}

const parsed = (text: string | null): Stored => {
  try {
    return Object(JSON.parse(text ?? "null")) as Stored;
  } catch {
    return {};
  }
};

/** The session with the end of its token by this device's clock, measured when the token arrives. */
const withOwnEnd = (text: string, before: string | null): string => {
  const session = parsed(text);
  const { access_token: token } = session;
  if (typeof token !== "string") return text;
  const known = parsed(before);
  const { iat, exp } = claimsOf(token) ?? {};
  if (typeof iat !== "number" || typeof exp !== "number") return text;
  const end =
    known.access_token === token ? known.expires_at : Math.floor(Date.now() / 1000) + exp - iat;
  return JSON.stringify({ ...session, expires_at: end });
};

/**
 * Where supabase-js stores a session. It compares the service's `expires_at` with the device's clock: with one an hour
 * fast it would renew the token for every call, with a slow one never. What is stored is therefore the device's own
 * time. If that clock is set back later, the service refuses the token, which is then renewed (client.ts).
 */
export const byOwnClock = (storage: TokenStorage): TokenStorage => ({
  getItem: (key) => storage.getItem(key),
  setItem: (key, text) => storage.setItem(key, withOwnEnd(text, storage.getItem(key))),
  removeItem: (key) => storage.removeItem(key),
});
