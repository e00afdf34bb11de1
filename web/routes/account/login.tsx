import { LoginScreen } from "#web/features/accounts/login/login-screen.tsx";
import { HYDRATE_UNLESS_STORED } from "#web/session/hydration.ts";
import { siteContext } from "#web/session/site.ts";
import { accountPage } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/login.ts";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).signInWays();

/** Only scripts can keep a session, so a form without them gets this message and its address back. */
export const action = async ({ request }: Route.ActionArgs) => {
  const email = (await request.formData()).get("email");
  return { email: typeof email === "string" ? email : "" };
};

export const handle = HYDRATE_UNLESS_STORED;

export const meta = accountPage({
  title: "Log in",
  description:
    "Log in to find professionals, post jobs, answer feedback and look after your listing.",
  path: "/login",
});

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  return <LoginScreen {...loaderData} posted={actionData} />;
}
