import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ project: path.join(import.meta.dirname, "fixtures/rest") });
});
afterAll(() => backend?.close());
const get = (p: string, headers: Record<string, string> = {}) =>
  backend.ask(`/rest/v1${p}`, { headers: { apikey: backend.keys.anon, ...headers } });

test("debug", async () => {
  for (const q of [
    "/films?select=id,title&order=id",
    "/films?select=id,title,directors(name,countries!directors_country(name))&order=id.desc&limit=2",
    "/films?select=title,actors(name)&id=eq.1",
    "/films?select=title,...directors(director:name)&id=in.(1,2)",
    "/films?select=title,...actors(name)&id=in.(1,2)",
    "/directors?select=name,countries(name)",
    "/countries?select=name,cities!inner(name)&cities.capital=is.true&order=name",
    "/film_titles?select=title,directors(name)&limit=1",
    "/famous_directors?select=name,films(title)",
    "/films?select=title,technical_specs(camera),lead(name),main_actors(name),full_title&id=eq.1",
    "/films?or=(id.eq.1,and(id.gt.3,genre.is.null))&select=id",
    "/films?title=wfts(english).mountain&select=id",
    "/films?words=plfts.mountain&select=id",
    "/countries?select=facts->capital->>name,x:facts->rivers->0&facts->>island=eq.true",
    "/countries?tags=cs.{alps}&select=name",
    "/films?select=*,count&id=eq.1",
    "/films?select=count",
    "/directors?select=name,films(count)",
    "/rpc/add?a=1",
    "/rpc/add?a=1&b=3",
    "/rpc/films_since?year=2000&select=title,directors(name)&order=title",
    "/rpc/numbers?upto=3",
    "/rpc/pair",
    "/rpc/one_film?film=1&select=title",
    "/rpc/stats?order=films.desc",
    "/rpc/total?nums=1&nums=2",
    "/rpc/who_am_i",
    "/rpc/tagged?tags={a,b}",
    "/film?select=id",
    "/films?select=nope",
    "/films?nope=eq.1",
    "/films?id=foo.1",
    "/films?select=cities(name)",
    "/vault",
    "/people?select=salary",
    "/people?select=name",
    "/nothing/there",
    "/films?select=id::int4,rating::text&limit=1",
    "/cities?select=name,twin_id(name)&id=eq.3",
    "/cities?select=name,cities(name)&id=eq.1",
    "/films?order=directors(name).desc&select=id,directors(name)",
    "/Odd%20%22names%22?select=%22a.b%22,%22the%20id%22&%22a.b%22=eq.dotted",
    "/films?select=id&directors=is.null",
    "/films?select=id,directors()&directors=is.null",
    "/films?select=id,actors(name)&actors=not.is.null",
  ]) {
    const r = await get(q);
    console.log(r.status, q, r.headers.get("content-range"), await r.text());
  }
  for (const [q, h] of [
    ["/films?select=id,title", { accept: "text/csv" }],
    ["/films?select=id&limit=2", { prefer: "count=exact" }],
    ["/films?select=id&limit=2", { prefer: "count=planned" }],
    ["/films?select=id&limit=2", { prefer: "count=estimated" }],
    ["/films?select=id&offset=20", { prefer: "count=exact" }],
    ["/films?select=id", { range: "1-2" }],
    ["/films?select=id&id=eq.1", { accept: "application/vnd.pgrst.object+json" }],
    ["/films?select=id", { accept: "application/vnd.pgrst.object+json" }],
    [
      "/films?select=id,genre&id=eq.5",
      { accept: "application/vnd.pgrst.array+json;nulls=stripped" },
    ],
    ["/reels", { "accept-profile": "archive" }],
    ["/reels", { "accept-profile": "nope" }],
  ] as [string, Record<string, string>][]) {
    const r = await get(q, h);
    console.log(r.status, q, JSON.stringify(h), r.headers.get("content-range"), await r.text());
  }
});
