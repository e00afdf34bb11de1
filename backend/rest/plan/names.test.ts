import { expect, test } from "vitest";
import { key, type SchemaCache } from "../schema/types.ts";
import { findTable } from "./names.ts";

const among = (count: number) => {
  const tables = Array.from({ length: count }, (_, at) => ({
    schema: "public",
    name: `film_${at}`,
  }));
  return { tables: new Map(tables.map((each) => [key("public", each.name), each])) };
};

const hint = (count: number): unknown => {
  try {
    return findTable(among(count) as unknown as SchemaCache, "public", "filmm_1");
  } catch (error) {
    return (error as { hint?: string }).hint;
  }
};

test("a similar table is suggested, unless there are too many to compare", () => {
  expect(hint(500)).toBe("Perhaps you meant the table 'public.film_1'");
  expect(hint(501)).toBeFalsy();
});
