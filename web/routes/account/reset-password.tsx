import { RESET_BY_LINK } from "#domain/accounts/login-messages.ts";
import { ResetPasswordScreen } from "#web/features/accounts/passwords/reset-password-screen.tsx";
import { postNewPassword, postResetRequest } from "#web/features/accounts/posted.ts";
import type { HydrationHandle } from "#web/session/hydration.ts";
import { siteContext } from "#web/session/site.ts";
import { accountPage } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/reset-password.ts";

/** A mail's link is read at once. */
export const handle: HydrationHandle = {
  hydrate: (_data, search) => (search === "" ? "unless-stored" : undefined),
};

export const meta = accountPage({
  title: "Reset your password",
  description: RESET_BY_LINK,
  path: "/reset-password",
});

/** Handles the forms of a browser without scripts: the request, and the new password of a link. */
export const action = async ({ context, request }: Route.ActionArgs) => {
  const { visitor, origin } = context.get(siteContext);
  const form = await request.formData();
  return form.has("password")
    ? postNewPassword(visitor, form, new URL(request.url).search)
    : postResetRequest(visitor, form, origin);
};

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  return <ResetPasswordScreen posted={actionData} />;
}
