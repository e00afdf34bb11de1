import { json } from "#backend/core/http/http.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { audit } from "../audit.ts";
import { timestamp, type UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { actorOf, isPhoneConfirmed } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { syncProviders } from "./identities.ts";

/**
 * DELETE /user/identities/:identityId: removes a sign-in method from the caller's account, never the last
 * one. If the account's address was that identity's, a proven one of the others replaces it, or the number
 * alone remains.
 */
export const identitiesDelete: UserEndpoint = async (auth, call) => {
  if (!auth.config.enableManualLinking) throw refuse("manual_linking_disabled");
  requireFreshProof(auth, call);
  const { identityId } = call.params;
  if (!isUuid(identityId)) {
    throw refuse("identity_id_malformed");
  }
  await auth.core.db.transaction(async (tx) => {
    await tx.query("select 1 from auth.users where id = $1 for update", [call.user.id]);
    const user = await reload(tx, call.user.id);
    if (user.identities.length <= 1) throw refuse("single_identity_not_deletable");
    const deleted = user.identities.find(({ id }) => id === identityId.toLowerCase());
    if (!deleted) throw refuse("identity_not_found");
    await tx.query("delete from auth.identities where id = $1", [deleted.id]);
    const rest = user.identities.filter(({ id }) => id !== deleted.id);
    if (deleted.provider === "phone") {
      await tx.query(
        `update auth.users set phone = null, phone_confirmed_at = null, updated_at = $2
          where id = $1`,
        [user.id, timestamp(auth)],
      );
    } else if (user.email && !rest.some(({ email }) => email === user.email)) {
      const next = rest.find(({ email, identity_data }) => email && identity_data.email_verified);
      const conflicting = next
        ? await tx.query(
            "select 1 from auth.users where email = $1 and is_sso_user = false and id <> $2",
            [next.email, user.id],
          )
        : [];
      // A person with a proven number needs no address.
      const reached = isPhoneConfirmed(user) && rest.some(({ provider }) => provider === "phone");
      if (next ? conflicting.length > 0 : !reached)
        throw refuse("email_conflict_identity_not_deletable");
      await tx.query(
        `update auth.users set email = $2::varchar, updated_at = $3,
           email_confirmed_at = case when $2 is not null then email_confirmed_at end
          where id = $1`,
        [user.id, next?.email ?? null, timestamp(auth)],
      );
      // Earlier links to the previous address must not open the account any more.
      await tx.query("delete from auth.one_time_tokens where user_id = $1", [user.id]);
    }
    await syncProviders(auth, tx, user.id);
    await audit(auth, tx, call.ip, "identity_unlinked", actorOf(user), {
      identity_id: deleted.id,
      provider: deleted.provider,
      provider_id: deleted.provider_id,
    });
  });
  return json({});
};
