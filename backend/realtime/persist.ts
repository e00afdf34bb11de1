import { isRecord } from "./frames.ts";
import { LIMITS } from "./limits.ts";

/** How long a broadcast is stored for replay, in seconds; null if it is not stored. */
export type Persist = { ttl: number } | null;

/** The sender's value is not a valid lifetime. */
export class PersistRefused extends Error {}

const LONGEST = LIMITS.reserved * 60 * 60;

export const PERSIST_RULE = `ttl must be a whole number of seconds from 1 to ${LONGEST}`;

/** Parses the option `persist`: `true` means the longest possible time. */
export const readPersist = (value: unknown): Persist => {
  if (value === undefined || value === null || value === false || value === "false") return null;
  if (value === true || value === "true") return { ttl: LONGEST };
  if (!isRecord(value)) throw new PersistRefused();
  const { ttl } = value;
  if (ttl === undefined || ttl === null) return { ttl: LONGEST };
  // A query can only contain it as text.
  const seconds = typeof ttl === "string" && /^\d{1,9}$/.test(ttl) ? Number(ttl) : ttl;
  if (typeof seconds !== "number" || !Number.isInteger(seconds)) throw new PersistRefused();
  if (seconds < 1 || seconds > LONGEST) throw new PersistRefused();
  return { ttl: seconds };
};
