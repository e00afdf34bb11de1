import type { Db } from "../_shared/database.ts";
import { required } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";
import { logFault } from "../_shared/http.ts";
import type { ProviderDetails } from "./details.ts";

const failed = (cause: unknown) => new Refusal("provider_failed", { cause });

/**
 * An address at a domain that receives no mail, for a provider whose own is unknown: the account exists and
 * is shown, and nobody can sign in to it.
 */
const placeholderAddress = (): string =>
  `provider-${crypto.randomUUID()}@${required("ADMIN_DOMAIN")}`;

/** An invitation to an address with an account would return that account, and not create one. */
const refuseTaken = async (service: Db, email: string): Promise<void> => {
  const { data, error } = await service.from("profiles").select("id").eq("email", email).limit(1);
  if (error) throw failed(error);
  if (data.length > 0) throw new Refusal("email_taken");
};

/** With an address a person is invited, chooses the password, and so confirms the address. */
const createAccount = async (service: Db, details: ProviderDetails): Promise<string> => {
  // Values that sign-up requires of a provider may be unknown here, so the account begins as a client's.
  const metadata = {
    first_name: details.firstName,
    last_name: details.lastName,
    account_type: "client",
  };
  const email = details.email.toLowerCase();
  if (email) await refuseTaken(service, email);
  const { data, error } = email
    ? await service.auth.admin.inviteUserByEmail(email, { data: metadata })
    : await service.auth.admin.createUser({
        email: placeholderAddress(),
        email_confirm: true,
        user_metadata: metadata,
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
  // A check of the database: an unknown category, or a picture that is not an address.
  if (error.code === "23514" || error.code === "PT400") {
    const message = error.message.startsWith("new row") ? "A field is not valid" : error.message;
    throw new Refusal("provider_field", { message, cause: error });
  }
  throw failed(error);
};

/**
 * Creates account and profile, all or nothing: if the profile cannot be created, the account is deleted
 * again, and an invitation that was sent leads nowhere.
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
    return id;
  } catch (error) {
    const removed = await service.auth.admin.deleteUser(id);
    if (removed.error) logFault("admin-create-provider", removed.error);
    throw error;
  }
};
