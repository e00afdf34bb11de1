import type { Queryable } from "#backend/core/database/database.ts";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { type Auth, type Endpoint, timestamp } from "../context.ts";
import { checkNewPassword } from "../passwords/password-rules.ts";
import { updatePhoneIdentity } from "../phone/phones.ts";
import { emailAddress, phoneNumber, readJson } from "../request.ts";
import { saveError } from "../users/registration.ts";
import { type User, userJson } from "../users/user.ts";
import { mergeMetadata, reload } from "../users/users.ts";
import {
  AdminUser,
  applyOperatorFacts,
  asConflict,
  namedUser,
  operatorPassword,
  setMetadata,
} from "./admin.ts";

const setEmail = async (auth: Auth, tx: Queryable, user: User, email: string) => {
  const now = timestamp(auth);
  await tx.query("update auth.users set email = $2, updated_at = $3 where id = $1", [
    user.id,
    email,
    now,
  ]);
  await tx.query(
    `insert into auth.identities
       (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
     values (gen_random_uuid(), ($1::uuid)::text, $1::uuid, $2, 'email', $3, $3)
     on conflict (provider_id, provider) do update
       set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = $3`,
    [user.id, JSON.stringify({ sub: user.id, email }), now],
  );
  // Links sent to the previous address must not confirm this one.
  await tx.query("delete from auth.one_time_tokens where user_id = $1", [user.id]);
};

const setPhone = async (auth: Auth, tx: Queryable, user: User, phone: string) => {
  await tx.query("update auth.users set phone = $2, updated_at = $3 where id = $1", [
    user.id,
    phone,
    timestamp(auth),
  ]);
  await updatePhoneIdentity(auth, tx, user.id, false);
  await tx.query("delete from auth.one_time_tokens where user_id = $1", [user.id]);
};

/** PUT /admin/users/:id: applies the given changes at once. */
export const adminUsersUpdate: Endpoint = async (auth, call) => {
  const { core } = auth;
  const user = await namedUser(auth, call);
  const body = await readJson(call.request, AdminUser);
  const email = body.email ? emailAddress(body.email) : "";
  const phone = body.phone ? phoneNumber(body.phone) : "";
  if (typeof body.password === "string") await checkNewPassword(auth, body.password, user);
  const encryptedPassword = await operatorPassword(auth, body);
  try {
    await core.db.transaction(async (tx) => {
      await tx.query("select 1 from auth.users where id = $1 for update", [user.id]);
      const current = await reload(tx, user.id);
      if (encryptedPassword) {
        await tx.query(
          "update auth.users set encrypted_password = $2, updated_at = $3 where id = $1",
          [user.id, encryptedPassword, timestamp(auth)],
        );
        await tx.query("delete from auth.sessions where user_id = $1", [user.id]);
      }
      if (email && email !== current.email) await setEmail(auth, tx, current, email);
      if (phone && phone !== current.phone) await setPhone(auth, tx, user, phone);
      if (body.user_metadata) {
        const merged = mergeMetadata(current.raw_user_meta_data, body.user_metadata);
        await setMetadata(auth, tx, user.id, "raw_user_meta_data", merged);
      }
      if (body.app_metadata) {
        const merged = mergeMetadata(current.raw_app_meta_data, body.app_metadata);
        await setMetadata(auth, tx, user.id, "raw_app_meta_data", merged);
      }
      await applyOperatorFacts(auth, tx, user.id, body);
      await audit(auth, tx, call.ip, "user_modified", null, {
        user_id: user.id,
        user_email: user.email ?? "",
        user_phone: user.phone ?? "",
      });
    });
  } catch (error) {
    throw saveError(asConflict(error), "Error updating user");
  }
  return json(userJson(await reload(core.db, user.id)));
};
