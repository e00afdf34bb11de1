import { LoginScreen } from "#web/features/accounts/login-screen.tsx";
import { pageTitle } from "#web/features/accounts/page-title.ts";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/login.ts";

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).signInWays();

export const meta = pageTitle("Log in");

export default function Login({ loaderData }: Route.ComponentProps) {
  return <LoginScreen {...loaderData} />;
}
