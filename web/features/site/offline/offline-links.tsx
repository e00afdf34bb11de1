import { useContext, useEffect } from "react";
import {
  type BlockerFunction,
  matchRoutes,
  UNSAFE_DataRouterContext,
  UNSAFE_FrameworkContext,
  useBlocker,
} from "react-router";
import { refuseOffline } from "./reload-page.ts";

/** Whether another page needs a script that is not here yet, or data of the server. */
const useNeedsServer = (): BlockerFunction => {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const framework = useContext(UNSAFE_FrameworkContext);
  return ({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    const matches = (router && matchRoutes(router.routes, nextLocation)) ?? [];
    return matches.some(({ route: { id = "" } }) => {
      if (id === "root") return false;
      return !framework?.routeModules[id] || framework.manifest.routes[id]?.hasLoader;
    });
  };
};

/**
 * Stays on the page, with what was typed there, while the line is cut: the router reloads the page when
 * a script of the next one fails, and the browser would show its own blank page instead. A script that
 * fails on a live line is one of an older release, and there the reload is right.
 */
export const OfflineLinks = () => {
  const needsServer = useNeedsServer();
  const { state, reset } = useBlocker((change) => !navigator.onLine && needsServer(change));
  useEffect(() => {
    if (state !== "blocked") return;
    reset?.();
    refuseOffline();
  }, [state, reset]);
  return null;
};
