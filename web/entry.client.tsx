import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createPath, type DataRouter } from "react-router";
import { HydratedRouter } from "react-router/dom";
import { readPageData } from "./session/page-data.ts";
import { reportMissing } from "./session/parts.ts";
import { rememberTyped } from "./ui/typed-text.ts";

readPageData();

/**
 * A script that the next page needs is missing, as after a release (vite.config.ts): its address is loaded whole. Most
 * presses are found out before (OfflineLinks), a redirect is not.
 */
window.addEventListener("route-missing", () => {
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: DataRouter };
  const next = router?.state.navigation.location;
  if (next) window.location.assign(createPath(next));
  else reportMissing();
});

// A password manager or another extension may have changed the document; React then makes all of it again.
const restoreTyped = rememberTyped(() => document);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    {
      onRecoverableError: (error) => {
        restoreTyped();
        reportError(error);
      },
    },
  );
});
