import { json } from "#backend/kernel/http.ts";
import { type AuditAction, audit } from "./audit.ts";
import type { Auth, Call } from "./context.ts";
import type { Challenge } from "./flows.ts";
import { pretend, write } from "./letters.ts";
import type { Letter } from "./templates.ts";
import { actorOf, type User } from "./user.ts";
import { isBanned } from "./users.ts";

/**
 * Mail that somebody asks for by an address alone. Whether the address has an account is nobody's
 * business: the answer is `{}` either way, a mail for nobody is composed and an audit entry written as
 * if it were sent, and the sending itself happens after the answer.
 */
export const answerQuietly = async (
  auth: Auth,
  call: Call,
  ask: {
    letter: Letter;
    action: AuditAction;
    email: string;
    user: User | null;
    redirectTo: string;
    challenge: Challenge | null;
  },
): Promise<Response> => {
  const { letter, action, email, redirectTo, challenge } = ask;
  const user = ask.user && !ask.user.deleted_at && !isBanned(auth, ask.user) ? ask.user : null;
  const mail = await auth.kernel.db.transaction(async (tx) => {
    await audit(auth, tx, call.ip, action, user && actorOf(user));
    if (user) return write(auth, tx, { letter, user, redirectTo, challenge });
    pretend(auth, letter, email, redirectTo);
    return null;
  });
  if (mail) auth.background.run("send mail", auth.kernel.outbox.deliver(mail));
  return json({});
};
