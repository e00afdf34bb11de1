/**
 * The pages that a pagination shows: first, last, the current one and its neighbours, with "gap"
 * where something is left out. A gap of a single page is that page. Nothing when there is one page.
 */
export const visiblePages = (current: number, last: number): (number | "gap")[] => {
  if (last <= 1) return [];
  const shown = [...new Set([1, current - 1, current, current + 1, last])]
    .filter((page) => page >= 1 && page <= last)
    .sort((a, b) => a - b);
  return shown.flatMap((page, index) => {
    const missing = page - (shown[index - 1] ?? page - 1) - 1;
    if (missing === 0) return [page];
    return missing === 1 ? [page - 1, page] : (["gap", page] as const);
  });
};
