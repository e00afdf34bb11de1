/** A service as profiles.skills keeps it. */
export interface Service {
  name: string;
  category: string;
}

export const LONGEST_SERVICE = 80;
export const MOST_SERVICES = 60;

/** Stored services; whatever has another shape is left out. */
export const servicesOf = (stored: unknown): Service[] =>
  (Array.isArray(stored) ? stored : []).flatMap((entry: unknown) => {
    if (entry === null || typeof entry !== "object") return [];
    const { name, category } = entry as { name?: unknown; category?: unknown };
    if (typeof name !== "string" || name.trim() === "") return [];
    return [{ name: name.trim(), category: typeof category === "string" ? category : "" }];
  });

/**
 * The list with one more, or why not: trimmed, not empty, no name twice in any case (spec 1 section 5).
 */
export const withService = (services: readonly Service[], typed: string): Service[] | string => {
  const name = typed.trim().replace(/\s+/g, " ");
  if (name === "") return "Please enter a service";
  if (name.length > LONGEST_SERVICE) return `Please use at most ${LONGEST_SERVICE} characters`;
  if (services.length >= MOST_SERVICES) return `You can list at most ${MOST_SERVICES} services`;
  if (services.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    return "You have already added this service";
  }
  return [...services, { name, category: "" }];
};
