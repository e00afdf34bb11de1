import { RESET_BY_LINK } from "#domain/accounts/login-messages.ts";
import { ResetPasswordScreen } from "#web/features/accounts/passwords/reset-password-screen.tsx";
import { postResetRequest } from "#web/features/accounts/posted.ts";
import { HYDRATE_UNLESS_STORED } from "#web/session/hydration.ts";
import { siteContext } from "#web/session/site.ts";
import { accountPage } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/forgot-password.ts";

export const handle = HYDRATE_UNLESS_STORED;

export const meta = accountPage({
  title: "Reset your password",
  description: RESET_BY_LINK,
  path: "/reset-password",
});

/** Handles the form of a browser without scripts. */
export const action = async ({ context, request }: Route.ActionArgs) => {
  const { visitor, origin } = context.get(siteContext);
  return postResetRequest(visitor, await request.formData(), origin);
};

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  return <ResetPasswordScreen mode="request" posted={actionData} />;
}
