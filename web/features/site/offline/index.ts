export { OfflineLinks } from "./offline-links.tsx";
export { reloadPage } from "./reload-page.ts";
