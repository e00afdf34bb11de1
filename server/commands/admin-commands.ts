import { dayOf } from "#domain/values/dates.ts";
import type { CallSite } from "./call-running-site.ts";

/** What a command may use: the running site, its settings, and the terminal. */
export interface AdminContext {
  call: CallSite;
  siteUrl: string;
  adminDomain: string;
  say(line: string): void;
}

export interface Admin {
  id: string;
  name: string;
  email: string;
  is_active: boolean;
  second_factors: number;
  last_sign_in_at: string | null;
}

export const listAdmins = (call: CallSite): Promise<Admin[]> =>
  call("POST", "/rest/v1/rpc/operator_list_admins", {});

/** Whether mail to this address reaches anybody: the first admin's begins as `<username>@ADMIN_DOMAIN`. */
export const hasMailbox = (email: string, adminDomain: string): boolean =>
  !email.toLowerCase().endsWith(`@${adminDomain}`);

const recorded = ({ call }: AdminContext, id: string, action: string): Promise<unknown> =>
  call("POST", "/rest/v1/rpc/operator_record", { target_user_id: id, action });

/** The admin with this email, username or name; an interrupted command may have given them `next` already. */
const find = async (context: AdminContext, given: string, next = ""): Promise<Admin> => {
  const wanted = given.trim().toLowerCase();
  const emails = new Set([wanted, `${wanted}@${context.adminDomain}`, next.toLowerCase()]);
  const admins = await listAdmins(context.call);
  // The list shows the name too; a username is the first admin's name after they got an address.
  const named = admins.filter(({ name }) => name.toLowerCase() === wanted);
  if (named.length > 1) throw new Error(`Several admins are called ${given}: give the email`);
  const found = admins.find(({ email }) => emails.has(email.toLowerCase())) ?? named[0];
  if (!found)
    throw new Error(`No admin has the email, username or name ${given}: npm run admin -- list`);
  return found;
};

const checkEmail = (email: string, context: AdminContext): void => {
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) throw new Error(`${email} is no email address`);
  if (!hasMailbox(email, context.adminDomain))
    throw new Error(`${context.adminDomain} receives no mail: give an address that somebody reads`);
};

const returnTo = ({ siteUrl }: AdminContext) => `${siteUrl}/reset-password?mode=reset`;

/** Sends the link by which an admin chooses a password, or prints it. */
const sendLink = async (context: AdminContext, email: string, print: boolean): Promise<void> => {
  const { call, say } = context;
  if (print || !hasMailbox(email, context.adminDomain)) {
    const body = { type: "recovery", email, redirect_to: returnTo(context) };
    const { action_link } = await call<{ action_link: string }>(
      "POST",
      "/auth/v1/admin/generate_link",
      body,
    );
    return say(
      `This link sets the password of ${email}, once. Pass it on in private:\n${action_link}`,
    );
  }
  await call("POST", `/auth/v1/recover?redirect_to=${encodeURIComponent(returnTo(context))}`, {
    email,
  });
  say(`A link that sets the password was sent to ${email}.`);
};

/** `list`: one line for each admin. */
export const list = async (context: AdminContext): Promise<void> => {
  const admins = await listAdmins(context.call);
  for (const { email, name, is_active, second_factors, last_sign_in_at } of admins) {
    const facts = [
      is_active ? "active" : "deactivated",
      second_factors > 0 ? "two-step verification" : "no two-step verification",
      last_sign_in_at ? `last login ${dayOf(last_sign_in_at)}` : "never logged in",
      ...(hasMailbox(email, context.adminDomain) ? [] : ["NO MAILBOX: npm run admin -- set-email"]),
    ];
    context.say(`${email} (${name}): ${facts.join(", ")}`);
  }
  if (admins.length === 0) context.say("There is no admin yet: npm run admin -- create EMAIL");
};

/** Marks an account that this command creates in one call and makes an admin in the next. */
const MADE_HERE = { made_by: "npm run admin" };

/** The account that a command left which was stopped between the two; null for anybody's account. */
const findUnfinished = async ({ call }: AdminContext, email: string): Promise<string | null> => {
  const address = encodeURIComponent(email.toLowerCase());
  const [profile] = await call<{ id: string; account_type: string }[]>(
    "GET",
    `/rest/v1/profiles?select=id,account_type&email=eq.${address}`,
  );
  if (profile?.account_type === "admin")
    throw new Error(`${email} is an admin already: npm run admin -- reset-password ${email}`);
  if (profile?.account_type !== "client") return null;
  const user = await call<{ app_metadata: { made_by?: string }; last_sign_in_at?: string | null }>(
    "GET",
    `/auth/v1/admin/users/${profile.id}`,
  );
  const isOurs = user.app_metadata.made_by === MADE_HERE.made_by && !user.last_sign_in_at;
  return isOurs ? profile.id : null;
};

/** `create EMAIL`: an admin with a real mailbox, who chooses the password by a link. */
export const create = async (
  context: AdminContext,
  email: string,
  { name, print }: { name?: string; print: boolean },
): Promise<void> => {
  checkEmail(email, context);
  const [first = email.split("@")[0], ...rest] = (name ?? "").split(/\s+/).filter(Boolean);
  const unfinished = await findUnfinished(context, email);
  const { id } = unfinished
    ? { id: unfinished }
    : await context.call<{ id: string }>("POST", "/auth/v1/admin/users", {
        email,
        email_confirm: true,
        user_metadata: { first_name: first, last_name: rest.join(" "), account_type: "client" },
        app_metadata: MADE_HERE,
      });
  try {
    await context.call("POST", "/rest/v1/rpc/operator_make_admin", { target_user_id: id });
  } catch (error) {
    await context.call("DELETE", `/auth/v1/admin/users/${id}`).catch(() => {});
    throw error;
  }
  context.say(`${email} is an admin, and signs in at ${context.siteUrl}/admin-login.`);
  await sendLink(context, email, print);
};

/** `reset-password ADMIN`: a link to choose another password. */
export const resetPassword = async (
  context: AdminContext,
  given: string,
  { print }: { print: boolean },
): Promise<void> => {
  const { id, email } = await find(context, given);
  // The record comes first: an act that was interrupted is in the audit log rather than missing.
  await recorded(context, id, "send password link");
  await sendLink(context, email, print);
};

/** `remove-second-factor ADMIN`: for a lost device; the recovery codes go too. */
export const removeSecondFactor = async (context: AdminContext, given: string): Promise<void> => {
  const { id, email } = await find(context, given);
  const factors = await context.call<{ id: string }[]>("GET", `/auth/v1/admin/users/${id}/factors`);
  if (factors.length === 0) return context.say(`${email} has no second factor.`);
  await recorded(context, id, "remove second factor");
  for (const factor of factors)
    await context.call("DELETE", `/auth/v1/admin/users/${id}/factors/${factor.id}`);
  context.say(`${email} signs in without a second factor now, and should set up a new one.`);
};

/** `activate ADMIN --reason TEXT`, and `deactivate`, which ends their sessions; the last admin stays. */
export const switchAdmin = async (
  context: AdminContext,
  given: string,
  active: boolean,
  reason: string,
): Promise<void> => {
  const { id, email } = await find(context, given);
  const body = { target_user_id: id, active, reason };
  const changed = await context.call<boolean>("POST", "/rest/v1/rpc/operator_switch_admin", body);
  const state = active ? "active" : "deactivated";
  context.say(
    changed
      ? `${email} is ${state}${active ? "" : " and signed out"}.`
      : `${email} was ${state} already.`,
  );
};

/** `set-email ADMIN EMAIL`: another address to sign in with, and for mail. */
export const setEmail = async (
  context: AdminContext,
  given: string,
  email: string,
): Promise<void> => {
  checkEmail(email, context);
  const { id } = await find(context, given, email);
  const body = { email, email_confirm: true };
  await context.call("PUT", `/auth/v1/admin/users/${id}`, body);
  await recorded(context, id, "set email");
  context.say(
    `Mail for this admin goes to ${email}, with which they sign in at /admin-login from now on.`,
  );
};
