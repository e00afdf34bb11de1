import {
  data,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { placeOf } from "#web/session/page-data.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/** What `data()` makes of data with a status. */
interface WithStatus {
  type: "DataWithResponseInit";
  data: unknown;
  init: ResponseInit | null;
}

const hasStatus = (result: object): result is WithStatus =>
  "type" in result && result.type === "DataWithResponseInit";

const isObject = (result: unknown): result is object =>
  typeof result === "object" && result !== null;

type LoadedOf = (context: RouterContextProvider) => Map<string, unknown> | undefined;

const separated = (id: string, route: Route, loadedOf: LoadedOf): Route => {
  const { loader } = route.module;
  // A route without a component responds with what its loader returns.
  if (!loader || !route.module.default) return route;
  const separate = async (args: LoaderFunctionArgs) => {
    const result: unknown = await loader(args);
    const loaded = loadedOf(args.context as RouterContextProvider);
    if (!loaded || !isObject(result) || result instanceof Response) return result;
    const content = hasStatus(result) ? result.data : result;
    if (!isObject(content)) return result;
    loaded.set(id, content);
    return hasStatus(result) ? data(placeOf(id), result.init ?? undefined) : placeOf(id);
  };
  return { ...route, module: { ...route.module, loader: separate } };
};

/**
 * The build with loaders that put what they return in the map of a request's context, if it has one. The router
 * gets a short text in its place, because it encodes all that it gets, for each page; the page's entry
 * exchanges them again (web/entry.server.tsx).
 */
export const withSeparateData = (build: ServerBuild, loadedOf: LoadedOf): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      route && separated(id, route, loadedOf),
    ]),
  ),
});
