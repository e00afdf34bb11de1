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
  const DAY = 86_400_000;
  for (const [insert, age, left] of [
    // Sign-ins at a provider from which nobody returned.
    [
      `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
         values (gen_random_uuid(), $1, 'v', $2)`,
      2 * DAY,
      "select provider_type as name from auth.oauth_client_states",
    ],
    // Links that a later sign-up replaced are deleted when they expire, with their sign-up data.
    [
      `insert into _backend.auth_earlier_signups
           (token_hash, user_id, email, encrypted_password, user_metadata, created_at)
         values ($1, gen_random_uuid(), 'a@b.example', '', '{}', $2)`,
      61 * 60_000,
      "select token_hash as name from _backend.auth_earlier_signups",
    ],
    // Challenges of passkeys are deleted an hour after they expire: until then "expired" can be reported.
    [
      `insert into auth.webauthn_challenges (challenge_type, session_data, expires_at)
         values ('authentication', jsonb_build_object('name', $1::text), $2)`,
      DAY / 12,
      "select session_data ->> 'name' as name from auth.webauthn_challenges",
    ],
  ] as const) {
    const now = backend.clock.now();
    await backend.db.query(insert, ["old", new Date(now - age).toISOString()]);
    await backend.db.query(insert, ["new", new Date(now).toISOString()]);
    await deleteExpiredRows(auth);
    expect(await backend.db.query(left)).toEqual([{ name: "new" }]);
  }
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
