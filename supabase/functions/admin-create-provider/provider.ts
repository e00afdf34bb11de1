import type { Db } from "../_shared/database.ts";
import { required } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";
import { logFault } from "../_shared/http.ts";
import type { ProviderDetails } from "./details.ts";

const failed = (cause: unknown) => new Refusal("provider_failed", { cause });

/**
 * An address at a domain that receives no mail, for a provider whose own is not known: the account
 * exists and is shown, and nobody can sign in to it.
 */
const noAddress = (): string => `provider-${crypto.randomUUID()}@${required("ADMIN_DOMAIN")}`;

/** Unconfirmed where there is somebody to invite; following the invitation confirms it. */
const createAccount = async (service: Db, details: ProviderDetails): Promise<string> => {
  const { data, error } = await service.auth.admin.createUser({
    email: details.email || noAddress(),
    email_confirm: !details.email,
    // What sign-up would refuse of a provider may be unknown here, so the account begins as a client's.
    user_metadata: {
      first_name: details.firstName,
      last_name: details.lastName,
      account_type: "client",
    },
  });
  if (!error) return data.user.id;
  if (error.code === "email_exists" || error.code === "user_already_exists") {
    throw new Refusal("email_taken", { cause: error });
  }
  throw failed(error);
};

const describe = async (admin: Db, id: string, details: ProviderDetails): Promise<void> => {
  const { error } = await admin.rpc("admin_make_provider", {
    target_user_id: id,
    details: {
      first_name: details.firstName,
      last_name: details.lastName,
      business_name: details.businessName,
      location: details.location,
      phone_number: details.phoneNumber,
      website: details.websiteUrl,
      bio: details.bio,
      categories: details.categories,
      profile_image_url: details.imageUrl,
    },
  });
  if (!error) return;
  if (error.code === "42501") throw new Refusal("not_an_admin", { cause: error });
  // A check of the database: an unknown category, or a picture that is no address.
  if (error.code === "23514" || error.code === "PT400") {
    const message = error.message.startsWith("new row") ? "A field is not valid" : error.message;
    throw new Refusal("provider_field", { message, cause: error });
  }
  throw failed(error);
};

/**
 * Makes account and profile, then sends the invitation. All or nothing: when a step fails, the
 * account of the earlier ones is removed again.
 *
 * @param admin the admin's own client, so that the database checks and records who acts
 */
export const createProvider = async (
  service: Db,
  admin: Db,
  details: ProviderDetails,
): Promise<string> => {
  const id = await createAccount(service, details);
  try {
    await describe(admin, id, details);
    if (details.email) {
      const { error } = await service.auth.admin.inviteUserByEmail(details.email);
      if (error) throw failed(error);
    }
    return id;
  } catch (error) {
    const removed = await service.auth.admin.deleteUser(id);
    if (removed.error) logFault("admin-create-provider", removed.error);
    throw error;
  }
};
