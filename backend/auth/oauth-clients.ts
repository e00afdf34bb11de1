import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Queryable, Row } from "#backend/kernel/database.ts";
import type { Call, Endpoint } from "./context.ts";
import { refuse } from "./errors.ts";
import { isUuid } from "./request.ts";

/** Ways in which an application may prove itself; one without a secret has none. */
const METHODS = ["none", "client_secret_basic", "client_secret_post"] as const;
const GRANTS = ["authorization_code", "refresh_token"] as const;

/** Schemes that run or read where they are opened. */
const DANGEROUS = /^(?:javascript|data|file|vbscript|about|blob):$/;
const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** What is wrong with an address to send people back to, null for nothing. */
const wrongRedirect = (written: string): string | null => {
  if (!URL.canParse(written)) return "invalid URL format";
  const { protocol, host, hostname, hash } = new URL(written);
  if (DANGEROUS.test(protocol)) {
    return `scheme '${protocol.slice(0, -1)}' is not allowed for security reasons`;
  }
  if (host === "") return "must have scheme and host";
  if (protocol === "http:" && !LOCAL.has(hostname)) return "HTTP scheme only allowed for localhost";
  return hash === "" && !written.includes("#") ? null : "fragment not allowed in redirect URI";
};

const redirects = z
  .array(z.string().max(2048), "redirect_uris is required")
  .min(1, "redirect_uris is required")
  .max(10, "redirect_uris cannot exceed 10 items")
  .superRefine((list, { addIssue }) => {
    for (const each of list) {
      // They are kept in one text, between commas.
      const wrong = each.includes(",") ? "comma not allowed in redirect URI" : wrongRedirect(each);
      if (wrong) addIssue(`invalid redirect_uri '${each}': ${wrong}`);
    }
  });
const grants = z
  .array(
    z.enum(GRANTS, "grant_types must only contain 'authorization_code' and/or 'refresh_token'"),
  )
  .min(1, "grant_types cannot be empty");
const address = (name: string) =>
  z
    .string()
    .max(2048)
    .refine((value) => value === "" || URL.canParse(value), `${name} must be a valid URL`);

const changeable = {
  grant_types: grants,
  client_name: z.string().max(1024),
  client_uri: address("client_uri"),
  logo_uri: address("logo_uri"),
  token_endpoint_auth_method: z.enum(METHODS),
};

/** What an application is registered with. */
export const ClientToRegister = z.object({
  ...changeable,
  grant_types: z
    .array(z.string())
    .nullish()
    .transform((list) => (list?.length ? list : [...GRANTS]))
    .pipe(grants),
  client_name: changeable.client_name.default(""),
  client_uri: changeable.client_uri.default(""),
  logo_uri: changeable.logo_uri.default(""),
  token_endpoint_auth_method: changeable.token_endpoint_auth_method.optional(),
  client_type: z.enum(["public", "confidential"]).optional(),
  redirect_uris: redirects,
});

/** What of it may be changed; what is left out stays. */
export const ClientChanges = z.object({ ...changeable, redirect_uris: redirects }).partial();

/** A row of `auth.oauth_clients`. */
export interface OAuthClient extends Row {
  id: string;
  registration_type: string;
  redirect_uris: string;
  grant_types: string;
  client_name: string | null;
  client_uri: string | null;
  logo_uri: string | null;
  client_type: "public" | "confidential";
  token_endpoint_auth_method: (typeof METHODS)[number];
  created_at: Date;
  updated_at: Date;
}

/** An application as the API shows it; its secret is told only when it is made. */
export const clientJson = (client: OAuthClient, secret?: string): Record<string, unknown> => ({
  client_id: client.id,
  client_secret: secret,
  client_type: client.client_type,
  redirect_uris: client.redirect_uris.split(","),
  token_endpoint_auth_method: client.token_endpoint_auth_method,
  grant_types: client.grant_types.split(","),
  response_types: ["code"],
  client_name: client.client_name || undefined,
  client_uri: client.client_uri || undefined,
  logo_uri: client.logo_uri || undefined,
  registration_type: client.registration_type,
  created_at: client.created_at.toISOString(),
  updated_at: client.updated_at.toISOString(),
});

/** The kind that the given facts mean; refuses a way to prove oneself that the kind does not have. */
export const kindOf = (
  type: OAuthClient["client_type"] | undefined,
  method: OAuthClient["token_endpoint_auth_method"] | undefined,
): Pick<OAuthClient, "client_type" | "token_endpoint_auth_method"> => {
  const byMethod = method === "none" ? "public" : "confidential";
  const kind = type ?? byMethod;
  if (method && kind !== byMethod) {
    throw refuse("validation_failed", {
      message: `client_type '${kind}' is inconsistent with token_endpoint_auth_method '${method}' (expected client_type '${byMethod}')`,
    });
  }
  const usual = kind === "public" ? "none" : "client_secret_basic";
  return { client_type: kind, token_endpoint_auth_method: method ?? usual };
};

/** A new secret, and the hash that is kept of it. */
export const newSecret = (): { secret: string; hash: string } => {
  const secret = randomBytes(32).toString("base64url");
  return { secret, hash: createHash("sha256").update(secret).digest("base64url") };
};

/** The application that the route's `:id` names. */
export const namedClient = async (db: Queryable, { params }: Call): Promise<OAuthClient> => {
  const { id = "" } = params;
  if (!isUuid(id)) throw refuse("validation_failed", { message: "invalid client_id format" });
  const [found] = await db.query<OAuthClient>(
    "select * from auth.oauth_clients where id = $1 and deleted_at is null",
    [id],
  );
  if (!found) throw refuse("oauth_client_not_found");
  return found;
};

/** There are such addresses only in projects with `[auth.oauth_server] enabled = true`. */
export const ifOAuthServer =
  (endpoint: Endpoint): Endpoint =>
  async (auth, call) => {
    if (!auth.config.oauthServer.enabled) throw refuse("not_found");
    return endpoint(auth, call);
  };
