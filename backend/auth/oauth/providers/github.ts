import { z } from "zod";
import { authorizationUrl } from "./authorization-url.ts";
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
  id: z.number().int().positive(),
  login: z.unknown().optional(),
  name: z.unknown().optional(),
  avatar_url: z.unknown().optional(),
});
const Emails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** GitHub, or a GitHub Enterprise server at `url`: OAuth 2.0 and two calls of its API. */
export const githubProvider = (config: ProviderConfig): Provider => {
  const site = config.url ?? "https://github.com";
  const api = config.url ? `${config.url}/api/v3` : "https://api.github.com";
  return {
    name: config.name,
    emailOptional: config.emailOptional,

    startUrl: async (request) =>
      authorizationUrl(`${site}/login/oauth/authorize`, config, request, {
        scopes: ["user:email"],
      }),

    async fetchProfile({ code }, verifier) {
      const grant = await exchangeCode(`${site}/login/oauth/access_token`, config, {
        code,
        verifier,
      });
      const headers = { authorization: `Bearer ${grant.accessToken}` };
      const user = User.safeParse(await fetchProvider(`${api}/user`, { headers }));
      const emails = Emails.safeParse(await fetchProvider(`${api}/user/emails`, { headers }));
      if (!user.success || !emails.success) throw new ProviderError(`${api} did not say who it is`);
      const { id, login, name, avatar_url } = user.data;
      const subject = subjectOf(id);
      return {
        grant,
        person: {
          subject,
          emails: emails.data.filter(({ email }) => fact(email)),
          facts: facts({
            iss: api,
            sub: subject,
            name: fact(name),
            full_name: fact(name),
            avatar_url: fact(avatar_url),
            preferred_username: fact(login),
            user_name: fact(login),
            provider_id: subject,
          }),
        },
      };
    },

    readIdToken: null,
  };
};
