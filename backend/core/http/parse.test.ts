import { expect, test } from "vitest";
import { bodyLimitsOf, parseForm, parseJson } from "./parse.ts";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const members = (count: number) =>
  `{${Array.from({ length: count }, (_, n) => `"k${n}":${n}`).join(",")}}`;
const items = (count: number) => `[${Array(count).fill(0).join(",")}]`;

test.each([
  nested(100),
  `{"a":{"b":[{"c":"]]]]}}}},,,,"}]}}`,
  '"[[[[,,,,"',
  String.raw`["\\","\"[","\\\"{","\u005b",""]`,
  members(1_990),
  items(1_990),
  ` { "a" : [ 1 , true , null , "é €" ] } `,
  "12",
])("JSON within the limits is what JSON.parse makes of it: %s", (json) => {
  expect(parseJson(json)).toEqual(JSON.parse(json));
});

// None of these is complete, so whoever parsed it would say so.
test.each([
  ["lists", "[".repeat(101)],
  ["objects", '{"a":'.repeat(101)],
  ["both", '[{"a":'.repeat(51)],
  ["half a megabyte of lists", "[".repeat(520_000)],
  ["lists behind a text of brackets", `["${"]".repeat(500)}",${"[".repeat(100)}`],
  ["lists behind a quote that does not end its text", String.raw`["\"]]]]",${"[".repeat(100)}`],
])("is refused unparsed when it is nested too deeply: %s", (_, json) => {
  expect(() => parseJson(json)).toThrow(
    expect.objectContaining({ status: 413, message: expect.stringMatching(/100 levels/) }),
  );
});

test.each([
  ["members", members(2_001).slice(0, -1)],
  ["values", items(2_001).slice(0, -1)],
  ["empty lists", `[${"[],".repeat(2_000)}`],
  ["empty objects", `[${"{},".repeat(2_000)}`],
  ["lists that are not separated", "[]".repeat(2_001)],
  ["members behind a long text", `{"a":"${"\\\\,".repeat(90_000)}",${members(2_001).slice(1, -1)}`],
])("is refused unparsed when it has too many %s", (_, json) => {
  expect(() => parseJson(json)).toThrow(
    expect.objectContaining({ status: 413, message: expect.stringMatching(/2000 values/) }),
  );
});

test("a caller who is known may send more, and a person's list of files is within it", () => {
  const visitor = bodyLimitsOf({ role: "anon", claims: { role: "anon" } }, 1_048_576);
  const person = bodyLimitsOf({ role: "authenticated", claims: { sub: "one" } }, 1_048_576);
  const service = bodyLimitsOf({ role: "service_role", claims: {} }, 1_048_576);
  expect([visitor, person, service].map(({ bytes }) => bytes)).toEqual([
    65_536, 1_048_576, 1_048_576,
  ]);
  expect(parseJson(items(20_000), person.values)).toHaveLength(20_000);
  expect(() => parseJson(items(20_000), visitor.values)).toThrow();
  expect(() => parseJson(items(90_000), service.values)).toThrow();
});

test.each(["[1,]", "{", '"', '["\\"]', "", "nul"])(
  "malformed JSON is a syntax error: %s",
  (json) => {
    expect(() => parseJson(json)).toThrow(SyntaxError);
  },
);

test("a form has at most as many fields", () => {
  expect([...parseForm("a=1&b=%20&a=2")]).toEqual([
    ["a", "1"],
    ["b", " "],
    ["a", "2"],
  ]);
  expect([...parseForm("a&".repeat(1_999))]).toHaveLength(1_999);
  expect(() => parseForm("a&".repeat(2_000))).toThrow(expect.objectContaining({ status: 413 }));
});
