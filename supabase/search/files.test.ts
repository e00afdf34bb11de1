import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectDatabase } from "#tests/project-database.ts";
import { list } from "#tests/security/search/fill.ts";
import { LISTED } from "#tests/security/search/golden.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

/**
 * What a release brings in supabase/seed: places and synonyms follow their files.
 */
const database = projectDatabase();

const PLACES = "seed/places.csv";
const SYNONYMS = "seed/synonyms.csv";
const sql = (text: string, values: unknown[] = []) => database.db.query(text, values);
const file = (name: string) => readFileSync(path.join(THE_PROJECT, name), "utf8");
const rows = (name: string) => file(name).trim().split("\n").slice(1);
const load = (name: string, content: string, previous: string | null) => {
  const loader = database.project.dataFiles.find((entry) => entry.name === name)?.loader;
  return sql(`select ${loader}($1, $2)`, [content, previous]);
};
const rowsOf = async (question: string) => (await sql(question)).map(({ row }) => row).sort();
const places = () =>
  rowsOf(
    `select concat_ws(',', kind, name, coalesce(town, ''), latitude::numeric(6,3), longitude::numeric(6,3)) as row
     from search.places where kind <> 'outward'`,
  );
const synonyms = () => rowsOf("select term || ',' || means as row from search.synonyms");

test("a new database has the rows of both files, each named once", async () => {
  expect(await places()).toEqual(rows(PLACES).sort());
  expect(await synonyms()).toEqual(rows(SYNONYMS).sort());
});

test("a place that moves also moves what is located by it; outward codes stay", async () => {
  await sql("insert into search.places values ('outward', 'ls6', null, 53.82, -1.57)");
  await list(database.db, 1, LISTED.amp, 1);
  const york = "town,york,,53.958,-1.083";
  const miles = async () => {
    const [row] = await sql(
      "select round((position <-> search.map_point(53.958, -1.083))::numeric, 1)::float8 as miles from search.listings",
    );
    return row?.miles;
  };
  expect(await miles()).toBe(0);
  await load(PLACES, file(PLACES).replace(york, "town,york,,53.900,-1.083"), file(PLACES));
  expect(await miles()).toBe(4);
  await load(PLACES, file(PLACES).replace(`${york}\n`, ""), null);
  expect(await miles()).toBeNull();
  await load(PLACES, file(PLACES), null);
  expect(await miles()).toBe(0);
  expect(await places()).toEqual(rows(PLACES).sort());
  expect(await sql("select name from search.places where kind = 'outward'")).toEqual([
    { name: "ls6" },
  ]);
});

test("synonyms follow their file, and those of merged categories stay", async () => {
  const before = file(SYNONYMS);
  await sql("insert into search.synonyms (term, means) values ('fettler', 'mechanic')");
  await load(SYNONYMS, `${before.replace("arborist,tree surgery\n", "")}aga,heating\n`, before);
  const held = await synonyms();
  expect(held).toContain("fettler,mechanic");
  expect(held).toContain("aga,heating");
  expect(held).not.toContain("arborist,tree surgery");
});
