import { json } from "#backend/kernel/http.ts";
import { audit } from "../audit.ts";
import type { UserEndpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { pauseOf, send, write } from "../letters.ts";
import { limitAsking, limitMail } from "../limits.ts";
import { actorOf, isConfirmed } from "../user.ts";

/** GET /reauthenticate: mails the code that a later change of password may ask for as `nonce`. */
export const reauthenticate: UserEndpoint = async (auth, call) => {
  await limitAsking(auth, call.ip);
  const { user } = call;
  const to = user.email;
  if (!to) {
    throw refuse("validation_failed", {
      message: "Reauthentication requires the user to have an email or a phone number",
    });
  }
  if (!isConfirmed(user)) {
    throw refuse("unprocessable", { message: "Please verify your email first." });
  }
  await limitMail(auth, pauseOf("reauthentication"), to);
  const id = await auth.kernel.db.transaction(async (tx) => {
    await audit(auth, tx, call.ip, "user_reauthenticate_requested", actorOf(user));
    return write(auth, tx, {
      letter: "reauthentication",
      user,
      redirectTo: auth.config.siteUrl,
    });
  });
  await send(auth, "reauthentication", [{ id, to }]);
  return json({});
};
