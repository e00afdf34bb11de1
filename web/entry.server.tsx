import { renderToReadableStream, renderToString } from "react-dom/server";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
  StaticRouter,
} from "react-router";
import { DATA_ID } from "./session/hydration.ts";
import { placeOf } from "./session/page-data.ts";
import { siteContext } from "./session/site.ts";
import { createHtmlCache, type PagePart } from "./ui/html-cache.ts";
import { setHtmlCache } from "./ui/same-html.ts";

/** The server reads the key from the build, because its own import would be another instance. */
export { siteContext };

const htmlCache = createHtmlCache((content, pathname) =>
  renderToString(<StaticRouter location={pathname}>{content}</StaticRouter>),
);
// In development what is rendered once would outlive its code.
if (import.meta.env.PROD) setHtmlCache(htmlCache.find);

/** A property: the values of a WeakMap are copied by collections of young objects, also those that nobody needs. */
const PARTS = Symbol("parts of the page");

interface PageResponse extends Response {
  [PARTS]?: readonly PagePart[];
}

/**
 * A rendered page in parts: joining them would copy it, and reading it from the response's stream
 * costs as much as a third of the render.
 */
export const pageParts = async (response: PageResponse): Promise<readonly PagePart[]> =>
  response[PARTS] ?? [await response.text()];

/** What React leaves where a part waits for code or data, or failed. */
const UNFINISHED = "<!--$!-->";

const END = "</body></html>";

/**
 * The context with the loaders' data, and this page's routes only: the router makes its own objects of all that it
 * is given, for each page.
 */
const ofThisPage = (
  context: EntryContext,
  loaderData: EntryContext["staticHandlerContext"]["loaderData"],
): EntryContext => {
  const ids = context.staticHandlerContext.matches.map(({ route }) => route.id);
  const pick = <T,>(all: Record<string, T>) =>
    Object.fromEntries(ids.flatMap((id) => (id in all ? [[id, all[id] as T]] : [])));
  return {
    ...context,
    staticHandlerContext: { ...context.staticHandlerContext, loaderData },
    manifest: { ...context.manifest, routes: pick(context.manifest.routes) },
    routeModules: pick(context.routeModules),
    // The page's text is complete before it is sent, so its data is one element at its end.
    serverHandoffStream: undefined,
  };
};

const ESCAPES: Record<string, string> = {
  "&": "\\u0026",
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** The data of a page's routes that the router did not get (server/pages/loaded-data.ts). */
const separateData = (
  { staticHandlerContext }: EntryContext,
  loaded: ReadonlyMap<string, unknown> = new Map(),
): Record<string, unknown> =>
  Object.fromEntries(
    [...loaded].filter(([id]) => staticHandlerContext.loaderData[id] === placeOf(id)),
  );

/**
 * The page's state in the router's encoding, and its routes' data, as JSON that is safe in HTML: these characters
 * are only in its strings.
 */
const dataOf = async (
  { serverHandoffStream }: EntryContext,
  separate: Record<string, unknown>,
): Promise<string> => {
  const decoder = new TextDecoder();
  let text = "";
  const reader = serverHandoffStream?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    text += decoder.decode(part.value, { stream: true });
  return `[${text},${JSON.stringify(separate)}]`.replace(
    /[&<>\u2028\u2029]/g,
    (character) => ESCAPES[character] ?? character,
  );
};

/** Renders in one go; a page that has to wait for a part of itself, or in which one fails, by a stream. */
const render = async (
  request: Request,
  routerContext: EntryContext,
  separate: Record<string, unknown>,
  nonce: string,
): Promise<{ html: readonly PagePart[]; failed: boolean }> => {
  const context = ofThisPage(routerContext, {
    ...routerContext.staticHandlerContext.loaderData,
    ...separate,
  });
  const page = () => <ServerRouter context={{ ...context }} url={request.url} nonce={nonce} />;
  const html = htmlCache.partsOf(() => renderToString(page()));
  // Only React's streams write it; without it browsers lay a page out as in the nineties.
  if (!html.some((part) => typeof part === "string" && part.includes(UNFINISHED)))
    return { html: ["<!DOCTYPE html>", ...html], failed: false };
  let failed = false;
  const stream = await renderToReadableStream(page(), {
    nonce,
    signal: request.signal,
    onError(error) {
      if (request.signal.aborted) return;
      failed = true;
      console.error(error);
    },
  });
  await stream.allReady;
  return { html: [await new Response(stream).text()], failed };
};

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce, loaded, turn } = context.get(siteContext);
  const separate = separateData(routerContext, loaded);
  const data = await dataOf(routerContext, separate);
  await turn();
  const { html, failed } = await render(request, routerContext, separate, nonce);
  const last = String(html.at(-1));
  const end = last.lastIndexOf(END);
  const response: PageResponse = new Response(null, { status: failed ? 500 : status, headers });
  response[PARTS] = [
    ...html.slice(0, -1),
    last.slice(0, end),
    `<script type="application/json" id="${DATA_ID}">${data}</script>`,
    last.slice(end),
  ];
  return response;
}

/** Refusals (4xx) are valid responses; only faults are logged. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(error);
}
