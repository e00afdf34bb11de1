import type { Queryable } from "#backend/core/database/database.ts";
import type { Mail } from "#backend/core/mail/mail.ts";
import { type Auth, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { release } from "../limits/limits.ts";
import { type MailBudget, mailDelay, mailKey } from "../limits/mail-limits.ts";
import { type Challenge, rememberFlow } from "../sessions/pkce.ts";
import type { User } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { createSecret, type Secret, type TokenType } from "./one-time-tokens.ts";
import { type MailTemplate, textOf } from "./templates.ts";

/** For each mail: what it proves, the type in its link, and GoTrue's name of the flow. */
const KINDS = {
  confirmation: { token: "confirmation_token", link: "signup", flow: "email/signup" },
  invite: { token: "confirmation_token", link: "invite", flow: "invite" },
  recovery: { token: "recovery_token", link: "recovery", flow: "recovery" },
  magic_link: { token: "recovery_token", link: "magiclink", flow: "magiclink" },
  email_change: { token: "email_change_token_new", link: "email_change", flow: "email_change" },
  reauthentication: { token: "reauthentication_token", link: "reauthentication", flow: "" },
} as const satisfies Record<MailTemplate, { token: TokenType; link: string; flow: string }>;

/** The column with the time at which such a mail was last sent. */
const SENT: Record<MailTemplate, string> = {
  confirmation: "confirmation_sent_at = $2",
  invite: "confirmation_sent_at = $2, invited_at = $2",
  recovery: "recovery_sent_at = $2",
  magic_link: "recovery_sent_at = $2",
  email_change: "email_change_sent_at = $2",
  reauthentication: "reauthentication_sent_at = $2",
};

/** Mails that share a pause: requesting one must not avoid the pause of the other. */
export const pauseOf = (template: MailTemplate): string => KINDS[template].token;

/**
 * An address without a query or fragment is put into a link unencoded, as in GoTrue; others are encoded.
 */
const inQuery = (address: string): string =>
  /^[\w:/.~-]+$/.test(address) ? address : encodeURIComponent(address);

/** The link in GoTrue's own form; a project's template may build another from `.TokenHash`. */
export const confirmationUrl = (
  auth: Auth,
  link: string,
  type: string,
  redirectTo: string,
): string =>
  `${auth.core.publicUrl}/auth/v1/verify?${new URLSearchParams({ token: link, type })}&redirect_to=${inQuery(redirectTo)}`;

export interface TemplateMail {
  template: MailTemplate;
  user: User;
  /** The recipient; the user's address by default. */
  to?: string;
  /** What it proves, if not the mail's usual purpose. */
  token?: TokenType;
  redirectTo: string;
  challenge?: Challenge | null;
  newEmail?: string;
  /** The budget it counts in; none for an operator's. */
  budget?: MailBudget;
}

/** A mail in the outbox, for `send`. */
export interface Written {
  id: string;
  to: string;
}

const compose = async (
  auth: Auth,
  tx: Queryable,
  post: TemplateMail,
  { to, secret }: Made,
): Promise<Mail> => {
  const { user, template } = post;
  const wording = auth.templates[template];
  const own = {
    SiteURL: auth.config.siteUrl,
    ConfirmationURL: confirmationUrl(auth, secret.link, KINDS[template].link, post.redirectTo),
    Token: secret.code,
    TokenHash: secret.link,
    RedirectTo: post.redirectTo,
    Email: user.email ?? "",
    NewEmail: post.newEmail ?? user.email_change ?? "",
    SendingTo: to,
    Data: user.raw_user_meta_data ?? {},
  };
  const more = await auth.core.mailTemplateValues(tx, { template, values: own });
  const values = { ...more, ...own };
  const html = wording.html(values);
  return {
    to,
    ...(more.SenderName ? { senderName: String(more.SenderName) } : {}),
    subject: wording
      .subject(values)
      .replace(/[\r\n]+/g, " ")
      .slice(0, 200),
    html,
    text: wording.text?.(values) ?? textOf(html),
  };
};

interface Made {
  to: string;
  secret: Secret;
}

/** Creates the link and records on the user that it is sent. */
const prepare = async (auth: Auth, tx: Queryable, post: TemplateMail): Promise<Made> => {
  const { template, user } = post;
  const to = post.to ?? user.email;
  if (!to) throw refuse("validation_failed", { message: "The account has no email address" });
  const kind = KINDS[template];
  if (post.challenge) {
    await rememberFlow(auth, tx, {
      userId: user.id,
      method: kind.flow,
      challenge: post.challenge,
    });
  }
  const secret = await createSecret(auth, tx, {
    userId: user.id,
    type: post.token ?? kind.token,
    relatesTo: to,
    pkce: Boolean(post.challenge),
    linkOnly: !auth.hooks.has("send_email") && !auth.templates[template].showsCode,
  });
  await tx.query(`update auth.users set ${SENT[template]}, updated_at = $2 where id = $1`, [
    user.id,
    timestamp(auth),
  ]);
  return { to, secret };
};

/** Passes the mail to the project's hook: one event, even if two addresses must confirm. */
const handOver = async (
  auth: Auth,
  tx: Queryable,
  { template, user, redirectTo }: TemplateMail,
  { secret }: Made,
  second?: Made,
): Promise<void> =>
  auth.hooks.sendEmail(tx, await reload(tx, user.id), {
    token: (second ?? { secret }).secret.code,
    token_hash: secret.link,
    redirect_to: redirectTo,
    email_action_type: KINDS[template].link,
    site_url: `${auth.core.publicUrl}/auth/v1`,
    token_new: second ? secret.code : "",
    token_hash_new: second?.secret.link ?? "",
  });

/**
 * Creates the links and puts the mails into the outbox within the caller's transaction (see `writing`).
 * Returns for `send` those that need not wait (`mailDelay`). If a hook of the project sends mail, it is
 * called here and nothing is left to send. A second mail is the same to the account's present address.
 */
export const write = async (
  auth: Auth,
  tx: Queryable,
  post: TemplateMail,
  second?: TemplateMail,
): Promise<Written[]> => {
  const made = await prepare(auth, tx, post);
  const other = second && (await prepare(auth, tx, second));
  if (auth.hooks.has("send_email")) {
    await handOver(auth, tx, post, made, other);
    return [];
  }
  const enqueue = async (from: TemplateMail, one: Made): Promise<Written[]> => {
    const delay = from.budget ? await mailDelay(auth, tx, from.budget) : 0;
    const mail = await compose(auth, tx, from, one);
    const id = await auth.core.outbox.enqueue(tx, mail, delay);
    return delay > 0 ? [] : [{ id, to: one.to }];
  };
  const first = await enqueue(post, made);
  return second && other ? [...first, ...(await enqueue(second, other))] : first;
};

/** A transaction that writes mails; it takes its turn if a hook sends them. */
export const writing = <T>(auth: Auth, work: (tx: Queryable) => Promise<T>): Promise<T> => {
  const begin = () => auth.core.db.transaction(work);
  return auth.hooks.has("send_email") ? auth.hooks.inTurn(begin) : begin();
};

/** GoTrue's message for mail that could not be sent. */
const FAILED: Record<MailTemplate, string> = {
  confirmation: "Error sending confirmation email",
  invite: "Error sending invite email",
  recovery: "Error sending recovery email",
  magic_link: "Error sending magic link email",
  email_change: "Error sending email change email",
  reauthentication: "Error sending reauthentication email",
};

/**
 * Sends written mail after the commit, waiting for at most three seconds; a slow mail server is not
 * reported. If the server refuses the mail, it remains in the outbox for another attempt, the pause before
 * the next is lifted, and the refusal is reported.
 */
export const send = async (
  auth: Auth,
  template: MailTemplate,
  mails: readonly Written[],
): Promise<void> => {
  const became = await Promise.all(mails.map(({ id }) => auth.core.outbox.deliver(id)));
  if (!became.includes("refused")) return;
  await release(
    auth,
    mails.map(({ to }) => mailKey(pauseOf(template), to)),
  );
  throw refuse("unexpected_failure", {
    message: `${FAILED[template]}: the mail server (smtp) did not take it. It will be tried again.`,
  });
};
