/**
 * The pages that a pagination shows (spec 2 section 9): first, last, the current one and its neighbours,
 * with "gap" for omitted ones. Nothing if there is one page.
 */
export const visiblePages = (current: number, last: number): (number | "gap")[] => {
  if (last <= 1) return [];
  const shown = [...new Set([1, current - 1, current, current + 1, last])]
    .filter((page) => page >= 1 && page <= last)
    .sort((a, b) => a - b);
  return shown.flatMap((page, index) => {
    const before = shown[index - 1] ?? page - 1;
    return page - before > 1 ? (["gap", page] as const) : [page];
  });
};
