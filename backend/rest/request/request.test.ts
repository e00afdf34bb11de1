import { expect, test } from "vitest";
import { isFilter, readFilterValue } from "./operators.ts";
import { parseQuery } from "./parsed-query.ts";
import { applied, readPreferences } from "./preferences.ts";
import { readSchema } from "./request.ts";

const parsed = (query: string, rpc = false, maxRows = 100) =>
  parseQuery(query, { rpc, range: null, maxRows });

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

test("the shape of a question is the same for other values, and another for anything else", () => {
  const shape = parsed("select=id&a=eq.1&b=in.(1,2)&limit=5").shape;
  expect(parsed("select=id&a=eq.two&b=in.(3)&limit=50").shape).toBe(shape);
  for (const other of `select=id&a=neq.1&b=in.(1,2)&limit=5 select=id&a=not.eq.1&b=in.(1,2)&limit=5
    select=id,x&a=eq.1&b=in.(1,2)&limit=5 select=id&a=is.null&b=in.(1,2)&limit=5
    select=id&a=is.true&b=in.(1,2)&limit=5 select=id&a=eq.1&b=in.(1,2)&limit=5&offset=1
    select=id&a=eq(any).{1}&b=in.(1,2)&limit=5`.split(/\s+/)) {
    expect(parsed(other).shape).not.toBe(shape);
  }
});

test("the API key in the address is no filter", () => {
  expect(parsed("apikey=abc&select=id").shape).toBe(parsed("select=id").shape);
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

test("a profile names a schema in any script, by the bytes of its header", () => {
  const header = Buffer.from("موارد").toString("latin1");
  const read = (schemas: string[]) =>
    readSchema(new Headers({ "accept-profile": header }), true, schemas);
  expect(read(["public", "موارد"])).toEqual({ schema: "موارد", profiled: true });
  expect(() => read(["public"])).toThrow("Invalid schema: موارد");
});
