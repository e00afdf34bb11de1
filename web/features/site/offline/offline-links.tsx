import { useCallback, useContext, useEffect } from "react";
import {
  type Blocker,
  type Location,
  matchRoutes,
  type RouterState,
  UNSAFE_DataRouterContext,
  UNSAFE_FrameworkContext,
  useBlocker,
} from "react-router";
import { areReachable, reportUnreachable } from "./reachable.ts";

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
 * Stays on the page, with what was typed there, while the server cannot be reached. The router reloads the
 * page when a script of the next one fails, and the browser would show its own error page instead. So the
 * first press that needs scripts begins to load them and waits until the server responds. If it does, a
 * script that fails is one of an older release, and there the reload is right.
 */
export const OfflineLinks = () => {
  const needs = useRouteAssets();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const { scripts, data } = needs(nextLocation);
    const elsewhere = currentLocation.pathname !== nextLocation.pathname;
    return scripts.length > 0 || (elsewhere && data && !navigator.onLine);
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let newest = true;
    void areReachable(needs(blocker.location).scripts).then((reachable) => {
      if (!newest || !isWaiting(router, blocker)) return;
      if (reachable) return blocker.proceed();
      blocker.reset();
      reportUnreachable();
    });
    return () => {
      newest = false;
    };
  }, [blocker, needs, router]);
  return null;
};
