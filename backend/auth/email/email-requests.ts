import { json } from "#backend/core/http/http.ts";
import { type AuditAction, audit } from "../audit.ts";
import type { Auth, Call } from "../context.ts";
import type { MailBudget } from "../limits/mail-limits.ts";
import type { Challenge } from "../sessions/pkce.ts";
import { disownSignup } from "../users/registration.ts";
import { actorOf, type User } from "../users/user.ts";
import { isBanned } from "../users/users.ts";
import { write, writing } from "./emails.ts";
import type { MailTemplate } from "./templates.ts";

/**
 * Mail requested by an address alone. Nobody may learn whether the address has an account. The work before
 * the response, an audit entry, is the same for both, and the mail is written and sent afterwards. Its
 * failure is therefore not reported; the outbox tries again. A mail-sending hook is called once and its
 * failure logged, except where everybody is sent a mail: there the failure is reported.
 */
export const sendWithoutDisclosure = async (
  auth: Auth,
  call: Call,
  request: {
    template: MailTemplate;
    action: AuditAction;
    user: User | null;
    redirectTo: string;
    challenge: Challenge | null;
    budget: MailBudget;
    /** Whether an account that was never confirmed loses its password first. */
    disown?: boolean;
    /** Whether to wait for a hook that sends the mail: only if everybody who asks is sent one. */
    everybody?: boolean;
  },
): Promise<Response> => {
  const { template, action, redirectTo, challenge, budget } = request;
  const { db, outbox } = auth.core;
  const user =
    request.user && !request.user.deleted_at && !isBanned(auth, request.user) ? request.user : null;
  await audit(auth, db, call.ip, action, user && actorOf(user));
  const post = async (to: User) => {
    const mails = await writing(auth, async (tx) => {
      if (request.disown) await disownSignup(tx, to.id);
      return write(auth, tx, { template, user: to, redirectTo, challenge, budget });
    });
    await Promise.all(mails.map(({ id }) => outbox.deliver(id)));
  };
  if (user && request.everybody && auth.hooks.has("send_email")) await post(user);
  else if (user) auth.background.run("send mail", post(user));
  return json({});
};
