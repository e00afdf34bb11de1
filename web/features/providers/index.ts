export { loadCategoryPage, loadMovedSlug } from "./category-page.ts";
export { CategoryScreen, sayCategory } from "./category-screen.tsx";
export { Directory, DirectoryProblem } from "./directory.tsx";
export { loadOwnProviderPage, loadProviderPage } from "./profile-queries.ts";
export { ProviderCard } from "./provider-card.tsx";
export { ProviderList } from "./provider-list.tsx";
export { ProviderScreen } from "./provider-screen.tsx";
export {
  isSearch,
  loadDirectory,
  loadTodaysProviders,
  pageCountOf,
  readSearch,
  writeSearch,
} from "./queries.ts";
