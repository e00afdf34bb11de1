import { useEffect, useRef } from "react";
import { data, useLocation, useRevalidator } from "react-router";
import { labelOf } from "#domain/categories/categories.ts";
import { areaText } from "#domain/providers/area.ts";
import { displayName, socialLinks } from "#domain/providers/providers.ts";
import { pictureVersion } from "#domain/site/share-pictures.ts";
import { isUuid } from "#domain/values/uuid.ts";
import { postEnquiry } from "#web/features/enquiries/posted.ts";
import { ClientPictures, loadClientPictures } from "#web/features/feedback/client-pictures.tsx";
import {
  loadFeedback,
  loadFeedbackRight,
  loadPublication,
  NO_RIGHT,
} from "#web/features/feedback/queries.ts";
import { loadOwnProviderPage, loadProviderPage } from "#web/features/providers/profile-queries.ts";
import { ProviderScreen } from "#web/features/providers/provider-screen.tsx";
import { ResponseFacts } from "#web/features/providers/response-facts.tsx";
import { hasSavedProvider } from "#web/features/providers/saved-providers.tsx";
import type { Db } from "#web/session/database.ts";
import { type HydrationHandle, isLoadedPage } from "#web/session/hydration.ts";
import { getSession, signedInClient } from "#web/session/session.ts";
import { siteOf } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { unlessEnded, unlessUnreachable } from "#web/session/unless.ts";
import { headTags, pageTitle } from "#web/shell/search-engines/head.ts";
import { breadcrumbs, localBusiness } from "#web/shell/search-engines/structured-data.ts";
import type { Route } from "./+types/provider.ts";

/** Feedback is loaded where it is shown; if that fails, the rest of the page is still useful. */
const feedbackOf = async (db: Db, id: string, { url, signal }: Request) => {
  const { searchParams } = new URL(url);
  if (searchParams.get("tab") !== "feedback" || !isUuid(id)) return null;
  try {
    return await loadFeedback(db, id, searchParams);
  } catch (error) {
    if (!signal.aborted) console.warn(error);
    return "failed" as const;
  }
};

/** The portfolio is still useful without the pictures of reviews. */
const clientPicturesOf = async (db: Db, id: string, { url, signal }: Request) => {
  if (new URL(url).searchParams.get("tab") !== "portfolio" || !isUuid(id)) return [];
  try {
    return await loadClientPictures(db, id);
  } catch (error) {
    if (!signal.aborted) console.warn(error);
    return [];
  }
};

/** Only the About tab quotes the latest feedback; it is also the one with the enquiry form. */
const quotesFeedback = ({ searchParams }: URL): boolean =>
  searchParams.get("action") === "contact" ||
  !["portfolio", "feedback"].includes(searchParams.get("tab") ?? "");

const addressOf = ({ pathname, search }: Pick<URL, "pathname" | "search">): string =>
  pathname + search;

/**
 * If a person goes back while a page is starting, the router uses the server's data of the page they left
 * for the new address: it waits for its list of routes before it calls the loader, and the loader's first
 * result is the server's. Such a page loads its own data, once.
 */
const useDataOfThisAddress = (requested: string) => {
  const location = useLocation();
  const { revalidate } = useRevalidator();
  const tried = useRef<string | null>(null);
  const { key } = location;
  const here = addressOf(location);
  useEffect(() => {
    if (requested === here || tried.current === key) return;
    tried.current = key;
    void revalidate();
  }, [requested, here, key, revalidate]);
};

/** The owner's view does not count. A failure is not worth a message. */
const uncountOwnView = async (db: Db): Promise<void> => {
  const { error } = await db.rpc("uncount_own_view");
  if (error) console.warn(error);
};

export const loader = async ({ context, params, request, url }: Route.LoaderArgs) => {
  const { visitor, shows } = context.get(siteContext);
  const [{ departed, ...page }, feedback, clientPictures] = await Promise.all([
    loadProviderPage(visitor, params.id),
    feedbackOf(visitor, params.id, request),
    clientPicturesOf(visitor, params.id, request),
  ]);
  const found = page.provider !== null;
  // A deleted account does not return; a hidden or lapsed one may, and visitors do not learn which.
  const missing = departed ? 410 : 404;
  if (found) shows({ kind: "view", providers: [params.id] });
  return data(
    {
      ...page,
      latest: quotesFeedback(url) ? page.latest : [],
      feedback: found ? feedback : null,
      clientPictures: found ? clientPictures : [],
      viewer: null,
      requested: addressOf(url),
    },
    { status: found ? (feedback === "failed" ? 503 : 200) : missing },
  );
};

/** Handles the enquiry of a browser without scripts. */
export const action = async ({ context, params, request }: Route.ActionArgs) =>
  postEnquiry(context.get(siteContext).visitor, params.id, await request.formData());

/** A signed-in person also sees their own bookmark, review or page here. */
export const clientLoader = async ({
  params,
  request,
  url,
  serverLoader,
}: Route.ClientLoaderArgs) => {
  const db = await signedInClient();
  const session = await getSession();
  if (!db || session.status !== "signed-in") return serverLoader();
  const userId = session.user.id;
  const own = userId === params.id;
  const counted = isLoadedPage(addressOf(url));
  // As a visitor, so that the server counts the view. A page that the browser loaded has been counted.
  if (!own && !counted) serverLoader().catch(() => {});
  const loadOwn = async () => {
    const [{ departed: _, ...page }, feedback, clientPictures, saved, right, publication] =
      await Promise.all([
        (own ? loadOwnProviderPage : loadProviderPage)(db, params.id),
        feedbackOf(db, params.id, request),
        clientPicturesOf(db, params.id, request),
        own || !isUuid(params.id) ? false : hasSavedProvider(db, params.id, userId),
        own || !isUuid(params.id)
          ? NO_RIGHT
          : loadFeedbackRight(db, params.id, url.searchParams.get("job")),
        loadPublication(db),
      ]);
    if (own && counted && page.provider?.listed) await uncountOwnView(db);
    return {
      ...page,
      latest: quotesFeedback(url) ? page.latest : [],
      feedback,
      clientPictures,
      viewer: { userId, saved, ...right, publication },
      requested: addressOf(url),
    };
  };
  const loading = unlessEnded(loadOwn(), serverLoader);
  // Visitors may not see the person's own page.
  return own ? loading : unlessUnreachable(loading, request, serverLoader);
};
clientLoader.hydrate = true as const;

/** A missing page redirects by itself. */
export const handle: HydrationHandle<Route.ComponentProps["loaderData"]> = {
  hydrate: (loaded) => (loaded?.provider ? "on-interaction" : undefined),
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const provider = loaderData?.provider;
  if (!provider) return pageTitle("Professional Not Found")({ matches });
  const site = siteOf(matches);
  const name = displayName(provider);
  const trades = provider.selections.map(labelOf);
  const path = `/directory/${provider.id}`;
  const rating = { average: provider.rating_average, count: provider.rating_count };
  return headTags(site, {
    title: `${name} | ${site.siteName}`,
    description:
      provider.bio ||
      `${[name, trades.slice(0, 3).join(", "), provider.location].filter(Boolean).join(" · ")}. Profile, work and feedback.`,
    path,
    listed: provider.listed,
    picture: `/share${path}.png?v=${pictureVersion(site, [name, trades[0] ?? "", provider.location ?? "", `${rating.average} ${rating.count}`, provider.image_url ?? ""])}`,
    data: [
      localBusiness(site, {
        ...provider,
        links: socialLinks(provider.social_links),
        name,
        trades,
        rating,
        hours: loaderData.availability.hours,
        areas: [areaText(loaderData.availability) ?? [], loaderData.availability.places].flat(),
        reviews: loaderData.latest,
        prices: loaderData.services.flatMap(({ price_pence }) => price_pence ?? []),
      }),
      breadcrumbs(site, [
        { name: "Browse Freelancers", path: "/directory" },
        { name, path },
      ]),
    ],
  });
};

export default function ProviderRoute({ loaderData }: Route.ComponentProps) {
  const { requested, response, clientPictures, ...page } = loaderData;
  useDataOfThisAddress(requested);
  return (
    <ProviderScreen
      {...page}
      response={<ResponseFacts facts={response} />}
      clientPictures={clientPictures.length > 0 && <ClientPictures given={clientPictures} />}
    />
  );
}
