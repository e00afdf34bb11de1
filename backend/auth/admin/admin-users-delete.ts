import { createHash } from "node:crypto";
import { z } from "zod";
import type { Queryable } from "#backend/core/database/database.ts";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { type Auth, type Endpoint, timestamp } from "../context.ts";
import { refuse, sqlState } from "../errors.ts";
import { flag, readJson } from "../request.ts";
import type { User } from "../users/user.ts";
import { namedUser } from "./admin.ts";

const Body = z.object({ should_soft_delete: flag(false) });

const hashForDeletedUser = (id: string, value: string | null): string =>
  value ? createHash("sha256").update(`${id}${value}`).digest("base64") : "";

/** The row remains for rows that refer to it. Nobody can sign in with it or learn from it who it was. */
const softDelete = async (auth: Auth, tx: Queryable, user: User) => {
  await tx.query(
    `update auth.users set
       email = nullif($2, ''), phone = nullif($3, ''), encrypted_password = '', email_change = '',
       phone_change = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}',
       deleted_at = $4, updated_at = $4
     where id = $1`,
    [
      user.id,
      hashForDeletedUser(user.id, user.email),
      hashForDeletedUser(user.id, user.phone),
      timestamp(auth),
    ],
  );
  for (const table of [
    "sessions",
    "mfa_factors",
    "webauthn_credentials",
    "one_time_tokens",
    "identities",
    "flow_state",
  ]) {
    await tx.query(`delete from auth.${table} where user_id = $1`, [user.id]);
  }
  await tx.query("delete from _backend.auth_recovery_sets where user_id = $1", [user.id]);
};

/** DELETE /admin/users/:id: permanently, or with `should_soft_delete` everything except the row itself. */
export const adminUsersDelete: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const body = await readJson(call.request, Body);
  try {
    await auth.core.db.transaction(async (tx) => {
      if (!body.should_soft_delete) {
        await tx.query("delete from auth.users where id = $1", [user.id]);
      } else if (!user.deleted_at) {
        await softDelete(auth, tx, user);
      }
      await audit(auth, tx, call.ip, "user_deleted", null, {
        user_id: user.id,
        user_email: user.email ?? "",
        user_phone: user.phone ?? "",
      });
    });
  } catch (error) {
    if (sqlState(error)?.startsWith("23")) {
      throw refuse("unprocessable", {
        message: "The user cannot be deleted: other rows of the project still refer to it",
        cause: error,
      });
    }
    throw error;
  }
  return json({});
};
