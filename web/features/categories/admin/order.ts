/** The list with one item at another place; a place outside is the nearest end. */
export const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.toSpliced(from, 1);
  const item = items[from];
  if (item === undefined) return [...items];
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, item);
};

interface Row {
  top: number;
  bottom: number;
}

/**
 * Where a pointer at height `y` would drop what it holds: the place of the row whose half it has
 * passed.
 *
 * @param rows the rows as they stand, from top to bottom
 * @param from the place of the row that is held
 */
export const placeAt = (rows: readonly Row[], from: number, y: number): number => {
  const middle = ({ top, bottom }: Row) => (top + bottom) / 2;
  const above = rows.filter((row, at) => at < from && y > middle(row)).length;
  const below = rows.filter((row, at) => at > from && y > middle(row)).length;
  return below > 0 ? from + below : above;
};
