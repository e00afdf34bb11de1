import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { loadSchemaCache } from "./cache.ts";
import { key, type SchemaCache } from "./types.ts";
import { viewOrigins } from "./view-columns.ts";

const PUBLIC = { schemas: ["public"], extraSearchPath: [], maxRows: 0 };

const database = perFile(testDatabase);
beforeAll(async () => {
  await database.db.query(`
    create schema inner_schema;
    create table inner_schema.makers (id int primary key, name text);
    create table public.things (
      id int primary key, maker int references inner_schema.makers (id), "we{ird} \\(name" text);
    create view public.makers as select id as number, name from inner_schema.makers;
    create view public.deep as
      with x as (select * from things) select id, maker as made_by, "we{ird} \\(name" as odd from x
      where maker in (select id from inner_schema.makers);
    create view public.deeper as select made_by, 1 as one, upper(odd) as odd from deep;
    create view public.twice as select id, maker as first, maker as second from things;
    create view public.both as select id, maker from things union all select id, maker from things`);
});

const load = (): Promise<SchemaCache> => loadSchemaCache(database.db, PUBLIC);

const related = (cache: SchemaCache, from: string) =>
  (cache.relationships.get(key("public", from)) ?? [])
    .map(({ to, columns, cardinality }) => `${columns.join()} ${cardinality} ${to.name}`)
    .toSorted();

test("a key is found through views on views, under their own names, without its table exposed", async () => {
  const cache = await load();
  expect(related(cache, "deeper")).toEqual(["made_by,number many-to-one makers"]);
  expect(related(cache, "things")).toEqual(["maker,number many-to-one makers"]);
  expect(related(cache, "twice")).toEqual([
    "first,number many-to-one makers",
    "second,number many-to-one makers",
  ]);
  expect(related(cache, "makers")).toEqual(
    expect.arrayContaining(["number,made_by one-to-many deep", "number,maker one-to-many things"]),
  );
});

test("schemas that are not exposed appear nowhere", async () => {
  const cache = await load();
  const names = [...cache.tables.values()].map(({ schema }) => schema);
  expect(new Set(names)).toEqual(new Set(["public"]));
  const reached = [...cache.relationships.values()].flat().map(({ to }) => to.schema);
  expect(new Set(reached)).toEqual(new Set(["public"]));
});

test("expressions have no origin, and only the outermost query counts", () => {
  const entry = (resno: number, oid: number, column: number) =>
    `{TARGETENTRY :expr {VAR :varno 1 :resno 9 :resorigtbl 9 :resorigcol 9} :resno ${resno} :resname a\\{b :ressortgroupref 0 :resorigtbl ${oid} :resorigcol ${column} :resjunk false}`;
  const rule = `({QUERY :rtable ({RTE :subquery {QUERY :targetList (${entry(1, 5, 5)})}}) :targetList (${entry(1, 77, 2)} ${entry(2, 0, 0)}) :jointree <>})`;
  expect([...viewOrigins(rule)]).toEqual([[1, ["77", 2]]]);
});
