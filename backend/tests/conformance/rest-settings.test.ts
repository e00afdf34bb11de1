import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { configure, refused, startWorld } from "./rest-world.ts";

const world = perFile(() =>
  startWorld({ db_plan_enabled: "true", db_tx_end: "commit-allow-override", db_max_rows: "3" }),
);

const titles = async () =>
  (await world.sql("select title from films order by id")).map(({ title }) => title);

describe("query plans, once the database allows them", () => {
  test("as text and as JSON, with options", async () => {
    const text = await world.anon.from("films").select().explain();
    expect([text.error, text.status]).toEqual([null, 200]);
    expect(text.data).toMatch(/^Aggregate {2}\(cost=/);
    const json = await world.anon
      .from("films")
      .select("id, actors(name)")
      .eq("id", 1)
      .explain({ format: "json", analyze: true, verbose: true, settings: true, buffers: true });
    expect(json.data).toMatchObject([
      {
        Plan: { "Node Type": "Aggregate", "Actual Rows": 1 },
        "Query Identifier": expect.any(Number),
        Settings: { search_path: '"public", "public", "extensions"' },
      },
    ]);
    const media = 'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose|settings';
    const type = await world.header("content-type", "GET", "/films", {
      headers: { accept: media },
    });
    expect(type).toBe(`${media}; charset=utf-8`);
  });

  test("reveal nothing that the caller may not read", async () => {
    await refused(world.anon.from("vault").select().explain(), 401, "42501");
    const accept = 'application/vnd.pgrst.plan; for="application/vnd.pgrst.plan"';
    expect((await world.request("GET", "/films", { headers: { accept } })).status).toBe(406);
  });
});

describe("how a transaction ends", () => {
  test("a dry run shows its rows and changes nothing", async () => {
    const before = await titles();
    const tried = await world.anon
      .from("films")
      .update({ title: "Tried" })
      .lt("id", 3)
      .select("title")
      .rollback();
    expect(tried.data).toEqual([{ title: "Tried" }, { title: "Tried" }]);
    const made = await world.anon.from("films").insert({ title: "Never" }).select().rollback();
    expect([made.status, made.data?.[0].title]).toEqual([201, "Never"]);
    await world.anon.from("film_actors").delete().gt("film_id", 0).rollback();
    await world.anon.rpc("rename_film", { film: 1, title: "No" }).rollback();
    expect(await titles()).toEqual(before);
    expect((await world.anon.from("film_actors").select("film_id")).data).not.toEqual([]);
    const dry = { body: { title: "x" }, headers: { prefer: "tx=rollback" } };
    const applied = await world.header("preference-applied", "PATCH", "/films?id=eq.1", dry);
    expect(applied).toBe("tx=rollback");
  });
});

test("the database's own limit of rows counts", async () => {
  expect((await world.request("GET", "/films?select=id")).json()).toHaveLength(3);
});

test("a function that runs before every request may refuse it", async () => {
  await world.sql(`
    create function public.gate() returns void language plpgsql as $$ begin
      if current_setting('request.headers', true)::json ->> 'x-stop' is not null then
        raise sqlstate 'PT418' using message = current_user; end if; end $$`);
  await configure(world.backend.db, { db_pre_request: "public.gate" });
  const stopped = () => world.request("GET", "/films", { headers: { "x-stop": "1" } });
  await expect.poll(async () => (await stopped()).status, { timeout: 30_000 }).toBe(418);
  expect((await stopped()).json()).toMatchObject({ message: "anon" });
  expect((await world.request("GET", "/films?select=id&limit=1")).json()).toEqual([{ id: 1 }]);
});

test("OPTIONS lists the methods of a target", async () => {
  const allowed = (path: string) => world.header("allow", "OPTIONS", path);
  expect(await allowed("/films")).toBe("OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE");
  expect(await allowed("/film_titles")).toBe("OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE");
  expect(await allowed("/film_counts")).toBe("OPTIONS,GET,HEAD");
  expect(await allowed("/rpc/films_since")).toBe("OPTIONS,GET,HEAD,POST");
  expect(await allowed("/rpc/rename_film")).toBe("OPTIONS,POST");
  expect((await world.request("OPTIONS", "/nope")).status).toBe(404);
});

test("the root describes nothing to anybody, as PostgREST without its document", async () => {
  const token = await world.token({ role: "service_role" });
  for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
    const { status, text } = await world.request(method, "/", { token });
    const body = method === "HEAD" ? "" : expect.stringContaining('"code":"PGRST126"');
    expect([method, status, text]).toEqual([method, 404, body]);
  }
});
