import type { Queryable } from "#backend/core/database/database.ts";
import { audit } from "../audit.ts";
import { type Auth, type Call, timestamp } from "../context.ts";
import { pauseOf, send, write, writing } from "../email/emails.ts";
import { refuse } from "../errors.ts";
import { release } from "../limits/limits.ts";
import { limitMail, type MailBudget, mailKey } from "../limits/mail-limits.ts";
import { refuseReserved } from "../request.ts";
import { saveError, sendUserCreated } from "../users/registration.ts";
import { actorOf, isConfirmed, type User } from "../users/user.ts";
import { confirmEmail, insertUser, isBanned, reload } from "../users/users.ts";
import {
  identityData,
  insertIdentity,
  mainEmail,
  syncProviders,
  updateIdentityData,
  verifiedEmails,
} from "./identities.ts";
import { decideAccount } from "./linking.ts";
import type { ExternalProfile, Provider } from "./providers/provider.ts";

/**
 * Removes from an account that nobody ever confirmed everything that could let its creator in later: its
 * password, its other identities, its links, its data.
 */
const dropOtherSignIns = async (
  tx: Queryable,
  user: User,
  provider: string,
  person: ExternalProfile,
) => {
  await tx.query(
    "update auth.users set encrypted_password = '', raw_user_meta_data = $2 where id = $1",
    [user.id, JSON.stringify(identityData(person))],
  );
  await tx.query(
    "delete from auth.identities where user_id = $1 and (provider, provider_id) <> ($2, $3)",
    [user.id, provider, person.subject],
  );
  for (const table of ["sessions", "mfa_factors", "one_time_tokens"]) {
    await tx.query(`delete from auth.${table} where user_id = $1`, [user.id]);
  }
};

const unproven = ({ name }: Provider, mailed: boolean) =>
  refuse("provider_email_needs_verification", {
    message: mailed
      ? `Unverified email with ${name}. A confirmation email has been sent to your ${name} email`
      : `Unverified email with ${name}. Verify the email with ${name} in order to sign in`,
  });

/** The person's account within the caller's transaction: found, linked or created. */
const resolveAccount = async (
  auth: Auth,
  tx: Queryable,
  provider: Provider,
  person: ExternalProfile,
): Promise<{ user: User; isNew: boolean }> => {
  const decision = await decideAccount(tx, provider.name, person);
  const data = identityData(person);
  if (decision.kind === "create") {
    if (!auth.config.enableSignup) throw refuse("signup_disabled");
    if (!decision.email && !provider.emailOptional) throw unproven(provider, false);
    const made = await insertUser(auth, tx, {
      email: decision.email,
      userMetadata: data,
      external: { provider: provider.name, subject: person.subject },
    });
    // Until its address is proven, anybody who proves ownership of it may have the account without this
    // identity.
    await tx.query("insert into _backend.auth_signups (user_id) values ($1)", [made.id]);
    return { user: made, isNew: true };
  }
  await tx.query("select 1 from auth.users where id = $1 for update", [decision.userId]);
  const user = await reload(tx, decision.userId);
  if (decision.kind === "link") {
    await insertIdentity(auth, tx, user.id, provider.name, person);
  } else {
    await tx.query(
      `update auth.identities set identity_data = $3, last_sign_in_at = $4, updated_at = $4
        where provider = $1 and provider_id = $2`,
      [provider.name, person.subject, JSON.stringify(data), timestamp(auth)],
    );
  }
  await updateIdentityData(auth, tx, user.id, user.raw_user_meta_data, data);
  await syncProviders(auth, tx, user.id);
  return { user: await reload(tx, user.id), isNew: false };
};

/** Whether the provider proves the account's address, or the project requires no proof. */
const provesAddress = (auth: Auth, user: User, person: ExternalProfile): boolean => {
  if (!user.email) return false;
  if (verifiedEmails(person).includes(user.email)) return true;
  const own = user.identities.every(({ provider }) => provider !== "email");
  return !auth.config.email.enableConfirmations && own && mainEmail(person)?.email === user.email;
};

/** Calls the project's hook before an account is created; not within a transaction. */
const callBeforeUserHook = async (auth: Auth, provider: Provider, person: ExternalProfile) => {
  const decision = await decideAccount(auth.core.db, provider.name, person);
  if (decision.kind !== "create") return;
  if (!auth.config.enableSignup) throw refuse("signup_disabled");
  await auth.hooks.beforeUserCreated({
    email: decision.email,
    userMetadata: identityData(person),
    provider: provider.name,
  });
};

/** A signed-in person, or one whose address waits for its proof; `made` is the id of a new account. */
type Outcome<T> = { made: string | null } & ({ done: T } | { waiting: User });

/**
 * Signs in a person who comes from a provider; `work` continues in the same transaction. If the account's
 * address is not proven yet, it is sent a mail and nobody is signed in.
 */
export const signInWith = async <T>(
  auth: Auth,
  call: Call,
  from: { provider: Provider; person: ExternalProfile; redirectTo: string },
  work: (tx: Queryable, user: User) => Promise<T>,
): Promise<T> => {
  const { provider, person } = from;
  for (const { email } of person.emails) refuseReserved(email, auth.config);
  if (person.emails.length === 0 && !provider.emailOptional) throw refuse("provider_gave_no_email");
  await callBeforeUserHook(auth, provider, person);
  const outcome = await auth.core.db
    .transaction(async (tx): Promise<Outcome<T>> => {
      const { user, isNew } = await resolveAccount(auth, tx, provider, person);
      const made = isNew ? user.id : null;
      if (user.deleted_at) throw refuse("user_not_found");
      if (isBanned(auth, user)) throw refuse("user_banned");
      const actor = actorOf(user);
      const traits = { provider: provider.name };
      const needsProof = !isConfirmed(user) && !(provider.emailOptional && !user.email);
      if (!needsProof) {
        await audit(auth, tx, call.ip, "login", actor, traits);
        return { made, done: await work(tx, user) };
      }
      await dropOtherSignIns(tx, user, provider.name, person);
      await syncProviders(auth, tx, user.id);
      if (provesAddress(auth, user, person)) {
        await audit(auth, tx, call.ip, "user_signedup", actor, traits);
        await confirmEmail(auth, tx, user.id);
        return { made, done: await work(tx, await reload(tx, user.id)) };
      }
      await audit(auth, tx, call.ip, "user_confirmation_requested", actor, traits);
      return { made, waiting: await reload(tx, user.id) };
    })
    .catch((error: unknown) => {
      throw saveError(error);
    });
  if (outcome.made) await sendUserCreated(auth, outcome.made);
  if ("done" in outcome) return outcome.done;
  const user = outcome.waiting;
  if (!user.email) throw unproven(provider, false);
  const budget: MailBudget = { kind: "signup", ip: call.ip };
  await limitMail(auth, budget, pauseOf("confirmation"), user.email);
  const { redirectTo } = from;
  const pause = mailKey(pauseOf("confirmation"), user.email);
  const mails = await writing(auth, (tx) =>
    write(auth, tx, { template: "confirmation", user, redirectTo, budget }),
  ).catch(async (error: unknown) => {
    await release(auth, [pause]);
    throw error;
  });
  await send(auth, "confirmation", mails);
  throw unproven(provider, true);
};

/**
 * Adds the person's identity to an account at its owner's request, within the caller's transaction. An
 * account without an address gets the person's, which must be proven and unused.
 */
export const linkTo = async (
  auth: Auth,
  tx: Queryable,
  call: Call,
  userId: string,
  provider: Provider,
  person: ExternalProfile,
): Promise<User> => {
  await tx.query("select 1 from auth.users where id = $1 for update", [userId]);
  const user = await reload(tx, userId);
  if (isBanned(auth, user)) throw refuse("user_banned");
  for (const { email } of person.emails) refuseReserved(email, auth.config);
  const [other] = await tx.query<{ user_id: string }>(
    "select user_id from auth.identities where provider = $1 and provider_id = $2",
    [provider.name, person.subject],
  );
  if (other) {
    throw refuse("identity_already_exists", {
      message:
        other.user_id === user.id
          ? "Identity is already linked"
          : "Identity is already linked to another user",
    });
  }
  await insertIdentity(auth, tx, user.id, provider.name, person);
  if (!user.email) {
    const [email] = verifiedEmails(person);
    if (!email) {
      throw unproven(provider, false);
    }
    const updated = await tx.query(
      "select 1 from auth.users where email = $1 and is_sso_user = false",
      [email],
    );
    if (updated.length > 0) throw refuse("email_exists");
    await tx.query(
      "update auth.users set email = $2, is_anonymous = false, updated_at = $3 where id = $1",
      [user.id, email, timestamp(auth)],
    );
    await confirmEmail(auth, tx, user.id);
    await updateIdentityData(auth, tx, user.id, user.raw_user_meta_data, identityData(person));
  }
  await syncProviders(auth, tx, user.id);
  await audit(auth, tx, call.ip, "identity_linked", actorOf(user), {
    provider: provider.name,
    provider_id: person.subject,
  });
  return reload(tx, user.id);
};
