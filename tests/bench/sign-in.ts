import { randomBytes, randomUUID } from "node:crypto";
import type { Run } from "./batch.ts";
import { passwordTag } from "./fill.ts";

const USER = `coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at) from auth.identities i
  where i.user_id = u.id), '[]') as identities from auth.users u`;

/**
 * What a sign-in costs at the least: the password's hash (argon2id, 19 MiB, two passes), the rows it
 * reads and writes, in three round trips. Token signing and everything of HTTP is left out.
 */
export const signInStraight = async (run: Run, email: string): Promise<void> => {
  const now = new Date().toISOString();
  await run([
    {
      name: "take",
      text: `insert into _backend.auth_counters as c (key, used, resets_at)
        select k, 1, $3::timestamptz + interval '5 minutes' from unnest(array[$1, $2]) as k order by k
        on conflict (key) do update set used = least(c.used + 1, 1000000) returning key, used, resets_at`,
      values: ["bench:token", `bench:${email}`, now],
    },
  ]);
  const found = await run([
    {
      name: "user_by_email",
      text: `select to_json(r) from (select u.*, ${USER} where u.email = $1 and u.is_sso_user = false) as r`,
      values: [email],
    },
  ]);
  const user = JSON.parse(found ?? "null") as { id: string; encrypted_password: string } | null;
  const [, , , , salt = "", expected = ""] = user?.encrypted_password.split("$") ?? [];
  const tag = await passwordTag(Buffer.from(salt, "base64"));
  if (!user || !tag.equals(Buffer.from(expected, "base64")))
    throw new Error(`${email} is not known`);
  await run([
    {
      name: "audit",
      text: `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
        values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), $1, $2, '127.0.0.1')`,
      values: [JSON.stringify({ action: "login", actor_id: user.id, log_type: "account" }), now],
    },
    {
      name: "session",
      text: `with session as (
          insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
          values ($1, $2::uuid, $3, $3, 'aal1', '', '127.0.0.1')
        ), claim as (
          insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
          values (gen_random_uuid(), $1, $3, $3, 'password')
        ), token as (
          insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
          values ('00000000-0000-0000-0000-000000000000', $4, ($2::uuid)::text, false, $3, $3, $1)
        ), identity as (
          update auth.identities set last_sign_in_at = $3, updated_at = $3
          where user_id = $2 and provider = 'email')
        update auth.users set last_sign_in_at = $3, updated_at = $3 where id = $2`,
      values: [randomUUID(), user.id, now, randomBytes(24).toString("base64url")],
    },
    {
      name: "release",
      text: "delete from _backend.auth_counters where key = $1",
      values: [`bench:${email}`],
    },
    {
      name: "user_by_id",
      text: `select to_json(r) from (select u.*, ${USER} where u.id = $1) as r`,
      values: [user.id],
    },
  ]);
};
