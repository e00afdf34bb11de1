import { data } from "react-router";
import { isTopic } from "#domain/notifications/notifications.ts";
import { isUuid } from "#domain/values/uuid.ts";
import { UnsubscribeScreen } from "#web/features/notifications/unsubscribe-screen.tsx";
import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/unsubscribe.ts";

const linkOf = (request: Request) => {
  const { searchParams } = new URL(request.url);
  const [token, topic] = [searchParams.get("token") ?? "", searchParams.get("topic")];
  return isUuid(token) && isTopic(topic) ? { token, topic } : null;
};

/** Opening the link, as mail scanners do, only shows the button. */
export const loader = ({ context, request }: Route.LoaderArgs) => ({
  topic: linkOf(request)?.topic ?? null,
  isVisitor: new URL(request.url).searchParams.has("visitor"),
  siteName: context.get(siteContext).settings.siteName,
});

/** The button, its undo, and the mail program's own one-click request (RFC 8058). */
export const action = async ({ context, request }: Route.ActionArgs) => {
  const link = linkOf(request);
  const undo = (await request.formData()).get("undo") !== null;
  if (!link) return data({ state: "unknown" as const }, { status: 400 });
  const choice = { p_token: link.token, p_topic: link.topic };
  const { visitor } = context.get(siteContext);
  const { data: done, error } = await visitor.rpc(
    undo ? "undo_unsubscribe" : "unsubscribe",
    choice,
  );
  if (error) throw new Error("The choice could not be saved", { cause: error });
  if (!done) return data({ state: "unknown" as const }, { status: 404 });
  return { state: undo ? ("undone" as const) : ("off" as const) };
};

export const headers: Route.HeadersFunction = () => ({ "cache-control": "no-store" });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Stop these emails | ${loaderData?.siteName}` },
  { name: "robots", content: "noindex" },
];

export default function UnsubscribeRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { topic, isVisitor } = loaderData;
  return (
    <UnsubscribeScreen topic={topic} isVisitor={isVisitor} state={actionData?.state ?? "confirm"} />
  );
}
