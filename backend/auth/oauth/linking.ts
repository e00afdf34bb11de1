import type { Queryable } from "#backend/core/database/database.ts";
import { refuse } from "../errors.ts";
import { mainEmail, verifiedEmails } from "./identities.ts";
import type { ExternalProfile } from "./providers/provider.ts";

/** The account of a person who comes from a provider. */
type Decision =
  /** The identity has signed in before. */
  | { kind: "known"; userId: string }
  /** An account has an address that the provider vouches for. */
  | { kind: "link"; userId: string }
  /** No account yet; `email` is empty if another account has the address already. */
  | { kind: "create"; email: string };

/**
 * GoTrue's rules of linking, in the stricter reading of each. Only an address that the provider vouches for
 * leads to an account, even if the project requires no confirmations. It leads there by the account's own
 * address, or by one that another provider vouched for there.
 */
export const decideAccount = async (
  tx: Queryable,
  provider: string,
  person: ExternalProfile,
): Promise<Decision> => {
  const [known] = await tx.query<{ user_id: string }>(
    "select user_id from auth.identities where provider = $1 and provider_id = $2",
    [provider, person.subject],
  );
  if (known) return { kind: "known", userId: known.user_id };
  const main = mainEmail(person);
  const email = main?.email.toLowerCase() ?? "";
  const verified = verifiedEmails(person);
  if (verified.length === 0) {
    const linked = await tx.query(
      "select 1 from auth.users where email = $1 and is_sso_user = false",
      [email],
    );
    return { kind: "create", email: linked.length > 0 ? "" : email };
  }
  const users = await tx.query<{ id: string; email: string | null }>(
    `select u.id, u.email from auth.users u
      where u.is_sso_user = false and u.deleted_at is null and (u.email = any($1) or exists (
        select 1 from auth.identities i
         where i.user_id = u.id and i.email = any($1) and i.provider not like 'sso:%'
           and i.identity_data ->> 'email_verified' = 'true'
      ))`,
    [verified],
  );
  // A person with two addresses, and an account for each, means that of the primary address.
  const chosen =
    users.length === 1 ? users[0] : users.find((user) => main?.verified && user.email === email);
  if (chosen) return { kind: "link", userId: chosen.id };
  if (users.length > 0) throw refuse("conflict");
  return { kind: "create", email: main?.verified ? email : (verified[0] ?? "") };
};
