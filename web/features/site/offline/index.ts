export { loadOnPress } from "./load-on-press.ts";
export { OfflineLinks } from "./offline-links.tsx";
export { reloadPage } from "./reachable.ts";
export { unlessUnreachable } from "./unless-unreachable.ts";
export { useDialog } from "./use-dialog.tsx";
