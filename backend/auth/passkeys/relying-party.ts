import { z } from "zod";
import type { Auth } from "../context.ts";

/** Read when it is needed first: it is large, and Node warns of what it asks on being read. */
export const library = () => import("@simplewebauthn/server");

/** The answer of an authenticator, as the browser gives it to the application. */
export const CredentialAnswer = z.looseObject({
  id: z.string().max(2048),
  rawId: z.string().max(2048),
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});
export type CredentialAnswer = z.output<typeof CredentialAnswer>;

/** Who credentials are for: the project's own word, never a caller's (WebAuthn section 13.4.9). */
export const relyingParty = ({ config }: Auth) => {
  const site = URL.canParse(config.siteUrl) ? new URL(config.siteUrl) : null;
  const { rpId, rpOrigins, rpDisplayName } = config.webauthn;
  const id = rpId || site?.hostname || "localhost";
  const origins = rpOrigins.length > 0 ? rpOrigins : [site?.origin ?? ""];
  return { id, origins, name: rpDisplayName || id };
};
