import { useSearchParams } from "react-router";
import { type CategoryGroup, selectionOf } from "#domain/categories/categories.ts";
import { firstOf } from "#domain/values/characters.ts";
import { LIMITS } from "#domain/values/limits.ts";

/** What a link to the form fills in, such as the directory's of a search with few results. */
export const useRequestedJob = (groups: CategoryGroup[]) => {
  const [params] = useSearchParams();
  const category = params.get("category") ?? "";
  const isKnown = groups.some(({ name, categories }) =>
    [selectionOf(name), ...categories.map((one) => selectionOf(name, one.name))].includes(category),
  );
  return {
    title: firstOf(params.get("title") ?? "", LIMITS.jobs.title),
    location: firstOf(params.get("location") ?? "", LIMITS.jobs.location),
    categories: isKnown ? [category] : [],
  };
};
