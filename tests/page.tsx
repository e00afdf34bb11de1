import type { ComponentType, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  type ActionFunction,
  createStaticHandler,
  createStaticRouter,
  type LoaderFunction,
  RouterContextProvider,
  StaticRouterProvider,
  useActionData,
  useLoaderData,
  useMatches,
  useParams,
} from "react-router";
import type { Db } from "#web/session/database.ts";
import { DEFAULT_SETTINGS } from "#web/session/settings.ts";
import { type SiteSettings, siteContext } from "#web/session/site.ts";

/** What a test needs to know of a route module: the router's own types say it exactly, for each. */
export interface RouteModule {
  loader?: unknown;
  action?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each route's page takes the data of its own loader
  default: ComponentType<any>;
}

interface Page {
  status: number;
  /** Where it sends to instead, or null. */
  location: string | null;
  html: string;
  /** What its loader gave: sent along with the page, and alone when one goes from page to page. */
  data: unknown;
}

/** What the server hands to every loader and action. */
export const contextOf = (visitor: unknown, settings: Partial<SiteSettings> = {}) => {
  const context = new RouterContextProvider();
  context.set(siteContext, {
    visitor: visitor as Db,
    nonce: "",
    origin: "https://www.example.org",
    settings: { ...DEFAULT_SETTINGS, ...settings },
    signInWays: async () => ({ providers: [], passkeys: false }),
    shared: (_name, load) => load(),
    turn: async () => {},
    shows: () => {},
  });
  return context;
};

/**
 * Asks one route for its page as the server does: its loader, its action on a POST, and what it
 * renders, without a browser and without the frame around it.
 */
export const renderPage = async (
  route: RouteModule,
  { path, visitor, settings }: { path: string; visitor: unknown; settings?: Partial<SiteSettings> },
  address: string,
  init?: RequestInit,
): Promise<Page> => {
  const request = new Request(new URL(address, "https://www.example.org"), init);
  const requestContext = contextOf(visitor, settings);
  const Shown = (): ReactNode => (
    <route.default
      loaderData={useLoaderData()}
      actionData={useActionData()}
      params={useParams()}
      matches={useMatches()}
    />
  );
  const handler = createStaticHandler([
    {
      path,
      Component: Shown,
      ...(route.loader ? { loader: route.loader as LoaderFunction } : {}),
      ...(route.action ? { action: route.action as ActionFunction } : {}),
    },
  ]);
  const context = await handler.query(request, { requestContext });
  if (context instanceof Response) {
    return {
      status: context.status,
      location: context.headers.get("location"),
      html: "",
      data: null,
    };
  }
  const router = createStaticRouter(handler.dataRoutes, context);
  return {
    status: context.statusCode,
    location: null,
    data: context.loaderData,
    html: renderToStaticMarkup(
      <StaticRouterProvider router={router} context={context} hydrate={false} />,
    ),
  };
};
