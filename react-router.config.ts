import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web",
  ssr: true,
  // Lazy discovery matches every prefix of an address, which is quadratic in its length; there are
  // few routes, and a visitor's browser knows them all from the first page on.
  // Half the requests: a page needs all the parts of its routes at once.
  splitRouteModules: false,
  routeDiscovery: { mode: "initial" },
} satisfies Config;
