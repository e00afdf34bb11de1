/** What a search with two empty fields gets (spec 1 section 5). */
export const EMPTY_SEARCH = {
  title: "Search fields empty",
  description: "Please enter a service or location to search.",
};

/** The home page's address with that message, for a search that was sent without scripts. */
export const EMPTY_SEARCH_PATH = "/?service=&location=";

/** Whether this is the query of the home page's search with both fields empty; other forms have more fields. */
export const isEmptySearch = (query: URLSearchParams): boolean =>
  [...query.keys()].toSorted().join() === "location,service" &&
  [...query.values()].every((text) => text.trim() === "");

/**
 * The address of a search, with only the fields that were filled in, or null if both are empty (spec 1
 * section 5).
 */
export const directoryPath = (service: string, location: string): string | null => {
  const query = new URLSearchParams();
  if (service.trim()) query.set("service", service.trim());
  if (location.trim()) query.set("location", location.trim());
  return query.size > 0 ? `/directory?${query}` : null;
};
