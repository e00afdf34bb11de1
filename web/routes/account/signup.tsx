import { postSignUp } from "#web/features/accounts/posted.ts";
import { SignUpScreen } from "#web/features/accounts/sign-up/sign-up-screen.tsx";
import { loadCategoryGroups } from "#web/features/categories/queries.ts";
import { HYDRATE_UNLESS_STORED } from "#web/session/hydration.ts";
import { couponsLeft } from "#web/session/membership-offer.ts";
import { siteContext } from "#web/session/site.ts";
import { accountPage } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/signup.ts";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { visitor, signInWays } = context.get(siteContext);
  const [groups, { providers }, freeYearsLeft] = await Promise.all([
    loadCategoryGroups(visitor),
    signInWays(),
    couponsLeft(visitor),
  ]);
  return { groups, providers, freeYearsLeft };
};

/** Handles the form of a browser without scripts. */
export const action = async ({ context, request }: Route.ActionArgs) => {
  const { visitor, origin } = context.get(siteContext);
  return postSignUp(visitor, await request.formData(), origin);
};

export const handle = HYDRATE_UNLESS_STORED;

export const meta = accountPage({
  title: "Sign up",
  description: "Sign up free to find local professionals, or to list your own services.",
  path: "/signup",
});

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  return <SignUpScreen {...loaderData} posted={actionData} />;
}
