import { randomBytes } from "node:crypto";
import path from "node:path";
import type { ServerBuild } from "react-router";
import {
  type CallerOptions,
  HttpError,
  networkOf,
  type RequestInfo,
  recycle,
  splitAddress,
  type TaggedCache,
} from "supabase-compatible-backend/core";
import { withoutTracking } from "#domain/site/tracking.ts";
import type { Db } from "#web/session/database.ts";
import type { Impression, RequestContext, SiteSettings } from "#web/session/site.ts";
import { loadAssets } from "./assets.ts";
import { hashScripts } from "./csp-hashes.ts";
import { securityHeaders } from "./headers.ts";
import type { Impressions } from "./impressions.ts";
import type { Page } from "./page.ts";
import { createPageCache, type MakePage } from "./page-cache.ts";
import { createDependencySet, type DependencySet } from "./page-dependencies.ts";
import {
  ADDRESS_BROKEN,
  ADDRESS_TOO_LONG,
  BUSY,
  FAILED,
  FORM_TOO_LARGE,
  FORM_UNREADABLE,
  type PlainWords,
  plainPage,
} from "./plain-page.ts";
import { type PostedForm, readForm } from "./posted-form.ts";
import { Busy, createRenderer } from "./render.ts";
import { pack, sendPage, tagOf } from "./send-page.ts";
import { createSharedData } from "./shared-data.ts";
import { createSiteSettings } from "./site-settings.ts";

interface WebOptions {
  root: string;
  visitor: Db;
  /** As above, for one caller, whose address counts for rate limits. */
  visitorFrom: (ip: string) => Db;
  settings: SiteSettings;
  signInWays: RequestContext["signInWays"];
  /** The site's public address; null uses each request's own. */
  siteUrl: string | null;
  /** Null if no page is cached, for example because nobody learns of changes in a backend elsewhere. */
  cache: TaggedCache | null;
  impressions: Impressions;
  /** In development: returns the current build at each request. */
  development?: () => Promise<ServerBuild>;
}

/**
 * The public address of a requested page. Only path and query are the caller's, and both stay what they are:
 * resolved as a reference, a path of `//host/` would be another site's address.
 */
const pageAddress = ({ url }: Request, origin: string): { path: string; address: string } => {
  const { path, query } = splitAddress(url);
  return { path, address: origin + path + withoutTracking(query && `?${query}`) };
};

/** The origin of a request's own address, which is complete and normalised. */
const originOf = (url: string): string => url.slice(0, url.indexOf("/", url.indexOf("://") + 3));

const SECOND = 1000;

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = "5";

/** Longer addresses are rendered each time, so that nobody can fill the memory with them. */
const LONGEST_KEY = 1000;

/** Sets of scripts whose headers are remembered: more than there are routes. */
const MOST_POLICIES = 100;

const TEXT = /^(text\/|application\/(xml|json|manifest)|image\/svg)/;

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

/** The pieces' bytes, without joining texts before. */
const encode = (pieces: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.allocUnsafe(
    pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0),
  );
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === "string") at += bytes.write(piece, at);
    else {
      bytes.set(piece, at);
      at += piece.length;
    }
  }
  return bytes;
};

const isPage = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/html") ?? false;

/** How long a response may be cached by anybody, in seconds. */
const holdsFor = (cacheControl: string | null): number | null => {
  const seconds = /^public\b.*\bmax-age=(\d+)/.exec(cacheControl ?? "")?.[1];
  return seconds ? Number(seconds) : null;
};

/** The site as a function from request to response: built files, and pages rendered for a visitor. */
export const createWeb = async (options: WebOptions) => {
  const { root, visitor, visitorFrom, settings, signInWays, siteUrl, development } = options;
  const assets = development ? () => null : await loadAssets(path.join(root, "build/client"));
  const build =
    development ?? ((await import(path.join(root, "build/server/index.js"))) as ServerBuild);
  const renderer = createRenderer({ build, mode: development ? "development" : "production" });
  const secure = siteUrl?.startsWith("https:") ?? false;
  const backendOrigin = settings.supabaseUrl ? new URL(settings.supabaseUrl).origin : null;
  const shared = development ? null : options.cache;
  const cache = createPageCache(shared);
  const sharedData = createSharedData(shared);
  const siteSettings = createSiteSettings(visitor, settings, shared);

  const render = (
    address: string,
    origin: string,
    nonce: string,
    {
      db = visitor,
      shows = () => {},
      ...options
    }: Required<CallerOptions> & {
      db?: Db;
      shows?: RequestContext["shows"];
      dependencies?: DependencySet;
      form?: PostedForm;
    },
  ) =>
    renderer.respond(address, {
      ...options,
      site: async () => ({
        visitor: db,
        nonce,
        settings: await siteSettings(),
        signInWays,
        origin,
        shared: sharedData,
        shows,
      }),
    });

  const policies = new Map<string, Record<string, string>>();

  /** All pages of a route have the same scripts, and share what they say about them. */
  const policyFor = (scripts: readonly string[]): Record<string, string> => {
    const key = scripts.join(" ");
    const known = policies.get(key);
    if (known) return known;
    const policy = securityHeaders({ scripts, backendOrigin, secure });
    if (policies.size >= MOST_POLICIES) policies.clear();
    policies.set(key, policy);
    return policy;
  };

  const headersOf = (response: Response, scripts: readonly string[]): Record<string, string> => ({
    "cache-control": "no-cache",
    ...(response.status === 503 ? { "retry-after": RETRY_AFTER } : {}),
    ...Object.fromEntries(response.headers),
    ...policyFor(scripts),
  });

  /** A response's content, a page's with the scripts that may run in it. */
  const contentOf = async (response: Response, nonce: string) => {
    if (!isPage(response)) return { pieces: null, scripts: [], bytes: await bytesOf(response) };
    const { pieces, scripts } = hashScripts(await renderer.partsOf(response), nonce);
    return { pieces, scripts, bytes: encode(pieces) };
  };

  /** A page for anybody: the renderer gets the address and nothing about the reader, who decides the coding alone. */
  const makePage = async (
    url: string,
    origin: string,
    {
      current,
      reader,
      ...options
    }: Required<CallerOptions> & { current: boolean; reader: Request },
  ) => {
    const born = Date.now();
    const nonce = randomBytes(16).toString("base64url");
    const dependencies = createDependencySet(current);
    let impression: Impression | null = null;
    const shows = (shown: Impression) => {
      impression = shown;
    };
    const response = await render(url, origin, nonce, { ...options, dependencies, shows });
    const cacheControl = response.headers.get("cache-control");
    const { pieces, scripts, bytes } = await contentOf(response, nonce);
    // A page without a canonical address must not be indexed: private pages, errors, thin pages.
    const unlisted =
      pieces?.every((piece) => typeof piece !== "string" || !piece.includes('rel="canonical"')) ??
      false;
    const packed = pack(bytes, reader);
    const page: Page = {
      status: response.status,
      headers: {
        ...headersOf(response, scripts),
        ...(unlisted ? { "x-robots-tag": "noindex" } : {}),
        vary: "accept-encoding",
        etag: tagOf(bytes),
      },
      ...packed,
      born,
      impression: response.status === 200 ? impression : null,
    };
    recycle(bytes);
    const isForOne =
      response.status >= 500 ||
      response.headers.has("set-cookie") ||
      /no-store|private/.test(cacheControl ?? "");
    const seconds = holdsFor(cacheControl);
    const lasting = seconds === null ? null : { tags: [], until: Date.now() + seconds * SECOND };
    return { page, dependencies: isForOne ? null : (lasting ?? dependencies.all()) };
  };

  const plain = (request: Request, words: PlainWords, status: number, retryAfter?: string) =>
    plainPage(request, words, status, {
      ...securityHeaders({ scripts: [], backendOrigin, secure }),
      ...(retryAfter ? { "retry-after": retryAfter } : {}),
    });

  const getPage = async (request: Request, origin: string, ip: string): Promise<Response> => {
    const { path, address } = pageAddress(request, origin);
    // A page has one address. The whole one, because a path may begin with two slashes.
    if (path.length > 1 && path.endsWith("/")) {
      const location =
        origin + path.replace(/\/+$/, "") + address.slice(origin.length + path.length);
      return new Response(null, { status: 301, headers: { location } });
    }
    const make: MakePage = (signal, current) =>
      makePage(address, origin, { caller: networkOf(ip), signal, current, reader: request });
    const { page, cached } =
      address.length > LONGEST_KEY
        ? { ...(await make(request.signal, false)), cached: false }
        : await cache.get(address, make, request);
    if (page.impression) options.impressions.count(page.impression, request);
    return sendPage(page, request, cached ? Math.floor((Date.now() - page.born) / SECOND) : null);
  };

  const postForm = async (request: Request, origin: string, ip: string): Promise<Response> => {
    const nonce = randomBytes(16).toString("base64url");
    const form = await readForm(request);
    const db = visitorFrom(ip);
    // With the public address: behind a proxy that ends TLS, the router would refuse the browser's `https`
    // origin as foreign.
    const { path, query } = splitAddress(request.url);
    const response = await render(origin + path + (query && `?${query}`), origin, nonce, {
      caller: networkOf(ip),
      signal: request.signal,
      db,
      form,
    });
    const type = response.headers.get("content-type") ?? "";
    if (!TEXT.test(type)) {
      return new Response(response.body, {
        status: response.status,
        headers: headersOf(response, []),
      });
    }
    const { scripts, bytes } = await contentOf(response, nonce);
    return new Response(bytes, {
      status: response.status,
      headers: headersOf(response, scripts),
    });
  };

  const fetch = async (request: Request, { ip }: RequestInfo): Promise<Response> => {
    const asset = assets(request, splitAddress(request.url).path);
    if (asset) return asset;
    const origin = siteUrl ?? originOf(request.url);
    const reads = request.method === "GET" || request.method === "HEAD";
    try {
      return await (reads ? getPage : postForm)(request, origin, ip);
    } catch (error) {
      if (error instanceof Busy) return plain(request, BUSY, 503, RETRY_AFTER);
      if (error instanceof HttpError && error.status === 413)
        return plain(request, FORM_TOO_LARGE, 413);
      if (error instanceof HttpError && (error.status === 400 || error.status === 415))
        return plain(request, FORM_UNREADABLE, error.status);
      throw error;
    }
  };

  return {
    fetch,
    /** The response to an address without a page. */
    refuseAddress: (request: Request, fault: "too long" | "broken") =>
      fault === "too long"
        ? plain(request, ADDRESS_TOO_LONG, 414)
        : plain(request, ADDRESS_BROKEN, 400),
    /** The response when a page could not be made. */
    fail: (request: Request) => plain(request, FAILED, 500),
    settings: siteSettings,
  };
};
