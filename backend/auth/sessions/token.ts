import type { Endpoint } from "../context.ts";
import { refuse } from "../errors.ts";
import { idTokenGrant } from "../oauth/token-id-token.ts";
import { passwordGrant } from "../passwords/token-password.ts";
import { pkceGrant } from "./token-pkce.ts";
import { refreshGrant } from "./token-refresh.ts";

/** POST /token: one handler for each `grant_type`. */
export const token: Endpoint = (auth, call) => {
  switch (call.url.searchParams.get("grant_type")) {
    case "password":
      return passwordGrant(auth, call);
    case "refresh_token":
      return refreshGrant(auth, call);
    case "pkce":
      return pkceGrant(auth, call);
    case "id_token":
      return idTokenGrant(auth, call);
    case "web3":
      throw refuse("web3_provider_disabled");
    default:
      throw refuse("invalid_credentials", { message: "unsupported_grant_type" });
  }
};
