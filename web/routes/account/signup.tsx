import { pageTitle } from "#web/features/accounts/page-title.ts";
import { SignUpScreen } from "#web/features/accounts/sign-up-screen.tsx";
import { loadCategoryGroups } from "#web/features/categories/index.ts";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/signup.ts";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { visitor, signInWays } = context.get(siteContext);
  const [groups, { providers }] = await Promise.all([loadCategoryGroups(visitor), signInWays()]);
  return { groups, providers };
};

export const meta = pageTitle("Sign up");

export default function SignUp({ loaderData }: Route.ComponentProps) {
  return <SignUpScreen {...loaderData} />;
}
