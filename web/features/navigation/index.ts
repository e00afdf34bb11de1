export { ActivateMembershipBanner, ConfirmEmailBanner } from "./banners.tsx";
export { Footer } from "./footer.tsx";
export { NavigationBar } from "./navigation-bar.tsx";
export type { NavigationUser } from "./places.ts";
export { SkipLink } from "./skip-link.tsx";
