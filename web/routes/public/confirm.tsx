import { ConfirmScreen } from "#web/features/accounts/drafts/confirm-screen.tsx";
import { confirmDraft, unsentConfirmation } from "#web/features/accounts/drafts/finish-draft.ts";
import { siteContext } from "#web/session/site.ts";
import { unlessUnreachable } from "#web/session/unless.ts";
import { unlessPosted } from "#web/session/unless-posted.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/confirm.ts";

export const meta = pageTitle("Confirm your email");

/** The mail's link only names what it confirms: the press does the work. */
export const loader = ({ request }: Route.LoaderArgs) => {
  const { searchParams } = new URL(request.url);
  return { kind: searchParams.get("kind") ?? "", token: searchParams.get("token") ?? "" };
};

export const action = async ({ context, request }: Route.ActionArgs) =>
  confirmDraft(context.get(siteContext).visitor, await request.formData());

export const clientAction = async ({ request, serverAction }: Route.ClientActionArgs) => {
  const form = await request.clone().formData();
  return unlessUnreachable(serverAction(), request, () => unsentConfirmation(form));
};

export const shouldRevalidate = unlessPosted;

export const headers: Route.HeadersFunction = () => ({ "cache-control": "no-store" });

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmScreen {...loaderData} confirmation={actionData} />;
}
