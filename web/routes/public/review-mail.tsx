import { isUuid } from "#domain/values/uuid.ts";
import { type MailAct, MailScreen } from "#web/features/feedback/invited/mail-screen.tsx";
import { siteContext } from "#web/session/site.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/review-mail.ts";

const linkOf = (request: Request): { act: MailAct; token: string } => {
  const { pathname, searchParams } = new URL(request.url);
  return {
    act: pathname.startsWith("/review/stop") ? "stop" : "remove",
    token: searchParams.get("token") ?? "",
  };
};

export const meta = pageTitle("Feedback");

export const loader = ({ request }: Route.LoaderArgs) => {
  const { act, token } = linkOf(request);
  return { act, state: isUuid(token) ? ("open" as const) : ("unknown" as const) };
};

export const action = async ({ context, request }: Route.ActionArgs) => {
  const { act, token } = linkOf(request);
  if (!isUuid(token)) return "unknown" as const;
  const { visitor } = context.get(siteContext);
  const { data } = await (act === "stop"
    ? visitor.rpc("stop_review_mail", { id: token })
    : visitor.rpc("remove_review", { token })
  ).throwOnError();
  return data ? ("done" as const) : ("unknown" as const);
};

export const headers: Route.HeadersFunction = () => ({ "cache-control": "no-store" });

export default function ReviewMail({ loaderData, actionData }: Route.ComponentProps) {
  return <MailScreen act={loaderData.act} state={actionData ?? loaderData.state} />;
}
