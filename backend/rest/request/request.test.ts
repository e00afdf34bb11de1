import { describe, expect, test } from "vitest";
import { csvRows } from "./csv.ts";
import { readLogic } from "./logic.ts";
import { readAccept } from "./media.ts";
import { isFilter, readFilterValue } from "./operators.ts";
import { readOrder } from "./order.ts";
import { parseQuery } from "./parsed-query.ts";
import { applied, readPreferences } from "./preferences.ts";
import { readSchema, readTarget, split } from "./request.ts";
import { readSelect } from "./select.ts";

const CLOSED = { plans: false, geoJson: false };

const parsed = (query: string, rpc = false, maxRows = 100) =>
  parseQuery(query, { rpc, range: null, maxRows });

describe("select", () => {
  const field = (name: string, more = {}) => ({
    kind: "field",
    field: { name, path: [] },
    alias: null,
    cast: null,
    aggregate: null,
    aggregateCast: null,
    ...more,
  });

  test("fields with aliases, casts, paths and aggregates", () => {
    expect(readSelect('id, "a,b" ,c d,e-f')).toEqual([
      field("id"),
      field("a,b"),
      field("c d"),
      field("e-f"),
    ]);
    expect(readSelect("x:id::text")).toEqual([field("id", { alias: "x", cast: "text" })]);
    expect(readSelect("data->a->>0::int")).toEqual([
      {
        ...field("data"),
        field: {
          name: "data",
          path: [
            { text: false, key: "a", index: false },
            { text: true, key: "0", index: true },
          ],
        },
        cast: "int",
      },
    ]);
    expect(readSelect("n:amount::int.sum()::text,count()")).toMatchObject([
      { alias: "n", aggregate: "sum", cast: "int", aggregateCast: "text" },
      { aggregate: "count", field: { name: "*" } },
    ]);
  });

  test("resources with hints, joins, spread and nothing in them", () => {
    expect(readSelect("a:films!key!inner(id,...actors(*)),empty!left()")).toMatchObject([
      {
        kind: "resource",
        name: "films",
        alias: "a",
        hint: "key",
        join: "inner",
        select: [field("id"), { name: "actors", spread: true, select: [field("*")] }],
      },
      { name: "empty", hint: null, join: "left", select: [] },
    ]);
  });

  test.for([
    "",
    ",",
    "a,",
    "a b(",
    "a)",
    "a(b",
    "...",
    "a::",
    ":a",
    'x:"',
    "a->",
    "*x",
    "a!b",
    "(a)",
  ])("%j is refused", (text) => {
    expect(() => readSelect(text)).toThrow(/failed to parse select/);
  });
});

describe("filters", () => {
  test("operators with their modifiers", () => {
    expect(readFilterValue("not.like(any).{a*,b}")).toMatchObject({
      not: true,
      operator: "like",
      quantifier: "any",
      value: "{a%,b}",
    });
    expect(readFilterValue("wfts(english).a b")).toMatchObject({
      language: "english",
      value: "a b",
    });
    expect(readFilterValue("is.NOT_NULL")).toMatchObject({ word: "not_null", value: null });
    expect(readFilterValue("eq.")).toMatchObject({ operator: "eq", value: "" });
  });

  test("lists become array literals, whatever is in them", () => {
    expect(readFilterValue('in.(a,"b,\\"c)",d\\e)').value).toBe('{"a","b,\\"c)","d\\\\e"}');
    expect(readFilterValue("in.()").value).toBe("{}");
    expect(readFilterValue("in.(,a)").value).toBe('{"","a"}');
  });

  test("arguments of a function are distinguished from filters", () => {
    for (const filter of ["eq.1", "not.in.(1)", "is.null", "fts(english).a", "like(any).{a}"]) {
      expect(isFilter(filter)).toBe(true);
    }
    for (const value of ["1", "equal", "eq", "is", "note.txt", "fts", "a.b"]) {
      expect(isFilter(value)).toBe(false);
    }
  });

  test("trees", () => {
    expect(readLogic("(a.eq.1,not.and(b.cs.{1,2},c.in.(x,y)))", false, "or")).toMatchObject({
      connective: "or",
      members: [
        { filter: { field: { name: "a" }, operation: { value: { constant: "1" } } } },
        {
          not: true,
          connective: "and",
          members: [
            { filter: { operation: { value: { constant: "{1,2}" } } } },
            { filter: { operation: { value: { constant: '{"x","y"}' } } } },
          ],
        },
      ],
    });
  });

  test("order", () => {
    expect(readOrder("a.desc.nullslast, b->c ,d(e).asc")).toMatchObject([
      { field: { name: "a" }, direction: "desc", nulls: "last" },
      { field: { name: "b" }, direction: null },
      { field: { name: "e" }, resource: "d", direction: "asc" },
    ]);
    for (const text of ["a.up", "a.desc.first", "a,", "a(b", "a.desc.asc"]) {
      expect(() => readOrder(text)).toThrow(/failed to parse order/);
    }
  });
});

describe("the shape of a question", () => {
  test("is the same for other values, and another for anything else", () => {
    const shape = parsed("select=id&a=eq.1&b=in.(1,2)&limit=5").shape;
    expect(parsed("select=id&a=eq.two&b=in.(3)&limit=50").shape).toBe(shape);
    for (const other of [
      "select=id&a=neq.1&b=in.(1,2)&limit=5",
      "select=id&a=not.eq.1&b=in.(1,2)&limit=5",
      "select=id,x&a=eq.1&b=in.(1,2)&limit=5",
      "select=id&a=is.null&b=in.(1,2)&limit=5",
      "select=id&a=is.true&b=in.(1,2)&limit=5",
      "select=id&a=eq.1&b=in.(1,2)&limit=5&offset=1",
      "select=id&a=eq(any).{1}&b=in.(1,2)&limit=5",
    ]) {
      expect(parsed(other).shape).not.toBe(shape);
    }
  });

  test("limits are capped, at the top and below", () => {
    expect(parsed("limit=5000").values).toEqual(["100"]);
    expect(parsed("films.limit=5000").values).toEqual(["100", "100"]);
    expect(parsed("").values).toEqual(["100"]);
    expect(parsed("offset=7").values).toEqual(["100", "7"]);
    expect(parsed("", false, 0).values).toEqual([]);
  });

  test("a Range header narrows the query's range", () => {
    const range = { lower: 10, upper: 14 };
    const { offset, limit } = parseQuery("offset=12", { rpc: false, range, maxRows: 100 });
    expect([offset, limit]).toEqual([12, 3]);
  });

  test("arguments and filters of a call", () => {
    const { read, values } = parsed("a=1&b=eq.2&x.c=eq.3", true);
    const { args, filters } = read();
    expect(args).toEqual([{ name: "a", value: { slot: 0 } }]);
    expect(filters.map(({ path, it }) => [path, it.field.name])).toEqual([
      [[], "b"],
      [["x"], "c"],
    ]);
    expect(values).toEqual(["1", "2", "3", "100"]);
  });

  test("the API key in the address is no filter", () => {
    expect(parsed("apikey=abc&select=id").shape).toBe(parsed("select=id").shape);
  });
});

describe("addresses and headers", () => {
  test("path and query", () => {
    expect(split("http://h:1/rest/v1/films?a=b?c#d")).toEqual({ path: "/films", query: "a=b?c" });
    expect(split("http://h/rest/v1")).toEqual({ path: "/", query: "" });
    expect(split("http://h?x=/y")).toEqual({ path: "/", query: "x=/y" });
    expect(readTarget("/rpc/do%20it", "s")).toEqual({
      kind: "routine",
      schema: "s",
      name: "do it",
    });
    expect(readTarget("/films/", "s")).toMatchObject({ kind: "relation", name: "films" });
    for (const path of ["/a/b", "/%00", "/%E0%A4", "/rpc/a/b"]) {
      expect(() => readTarget(path, "s")).toThrow("Invalid path");
    }
    expect(() => readTarget("/", "s")).toThrow("Root endpoint metadata is disabled");
  });

  test("preferences: the first of each counts, unknown ones are ignored by name", () => {
    const read = readPreferences("count=exact, count=planned,return=minimal , x=y,max-affected=3");
    expect(read).toMatchObject({
      count: "exact",
      return: "minimal",
      maxAffected: 3,
      unknown: ["x=y"],
    });
    expect(applied(read, ["return", "count", "maxAffected"])).toBe("return=minimal, count=exact");
    expect(readPreferences("constructor=x").unknown).toEqual(["constructor=x"]);
  });

  test("media types", () => {
    expect(readAccept("text/html;q=1, text/csv", CLOSED).format).toBe("csv");
    expect(readAccept("application/vnd.pgrst.object+json; nulls=stripped", CLOSED)).toMatchObject({
      single: true,
      bare: true,
    });
    expect(() => readAccept("application/vnd.pgrst.plan+json", CLOSED)).toThrow(
      /None of these media types/,
    );
  });

  test("csv", () => {
    expect(csvRows('a,b\r\n1,"x\ny"\n"""",NULL\n,\n', 100)).toEqual([
      { a: "1", b: "x\ny" },
      { a: '"', b: null },
      { a: "", b: "" },
    ]);
    expect(() => csvRows('a\n"x', 100)).toThrow();
    expect(() => csvRows("a,b\n1", 100)).toThrow();
  });
});

test("a profile names a schema in any script, by the bytes of its header", () => {
  const header = Buffer.from("موارد").toString("latin1");
  const read = (schemas: string[]) =>
    readSchema(new Headers({ "accept-profile": header }), true, schemas);
  expect(read(["public", "موارد"])).toEqual({ schema: "موارد", profiled: true });
  expect(() => read(["public"])).toThrow("Invalid schema: موارد");
});
