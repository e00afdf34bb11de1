/** A write that the database accepted and that changed nothing: no such row, or not the caller's. */
export class NothingChanged extends Error {
  constructor() {
    super("This was not saved. It may have been removed, or changed by somebody else.");
  }
}

interface Answer<Row> {
  data: Row[] | null;
  error: Error | null;
}

/**
 * Waits for an update or delete that asks for its rows (`.select("id")`), and rejects when none came
 * back: row-level security answers a write that it does not allow with success and no rows.
 */
export const changedRows = async <Row>(write: PromiseLike<Answer<Row>>): Promise<Row[]> => {
  const { data, error } = await write;
  if (error) throw error;
  if (!data?.length) throw new NothingChanged();
  return data;
};
