import type { ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

/** The first name in a path, as the router compares it. */
const firstOf = (path: string): string =>
  path.replace(/^\//, "").split("/", 1)[0]?.toLowerCase() ?? "";

/** A route's whole path, with those of the routes that it is inside. */
const pathOf = (routes: Routes, id: string | undefined): string => {
  const route = id ? routes[id] : undefined;
  return route ? [pathOf(routes, route.parentId), route.path].filter(Boolean).join("/") : "";
};

const partFor = (build: ServerBuild, first: string): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).filter(([id, route]) => {
      const path = pathOf(build.routes, id);
      if (route?.index && path === "") return first === "";
      // Those without a path have others inside them.
      return path === "" || /^[:*]/.test(path) || firstOf(path) === first;
    }),
  ),
});

/**
 * A part of the build for each first name of a path, with the routes that it can lead to. The router compares an
 * address with all routes, twice, which costs a twelfth of a page. Returns null if the whole build is needed.
 */
export const partsOfBuild = (build: ServerBuild): ((pathname: string) => ServerBuild | null) => {
  const names = new Set(Object.keys(build.routes).map((id) => firstOf(pathOf(build.routes, id))));
  const parts = new Map([...names].map((first) => [first, partFor(build, first)]));
  return (pathname) => {
    const first = firstOf(pathname);
    // Names in other forms, such as `%64irectory`, and the router's own addresses are left to all routes.
    return (first !== "" || pathname === "/") && !pathname.endsWith(".data")
      ? (parts.get(first) ?? null)
      : null;
  };
};
