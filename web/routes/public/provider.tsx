import { data } from "react-router";
import { displayName } from "#domain/providers.ts";
import { hasSavedProvider } from "#web/features/bookmarks/index.ts";
import { hasReviewed, loadFeedback, loadPublication } from "#web/features/feedback/index.ts";
import {
  isProviderId,
  loadOwnProvider,
  loadProvider,
  ProviderScreen,
} from "#web/features/providers/index.ts";
import { getSession, signedInClient } from "#web/session/session.ts";
import { type Db, siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/provider.ts";

/** Feedback is read where it is shown. */
const feedbackOf = (db: Db, id: string, { url }: { url: string }) => {
  const { searchParams } = new URL(url);
  return searchParams.get("tab") === "feedback" && isProviderId(id)
    ? loadFeedback(db, id, searchParams)
    : null;
};

export const loader = async ({ context, params, request }: Route.LoaderArgs) => {
  const { visitor, settings } = context.get(siteContext);
  const [provider, feedback, publication] = await Promise.all([
    loadProvider(visitor, params.id),
    feedbackOf(visitor, params.id, request),
    loadPublication(visitor),
  ]);
  return data(
    {
      provider,
      feedback: provider ? feedback : null,
      viewer: null,
      publication,
      siteName: settings.siteName,
    },
    { status: provider ? 200 : 404 },
  );
};

/** Somebody signed in also sees what is theirs here: their bookmark, their review, their own page. */
export const clientLoader = async ({ params, request, serverLoader }: Route.ClientLoaderArgs) => {
  const db = await signedInClient();
  const session = await getSession();
  if (!db || session.status !== "signed-in") return serverLoader();
  const userId = session.user.id;
  const own = userId === params.id;
  const [provider, feedback, saved, reviewed, { siteName, publication }] = await Promise.all([
    own ? loadOwnProvider(db, params.id) : loadProvider(db, params.id),
    feedbackOf(db, params.id, request),
    own || !isProviderId(params.id) ? false : hasSavedProvider(db, params.id, userId),
    own || !isProviderId(params.id) ? false : hasReviewed(db, params.id, userId),
    serverLoader(),
  ]);
  return { provider, feedback, viewer: { userId, saved, reviewed }, publication, siteName };
};
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { provider, siteName = "Solutionz" } = loaderData ?? {};
  if (!provider) {
    return [{ title: "Professional Not Found" }, { name: "robots", content: "noindex" }];
  }
  const name = displayName({ business_name: provider.businessName, name: provider.name });
  return [
    { title: `${name} | ${siteName}` },
    {
      name: "description",
      content: (provider.bio ?? `${name} on ${siteName}`).slice(0, 155),
    },
  ];
};

export default function ProviderRoute({ loaderData }: Route.ComponentProps) {
  const { siteName: _title, ...page } = loaderData;
  return <ProviderScreen {...page} />;
}
