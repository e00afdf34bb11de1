import { z } from "zod";
import { address, setting } from "./setting.ts";

/** The other sites whose accounts people may sign in with, if an operator has registered the site there. */
export const SIGN_IN_PROVIDERS = ["google", "apple", "facebook", "github", "azure"] as const;

type SignInName =
  `SIGN_IN_${Uppercase<(typeof SIGN_IN_PROVIDERS)[number]>}_${"CLIENT_ID" | "SECRET"}`;

const group = "Signing in with an account of another site";

const ofEach = Object.fromEntries(
  SIGN_IN_PROVIDERS.flatMap((provider) =>
    [
      ["CLIENT_ID", "the id"],
      ["SECRET", "the secret"],
    ].map(([part, what]) => [
      `SIGN_IN_${provider.toUpperCase()}_${part}`,
      setting(z.string().optional(), {
        group,
        about: `${provider}: ${what} it gave this site`,
        must: `the value that ${provider} gave you`,
      }),
    ]),
  ),
) as Record<SignInName, z.ZodOptional<z.ZodString>>;

export const signInSettings = {
  ...ofEach,
  SIGN_IN_AZURE_URL: setting(address("https:").optional(), {
    group,
    about: "azure: the address of one tenant, if not any",
    must: "an https:// address, or http:// on this machine",
  }),
};
