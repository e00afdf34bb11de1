import { expect, it } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { createBackground } from "./background.ts";
import type { Auth } from "./context.ts";
import { loadTemplates } from "./email/templates.ts";
import { loadHooks } from "./hooks/hooks.ts";
import { deleteExpiredRows } from "./housekeeping.ts";
import { take } from "./limits/limits.ts";
import { createProviders } from "./oauth/providers/providers.ts";
import { createPasswords } from "./passwords/passwords.ts";
import { loadTexts } from "./phone/sms/texts.ts";

const backend = perFile(startTestBackend);

it("deletes what has expired and leaves the rest", async () => {
  const { core } = backend;
  const auth: Auth = {
    core,
    config: core.project.config.auth,
    passwords: createPasswords(core.db, { inFlight: 1 }),
    texts: loadTexts(core.project.config.auth),
    templates: await loadTemplates(core.project),
    hooks: loadHooks(core)(""),
    providers: createProviders(core),
    background: createBackground(core.log),
  };
  await take(auth, [{ key: "short", cap: 1, seconds: 10 }]);
  await take(auth, [{ key: "long", cap: 1, seconds: 1000 }]);
  backend.clock.advance(11);
  await deleteExpiredRows(auth);
  const keys = await backend.db.query("select key from _backend.auth_counters");
  expect(keys).toEqual([{ key: "long" }]);
  // Sign-ins at a provider from which nobody returned.
  for (const days of [2, 0]) {
    await backend.db.query(
      `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
         values (gen_random_uuid(), $1, 'v', $2)`,
      [`${days} days old`, new Date(backend.clock.now() - days * 86_400_000).toISOString()],
    );
  }
  await deleteExpiredRows(auth);
  expect(await backend.db.query("select provider_type from auth.oauth_client_states")).toEqual([
    { provider_type: "0 days old" },
  ]);
  // Links that a later sign-up replaced are deleted when they expire, with their sign-up data.
  for (const minutes of [61, 0]) {
    await backend.db.query(
      `insert into _backend.auth_earlier_signups
           (token_hash, user_id, email, encrypted_password, user_metadata, created_at)
         values ($1, gen_random_uuid(), 'a@b.example', '', '{}', $2)`,
      [`${minutes}`, new Date(backend.clock.now() - minutes * 60_000).toISOString()],
    );
  }
  await deleteExpiredRows(auth);
  expect(await backend.db.query("select token_hash from _backend.auth_earlier_signups")).toEqual([
    { token_hash: "0" },
  ]);
  // Challenges of passkeys are deleted an hour after they expire: until then "expired" can be reported.
  for (const hours of [2, 0]) {
    await backend.db.query(
      `insert into auth.webauthn_challenges (challenge_type, session_data, expires_at)
         values ('authentication', jsonb_build_object('over', $1::int), $2)`,
      [hours, new Date(backend.clock.now() - hours * 3_600_000).toISOString()],
    );
  }
  await deleteExpiredRows(auth);
  expect(
    await backend.db.query("select session_data ->> 'over' as over from auth.webauthn_challenges"),
  ).toEqual([{ over: "0" }]);
});

it("counts to the cap, says how long to wait, and starts again after the window", async () => {
  const auth = { core: backend.core } as Auth;
  const limit = { key: "k", cap: 2, seconds: 60 };
  backend.clock.stop();
  expect(await take(auth, [limit])).toBeNull();
  expect(await take(auth, [limit])).toBeNull();
  backend.clock.advance(20);
  const passed = await take(auth, [limit]);
  expect(passed?.seconds).toBe(40);
  backend.clock.advance(41);
  expect(await take(auth, [limit])).toBeNull();
  // All at once, from many connections: exactly the limit succeeds.
  const many = await Promise.all(
    Array.from({ length: 20 }, () => take(auth, [{ key: "m", cap: 5, seconds: 60 }])),
  );
  expect(many.filter((result) => result === null)).toHaveLength(5);
});
