import type { SupabaseClient } from "@supabase/supabase-js";
import { stepOf, totpCode } from "#backend/auth/mfa/totp.ts";
import type { TestBackend } from "#backend/tests/backend.ts";
import { clientAt, PASSWORD, signedUp, startAuth } from "./auth-people.ts";

/* People with authenticators as a second step. */

export const startMfa = () =>
  startAuth((auth) => {
    auth.mfa.totp = { enrollEnabled: true, verifyEnabled: true };
    auth.mfa.maxEnrolledFactors = 3;
  });

/** What the authenticator shows now, or some steps of half a minute later. */
export const codeAt = (backend: TestBackend, secret: string, steps = 0): string =>
  totpCode(secret, stepOf(backend.clock.now()) + steps);

export const enrol = async (client: SupabaseClient, friendlyName = "phone") => {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return data;
};

/** Somebody with a finished factor, signed in at aal2. */
export const withFactor = async (backend: TestBackend) => {
  const person = await signedUp(backend);
  const factor = await enrol(person.client);
  const { error } = await person.client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeAt(backend, factor.totp.secret),
  });
  if (error) throw error;
  backend.clock.advance(30);
  return { ...person, factor, secret: factor.totp.secret };
};

/** A new session by the password alone. */
export const signInAt = async (backend: TestBackend, email: string) => {
  const client = clientAt(backend);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, session: data.session };
};
