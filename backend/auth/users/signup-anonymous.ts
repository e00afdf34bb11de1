import { audit } from "../audit.ts";
import type { Auth, Call } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitAnonymous } from "../limits/limits.ts";
import { openSession, sessionResponse } from "../sessions/sessions.ts";
import { saveError, sendUserCreated } from "./registration.ts";
import { actorOf, type Metadata } from "./user.ts";
import { insertUser, reload } from "./users.ts";

/**
 * POST /signup without an address: an account that only its session can reach (`[auth]
 * enable_anonymous_sign_ins`). A proven address or a linked identity makes it permanent.
 */
export const signupAnonymous = async (
  auth: Auth,
  call: Call,
  userMetadata: Metadata,
): Promise<Response> => {
  const { config, core } = auth;
  if (!config.enableAnonymousSignIns) throw refuse("anonymous_provider_disabled");
  if (!config.enableSignup) throw refuse("signup_disabled");
  await limitAnonymous(auth, call.ip);
  await auth.hooks.beforeUserCreated({ email: "", userMetadata, anonymous: true });
  const signedIn = await core.db
    .transaction(async (tx) => {
      const user = await insertUser(auth, tx, { email: "", userMetadata, anonymous: true });
      await audit(auth, tx, call.ip, "user_signedup", actorOf(user), { provider: "anonymous" });
      const issued = await openSession(auth, tx, user, "anonymous", call);
      return { user: await reload(tx, user.id), issued };
    })
    .catch((error: unknown) => {
      throw saveError(error, "Database error creating anonymous user");
    });
  await sendUserCreated(auth, signedIn.user.id);
  return sessionResponse(auth, signedIn.user, signedIn.issued);
};
