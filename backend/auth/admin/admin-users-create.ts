import { json } from "#backend/core/http/http.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { audit } from "../audit.ts";
import type { Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { checkNewPassword } from "../passwords/password-rules.ts";
import { emailAddress, phoneNumber, readJson } from "../request.ts";
import { saveError } from "../users/registration.ts";
import { userJson } from "../users/user.ts";
import {
  findUserByEmail,
  findUserByPhone,
  insertUser,
  mergeMetadata,
  reload,
} from "../users/users.ts";
import {
  AdminUser,
  applyOperatorFacts,
  asConflict,
  hashOfRandomPassword,
  operatorPassword,
  setMetadata,
} from "./admin.ts";

const NIL = "00000000-0000-0000-0000-000000000000";

/** POST /admin/users: creates an account for the operator; no mail is sent. */
export const adminUsersCreate: Endpoint = async (auth, call) => {
  const { core } = auth;
  const body = await readJson(call.request, AdminUser);
  if (!body.email && !body.phone) {
    throw refuse("validation_failed", {
      message: "Cannot create a user without either an email or phone",
    });
  }
  if (body.id && !isUuid(body.id)) {
    throw refuse("validation_failed", { message: "ID must conform to the uuid v4 format" });
  }
  if (body.id === NIL) {
    throw refuse("validation_failed", { message: "ID cannot be a nil uuid" });
  }
  const email = body.email ? emailAddress(body.email) : "";
  const phone = body.phone ? phoneNumber(body.phone) : "";
  if (email && (await findUserByEmail(core.db, email))) throw refuse("email_exists");
  if (phone && (await findUserByPhone(core.db, phone))) {
    throw refuse("phone_exists", { message: "Phone number already registered by another user" });
  }
  if (body.password && auth.config.refuseCommonPasswords) {
    await checkNewPassword(auth, body.password, { email, raw_user_meta_data: body.user_metadata });
  }
  const encryptedPassword =
    (await operatorPassword(auth, body)) ?? (await hashOfRandomPassword(auth));
  try {
    const user = await core.db.transaction(async (tx) => {
      const made = await insertUser(auth, tx, {
        ...(body.id ? { id: body.id } : {}),
        email,
        phone,
        encryptedPassword,
        userMetadata: body.user_metadata ?? {},
        appMetadata: body.app_metadata ?? {},
        role: body.role,
        operated: true,
      });
      if (body.app_metadata) {
        const merged = mergeMetadata(made.raw_app_meta_data, body.app_metadata);
        await setMetadata(auth, tx, made.id, "raw_app_meta_data", merged);
      }
      await applyOperatorFacts(auth, tx, made.id, body);
      await audit(auth, tx, call.ip, "user_signedup", null, {
        user_id: made.id,
        user_email: made.email ?? "",
        user_phone: made.phone ?? "",
      });
      return reload(tx, made.id);
    });
    return json(userJson(user));
  } catch (error) {
    throw saveError(asConflict(error));
  }
};
