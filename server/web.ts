import { randomBytes } from "node:crypto";
import path from "node:path";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Db, Settings, siteContext as SiteContext } from "#web/session/site.ts";
import { loadAssets } from "./assets.ts";
import { securityHeaders } from "./headers.ts";

export interface WebOptions {
  root: string;
  visitor: Db;
  settings: Settings;
  /** The address that people reach the site by; null takes each request's own. */
  siteUrl: string | null;
  /** In development: gives the build afresh at each request. */
  development?: () => Promise<ServerBuild>;
}

/**
 * A form that was posted, as its page was seen: behind a proxy that ends TLS the router would take the
 * browser's `https` origin for a stranger's, and refuse it.
 */
const underOwnAddress = (request: Request, url: URL, siteUrl: string | null): Request =>
  siteUrl === null || request.method === "GET" || request.method === "HEAD"
    ? request
    : new Request(new URL(url.pathname + url.search, siteUrl), request);

/** The site as a function from request to answer: built files, and pages rendered as a visitor. */
export const createWeb = async ({ root, visitor, settings, siteUrl, development }: WebOptions) => {
  const assets = development ? () => null : await loadAssets(path.join(root, "build/client"));
  const build =
    development ?? ((await import(path.join(root, "build/server/index.js"))) as ServerBuild);
  const handle = createRequestHandler(build, development ? "development" : "production");
  const secure = siteUrl?.startsWith("https:") ?? false;
  const backendOrigin = settings.supabaseUrl ? new URL(settings.supabaseUrl).origin : null;

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const asset = assets(request, url.pathname);
    if (asset) return asset;
    const nonce = randomBytes(16).toString("base64url");
    const context = new RouterContextProvider();
    const { siteContext } = (typeof build === "function" ? await build() : build).entry
      .module as unknown as {
      siteContext: typeof SiteContext;
    };
    context.set(siteContext, { visitor, nonce, settings, origin: siteUrl ?? url.origin });
    const response = await handle(underOwnAddress(request, url, siteUrl), context);
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(securityHeaders({ nonce, backendOrigin, secure }))) {
      headers.set(name, value);
    }
    if (!headers.has("cache-control")) headers.set("cache-control", "no-cache");
    return new Response(response.body, { status: response.status, headers });
  };
};
