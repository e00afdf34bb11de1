import {
  createContext,
  createRequestHandler,
  data,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  UNSAFE_decodeViaTurboStream,
} from "react-router";
import { expect, it } from "vitest";
import { withData } from "#web/session/page-data.ts";
import { withSeparateData } from "./loaded-data.ts";

const loadedContext = createContext<Map<string, unknown> | undefined>();

/** Renders a page of two routes and a resource as the text of its state and the data beside it. */
const siteOf = (loader: () => unknown) => {
  const route = (id: string, path: string, rest: object, parentId?: string) => ({
    id,
    path,
    parentId,
    module: { default: () => null, ...rest },
  });
  const build = {
    entry: {
      module: {
        default: async (
          _request: Request,
          status: number,
          headers: Headers,
          { serverHandoffStream }: EntryContext,
        ) => new Response(serverHandoffStream, { status, headers }),
        handleError: () => {},
      },
    },
    routes: {
      root: route("root", "/", { loader: () => ({ name: "Solutionz" }) }),
      page: route("page", "page", { loader }, "root"),
      resource: route("resource", "resource", { default: undefined, loader }, "root"),
    },
    assets: { routes: {} },
    ssr: true,
    future: {},
    basename: "/",
    publicPath: "/",
    routeDiscovery: { mode: "initial" },
  } as unknown as ServerBuild;
  const separate = withSeparateData(build, (context) => context.get(loadedContext));
  const handle = createRequestHandler(separate, "production");
  return async (path: string, loaded: Map<string, unknown> | undefined) => {
    const context = new RouterContextProvider();
    context.set(loadedContext, loaded);
    const response = await handle(new Request(`http://localhost${path}`), context);
    return { status: response.status, text: await response.text() };
  };
};

const decoded = async (text: string) => {
  const { value } = await UNSAFE_decodeViaTurboStream(
    new Response(text).body as ReadableStream<Uint8Array<ArrayBuffer>>,
    globalThis as unknown as Window & typeof globalThis,
  );
  return (value as { loaderData: unknown }).loaderData;
};

const WHOLE = {
  text: "page",
  list: [1, "1", null, true, [], {}, [[0], ""]],
  deep: { text: "a", same: "a", _1: -5, "": null },
};

it("gives the router's reader in the browser what the loaders returned", async () => {
  const loaded = new Map<string, unknown>();
  const { text } = await siteOf(() => WHOLE)("/page", loaded);
  expect(text).not.toContain("Solutionz");
  expect(text).not.toContain("deep");
  const state = withData(JSON.parse(text), JSON.parse(JSON.stringify(Object.fromEntries(loaded))));
  expect(await decoded(`${JSON.stringify(state)}\n`)).toEqual({
    root: { name: "Solutionz" },
    page: WHOLE,
  });
});

it("keeps the status of data, and leaves alone what is no page's", async () => {
  const loaded = new Map<string, unknown>();
  const missing = await siteOf(() => data({ missing: true }, { status: 410 }))("/page", loaded);
  expect(missing.status).toBe(410);
  expect(missing.text).toContain("\\u0000page");
  expect(loaded.get("page")).toEqual({ missing: true });

  const plain = await siteOf(() => null)("/page", new Map());
  expect(await decoded(plain.text)).toMatchObject({ page: null });

  const response = await siteOf(() => new Response("moved", { status: 404 }))("/page", new Map());
  expect(response.text).not.toContain("\\u0000page");

  const resource = await siteOf(() => ({ raw: 1 }))("/resource", new Map());
  expect(resource.text).toBe('{"raw":1}');

  const open = await siteOf(() => WHOLE)("/page", undefined);
  expect(await decoded(open.text)).toEqual({ root: { name: "Solutionz" }, page: WHOLE });
});
