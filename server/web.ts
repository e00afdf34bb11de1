import { randomBytes } from "node:crypto";
import path from "node:path";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Db, Settings, Site, siteContext as SiteContext } from "#web/session/site.ts";
import { loadAssets } from "./assets.ts";
import { securityHeaders } from "./headers.ts";
import { createPageCache, type Page } from "./page-cache.ts";
import { seal } from "./seal.ts";
import { pack, sendPage, tagOf } from "./send-page.ts";
import { createSiteSettings } from "./site-settings.ts";

interface WebOptions {
  root: string;
  visitor: Db;
  settings: Settings;
  signInWays: Site["signInWays"];
  /** The address that people reach the site by; null takes each request's own. */
  siteUrl: string | null;
  /** Whether every write passes through this process, which then calls `forget`. */
  seesWrites: boolean;
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

const MEGABYTE = 1024 * 1024;
const SECOND = 1000;

/** Longer addresses are rendered each time: nobody may fill the memory with them. */
const LONGEST_KEY = 1000;

const TEXT = /^(text\/|application\/(xml|json|manifest)|image\/svg)/;

const isPage = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/html") ?? false;

/** How long an answer says that anybody may keep it, in seconds. */
const holdsFor = (cacheControl: string | null): number | null => {
  const seconds = /^public\b.*\bmax-age=(\d+)/.exec(cacheControl ?? "")?.[1];
  return seconds ? Number(seconds) : null;
};

/** The site as a function from request to answer: built files, and pages rendered as a visitor. */
export const createWeb = async (options: WebOptions) => {
  const { root, visitor, settings, signInWays, siteUrl, seesWrites, development } = options;
  const assets = development ? () => null : await loadAssets(path.join(root, "build/client"));
  const build =
    development ?? ((await import(path.join(root, "build/server/index.js"))) as ServerBuild);
  const handle = createRequestHandler(build, development ? "development" : "production");
  const secure = siteUrl?.startsWith("https:") ?? false;
  const backendOrigin = settings.supabaseUrl ? new URL(settings.supabaseUrl).origin : null;
  const cache = createPageCache({
    limit: 64 * MEGABYTE,
    // Where somebody else may write unseen, a page lives for a second.
    fresh: seesWrites ? 5 * SECOND : SECOND,
    stale: seesWrites ? 5 * SECOND : 0,
  });

  const siteSettings = createSiteSettings(visitor, settings);

  const render = async (request: Request, origin: string, nonce: string): Promise<Response> => {
    const context = new RouterContextProvider();
    const { siteContext } = (typeof build === "function" ? await build() : build).entry
      .module as unknown as {
      siteContext: typeof SiteContext;
    };
    context.set(siteContext, {
      visitor,
      nonce,
      settings: await siteSettings.get(),
      signInWays,
      origin,
    });
    return handle(request, context);
  };

  const headersOf = (response: Response, scripts: string[]): Record<string, string> => ({
    "cache-control": "no-cache",
    ...Object.fromEntries(response.headers),
    ...securityHeaders({ scripts, backendOrigin, secure }),
  });

  /** A page for anybody: the renderer is told the address and nothing of who asks. */
  const makePage = async (url: string, origin: string): Promise<{ page: Page; keep: boolean }> => {
    const nonce = randomBytes(16).toString("base64url");
    const response = await render(new Request(url), origin, nonce);
    const cacheControl = response.headers.get("cache-control");
    const sealed = seal(await response.text(), nonce);
    // A page that names no address of its own is not to be listed: private ones, errors, thin ones.
    const unlisted = isPage(response) && !sealed.html.includes('rel="canonical"');
    const page = {
      status: response.status,
      headers: {
        ...headersOf(response, sealed.scripts),
        ...(unlisted ? { "x-robots-tag": "noindex" } : {}),
        vary: "accept-encoding",
        etag: tagOf(sealed.html),
      },
      body: sealed.html ? await pack(sealed.html) : new Uint8Array(0),
      holds: holdsFor(cacheControl),
    };
    const keep =
      response.status < 500 &&
      !response.headers.has("set-cookie") &&
      !/no-store|private/.test(cacheControl ?? "");
    return { page, keep };
  };

  const forget = () => {
    siteSettings.forget();
    cache.forget();
  };

  const fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const asset = assets(request, url.pathname);
    if (asset) return asset;
    const origin = siteUrl ?? url.origin;
    if (request.method === "GET" || request.method === "HEAD") {
      const key = `${origin} ${url.pathname}${url.search}`;
      const make = () => makePage(url.href, origin);
      const page =
        development || key.length > LONGEST_KEY ? (await make()).page : await cache.get(key, make);
      return sendPage(page, request);
    }
    const nonce = randomBytes(16).toString("base64url");
    const response = await render(underOwnAddress(request, url, siteUrl), origin, nonce);
    // A posted form writes past the doors at which writes are seen.
    forget();
    const type = response.headers.get("content-type") ?? "";
    if (!TEXT.test(type)) {
      return new Response(response.body, {
        status: response.status,
        headers: headersOf(response, []),
      });
    }
    const sealed = seal(await response.text(), nonce);
    const headers = headersOf(response, sealed.scripts);
    return new Response(sealed.html, { status: response.status, headers });
  };

  return { fetch, forget, settings: siteSettings.get };
};
