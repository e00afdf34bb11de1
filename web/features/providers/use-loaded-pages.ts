import { useState } from "react";
import { type DirectorySearch, type ProviderCard, writeSearch } from "./queries.ts";

interface LoadedPages {
  /** The search, without its page. */
  key: string;
  pages: ReadonlyMap<number, readonly ProviderCard[]>;
}

/**
 * The pages of one search that were seen, so that the next one is added below them. The address names the
 * last page; opening it directly shows only that page.
 */
export const useLoadedPages = (
  search: DirectorySearch,
  providers: readonly ProviderCard[],
  more: boolean,
): { shown: readonly ProviderCard[]; before: number } => {
  const key = writeSearch({ ...search, page: 1 });
  const [loaded, setLoaded] = useState<LoadedPages>({
    key,
    pages: new Map([[search.page, providers]]),
  });
  let pages = loaded.pages;
  if (loaded.key !== key || pages.get(search.page) !== providers) {
    pages = new Map(loaded.key === key ? pages : []).set(search.page, providers);
    setLoaded({ key, pages });
  }
  let first = search.page;
  while (more && pages.has(first - 1)) first -= 1;
  const earlier = Array.from({ length: search.page - first }, (_, n) => pages.get(first + n) ?? []);
  const seen = new Set<string>();
  // A member who changed position since the page before must not appear twice.
  const shown = [...earlier, providers]
    .flat()
    .filter(({ user_id }) => !seen.has(user_id) && seen.add(user_id));
  return { shown, before: shown.length - providers.length };
};
