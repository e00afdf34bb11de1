import { setImmediate as nextTurn } from "node:timers/promises";
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import {
  ClientDisconnected,
  createConcurrencyLimit,
  createTimedTurns,
  untilAborted,
} from "supabase-compatible-backend/core";
import { acceptedConnections } from "supabase-compatible-backend/process";
import type { RequestContext, siteContext as SiteContext } from "#web/session/site.ts";
import { withSignal } from "../current-work.ts";
import { partsOfBuild } from "./build-parts.ts";
import { withSeparateData } from "./loaded-data.ts";
import {
  collectDependencies,
  createDependencySet,
  type DependencySet,
} from "./page-dependencies.ts";

const SECOND = 1000;

/**
 * Pages that are rendered at once, in one turn of the event loop: enough to use the processor and the
 * database fully. More would delay everything else in this process. Fewer would share fewer round trips and
 * writes, and cost half as much again. The others wait: of one network as many as can be rendered in time, so
 * that it cannot take all the places.
 */
const LIMITS = {
  running: 8,
  waiting: 500,
  waitingPerCaller: 100,
};
/** How long pages wait for their turn. */
const PATIENCE = 5 * SECOND;

/** Milliseconds of a turn of the event loop in which pages begin to be drawn; a long list takes about as many. */
const DRAWING = 10;
/** Longer than any page takes while the database responds. */
const LONGEST_RENDER = 10 * SECOND;
/** Both in development, where the first page waits until Vite has compiled it. */
const COMPILING = 120 * SECOND;

/** More pages wait than can be rendered. */
export class Busy extends Error {}

interface RendererOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "development" | "production";
}

/** What differs between two renders of a page. */
interface Render {
  /** What the page may use; its settings are read when its turn comes. */
  site: () => Promise<Omit<RequestContext, "turn">>;
  /** Stops the render: nobody waits for the page any more. */
  signal: AbortSignal;
  /** The caller's network. */
  caller: string;
  /** Collects what the page is made from. */
  dependencies?: DependencySet;
  /** A posted form. */
  form?: Pick<RequestInit, "method" | "headers" | "body">;
}

const entryOf = ({ entry }: ServerBuild) =>
  entry.module as ServerBuild["entry"]["module"] & {
    siteContext: typeof SiteContext;
    pageParts(response: Response): Promise<readonly (string | Uint8Array)[]>;
  };

/** In development the router's own encoding, and its own search for the route, are fast enough. */
const createHandlers = (build: RendererOptions["build"], mode: RendererOptions["mode"]) => {
  if (typeof build === "function") {
    const handle = createRequestHandler(build, mode);
    return () => handle;
  }
  const whole = withSeparateData(
    build,
    (context) => context.get(entryOf(build).siteContext).loaded,
  );
  const partFor = partsOfBuild(whole);
  const handlers = new Map<ServerBuild, RequestHandler>();
  return (pathname: string): RequestHandler => {
    const part = partFor(pathname) ?? whole;
    const handle = handlers.get(part) ?? createRequestHandler(part, mode);
    handlers.set(part, handle);
    return handle;
  };
};

/**
 * Renders requests with the router, a few at a time. Throws `Busy` when a page has waited too long or takes
 * too long. A page that nobody waits for is dropped, with its calls to the backend.
 */
export const createRenderer = ({ build, mode }: RendererOptions) => {
  const inTurn = createConcurrencyLimit({
    ...LIMITS,
    patience: mode === "development" ? COMPILING : PATIENCE,
    full: () => new Busy("Too many pages are asked for"),
  });

  const entry = async () => entryOf(typeof build === "function" ? await build() : build);

  const handlerFor = createHandlers(build, mode);
  const longest = mode === "development" ? COMPILING : LONGEST_RENDER;
  const turn = createTimedTurns({ milliseconds: DRAWING, accepted: acceptedConnections });

  const render = async (request: Request, site: Render["site"]): Promise<Response> => {
    const context = new RouterContextProvider();
    const { siteContext } = await entry();
    const { pathname } = new URL(request.url);
    const loaded = pathname.endsWith(".data") ? undefined : new Map();
    context.set(siteContext, { ...(await site()), loaded, turn });
    return handlerFor(pathname)(request, context);
  };

  const respond = (
    address: string,
    { site, signal, caller, dependencies = createDependencySet(), form }: Render,
  ): Promise<Response> =>
    inTurn(
      async () => {
        const ending = new AbortController();
        const ended = ending.signal;
        const end = () => ending.abort(signal.reason);
        if (signal.aborted) end();
        signal.addEventListener("abort", end, { once: true });
        const late = setTimeout(() => ending.abort(), longest);
        const request = new Request(address, { ...form, signal: ended });
        try {
          const response = await untilAborted(
            withSignal(ended, () => collectDependencies(dependencies, () => render(request, site))),
            ended,
          );
          // The router reports an abort as an error of its own.
          ended.throwIfAborted();
          return response;
        } catch (error) {
          if (signal.aborted) throw new ClientDisconnected(error);
          throw ended.aborted ? new Busy("A page took too long") : error;
        } finally {
          clearTimeout(late);
          signal.removeEventListener("abort", end);
          // The slot stays taken until then: otherwise pages that wait for nothing would all be rendered in
          // one turn.
          await nextTurn();
        }
      },
      { caller, signal },
    );

  return {
    respond,
    /** A page in a response, in parts: text, and bytes without scripts of its own. */
    partsOf: async (response: Response) => (await entry()).pageParts(response),
  };
};
