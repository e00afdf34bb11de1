import { ConfirmEmailScreen } from "#web/features/accounts/email/confirm-email-screen.tsx";
import { postConfirmation } from "#web/features/accounts/posted.ts";
import { siteContext } from "#web/session/site.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/confirm-email.ts";

export const meta = pageTitle("Confirm your email");

/** Handles the forms of a browser without scripts: the link's button, and another mail. */
export const action = async ({ context, request }: Route.ActionArgs) => {
  const { visitor, origin } = context.get(siteContext);
  const { pathname, search } = new URL(request.url);
  return postConfirmation(visitor, await request.formData(), new URL(pathname + search, origin));
};

export default function ConfirmEmail({ actionData }: Route.ComponentProps) {
  return <ConfirmEmailScreen posted={actionData} />;
}
