import { useCallback, useContext, useEffect, useRef } from "react";
import {
  type Blocker,
  createPath,
  type Location,
  matchRoutes,
  type RouterState,
  UNSAFE_DataRouterContext,
  UNSAFE_FrameworkContext,
  useBlocker,
  useLocation,
} from "react-router";
import { hideMissing } from "#web/session/parts.ts";
import { fetchScripts, reportUnreachable } from "#web/ui/connected/reachable.ts";

/** Whether this page has loaded the script; browsers that do not say so fetch it from their cache. */
const isLoaded = (script: string): boolean =>
  performance
    .getEntriesByName(new URL(script, window.location.href).href)
    .some((entry) => (entry as PerformanceResourceTiming).responseStatus === 200);

/**
 * Whether a navigation still waits. The router's own state is checked because a render can be behind it:
 * another navigation may have ended this one, and a blocker that no longer waits throws.
 */
const isWaiting = (router: { state: RouterState } | undefined, blocker: Blocker): boolean =>
  [...(router?.state.blockers.values() ?? [])].includes(blocker);

/** What another page needs from the server: its scripts that are not here yet, and whether data too. */
const useRouteAssets = () => {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const framework = useContext(UNSAFE_FrameworkContext);
  return useCallback(
    (next: Location): { scripts: string[]; data: boolean } => {
      const matches = (router && matchRoutes(router.routes, next)) ?? [];
      const routes = matches.flatMap(({ route: { id = "" } }) => {
        const route = framework?.manifest.routes[id];
        return route && id !== "root" ? [route] : [];
      });
      return {
        scripts: routes
          .filter(({ id }) => !framework?.routeModules[id])
          .flatMap(({ module, imports = [] }) => [module, ...imports])
          .filter((script) => !isLoaded(script)),
        data: routes.some(({ hasLoader }) => hasLoader),
      };
    },
    [router, framework],
  );
};

/**
 * Stays on the page, with what was typed there, while the server cannot be reached, where the browser would show
 * its own error page. So the first press that needs scripts begins to load them and waits until the server responds.
 * If it has one not, as after a release, the address that was pressed is loaded whole.
 */
export const OfflineLinks = () => {
  const needs = useRouteAssets();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const { scripts, data } = needs(nextLocation);
    const elsewhere = currentLocation.pathname !== nextLocation.pathname;
    return scripts.length > 0 || (elsewhere && data && !navigator.onLine);
  });
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (key !== first.current) hideMissing();
  }, [key]);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let newest = true;
    void fetchScripts(needs(blocker.location).scripts).then((arrival) => {
      if (!newest || !isWaiting(router, blocker)) return;
      if (arrival === "here") return blocker.proceed();
      if (arrival === "missing") return window.location.assign(createPath(blocker.location));
      blocker.reset();
      reportUnreachable();
    });
    return () => {
      newest = false;
    };
  }, [blocker, needs, router]);
  return null;
};
