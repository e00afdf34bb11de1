import type { SupabaseClient } from "@supabase/supabase-js";
import { stepOf, totpCode } from "#backend/auth/mfa/totp.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { type AuthBackend, dataOf, startAuth } from "./auth-people.ts";

/* People with authenticators as a second step. */

/** What the authenticator shows now, or some steps of half a minute later. */
export const codeAt = (backend: AuthBackend, secret: string, steps = 0): string =>
  totpCode(secret, stepOf(backend.clock.now()) + steps);

export const enrol = (client: SupabaseClient, friendlyName = "phone") =>
  dataOf(client.auth.mfa.enroll({ factorType: "totp", friendlyName }));

interface Factor {
  id: string;
  totp: { secret: string };
}

/** Shows the factor's code. */
export const verifyBy = (
  backend: AuthBackend,
  client: SupabaseClient,
  { id, totp }: Factor,
  steps?: number,
) =>
  client.auth.mfa.challengeAndVerify({ factorId: id, code: codeAt(backend, totp.secret, steps) });

export const mfaBackend = () =>
  perFile(async () => {
    const backend = await startAuth((auth) => {
      auth.mfa.totp = { enrollEnabled: true, verifyEnabled: true };
      auth.mfa.maxEnrolledFactors = 3;
    });
    return {
      ...backend,
      codeOf: (secret: string, steps?: number) => codeAt(backend, secret, steps),
      verify: (client: SupabaseClient, factor: Factor, steps?: number) =>
        verifyBy(backend, client, factor, steps),
      /** Somebody with a finished factor, signed in at aal2. */
      async protectedPerson() {
        const person = await backend.signedUp();
        const factor = await enrol(person.client);
        await dataOf(verifyBy(backend, person.client, factor));
        backend.clock.advance(30);
        return { ...person, factor, secret: factor.totp.secret };
      },
    };
  });
