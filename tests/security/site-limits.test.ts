import { expect, test } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

/** The longest text that a form takes is the longest that its column takes, whoever changes either. */
const database = perFile(() => testDatabase({ project: THE_PROJECT }));

/** Columns that no form fills: the server writes them, or a selection of the category picker does. */
const NOT_TYPED = [
  "consents.wording",
  "jobs.category",
  "payments.id",
  "payments.number",
  // Also the address of an account, which may be longer than a form takes.
  "reports.reporter_email",
  "services.category",
];

const limitsOfColumns = async (): Promise<Record<string, number>> => {
  const rows = await database.db.query<{ name: string; definition: string }>(
    `select c.relname || '.' || a.attname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
     where c.relnamespace = 'public'::regnamespace and k.contype = 'c'`,
  );
  return Object.fromEntries(
    rows.flatMap(({ name, definition }) => {
      const column = name.slice(name.indexOf(".") + 1);
      const [, longest] = new RegExp(`char_length\\(${column}\\) <= (\\d+)`).exec(definition) ?? [];
      return longest === undefined ? [] : [[name, Number(longest)]];
    }),
  );
};

test("every limit of a column is the domain's, and every one of the domain's is a column's", async () => {
  const held = Object.fromEntries(
    Object.entries(LIMITS).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, longest]) => [`${table}.${column}`, longest]),
    ),
  );
  const found = await limitsOfColumns();
  for (const name of NOT_TYPED) {
    expect(found, `${name} has no limit any more`).toHaveProperty([name]);
    delete found[name];
  }
  expect(found).toEqual(held);
});
