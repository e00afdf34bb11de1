import { AdminSetupScreen } from "#web/features/accounts/admin/setup-screen.tsx";
import { siteContext } from "#web/session/site.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/signup.ts";

/** Whether somebody was faster; if that is unknown, the form itself says so when it is sent. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const { data } = await context.get(siteContext).visitor.rpc("has_admin");
  return { made: data === true };
};

export const meta = pageTitle("Create the first admin");

export default function AdminSignupRoute({ loaderData }: Route.ComponentProps) {
  return <AdminSetupScreen made={loaderData.made} />;
}
