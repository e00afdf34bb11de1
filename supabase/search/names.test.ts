import { expect, it } from "vitest";
import { slugOf } from "#domain/categories/categories.ts";
import { foldText } from "#domain/values/names.ts";
import { visibleText } from "#domain/values/visible-text.ts";
import { projectDatabase } from "#tests/project-database.ts";

const test = projectDatabase();

/** What a function of the database makes of these texts. */
const inSql = async (name: string, texts: string[]): Promise<string[]> => {
  const rows = await test.db.query<{ made: string }>(
    `select private.${name}(text) as made from unnest($1::text[]) with ordinality as t (text, nr) order by nr`,
    [texts],
  );
  return rows.map(({ made }) => made);
};

/** The signs of those texts of which the browser makes something else than the database. */
const differences = async (name: string, inBrowser: (text: string) => string, texts: string[]) => {
  const stored = await inSql(name, texts);
  const different = texts.filter((text, at) => stored[at] !== inBrowser(text));
  return different.map((text) => [...text].map((each) => each.codePointAt(0)?.toString(16)));
};

it("names are compared alike in the browser and in the database, letter by letter", async () => {
  // Every letter and sign of the scripts below U+3000, and the forms that compatibility folds.
  const letters = [];
  for (let at = 1; at < 0x1_0000; at++) {
    if (at === 0x3000 + 0x200) at = 0xf900;
    // Capitals of the newest Unicode: the database's library may be older.
    const newest = (at >= 0x1c80 && at < 0x1cc0) || at === 0x2c2f;
    if (!newest && (at < 0xd800 || at > 0xdfff)) letters.push(`a${String.fromCodePoint(at)}b`);
  }
  expect(await differences("fold", foldText, letters)).toEqual([]);
});

it("the same of whole names", async () => {
  const texts = [
    "  St. Mary’s—on—Sea, Co.  ",
    "O'Neill & Sons",
    "Ynys Môn",
    "",
    "-",
    "C++ / C#",
    "“Blue” Door",
  ];
  expect(await inSql("fold", texts)).toEqual(texts.map(foldText));
});

it("texts are cleaned alike in the browser and in the database, sign by sign", async () => {
  const texts = [
    "\u202e\u200d\u200c",
    "Ann\u200d\u200dLee",
    "❤️‍🔥 👩🏽‍🔧",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿 a\u{e0067}",
    "می\u200cخواهم",
    "\u0301",
    '"\ufe0f',
  ];
  for (let at = 1; at < 0xe_1000; at++) {
    if (at === 0x3400) at = 0xa000;
    if (at === 0xac00) at = 0xe000;
    if (at === 0x2_0000) at = 0xe_0000;
    texts.push(`a${String.fromCodePoint(at)}b`, String.fromCodePoint(at));
  }
  // PostgreSQL's own white space at the ends is less than JavaScript's, which is plain by then.
  expect(await differences("visible_text", visibleText, texts)).toEqual([]);
});

it("a name has the same address in the browser and in the database", async () => {
  const names = [
    ...[
      "Hair & Beauty|Cars/Vehicles|Café|CAFE\u0301|C++|C#|.NET|Ünïcödé|Łódź|Straße|İstanbul",
      "ıstanbul|Ærø|ﬁre|ℌair|①|Ｆｕｌｌ|½ price|n°1|K\u212a|日本語|Ελλάδα|Ремонт|👩🏽‍🔧 Repairs",
      "a\u00adb|a\u00a0b| a |--|a..b|a%2Fb|a?b#c|a\\b|O’Neill",
    ].flatMap((line) => line.split("|")),
    "x".repeat(80),
  ];
  for (let at = 0x20; at < 0x3000; at++) {
    const newest = (at >= 0x1c80 && at < 0x1cc0) || at === 0x2c2f;
    if (!newest) names.push(`a${String.fromCodePoint(at)}b`);
  }
  const slugs = await inSql("slugify", names);
  expect(names.filter((name, at) => slugs[at] !== slugOf(name))).toEqual([]);
  // Nothing in it means anything in an address.
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]+$/);
});
