export { type CategoryPage, loadCategoryPage, loadMovedSlug } from "./category-page.ts";
export { CategoryScreen, sayCategory } from "./category-screen.tsx";
export { Directory } from "./directory.tsx";
export {
  isProviderId,
  loadOwnProvider,
  loadProvider,
  type ProviderProfile,
} from "./profile-queries.ts";
export { ProviderCard } from "./provider-card.tsx";
export { ProviderScreen } from "./provider-screen.tsx";
export { loadDirectory, readSearch, writeSearch } from "./queries.ts";
