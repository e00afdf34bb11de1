import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, it } from "vitest";
import { createAuthenticator } from "#backend/tests/conformance/auth-authenticator.ts";
import { register, signIn } from "#backend/tests/conformance/auth-passkey-people.ts";
import { clientAt } from "#backend/tests/conformance/auth-people.ts";
import { authenticatorCode } from "#backend/tests/totp.ts";
import { allowed, FORBIDDEN, PASSWORD, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { accountIn, protectIn } from "#tests/security/two-step-people.ts";

/** What a passkey opens in this marketplace, and what it does not. */
const world = testWorld();

let people = 0;
const withPasskey = async () => {
  people += 1;
  const { id, email } = await accountIn(world, `keys${people}`, "client");
  const client = clientAt(world.backend);
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const site = new URL(world.backend.core.project.config.auth.siteUrl);
  const key = createAuthenticator(site.hostname, site.origin);
  const made = await register(client, (challenge) => key.create(challenge));
  if (made.error) throw made.error;
  const byPasskey = async () => {
    const fresh = clientAt(world.backend);
    const handle = Buffer.from(id).toString("base64url");
    const { error: refused } = await signIn(fresh, (text) => key.get(text, { handle }));
    if (refused) throw refused;
    return fresh;
  };
  return { id, client, passkey: made.data, byPasskey };
};

const noticesTo = (id: string) =>
  world.sql<{ data: unknown }>(
    "select data from notify.notices where user_id = $1 and kind = 'passkey' order by created_at, id",
    [id],
  );

const rename = (client: SupabaseClient, id: string) =>
  client.from("profiles").update({ first_name: "Eve" }).eq("id", id).select("id");

it("replaces a password: without a second step everything is open", async () => {
  const { id, byPasskey } = await withPasskey();
  const fresh = await byPasskey();
  expect((await fresh.rpc("is_session_valid")).data).toBe(true);
  expect(await rows(rename(fresh, id))).toEqual([{ id }]);
});

it("is no second step: who has one is refused everything until it is shown", async () => {
  const { id, client, byPasskey } = await withPasskey();
  const { id: factorId, totp } = await protectIn(world, client);

  const fresh = await byPasskey();
  await refused(fresh.rpc("is_session_valid"), FORBIDDEN);
  await refused(rename(fresh, id), FORBIDDEN);
  expect((await fresh.rpc("my_devices")).data).toBeNull();
  await refused(fresh.rpc("end_device", { p_id: id }), FORBIDDEN);
  const code = authenticatorCode(totp.secret, world.backend.clock.now());
  await fresh.auth.mfa.challengeAndVerify({ factorId, code });
  expect((await fresh.rpc("is_session_valid")).data).toBe(true);
  expect(await rows(rename(fresh, id))).toEqual([{ id }]);
});

it("is in a mail when it is added and removed, and in the export without its key", async () => {
  const { id, client, passkey } = await withPasskey();
  const exported = await world.see<{ parts: { name: string; rows: object[] }[] }>(
    "select public.export_account($1)",
    [id],
  );
  const part = exported.parts.find(({ name }) => name === "passkeys");
  expect(part?.rows).toEqual([
    { friendly_name: "Passkey", created_at: expect.any(String), last_used_at: null },
  ]);
  await client.auth.passkey.update({ passkeyId: passkey.id, friendlyName: "Phone" });
  await allowed(client.auth.passkey.delete({ passkeyId: passkey.id }));
  expect((await noticesTo(id)).map(({ data }) => data)).toEqual([
    { added: true, name: "Passkey", changed_at: expect.any(String) },
    { added: false, name: "Phone", changed_at: expect.any(String) },
  ]);
});

it("needs a sign-in of the last five minutes to be added or removed: a borrowed session keeps nothing", async () => {
  const { client, passkey } = await withPasskey();
  world.backend.clock.advance(301);
  const stale = { code: "reauthentication_needed" };
  expect((await client.auth.passkey.startRegistration()).error).toMatchObject(stale);
  expect((await client.auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(stale);
});
