import type {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { z } from "zod";
import type { Auth } from "../context.ts";

/** Loaded on first use: it is large, and Node warns about it on loading. */
export const library = () => import("@simplewebauthn/server");

/** The responses that the library takes; it checks their other fields itself. */
type Verifiable = Parameters<typeof verifyAuthenticationResponse>[0]["response"] &
  Parameters<typeof verifyRegistrationResponse>[0]["response"];

/** An authenticator's response, as the browser passes it to the application. */
export const CredentialResponse = z
  .looseObject({
    id: z.string().max(2048),
    rawId: z.string().max(2048),
    type: z.literal("public-key"),
    response: z.looseObject({ clientDataJSON: z.string() }),
    clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  })
  .transform((response) => response as unknown as Verifiable);
export type CredentialResponse = z.output<typeof CredentialResponse>;

/** The relying party: the project's setting, never a caller's value (WebAuthn section 13.4.9). */
export const relyingParty = ({ config }: Auth) => {
  const site = URL.canParse(config.siteUrl) ? new URL(config.siteUrl) : null;
  const { rpId, rpOrigins, rpDisplayName } = config.webauthn;
  const id = rpId || site?.hostname || "localhost";
  const origins = rpOrigins.length > 0 ? rpOrigins : [site?.origin ?? ""];
  return { id, origins, name: rpDisplayName || id };
};
