import { z } from "zod";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import type { UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitPasskeys } from "../limits/limits.ts";
import { readJson, text } from "../request.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { actorOf } from "../users/user.ts";
import { checkLevel, passkeyJson, passkeysOf, removePasskey, renamePasskey } from "./passkeys.ts";

const LONGEST_NAME = 120;

const Body = z.object({ friendly_name: text(1024) });

/** GET /passkeys: the person's own, oldest first. */
export const passkeysList: UserEndpoint = async (auth, call) => {
  const passkeys = await passkeysOf(auth.core.db, call.user.id);
  return json(passkeys.map(passkeyJson), 200, NO_STORE);
};

/** PATCH /passkeys/:passkeyId: a new name; it does not change who can sign in. */
export const passkeysUpdate: UserEndpoint = async (auth, call) => {
  await limitPasskeys(auth, call.ip);
  const { friendly_name: name } = await readJson(call.request, Body);
  if (!name.trim()) throw refuse("validation_failed", { message: "friendly_name is required" });
  if ([...name].length > LONGEST_NAME) {
    throw refuse("validation_failed", {
      message: `friendly_name must be ${LONGEST_NAME} characters or less`,
    });
  }
  const passkey = await auth.core.db.transaction(async (tx) => {
    const renamed = await renamePasskey(auth, tx, call.user.id, call.params.passkeyId, name);
    await audit(auth, tx, call.ip, "passkey_updated", actorOf(call.user), {
      passkey_id: renamed.id,
    });
    return renamed;
  });
  return json(passkeyJson(passkey));
};

/** DELETE /passkeys/:passkeyId */
export const passkeysDelete: UserEndpoint = async (auth, call) => {
  await limitPasskeys(auth, call.ip);
  checkLevel(call);
  requireFreshProof(auth, call);
  const id = call.params.passkeyId;
  await auth.core.db.transaction(async (tx) => {
    await removePasskey(tx, call.user.id, id);
    await audit(auth, tx, call.ip, "passkey_deleted", actorOf(call.user), { passkey_id: id });
  });
  return new Response(null, { status: 204 });
};
