import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

type Films = ReturnType<ReturnType<SupabaseClient["from"]>["select"]>;

const films = async (narrow: (query: Films) => Films): Promise<number[]> => {
  const rows = await world.rows("films", "id", (query) => narrow(query).order("id"));
  return (rows as { id: number }[]).map(({ id }) => id);
};

const rows = async <T>(query: string): Promise<T[]> => {
  const { status, json } = await world.request("GET", query);
  expect([status, json()]).toMatchObject([200, expect.anything()]);
  return json() as T[];
};

const ids = async (query: string) => (await rows<{ id: number }>(query)).map(({ id }) => id);

describe("operators by the official client", () => {
  const cases: [string, (query: Films) => Films, number[]][] = [
    ["eq", (q) => q.eq("title", "Night Train"), [3]],
    ["eq of a value with every reserved sign", (q) => q.eq("title", 'a,b.c:(d)"e"&f=%25*'), []],
    ["neq", (q) => q.neq("genre", "drama"), [2, 3]],
    ["gt", (q) => q.gt("released", 2004), [4, 5]],
    ["gte", (q) => q.gte("released", 2004), [3, 4, 5]],
    ["lt", (q) => q.lt("released", 1999), [1]],
    ["lte", (q) => q.lte("rating", 6.4), [2, 5]],
    ["like", (q) => q.like("title", "%Train"), [3]],
    ["like with stars", (q) => q.like("title", "The*"), [1, 4]],
    ["ilike", (q) => q.ilike("title", "%the%"), [1, 4]],
    ["likeAllOf", (q) => q.likeAllOf("title", ["The%", "%Rain"]), [4]],
    ["likeAnyOf", (q) => q.likeAnyOf("title", ["%Cats", "%Rain"]), [2, 4]],
    ["ilikeAnyOf", (q) => q.ilikeAnyOf("title", ["%CATS", "night%"]), [2, 3]],
    ["match", (q) => q.filter("title", "match", "^The .*n$"), [1, 4]],
    ["imatch", (q) => q.filter("title", "imatch", "^NIGHT"), [3]],
    ["is null", (q) => q.is("rating", null), [4]],
    ["not is null", (q) => q.not("genre", "is", null), [1, 2, 3, 4]],
    ["isDistinct", (q) => q.filter("genre", "isdistinct", "drama"), [2, 3, 5]],
    ["in", (q) => q.in("title", ["Night Train", "Nobody's Film", 'x"y', "a,b"]), [3, 5]],
    ["in of nothing", (q) => q.in("id", []), []],
    ["not in", (q) => q.not("id", "in", "(1,2,3)"), [4, 5]],
    ["match of several", (q) => q.match({ genre: "drama", director_id: 2 }), [4]],
    ["two filters of one column", (q) => q.gt("id", 1).lt("id", 4), [2, 3]],
    ["or", (q) => q.or("id.eq.1,title.eq.Night Train"), [1, 3]],
    ["or with and within", (q) => q.or("id.eq.5,and(genre.eq.drama,released.gt.2000)"), [4, 5]],
    [
      "or with not, in and quotes",
      (q) => q.or('id.in.(1,2),title.eq."Nobody\'s Film",not.and(id.gt.0)'),
      [1, 2, 5],
    ],
    [
      "or with words among it",
      (q) => q.or("words.fts(english).cats,words.plfts.rain,id.eq.5"),
      [2, 4, 5],
    ],
    ["textSearch", (q) => q.textSearch("words", "'mountain' | 'rain'"), [1, 4]],
    ["textSearch plain", (q) => q.textSearch("words", "quiet mountain", { type: "plain" }), [1]],
    ["textSearch phrase", (q) => q.textSearch("words", "mountain quiet", { type: "phrase" }), []],
    [
      "textSearch web, with a language",
      (q) => q.textSearch("words", "cats or trains", { type: "websearch", config: "english" }),
      [2, 3],
    ],
    [
      "textSearch of a plain column",
      (q) => q.textSearch("title", "cat", { config: "english" }),
      [2],
    ],
    ["JSON path", (q) => q.eq("data->>budget", "12"), [2]],
    ["computed column", (q) => q.eq("full_title", "Night Train (2004)"), [3]],
  ];
  for (const [name, narrow, expected] of cases) {
    test(name, async () => {
      expect(await films(narrow)).toEqual(expected);
    });
  }

  test("not of a whole tree", async () => {
    expect(await ids("/films?select=id&not.or=(id.eq.1,id.eq.2)&order=id")).toEqual([3, 4, 5]);
    expect(await ids("/films?select=id&not.and=(id.gt.1,id.lt.5)&order=id")).toEqual([1, 5]);
  });

  test("any and all of numbers", async () => {
    expect(await ids("/films?select=id&id=eq(any).{1,3}&order=id")).toEqual([1, 3]);
    expect(await ids("/films?select=id&id=gt(all).{1,3}&order=id")).toEqual([4, 5]);
    expect(await rows("/films?select=id&id=not.eq(any).{1,3}&order=id")).toHaveLength(3);
  });
});

describe("arrays, JSON and ranges", () => {
  const names = async (narrow: (query: Films) => Films) => {
    const found = await world.rows("countries", "name", (query) => narrow(query).order("id"));
    return (found as { name: string }[]).map(({ name }) => name);
  };
  const rooms = async (narrow: (query: Films) => Films) => {
    const found = await world.rows("bookings", "room", (query) => narrow(query).order("room"));
    return (found as { room: number }[]).map(({ room }) => room);
  };

  test("contains, contained by, overlaps", async () => {
    const cases: [(query: Films) => Films, string[]][] = [
      [(q) => q.contains("tags", ["alps"]), ["Austria"]],
      [(q) => q.containedBy("tags", ["alps", "euro", "x"]), ["Austria", "Peru"]],
      [(q) => q.overlaps("tags", ["island", "euro"]), ["Austria", "Japan"]],
      [(q) => q.contains("facts", { island: true }), ["Japan"]],
      [(q) => q.contains("joined", "[2000-01-01,2001-01-01)"), ["Austria", "Peru"]],
      [(q) => q.or("tags.cs.{island},tags.eq.{}"), ["Japan", "Peru"]],
      [(q) => q.is("facts->island", null), ["Austria", "Peru"]],
    ];
    for (const [narrow, expected] of cases)
      expect(await names(narrow), String(narrow)).toEqual(expected);
  });

  test("ranges left, right, adjacent", async () => {
    expect(await rooms((q) => q.rangeLt("during", "[6,8)"))).toEqual([1]);
    expect(await rooms((q) => q.rangeGt("during", "[1,3)"))).toEqual([2]);
    expect(await rooms((q) => q.rangeGte("during", "[2,3)"))).toEqual([2]);
    expect(await rooms((q) => q.rangeLte("during", "[2,7)"))).toEqual([1]);
    expect(await rooms((q) => q.rangeAdjacent("during", "[5,6)"))).toEqual([1]);
    expect(await rooms((q) => q.overlaps("during", "[1,4)"))).toEqual([1, 2]);
  });

  test("booleans and enums", async () => {
    expect(await rows("/cities?select=name&capital=is.true&order=name")).toHaveLength(3);
    expect(await rows("/cities?select=name&capital=not.is.true")).toHaveLength(2);
    expect(await rows("/cities?select=name&capital=is.unknown")).toEqual([]);
    expect(await rows("/films?select=id&genre=in.(drama,comedy)")).toHaveLength(3);
  });
});

describe("what cannot be meant is refused", () => {
  const refused: [status: number, code: string, queries: string[]][] = [
    [
      400,
      "PGRST100",
      [
        ..."id=1 id=equals.1 id=is.maybe id=in.1,2 id=in.(1,2 or=id.eq.1 or=() or=(id.eq.1".split(
          " ",
        ),
        ..."select=id,,title select=directors(name order=id.down %22a=eq.1 title=eq.%FF".split(" "),
        "columns=",
        "select=id::int;drop",
        `id=in.(${"1,".repeat(5001)}1)`,
        `${"id=gt.0&".repeat(251)}`,
        `or=${"(and".repeat(20)}`,
        `or=(${"and(".repeat(20)}id.eq.1${")".repeat(21)}`,
        `select=${"directors(films(".repeat(6)}id${"))".repeat(6)}`,
        `select=${"id,".repeat(501)}id`,
        `title=eq.${"x".repeat(70_000)}`,
      ],
    ],
    [400, "PGRST200", ["select=nope,nothing(id)"]],
    [400, "42703", ["nope=eq.1", "select=nope", "order=nope"]],
    [400, "42704", ["select=id::nope", "title=fts(klingon).x"]],
    [400, "22P02", ["id=eq.one", "genre=eq.western"]],
    [400, "2201B", ["title=match.("]],
    [404, "42883", ["id=like.1*"]],
    [400, "22021", ["title=eq.%00"]],
    [400, "22003", ["id=eq.99999999999999999999"]],
  ];
  for (const [status, code, queries] of refused)
    for (const query of queries)
      test(`${query.slice(0, 60)} -> ${status} ${code}`, async () => {
        const response = await world.request("GET", `/films?${query}`);
        expect([response.status, response.json()]).toMatchObject([status, { code }]);
        const members = ["code", "message", "details", "hint"];
        expect(Object.keys(response.json() as object)).toEqual(members);
      });

  test("an unknown table or column gets the nearest name as a hint", async () => {
    const table = await world.anon.from("filmes").select();
    expect(table.error).toMatchObject({
      code: "PGRST205",
      message: "Could not find the table 'public.filmes' in the schema cache",
      hint: "Perhaps you meant the table 'public.films'",
    });
    const column = await world.anon.from("films").select("titel");
    expect(column.error).toMatchObject({
      code: "42703",
      message: "column films.titel does not exist",
      hint: 'Perhaps you meant to reference the column "films.title".',
    });
  });
});
