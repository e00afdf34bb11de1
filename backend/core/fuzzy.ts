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

/** Longer names are not compared. */
const LONGEST = 63;

/** The runs of `size` neighbouring letters and digits between hyphens. */
const nGrams = (text: string, size: number): Set<string> => {
  const padded = `-${text.replaceAll(/[^\p{L}\p{N}, ]/gu, "")}-`;
  return new Set(
    Array.from({ length: Math.max(padded.length - size + 1, 1) }, (_, at) =>
      padded.slice(at, at + size).padEnd(size, "-"),
    ),
  );
};

/** How similar (0 to 1) a name must be to be suggested: PostgREST's own thresholds, by kind. */
export const LIKENESS = {
  /** Tables and functions: a wild guess must not list what exists. */
  relation: 0.75,
  /** Parameters of a function, and relationships of a table, that the caller has already named. */
  part: 0.33,
};

/**
 * The candidate most like `name`, for hints after a typing error, found as PostgREST finds it: among those
 * that share three letters in a row, or else two. Null if none is at least `likeness` (0 to 1) similar, or
 * if one is the name itself.
 */
export const closest = (
  name: string,
  candidates: Iterable<string>,
  likeness: number,
): string | null => {
  if (name.length > LONGEST) return null;
  const target = name.toLowerCase();
  const others = [...new Set(candidates)]
    .filter((each) => each.length <= LONGEST * 4)
    .map((shown) => ({ shown, text: shown.toLowerCase() }));
  if (others.some(({ text }) => text === target)) return null;
  for (const size of [3, 2]) {
    const own = nGrams(target, size);
    const [best] = others
      .filter(({ text }) => [...nGrams(text, size)].some((gram) => own.has(gram)))
      .map(({ shown, text }) => ({
        shown,
        alike: 1 - distance(target, text) / Math.max(target.length, text.length),
      }))
      .filter(({ alike }) => alike >= likeness)
      .sort((one, other) => other.alike - one.alike);
    if (best) return best.shown;
  }
  return null;
};

/** PostgreSQL does not take more edits than this for a typing error. */
const FURTHEST = 3;

/**
 * The columns that PostgreSQL itself would suggest for an unknown one: the nearest within three edits and
 * half the name's length, or the nearest two; none if three are equally near.
 */
export const nearestColumns = (name: string, columns: Iterable<string>): string[] => {
  let furthest = FURTHEST + 1;
  let found: string[] = [];
  for (const column of columns) {
    // Each letter of difference in length is an edit, so a name of kilobytes is compared with none.
    if (Math.abs(column.length - name.length) > furthest) continue;
    const edits = distance(column, name);
    if (edits > name.length / 2 || edits > furthest) continue;
    if (edits < furthest) {
      furthest = edits;
      found = [column];
    } else if (found.length === 2) {
      furthest = edits - 1;
      found = [];
    } else if (found.length === 1) found.push(column);
  }
  return found;
};
