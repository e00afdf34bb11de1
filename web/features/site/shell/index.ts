export { DeferredScripts } from "./deferred-scripts.tsx";
export { ErrorScreen } from "./error-screen.tsx";
export { FirstPaintScript } from "./first-paint-script.tsx";
export { NotFoundScreen } from "./not-found-screen.tsx";
export { isMissing, PageError } from "./page-error.tsx";
export { Shell, useOpened } from "./shell.tsx";
