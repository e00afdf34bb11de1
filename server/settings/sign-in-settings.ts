import { z } from "zod";
import { address, setting } from "./setting.ts";

/** The other sites whose accounts people may sign in with, if an operator has registered the site there. */
export const SIGN_IN_PROVIDERS = ["google", "apple", "facebook", "github", "azure"] as const;

type SignInName =
  `SIGN_IN_${Uppercase<(typeof SIGN_IN_PROVIDERS)[number]>}_${"CLIENT_ID" | "SECRET" | "URL"}`;

/** Two or three settings of each. */
export const signInSettings = Object.fromEntries(
  SIGN_IN_PROVIDERS.flatMap((provider) =>
    (["CLIENT_ID", "SECRET", "URL"] as const).map((part) => [
      `SIGN_IN_${provider.toUpperCase()}_${part}`,
      setting(part === "URL" ? address("https:").optional() : z.string().optional(), {
        group: "Signing in with an account of another site",
        about: `${provider}: ${{ CLIENT_ID: "the id it gave this site", SECRET: "the secret it gave this site", URL: "the address of one tenant, if not the usual one" }[part]}`,
        must:
          part === "URL"
            ? "an https:// address, or http:// on this machine"
            : `the value that ${provider} gave you`,
      }),
    ]),
  ),
) as Record<SignInName, z.ZodOptional<z.ZodString>>;
