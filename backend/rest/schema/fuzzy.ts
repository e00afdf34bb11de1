/** Edits (insert, delete, replace) that turn `a` into `b`. */
const distance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, replaced));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
};

/** Longer names are never worth the comparison. */
const LONGEST = 63;

/**
 * The candidate most like `name`, for hints after a typing error; null when none is at least
 * `likeness` (0 to 1) alike. Exact matches are no suggestion.
 */
export const closest = (
  name: string,
  candidates: Iterable<string>,
  likeness = 0.6,
): string | null => {
  if (name.length > LONGEST) return null;
  let best: string | null = null;
  let score = likeness;
  for (const candidate of candidates) {
    if (candidate === name || candidate.length > LONGEST * 4) continue;
    const longest = Math.max(candidate.length, name.length) || 1;
    const alike = 1 - distance(name.toLowerCase(), candidate.toLowerCase()) / longest;
    if (alike >= score && alike > 0) {
      if (alike === score && best !== null) continue;
      best = candidate;
      score = alike;
    }
  }
  return best;
};
