import { createHash } from "node:crypto";
import type { ProviderForm } from "#domain/accounts/admin.ts";
import type { Db } from "../_shared/database.ts";
import { required } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";
import { logFault } from "../_shared/http.ts";
import { accountAt, isUnfinished, MADE_HERE } from "../_shared/unfinished-account.ts";

const failed = (cause: unknown) => new Refusal("provider_failed", { cause });

const isTaken = ({ code }: { code?: string }) =>
  code === "email_exists" || code === "user_already_exists";

// Values that sign-up requires of a provider may be unknown here, so the account begins as a client's.
const metadataOf = ({ first_name, last_name }: ProviderForm) => ({
  first_name,
  last_name,
  account_type: "client",
});

/** Identical for identical details, so that a repeat finds what it began; a picture is uploaded anew each time. */
const keyOf = ({ image_url: _, ...details }: ProviderForm): string =>
  createHash("sha256")
    .update(JSON.stringify(details))
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5");

/**
 * For a provider whose address is unknown: one at a domain that receives no mail. The account exists and is
 * shown, and nobody can sign in to it.
 */
const createWithoutAddress = async (service: Db, details: ProviderForm): Promise<string> => {
  const addressOf = (key: string) => `provider-${key}@${required("ADMIN_DOMAIN")}`;
  const create = (email: string) =>
    service.auth.admin.createUser({
      email,
      email_confirm: true,
      user_metadata: metadataOf(details),
      app_metadata: MADE_HERE,
    });
  const address = addressOf(keyOf(details));
  let made = await create(address);
  if (made.error && isTaken(made.error)) {
    const id = await accountAt(service, address);
    if (id && (await isUnfinished(service, id))) return id;
    made = await create(addressOf(crypto.randomUUID()));
  }
  if (made.error) throw failed(made.error);
  return made.data.user.id;
};

/**
 * A person is invited, chooses the password, and so confirms the address. An invitation to an account that was
 * never confirmed sends the mail again and returns that account.
 */
const invite = async (service: Db, email: string, details: ProviderForm): Promise<string> => {
  const present = await accountAt(service, email);
  if (present && !(await isUnfinished(service, present))) throw new Refusal("email_taken");
  const data = metadataOf(details);
  const invited = await service.auth.admin.inviteUserByEmail(email, { data });
  if (!invited.error) return invited.data.user.id;
  throw isTaken(invited.error)
    ? new Refusal("email_taken", { cause: invited.error })
    : failed(invited.error);
};

/** Sends the invitation of an account again, with a new link, unless its owner has accepted one. */
export const inviteAgain = async (service: Db, id: string): Promise<void> => {
  const { data, error } = await service.auth.admin.getUserById(id);
  if (error && error.status !== 404) throw failed(error);
  const { user } = data;
  if (!user?.email) throw new Refusal("no_such_user");
  if (user.email.endsWith(`@${required("ADMIN_DOMAIN")}`)) throw new Refusal("no_address");
  if (!user.invited_at || user.email_confirmed_at) throw new Refusal("not_invited");
  const invited = await service.auth.admin.inviteUserByEmail(user.email);
  if (invited.error) throw failed(invited.error);
};

const describe = async (admin: Db, id: string, details: ProviderForm): Promise<void> => {
  const { error } = await admin.rpc("admin_make_provider", {
    target_user_id: id,
    details: { ...details, website: details.website_url, profile_image_url: details.image_url },
  });
  if (!error) return;
  // Sent twice at once, the row was completed by the other call.
  if (error.code === "PT404") throw new Refusal("email_taken", { cause: error });
  if (error.code === "42501") throw new Refusal("not_an_admin", { cause: error });
  // A check of the database: an unknown category, or a picture that is not an address.
  if (error.code === "23514" || error.code === "PT400") {
    const message = error.message.startsWith("new row") ? "A field is not valid" : error.message;
    throw new Refusal("provider_field", { message, cause: error });
  }
  throw failed(error);
};

/**
 * Creates account and profile. If the profile cannot be created, the account is deleted again, and an
 * invitation that was sent leads nowhere; if the process ends in between, a repeat completes the account.
 *
 * @param admin the admin's own client, so that the database checks and records who acts
 */
export const createProvider = async (
  service: Db,
  admin: Db,
  details: ProviderForm,
): Promise<string> => {
  const email = details.email.toLowerCase();
  const id = email
    ? await invite(service, email, details)
    : await createWithoutAddress(service, details);
  try {
    await describe(admin, id, details);
    return id;
  } catch (error) {
    if (await isUnfinished(service, id)) {
      const removed = await service.auth.admin.deleteUser(id);
      if (removed.error) logFault("admin-create-provider", removed.error);
    }
    throw error;
  }
};
