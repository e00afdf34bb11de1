import path from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ project: path.join(import.meta.dirname, "fixtures/rest") });
});
afterAll(() => backend?.close());

test("debug", async () => {
  const user = await backend.tokens.sign({
    role: "authenticated",
    sub: "00000000-0000-4000-8000-00000000000a",
    exp: Math.floor(Date.now() / 1000) + 3600,
  });
  const call = (method: string, p: string, body?: unknown, headers: Record<string, string> = {}) =>
    backend.ask(`/rest/v1${p}`, {
      method,
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      headers: { apikey: backend.keys.anon, "content-type": "application/json", ...headers },
    });
  const rep = { prefer: "return=representation" };
  const auth = { authorization: `Bearer ${user}` };
  for (const [m, q, b, h] of [
    ["GET", "/films?or=(id.eq.1,and(id.gt.3,genre.is.null))&select=id"],
    ["GET", "/films?title=wfts(english).mountain&select=id"],
    ["GET", "/countries?select=facts->capital->>name,x:facts->rivers->0&facts->>island=eq.true"],
    ["POST", "/films", { title: "New" }],
    [
      "POST",
      "/films?select=id,title,directors(name),full_title",
      { title: "New2", director_id: 1, released: 2000 },
      rep,
    ],
    [
      "POST",
      "/films?columns=title,notes",
      [{ title: "A" }, { title: "B", notes: "x", junk: 1 }],
      rep,
    ],
    [
      "POST",
      "/films?columns=title,notes&select=title,notes",
      [{ title: "A" }, { title: "B", notes: "x", junk: 1 }],
      { prefer: "return=representation,missing=default" },
    ],
    ["POST", "/films", [{ title: "A" }, { notes: "B" }], rep],
    ["POST", "/films", { title: "H" }, { prefer: "return=headers-only" }],
    ["POST", "/films", { nope: 1 }],
    ["POST", "/films", { title: null }],
    ["POST", "/films", "{nope"],
    ["POST", "/films", { title: "x", genre: "western" }],
    ["POST", "/films", { title: "x", director_id: 99 }],
    ["POST", "/actors", [{ id: 1, name: "Ana" }]],
    [
      "POST",
      "/actors",
      [
        { id: 1, name: "Ana2" },
        { id: 9, name: "Nine" },
      ],
      { prefer: "resolution=merge-duplicates,return=representation" },
    ],
    [
      "POST",
      "/actors",
      [{ id: 1, name: "Ana3" }],
      { prefer: "resolution=merge-duplicates,return=representation" },
    ],
    [
      "POST",
      "/actors",
      [{ id: 1, name: "Ana4" }],
      { prefer: "resolution=ignore-duplicates,return=representation" },
    ],
    [
      "POST",
      "/countries?on_conflict=name",
      [{ name: "Peru", population: 5 }],
      { prefer: "resolution=merge-duplicates,return=representation" },
    ],
    ["PATCH", "/actors?id=eq.1&select=id,name", { name: "Z" }, rep],
    ["PATCH", "/actors?id=eq.1", { name: "Z" }],
    ["PATCH", "/actors", { name: "Z" }],
    ["PATCH", "/actors?id=gt.0", { name: "Z" }, { prefer: "handling=strict,max-affected=1" }],
    [
      "PATCH",
      "/actors?id=gt.0",
      { name: "Z" },
      { ...rep, accept: "application/vnd.pgrst.object+json" },
    ],
    ["GET", "/actors?select=name"],
    ["PUT", "/actors?id=eq.9", { id: 9, name: "Put" }, rep],
    ["PUT", "/actors?id=eq.10", { id: 10, name: "Put" }, rep],
    ["PUT", "/actors?id=eq.10", { id: 11, name: "Put" }, rep],
    ["PUT", "/actors?id=gt.10", { id: 11, name: "Put" }, rep],
    ["DELETE", "/actors?id=eq.10&select=id", undefined, rep],
    ["DELETE", "/actors?id=eq.9", undefined, { prefer: "count=exact" }],
    ["DELETE", "/actors"],
    ["POST", "/rpc/add", { a: 1, b: 2 }],
    ["POST", "/rpc/add", { a: 1 }],
    ["POST", "/rpc/add", { a: "x" }],
    ["POST", "/rpc/add", { c: 1 }],
    ["POST", "/rpc/greet", { name: "A" }],
    ["POST", "/rpc/greet", { name: "A", loud: true }],
    ["POST", "/rpc/do_nothing", {}],
    ["POST", "/rpc/do_nothing"],
    ["POST", "/rpc/whole", { a: [1] }],
    ["POST", "/rpc/whole", "[1,2]"],
    ["POST", "/rpc/echo_text", "hello", { "content-type": "text/plain" }],
    ["POST", "/rpc/total", { nums: [1, 2, 3] }],
    ["POST", "/rpc/tagged", { tags: ["a"], facts: { x: 1 } }],
    ["POST", "/rpc/rename_film?select=id,title,directors(name)", { film: 1, title: "Renamed" }],
    ["GET", "/rpc/rename_film?film=1&title=x"],
    ["POST", "/rpc/who_am_i", {}, { ...auth, "x-agent": "me" }],
    ["POST", "/rpc/answer_with_headers", {}],
    ["POST", "/rpc/fail_with", { code: "plain" }],
    ["POST", "/rpc/fail_with", { code: "PGRST" }],
    ["POST", "/rpc/fail_with", { code: "PT418" }],
    ["POST", "/rpc/fail_with", { code: "42501" }],
    ["POST", "/rpc/hidden_function", {}],
    ["POST", "/rpc/stat", {}],
    ["POST", "/rpc/films_since?limit=1&select=id", { year: 1999 }, { prefer: "count=exact" }],
    ["GET", "/diaries?select=id,films(title)&order=id"],
    ["GET", "/diaries?select=id,films(title)&order=id", undefined, auth],
    ["GET", "/films?select=id,diaries(id)&id=lt.3&order=id", undefined, auth],
    ["POST", "/diaries", { entry: "hi" }, { ...auth, ...rep }],
    ["POST", "/diaries", { entry: "hi" }, { ...rep }],
    [
      "POST",
      "/diaries",
      { entry: "hi", owner: "00000000-0000-4000-8000-00000000000b" },
      { ...auth, ...rep },
    ],
    ["PATCH", "/diaries?id=gt.0&select=id", { entry: "changed" }, { ...auth, ...rep }],
    ["DELETE", "/diaries?id=gt.0&select=id", undefined, { ...auth, ...rep }],
    ["POST", "/people?select=id", { id: 5, name: "N" }, rep],
    ["POST", "/people", { id: 6, name: "N", salary: 1 }],
    ["POST", "/people", { id: 7, name: "N" }],
    ["GET", "/people?select=id&salary=gt.0"],
    ["GET", "/people?select=id&order=salary"],
    ["GET", "/people?select=*"],
    ["GET", "/films?select=id,vault(secret)"],
    ["GET", "/people?select=id", undefined, { authorization: "Bearer a.b.c" }],
    [
      "GET",
      "/people?select=id",
      undefined,
      { authorization: `Bearer ${await backend.tokens.sign({ role: "postgres" })}` },
    ],
    [
      "GET",
      "/people?select=id",
      undefined,
      { authorization: `Bearer ${await backend.tokens.sign({ role: "nobody_here" })}` },
    ],
    [
      "GET",
      "/people?select=id",
      undefined,
      { authorization: `Bearer ${await backend.tokens.sign({ role: "anon", exp: 1000 })}` },
    ],
    ["POST", "/actors", 'id,name\n20,"Csv, one"\n21,NULL', { "content-type": "text/csv", ...rep }],
    [
      "POST",
      "/actors",
      'id,name\n20,"Csv, one"\n21,two',
      { "content-type": "text/csv", ...rep, accept: "text/csv" },
    ],
    ["OPTIONS", "/films"],
    ["HEAD", "/films", undefined, { prefer: "count=exact" }],
    ["POST", "/films", {}, rep],
    ["POST", "/film_counts", { films: 1 }, rep],
    ["POST", "/rpc/sleep_long", {}, {}],
    ["GET", "/"],
  ] as [string, string, unknown, Record<string, string>][]) {
    const r = await call(m, q, b, h);
    console.log(
      r.status,
      m,
      q,
      JSON.stringify(h),
      "=>",
      r.headers.get("content-range"),
      r.headers.get("preference-applied"),
      r.headers.get("location"),
      r.headers.get("www-authenticate"),
      r.headers.get("x-film"),
      await r.text(),
    );
  }
  console.log(backend.errors.splice(0).map((e) => e.facts.code));
});
