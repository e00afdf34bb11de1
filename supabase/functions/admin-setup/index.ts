import { PASSWORD_MIN } from "#domain/accounts/accounts.ts";
import { lengthOf } from "#domain/values/characters.ts";
// Creates the first admin, once. Later admins are appointed by admins.
import { limitAttempts } from "../_shared/attempts.ts";
import { asService } from "../_shared/database.ts";
import { optional, required } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readObject } from "../_shared/http.ts";
import { makeFirstAdmin, refuseSecondAdmin } from "./first-admin.ts";
import { requireSetupToken } from "./token.ts";

/** By network: a token has at least 16 characters, so this many guesses find none. */
const ATTEMPTS = { most: 10, seconds: 900 };
const USERNAME = /^[a-z0-9](?:[a-z0-9_-]|\.(?!\.)){0,58}[a-z0-9]$|^[a-z0-9]$/;

const credentialsOf = (body: Record<string, unknown>): { username: string; password: string } => {
  const { username, password } = body;
  if (typeof username !== "string" || typeof password !== "string") {
    throw new Refusal("admin_fields");
  }
  const name = username.trim().toLowerCase();
  if (!name || !password) throw new Refusal("admin_fields");
  if (!USERNAME.test(name)) throw new Refusal("admin_username");
  if (lengthOf(password) < PASSWORD_MIN) throw new Refusal("admin_password");
  return { username: name, password };
};

Deno.serve(
  posted("admin-setup", async (request) => {
    const db = asService();
    await limitAttempts(db, "admin setup", { request }, ATTEMPTS);
    await requireSetupToken(request, {
      expected: optional("ADMIN_SETUP_TOKEN"),
      trial: optional("SITE_MODE") === "trial",
    });
    await refuseSecondAdmin(db);
    const { username, password } = credentialsOf(await readObject(request));
    const email = `${username}@${required("ADMIN_DOMAIN")}`;
    await makeFirstAdmin(db, { username, email, password });
    return json({ success: true, username });
  }),
);
