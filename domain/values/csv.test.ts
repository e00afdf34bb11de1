import { expect, it } from "vitest";
import { CSV_START, csvLine, parseCsv } from "./csv.ts";

it.each([
  ["=1+1", "'=1+1\r\n"],
  ["+44 7700 900123", "'+44 7700 900123\r\n"],
  ["-2", "'-2\r\n"],
  [-2.5, "-2.5\r\n"],
  ["@SUM(A1)", "'@SUM(A1)\r\n"],
  ["\tcmd", "'\tcmd\r\n"],
  ["\n=1+1", '"\'\n=1+1"\r\n'],
  ["＝1+1", "'＝1+1\r\n"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"\r\n'],
  ["a,b", '"a,b"\r\n'],
  ["two\nlines", '"two\nlines"\r\n'],
  [null, "\r\n"],
  [false, "false\r\n"],
])("writes %j so that no spreadsheet runs it or splits it", (value, line) => {
  expect(csvLine([value])).toBe(line);
});

it("reads what it wrote", () => {
  const rows = [
    ["first", 'say "hi"', "a,b"],
    ["＝1", "＋44", "＠"],
    ["+44 7700", "=1", "one\r\ntwo"],
    ["", "'", "é"],
  ];
  const text = CSV_START + rows.map(csvLine).join("");
  expect(parseCsv(text).map(({ cells }) => cells)).toEqual(rows);
});

it("reports the line on which a row begins, skips empty ones, and reads semicolons", () => {
  expect(parseCsv('a;b\n"x\ny";2\n\n;;\n3;4, or 5')).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["x\ny", "2"] },
    { line: 6, cells: ["3", "4, or 5"] },
  ]);
});

it("refuses a quotation mark that is not closed", () => {
  expect(() => parseCsv('a,b\n"x,2\n3,4')).toThrow("line 2");
});
