import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Clock } from "#backend/core/clock.ts";
import { authorizationUrl } from "./authorization-url.ts";
import { createIdTokens } from "./id-token.ts";
import { idTokenReader } from "./oidc.ts";
import {
  exchangeCode,
  fact,
  facts,
  type Provider,
  type ProviderConfig,
  subjectOf,
} from "./provider.ts";
import { fetchProvider, ProviderError } from "./wire.ts";

const User = z.object({
  id: z.string(),
  email: z.unknown().optional(),
  first_name: z.unknown().optional(),
  last_name: z.unknown().optional(),
  name: z.unknown().optional(),
  picture: z.object({ data: z.object({ url: z.unknown().optional() }) }).nullish(),
});

/** Facebook shares an address only if its owner confirmed it, so it vouches for every one. */
const vouches = () => true;

/** Facebook: OAuth 2.0 and the Graph API, and the ID tokens of its Limited Login. */
export const facebookProvider = (config: ProviderConfig, clock: Clock): Provider => {
  const site = config.url ?? "https://www.facebook.com";
  const graph = config.url ?? "https://graph.facebook.com";
  const idTokens = createIdTokens(site, clock);
  return {
    name: config.name,
    emailOptional: config.emailOptional,

    startUrl: async (request) =>
      authorizationUrl(`${site}/dialog/oauth`, config, request, { scopes: ["email"] }),

    async fetchProfile({ code }, verifier) {
      const grant = await exchangeCode(`${graph}/oauth/access_token`, config, { code, verifier });
      const proof = createHmac("sha256", config.secret).update(grant.accessToken).digest("hex");
      const query = new URLSearchParams({
        fields: "email,first_name,last_name,name,picture",
        appsecret_proof: proof,
      });
      const user = User.safeParse(
        await fetchProvider(`${graph}/me?${query}`, {
          headers: { authorization: `Bearer ${grant.accessToken}` },
        }),
      );
      if (!user.success) throw new ProviderError(`${graph} did not say who it is`);
      const { id, first_name, last_name, name: alias, picture } = user.data;
      const subject = subjectOf(id);
      const email = fact(user.data.email);
      const name = fact([fact(first_name), fact(last_name)].filter(Boolean).join(" "));
      return {
        grant,
        person: {
          subject,
          emails: email ? [{ email, verified: true, primary: true }] : [],
          facts: facts({
            iss: graph,
            sub: subject,
            name: name ?? fact(alias),
            full_name: name ?? fact(alias),
            nickname: fact(alias),
            slug: fact(alias),
            picture: fact(picture?.data.url),
            avatar_url: fact(picture?.data.url),
            provider_id: subject,
          }),
        },
      };
    },

    readIdToken: idTokenReader(config, idTokens, { vouches }),
  };
};
