export {
  AccountProblemBanner,
  ActivateMembershipBanner,
  ConfirmEmailBanner,
  SessionEndedBanner,
} from "./banners.tsx";
export { CompactFooter, Footer } from "./footer.tsx";
export { NavigationBar } from "./navigation-bar.tsx";
export type { NavigationUser } from "./places.ts";
export { SkipLink } from "./skip-link.tsx";
