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
