/** The embedded PostgreSQL, and the lock of a folder that one process uses at a time. */
export { type Embedded, startEmbedded } from "../core/embedded/embedded.ts";
export { type Joined, joinEmbedded } from "../core/embedded/join.ts";
export { tryLock } from "../core/embedded/lock.ts";
