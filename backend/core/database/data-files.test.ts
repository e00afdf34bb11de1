import { beforeEach, expect, test } from "vitest";
import { bareDatabase } from "#backend/tests/database.ts";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { loadProject } from "../project/project.ts";
import { dataFilesSql, loadDataFiles } from "./data-files.ts";
import { prepareDatabase } from "./migrate.ts";

let database: Awaited<ReturnType<typeof bareDatabase>>;
let folder: string;
const write = (name: string, text: string) => writeFiles(folder, { [name]: text });
const load = () => loadDataFiles(database.db, loadProject(folder, {}));
const calls = () => database.db.query("select content, previous from calls order by id");

beforeEach(async () => {
  database = await perTest(bareDatabase());
  folder = newFolder("project-");
  await prepareDatabase(database.db);
  await database.db.query(`
    create table public.calls (id serial, content text, previous text);
    create function public.load_rows(content text, previous text) returns void language sql as $$
      insert into public.calls (content, previous) values (content, previous) $$;
    create function public.refuse(content text, previous text) returns void language plpgsql as $$
      begin raise exception 'no such town'; end $$;`);
});

test("a file is loaded once, and again with its former text when it has changed", async () => {
  write("config.toml", '[db.data_files]\n"seed/a.csv" = "public.load_rows"');
  write("seed/a.csv", "name\nLeeds\n");
  expect(await load()).toEqual(["seed/a.csv"]);
  expect(await load()).toEqual([]);
  write("seed/a.csv", "name\nYork\n");
  expect(await load()).toEqual(["seed/a.csv"]);
  expect(await calls()).toEqual([
    { content: "name\nLeeds\n", previous: null },
    { content: "name\nYork\n", previous: "name\nLeeds\n" },
  ]);
});

test("a file that its function refuses is named, and tried again at the next start", async () => {
  write("seed/a.csv", "name\nAtlantis\n");
  write("config.toml", '[db.data_files]\n"seed/a.csv" = "public.refuse"');
  await expect(load()).rejects.toThrow("seed/a.csv: no such town");
  write("config.toml", '[db.data_files]\n"seed/a.csv" = "public.load_rows"');
  expect(await load()).toEqual(["seed/a.csv"]);
});

test("a database that another Supabase serves loads the same by a script", async () => {
  write("config.toml", '[db.data_files]\n"seed/a.csv" = "public.load_rows"');
  write("seed/a.csv", "name\nKing's Lynn\n");
  await database.db.query(dataFilesSql(loadProject(folder, {})));
  expect(await calls()).toEqual([{ content: "name\nKing's Lynn\n", previous: null }]);
});

test("a file that is not there, and a loader that is no function's name, are refused", () => {
  write("config.toml", '[db.data_files]\n"seed/b.csv" = "public.load_rows"');
  expect(() => loadProject(folder, {})).toThrow("seed/b.csv must be the function of a file");
  write("seed/b.csv", "");
  write("config.toml", '[db.data_files]\n"seed/b.csv" = "drop(); --"');
  expect(() => loadProject(folder, {})).toThrow("a function with its schema");
});
