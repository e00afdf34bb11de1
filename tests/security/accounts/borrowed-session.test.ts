import { expect, it } from "vitest";
import { newKey } from "#backend/tests/conformance/auth-passkey-people.ts";
import { allowed, openClient, PASSWORD } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { accountIn, signInAt } from "#tests/security/two-step-people.ts";

/** What somebody can do with nothing but another person's access and refresh token, within an hour. */
const world = testWorld();

const ID_TOKEN = { id_token: "x", provider: "google", link_identity: true };

/** Every request that may leave a way in, whatever else it does. */
const ROADS: readonly [string, string, object?][] = [
  ["POST", "/factors", { factor_type: "totp", friendly_name: "x" }],
  ["POST", "/factors", { factor_type: "phone", phone: "+447700900000" }],
  ["POST", "/factors", { factor_type: "webauthn" }],
  ["POST", "/factors/recovery-codes", {}],
  ["POST", "/factors/recovery-codes/regenerate", {}],
  ["POST", "/passkeys/registration/options", {}],
  ["GET", "/user/identities/authorize?provider=google"],
  ["PUT", "/user", { password: "the thief's own" }],
  ["PUT", "/user", { password: "the thief's own", current_password: "a guess" }],
  ["PUT", "/user", { password: "the thief's own", nonce: "12345678" }],
  ["PUT", "/user", { email: "thief@people.example" }],
  ["PUT", "/user", { email: "thief@people.example", nonce: "12345678" }],
  ["PUT", "/user", { phone: "+447700900001" }],
  ["PUT", "/user", { current_password: "" }],
  ["PUT", "/user", { nonce: "12345678" }],
  ["PUT", "/user", { app_metadata: { role: "admin" } }],
  ["POST", "/token?grant_type=id_token", ID_TOKEN],
];

/** Everything in the database that lets somebody in, or requires more of them. */
const waysIn = (id: string) =>
  world.see<string>(
    `select jsonb_build_object(
       'password', u.encrypted_password, 'email', u.email, 'phone', u.phone, 'change', u.email_change,
       'app', u.raw_app_meta_data,
       'identities', (select count(*) from auth.identities where user_id = u.id),
       'factors', (select count(*) from auth.mfa_factors where user_id = u.id),
       'passkeys', (select count(*) from auth.webauthn_credentials where user_id = u.id),
       'flows', (select count(*) from auth.flow_state where user_id = u.id or linking_target_id = u.id))::text
     from auth.users u where u.id = $1`,
    [id],
  );

it("retains nothing of an account after its owner's new password", async () => {
  const { backend } = world;
  const { id, email } = await accountIn(world, "borrowed", "provider");
  const owner = await signInAt(world, email);
  const { session } = (await owner.auth.getSession()).data;
  if (!session) throw new Error("no session");
  const thief = openClient(backend, undefined, { ip: "10.66.6.6" });
  backend.clock.advance(301);
  await thief.auth.setSession(session);
  const renewed = await thief.auth.refreshSession();
  const token = renewed.data.session?.access_token ?? "";
  expect(renewed.error).toBeNull();

  const send = (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    return world.request(`/auth/v1${path}`, { method, headers, body, ip: "10.66.6.6" });
  };

  const before = await waysIn(id);
  for (const [method, path, body] of ROADS) {
    const response = await send(method, path, body);
    expect([method, path, body, response.status < 400]).toEqual([method, path, body, false]);
  }
  // A passkey that was made elsewhere is not taken without a challenge of the owner's.
  const made = newKey().create("Y2hhbGxlbmdl");
  const forged = await send("POST", "/passkeys/registration/verify", {
    challenge_id: crypto.randomUUID(),
    credential: made,
  });
  expect(forged.status).toBe(400);
  expect(await waysIn(id)).toBe(before);

  const later = await signInAt(world, email);
  const own = { password: "mine from now on", current_password: PASSWORD };
  await allowed(later.auth.updateUser(own));
  expect((await thief.auth.refreshSession()).error).not.toBeNull();
  expect((await thief.auth.getUser(token)).error).not.toBeNull();
  expect((await thief.rpc("is_session_valid")).data).not.toBe(true);
  const [left] = await backend.db.query<{ sessions: number; tokens: number }>(
    `select (select count(*)::int from auth.sessions where user_id = $1) as sessions,
            (select count(*)::int from auth.one_time_tokens where user_id = $1) as tokens`,
    [id],
  );
  expect(left).toEqual({ sessions: 1, tokens: 0 });
});
