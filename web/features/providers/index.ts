export { CategoryScreen } from "./category-screen.tsx";
export { Directory } from "./directory.tsx";
export { PortfolioTab } from "./portfolio-tab.tsx";
export { ProviderCard } from "./provider-card.tsx";
export { ProviderScreen } from "./provider-screen.tsx";
export {
  hasFilters,
  isProviderId,
  loadDirectory,
  loadOwnProvider,
  loadProvider,
  type ProviderProfile,
  readSearch,
} from "./queries.ts";
