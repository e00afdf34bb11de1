import type { ServerBuild } from "react-router";
import { expect, it } from "vitest";
import { partsOfBuild } from "./build-parts.ts";

const ROUTES = {
  root: { path: "" },
  home: { index: true },
  guarded: {},
  list: { path: "directory" },
  one: { path: "directory/:id" },
  account: { path: "account" },
  payments: { path: "payments", parentId: "account" },
  post: { path: "Jobs/post" },
  missing: { path: "*" },
};

const routes = Object.fromEntries(
  Object.entries(ROUTES).map(([id, route]) => [id, { id, ...route }]),
);
const build = { routes, publicPath: "/" } as unknown as ServerBuild;
const partFor = partsOfBuild(build);

it.each([
  ["/", ["root", "home", "guarded", "missing"]],
  ["/directory", ["root", "guarded", "list", "one", "missing"]],
  ["/Directory/7/", ["root", "guarded", "list", "one", "missing"]],
  ["/directory/7/no/such/page", ["root", "guarded", "list", "one", "missing"]],
  ["/account/payments", ["root", "guarded", "account", "payments", "missing"]],
  ["/jobs/post", ["root", "guarded", "post", "missing"]],
])("gives %s the routes that it can lead to", (pathname, ids) => {
  const part = partFor(pathname);
  expect(Object.keys(part?.routes ?? {})).toEqual(ids);
  expect(part?.publicPath).toBe("/");
  expect(partFor(pathname)).toBe(part);
});

it.each([["/%64irectory"], ["//directory"], ["/directory.data"], ["/nowhere"], ["/__manifest"]])(
  "leaves %s to all routes",
  (pathname) => {
    expect(partFor(pathname)).toBeNull();
  },
);
