import type { Queryable } from "#backend/kernel/database.ts";
import { type Auth, timestamp } from "./context.ts";
import { refuse } from "./errors.ts";
import { type Challenge, rememberFlow } from "./flows.ts";
import { mailKey, release } from "./limits.ts";
import { createSecret, type Secret, type TokenType } from "./one-time.ts";
import { type Letter, textOf } from "./templates.ts";
import type { User } from "./user.ts";

/** What each letter proves, what its link says it is for, and what GoTrue calls the flow. */
const KINDS = {
  confirmation: { token: "confirmation_token", link: "signup", flow: "email/signup" },
  invite: { token: "confirmation_token", link: "invite", flow: "invite" },
  recovery: { token: "recovery_token", link: "recovery", flow: "recovery" },
  magic_link: { token: "recovery_token", link: "magiclink", flow: "magiclink" },
  email_change: { token: "email_change_token_new", link: "email_change", flow: "email_change" },
  reauthentication: { token: "reauthentication_token", link: "reauthentication", flow: "" },
} as const satisfies Record<Letter, { token: TokenType; link: string; flow: string }>;

/** The column that tells when a letter was last sent. */
const SENT: Record<Letter, string> = {
  confirmation: "confirmation_sent_at = $2",
  invite: "confirmation_sent_at = $2, invited_at = $2",
  recovery: "recovery_sent_at = $2",
  magic_link: "recovery_sent_at = $2",
  email_change: "email_change_sent_at = $2",
  reauthentication: "reauthentication_sent_at = $2",
};

/** Letters that share a pause: asking for one must not be a way around the pause of the other. */
export const pauseOf = (letter: Letter): string => KINDS[letter].token;

/** The link in GoTrue's own form; a project's template may build another from `.TokenHash`. */
export const confirmationUrl = (
  auth: Auth,
  link: string,
  type: string,
  redirectTo: string,
): string =>
  `${auth.kernel.apiUrl}/auth/v1/verify?${new URLSearchParams({
    token: link,
    type,
    redirect_to: redirectTo,
  })}`;

interface Post {
  letter: Letter;
  user: User;
  /** Where it goes; the user's address unless given. */
  to?: string;
  /** What it proves, where that is not what the letter usually does. */
  token?: TokenType;
  redirectTo: string;
  challenge?: Challenge | null;
  newEmail?: string;
}

const compose = (
  auth: Auth,
  post: Post,
  to: string,
  secret: Secret,
  more: Record<string, string>,
) => {
  const { user, letter } = post;
  const wording = auth.templates[letter];
  const values = {
    ...more,
    SiteURL: auth.config.siteUrl,
    ConfirmationURL: confirmationUrl(auth, secret.link, KINDS[letter].link, post.redirectTo),
    Token: secret.code,
    TokenHash: secret.link,
    RedirectTo: post.redirectTo,
    Email: user.email ?? "",
    NewEmail: post.newEmail ?? user.email_change ?? "",
    SendingTo: to,
    Data: user.raw_user_meta_data ?? {},
  };
  const html = wording.html(values);
  return {
    to,
    subject: wording
      .subject(values)
      .replace(/[\r\n]+/g, " ")
      .slice(0, 200),
    html,
    text: wording.text?.(values) ?? textOf(html),
  };
};

/**
 * Makes the link and puts the mail into the outbox within the caller's transaction; gives the mail's
 * id for `send`.
 */
export const write = async (auth: Auth, tx: Queryable, post: Post): Promise<string> => {
  const { letter, user } = post;
  const to = post.to ?? user.email;
  if (!to) throw refuse("validation_failed", { message: "The account has no email address" });
  const kind = KINDS[letter];
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
  });
  await tx.query(`update auth.users set ${SENT[letter]}, updated_at = $2 where id = $1`, [
    user.id,
    timestamp(auth),
  ]);
  const more = await auth.kernel.letterValues(tx);
  return auth.kernel.outbox.enqueue(tx, compose(auth, post, to, secret, more));
};

/** GoTrue's words for mail that could not be sent. */
const FAILED: Record<Letter, string> = {
  confirmation: "Error sending confirmation email",
  invite: "Error sending invite email",
  recovery: "Error sending recovery email",
  magic_link: "Error sending magic link email",
  email_change: "Error sending email change email",
  reauthentication: "Error sending reauthentication email",
};

/**
 * Sends written mail after the commit. When the mail server does not take it, it stays in the outbox to
 * be tried again, the pause before the next is lifted, and the refusal says so.
 */
export const send = async (
  auth: Auth,
  letter: Letter,
  mails: { id: string; to: string }[],
): Promise<void> => {
  const taken = await Promise.all(mails.map(({ id }) => auth.kernel.outbox.deliver(id)));
  if (taken.every(Boolean)) return;
  await release(
    auth,
    mails.map(({ to }) => mailKey(pauseOf(letter), to)),
  );
  throw refuse("unexpected_failure", {
    message: `${FAILED[letter]}: the mail server (smtp) did not take it. It will be tried again.`,
  });
};
