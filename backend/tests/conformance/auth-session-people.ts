import { authBackend } from "./auth-people.ts";

/** A backend that hashes passwords as in earnest, where sign-ins and sessions are counted. */
export const sessionBackend = () =>
  authBackend(
    (auth) => {
      auth.rateLimit.tokenRefresh = 30;
    },
    { realHashes: true },
  );

let nets = 0;

/** An address that nobody has called from, so that no limit by address is met. */
export const freshIp = (): string => {
  nets += 1;
  return `10.77.${nets >> 8}.${nets & 255}`;
};
