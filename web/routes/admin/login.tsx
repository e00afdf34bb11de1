import { AdminLoginScreen } from "#web/features/accounts/admin/login-screen.tsx";
import { siteContext } from "#web/session/site.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/login.ts";

/** The link to the setup is shown until there is an admin; if that is unknown, it is not shown. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const { data } = await context.get(siteContext).visitor.rpc("has_admin");
  return { settable: data === false };
};

export const meta = pageTitle("Admin login");

export default function AdminLoginRoute({ loaderData }: Route.ComponentProps) {
  return <AdminLoginScreen settable={loaderData.settable} />;
}
