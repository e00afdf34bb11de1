import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import type { Endpoint } from "../context.ts";
import { passkeyJson, passkeysOf, removePasskey } from "../passkeys/passkeys.ts";
import { namedUser } from "./admin.ts";

/** GET /admin/users/:id/passkeys; works even if passkeys are switched off, as on the platform. */
export const adminPasskeysList: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  return json((await passkeysOf(auth.core.db, user.id)).map(passkeyJson));
};

/** DELETE /admin/users/:id/passkeys/:passkeyId: for people who lost the device. */
export const adminPasskeysDelete: Endpoint = async (auth, call) => {
  const user = await namedUser(auth, call);
  const id = call.params.passkeyId;
  await auth.core.db.transaction(async (tx) => {
    await removePasskey(tx, user.id, id);
    await audit(auth, tx, call.ip, "passkey_deleted", null, { user_id: user.id, passkey_id: id });
  });
  return new Response(null, { status: 204 });
};
