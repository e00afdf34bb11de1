import { expect } from "vitest";

/** The fields of spec 2 section 3; a moderator's own notes are not public. */
export const FEEDBACK =
  "id, provider_id, user_id, rating, title, description, author_name, created_at, approved";

/** The response of a call, which must not be a refusal. */
export const one = async <Row extends object>(
  query: PromiseLike<{ data: unknown; error: unknown }>,
): Promise<Row> => {
  const { data, error } = await query;
  expect(error).toBeNull();
  return data as Row;
};
