import { z } from "zod";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import type { Endpoint } from "../context.ts";
import { send, write, writing } from "../email/emails.ts";
import { redirectOf } from "../email/redirects.ts";
import { refuse } from "../errors.ts";
import { metadata, newEmailAddress, readJson, text } from "../request.ts";
import { disownSignup, saveError, sendUserCreated } from "../users/registration.ts";
import { isConfirmed, userJson } from "../users/user.ts";
import { findUserByEmail, insertUser, reload } from "../users/users.ts";

const Body = z.object({ email: text(320), data: metadata });

/** POST /invite: creates an account without a password for the address, and mails the invitation link. */
export const invite: Endpoint = async (auth, call) => {
  const { core } = auth;
  const body = await readJson(call.request, Body);
  const email = newEmailAddress(body.email, auth.config);
  const existing = await findUserByEmail(core.db, email);
  if (existing && isConfirmed(existing)) throw refuse("email_exists");
  const redirectTo = redirectOf(call.request, call.url, auth.config);
  const userMetadata = body.data ?? {};
  try {
    if (!existing) await auth.hooks.beforeUserCreated({ email, userMetadata });
    const { mails, user } = await writing(auth, async (tx) => {
      const invited =
        existing ?? (await insertUser(auth, tx, { email, userMetadata, operated: true }));
      if (existing) await disownSignup(tx, existing.id);
      await audit(auth, tx, call.ip, "user_invited", null, {
        user_id: invited.id,
        user_email: email,
      });
      const written = await write(auth, tx, {
        template: "invite",
        user: invited,
        redirectTo,
      });
      return { mails: written, user: await reload(tx, invited.id) };
    });
    if (!existing) await sendUserCreated(auth, user.id);
    await send(auth, "invite", mails);
    return json(userJson(user));
  } catch (error) {
    throw saveError(error);
  }
};
