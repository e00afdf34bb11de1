import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { authenticatorCode } from "#backend/tests/totp.ts";
import { makeAdmin, metadataOf, PASSWORD, type World } from "#tests/security/people.ts";

/* People with second steps, and the browsers that they sign in from. */

export const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
export const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

let addresses = 0;
/** Signs in with the password alone. */
export const signInAt = async (
  world: World,
  email: string,
  agent = CHROME,
): Promise<SupabaseClient> => {
  addresses += 1;
  const ip = `10.77.0.${addresses}`;
  const client = createClient(world.backend.url, world.backend.keys.anon, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
    global: {
      headers: { "user-agent": agent },
      fetch: (input, init) => world.backend.request(new Request(input, init).url, init, ip),
    },
  });
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
};

export const accountIn = async (
  world: World,
  name: string,
  type: "client" | "provider" | "admin",
  email = `${name}@people.example`,
): Promise<{ id: string; email: string }> => {
  const { data, error } = await world.service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: metadataOf(name, type === "admin" ? "client" : type),
  });
  if (error) throw error;
  const { id } = data.user;
  if (type === "admin") await makeAdmin(world.backend, id);
  return { id, email };
};

/** Switches two-step verification on; the client is at aal2 then. */
export const protectIn = async ({ backend }: World, client: SupabaseClient) => {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const code = authenticatorCode(data.totp.secret, backend.clock.now());
  const proven = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (proven.error) throw proven.error;
  backend.clock.advance(30);
  return data;
};
