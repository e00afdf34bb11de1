import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";

/** A backend that hashes passwords as in earnest, where sign-ins and sessions are counted. */
export const startSessions = (): Promise<TestBackend> =>
  startTestBackend({
    realHashes: true,
    configure: ({ auth }) => {
      auth.email.enableConfirmations = true;
      auth.rateLimit.tokenRefresh = 30;
    },
  });

let nets = 0;

/** An address that nobody has called from, so that no limit by address is met. */
export const freshIp = (): string => {
  nets += 1;
  return `10.77.${nets >> 8}.${nets & 255}`;
};
