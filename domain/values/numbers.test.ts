import { expect, it } from "vitest";
import { projectDatabase } from "#tests/project-database.ts";
import { plainDigits } from "./numbers.ts";

const test = projectDatabase();
const inSql = async (texts: string[]): Promise<unknown> =>
  (
    await test.db.query(
      "select array_agg(private.plain_digits(text) order by nr) as plain from unnest($1::text[]) with ordinality as t (text, nr)",
      [texts],
    )
  )[0]?.plain;

const CASES = [
  ["£５００", "£500"],
  ["￡１，０００．５０", "£1,000.50"],
  ["within ٥ miles", "within 5 miles"],
  ["۲۰ to ३०", "20 to 30"],
  ["ＬＳ６ １ＡＡ", "LS6 1AA"],
  ["＋44　20−7946‑0958", "+44 20-7946-0958"],
  ["\u202a+44 7700 900123\u202c", "+44 7700 900123"],
  ["1\u00a0000\u202f000\u2009000", "1 000 000 000"],
  ["1’000", "1'000"],
  ["020·7946·0958", "020.7946.0958"],
  ["½ day, 20 m², €5", "½ day, 20 m², €5"],
  ["𝟙𝟚𝟛", "123"],
  ["plumber", "plumber"],
  ["", ""],
] as const;

it.each(CASES)("%j is typed as %j", (text, plain) => expect(plainDigits(text)).toBe(plain));

it("is the same in the database", async () => {
  expect(await inSql(CASES.map(([text]) => text))).toEqual(CASES.map(([, plain]) => plain));
});

it("knows every sign as the database does, and the digits of every script in use", async () => {
  const signs = Array.from({ length: 0xffff }, (_, before) =>
    String.fromCharCode(before + 1),
  ).filter((sign) => sign.isWellFormed());
  expect(await inSql(signs)).toEqual(signs.map(plainDigits));
  const digits = signs.filter((sign) => /\p{Nd}/u.test(sign));
  expect(digits.map(plainDigits).join("")).toBe("0123456789".repeat(digits.length / 10));
});
