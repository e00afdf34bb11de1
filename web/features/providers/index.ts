export { type CategoryPage, loadCategoryPage } from "./category-page.ts";
export { CategoryScreen, sayCategory } from "./category-screen.tsx";
export { Directory } from "./directory.tsx";
export { PortfolioTab } from "./portfolio-tab.tsx";
export { ProviderCard } from "./provider-card.tsx";
export { ProviderScreen } from "./provider-screen.tsx";
export {
  isProviderId,
  loadDirectory,
  loadOwnProvider,
  loadProvider,
  type ProviderProfile,
  readSearch,
  writeSearch,
} from "./queries.ts";
