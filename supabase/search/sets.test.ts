import { expect, it } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

const database = perFile(() => testDatabase({ project: THE_PROJECT }));

/** Pages of a set that are not those of the list of its members, which every bit was looked at for. */
const wrongPages = (parts: number, who: string) => `
  with made as materialized (
    select string_agg(case when ${who} then '1' else '0' end, '' order by n)::bit varying as members,
      coalesce(array_agg(n order by n desc) filter (where ${who}), '{}') as listed
    from generate_series(0, ${parts} * 16384 - 1) as n)
  select skip, wanted from made
  cross join lateral (select distinct unnest(array[0, 1, 63, 64, 500, cardinality(listed) / 2,
    greatest(cardinality(listed) - 1, 0), cardinality(listed), cardinality(listed) + 5]) as skip) as starts
  cross join unnest(array[1, 20, 100, 101, 5000]) as wanted
  where search.slots_in_range(members, skip, wanted) is distinct from listed[skip + 1 : skip + wanted]`;

it.each([
  ["nobody", 1, "false"],
  ["everybody", 1, "true"],
  ["one, the lowest", 2, "n = 0"],
  ["one, the highest", 2, "n = 32767"],
  ["three, far from each other", 3, "n in (5, 20000, 49151)"],
  ["every second", 2, "n % 2 = 0"],
  ["all of one stretch, behind many of nobody", 2, "n between 300 and 700"],
  ["the new ones alone", 2, "n > 32000"],
  ["one in a hundred", 7, "hashint4(n) % 100 = 0"],
  ["one in three thousand", 7, "hashint4(n) % 3000 = 0"],
  ["nearly all", 3, "hashint4(n) % 50 <> 0"],
])("a page of a set is the same as by looking at every bit: %s", async (_, parts, who) => {
  expect(await database.db.query(wrongPages(parts, who))).toEqual([]);
});
