/** The list with one item moved; a place outside means the nearest end. */
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
 * The place where a pointer at height `y` would drop its item: that of the row whose middle it has passed.
 *
 * @param rows the rows from top to bottom
 * @param from the place of the held row
 */
export const placeAt = (rows: readonly Row[], from: number, y: number): number => {
  const middle = ({ top, bottom }: Row) => (top + bottom) / 2;
  const above = rows.filter((row, at) => at < from && y > middle(row)).length;
  const below = rows.filter((row, at) => at > from && y > middle(row)).length;
  return below > 0 ? from + below : above;
};
