import { z } from "zod";

/** How an application may prove itself; one without a secret cannot. */
export const METHODS = ["none", "client_secret_basic", "client_secret_post"] as const;
const GRANTS = ["authorization_code", "refresh_token"] as const;

/** Schemes that run or read something when they are opened. */
const DANGEROUS = /^(?:javascript|data|file|vbscript|about|blob):$/;
const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Characters that no address contains literally and no name needs: line breaks, and marks that change the
 * direction of text.
 */
const UNSEEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** What is wrong with a redirect address; null for nothing. */
const wrongRedirect = (written: string): string | null => {
  if (!URL.canParse(written) || /\s/.test(written) || UNSEEN.test(written)) {
    return "invalid URL format";
  }
  const { protocol, host, hostname, hash, username, password } = new URL(written);
  if (DANGEROUS.test(protocol)) {
    return `scheme '${protocol.slice(0, -1)}' is not allowed for security reasons`;
  }
  if (host === "") return "must have scheme and host";
  // `https://bank.example@elsewhere.example` looks like another site.
  if (username || password) return "user information not allowed in redirect URI";
  if (protocol === "http:" && !LOCAL.has(hostname)) return "HTTP scheme only allowed for localhost";
  return hash === "" && !written.includes("#") ? null : "fragment not allowed in redirect URI";
};

const redirects = z
  .array(z.string().max(2048), "redirect_uris is required")
  .min(1, "redirect_uris is required")
  .max(10, "redirect_uris cannot exceed 10 items")
  .superRefine((list, { addIssue }) => {
    for (const each of list) {
      // They are stored in one text, separated by commas.
      const wrong = each.includes(",") ? "comma not allowed in redirect URI" : wrongRedirect(each);
      if (wrong) addIssue(`invalid redirect_uri '${each}': ${wrong}`);
    }
  });
const grants = z
  .array(
    z.enum(GRANTS, "grant_types must only contain 'authorization_code' and/or 'refresh_token'"),
  )
  .min(1, "grant_types cannot be empty");
/** People see it and can open it, so it must be a web address. */
const isWeb = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const address = (name: string) =>
  z
    .string()
    .max(2048)
    .refine((value) => value === "" || isWeb(value), `${name} must be a valid URL`);

const changeable = {
  grant_types: grants,
  client_name: z
    .string()
    .max(1024)
    .refine((value) => !UNSEEN.test(value), "client_name must be a line of text"),
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

/** The fields that may be changed; omitted ones are unchanged. */
export const ClientChanges = z.object({ ...changeable, redirect_uris: redirects }).partial();
export type ClientToRegister = z.output<typeof ClientToRegister>;
