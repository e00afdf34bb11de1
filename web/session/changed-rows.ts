import { sessionEnded } from "./session.ts";

/**
 * A write that the database accepted but that changed nothing: the row does not exist, or is not the
 * caller's.
 */
class NothingChanged extends Error {
  constructor() {
    super("This was not saved. It may have been removed, or changed by somebody else.");
  }
}

interface Write<Row> {
  throwOnError: () => PromiseLike<{ data: Row[] }>;
}

/**
 * Waits for an update or delete that selects its rows (`.select("id")`), and rejects if none came back.
 * Row-level security responds to a forbidden write with success and no rows.
 */
export const changedRows = async <Row>(write: Write<Row>): Promise<Row[]> => {
  const { data } = await write.throwOnError();
  if (!data.length) throw new NothingChanged();
  return data;
};

/** Waits for a delete of rows; that another tab deleted them before is a success, unless the session has ended. */
export const removedRows = async <Row>(removal: Write<Row>): Promise<void> => {
  try {
    await changedRows(removal);
  } catch (error) {
    if (!(error instanceof NothingChanged) || (await sessionEnded())) throw error;
  }
};
