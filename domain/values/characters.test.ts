import { expect, it } from "vitest";
import { BIO_ON_CARD, truncate } from "#domain/providers/providers.ts";
import { firstOf, lengthOf } from "./characters.ts";
import { requiredText, shortText } from "./texts.ts";
import { visibleText } from "./visible-text.ts";

const EMOJI = "🪚";

it("counts characters as char_length does", () => {
  expect(lengthOf("")).toBe(0);
  expect(lengthOf("Zoë 𠮷野家")).toBe(7);
  expect(lengthOf(EMOJI.repeat(4))).toBe(4);
});

it("cuts no character in two", () => {
  expect(firstOf(EMOJI.repeat(3), 2)).toBe(EMOJI.repeat(2));
  expect(firstOf("ab", 5)).toBe("ab");
  expect(truncate(EMOJI.repeat(101), BIO_ON_CARD)).toBe(`${EMOJI.repeat(100)}…`);
  expect(truncate(EMOJI.repeat(100), BIO_ON_CARD)).toBe(EMOJI.repeat(100));
});

it.each([shortText(150), requiredText("Title is required", 150)])(
  "takes as many characters as the database does",
  (schema) => {
    expect(schema.safeParse(EMOJI.repeat(150)).success).toBe(true);
    expect(schema.safeParse(EMOJI.repeat(151)).error?.issues[0]?.message).toBe(
      "Please use at most 150 characters",
    );
  },
);

it.each([
  ["a space", " "],
  ["a tab and a line", "\t\r\n"],
  ["a no-break space", "\u00a0"],
  ["an ideographic space", "\u3000"],
  ["a thin space", "\u2009\u202f\u205f"],
  ["an Ogham space", "\u1680"],
  ["a line and a paragraph separator", "\u2028\u2029"],
  ["a Hangul filler", "\u3164"],
  ["a narrow Hangul filler", "\uffa0"],
  ["Hangul fillers of syllables", "\u115f\u1160"],
  ["a blank of Braille", "\u2800"],
  ["a zero-width space", "\u200b"],
  ["a joiner", "\u200d"],
  ["a non-joiner", "\u200c"],
  ["joiners after what is taken away", "\u202e\u200d\u200c"],
  ["a word joiner", "\u2060"],
  ["invisible operators", "\u2061\u2062\u2063\u2064"],
  ["a byte order mark", "\ufeff"],
  ["a soft hyphen", "\u00ad"],
  ["a grapheme joiner", "\u034f"],
  ["a Mongolian separator", "\u180e"],
  ["Khmer vowels that are not shown", "\u17b4\u17b5"],
  ["overrides", "\u202d\u202e"],
  ["embeddings", "\u202a\u202b\u202c"],
  ["isolates", "\u2066\u2067\u2068\u2069"],
  ["marks of direction", "\u200e\u200f\u061c"],
  ["tags", "\u{e0001}\u{e0067}\u{e0062}\u{e007f}"],
  ["variants of nothing", "\ufe0f\ufe0e\u{e0100}"],
  ["accents of nothing", "\u0301\u0300"],
  ["controls", "\u0007\u001b\u007f\u0090"],
  ["annotations and a lost picture", "\ufff9\ufffa\ufffb\ufffc"],
  ["a note without a head", "\u{1d159}\u{1d173}"],
])("%s is no name", (_what, text) => {
  expect(visibleText(text)).toBe("");
  expect(requiredText("Name is required", 80).safeParse(text).error?.issues[0]?.message).toBe(
    "Name is required",
  );
});

it.each([
  ["Zoë O’Neill", "Zoë O’Neill"],
  ["Ann\u202eeniL", "AnneniL"],
  ["\u2067Ann\u2069 Lee", "Ann Lee"],
  ["\u200eAnn\u200f", "Ann"],
  ["Ann\u00a0Lee", "Ann Lee"],
  ["An\u00adn L\u200bee\ufeff", "Ann Lee"],
  ["Ann\u2800Lee", "Ann Lee"],
  ["Ann\u200d\u200d\u200c\u200dLee", "Ann\u200dLee"],
  ["two\nlines, and\ta tab", "two\nlines, and\ta tab"],
  ["e\u0301clair", "e\u0301clair"],
  ["Nguyễn Thị Hương", "Nguyễn Thị Hương"],
  ["محمد علی", "محمد علی"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["علی\u200cرضا", "علی\u200cرضا"],
  ["שרה כהן", "שרה כהן"],
  ["क्\u200dषत्रिय", "क्\u200dषत्रिय"],
  ["ශ්\u200dරී", "ශ්\u200dරී"],
  ["ഗോപാല്\u200d", "ഗോപാല്\u200d"],
  ["김철수", "김철수"],
  ["葛\u{e0100}城", "葛\u{e0100}城"],
  ["Family 👨‍👩‍👧‍👦 Care", "Family 👨‍👩‍👧‍👦 Care"],
  ["Fire ❤️‍🔥 Safety", "Fire ❤️‍🔥 Safety"],
  ["🏴󠁧󠁢󠁳󠁣󠁴󠁿 Roofs of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Roofs of Scotland"],
  ["🏳️‍🌈 Weddings 👩🏽‍🔧", "🏳️‍🌈 Weddings 👩🏽‍🔧"],
  ["1️⃣ Stop Shop", "1️⃣ Stop Shop"],
  ["C++ & C# — £5", "C++ & C# — £5"],
])("%j is shown as %j", (typed, shown) => {
  expect(visibleText(typed)).toBe(shown);
});

it.each([
  ["👨‍👩‍👧‍👦", 3, ""],
  ["ab👨‍👩‍👧‍👦", 5, "ab"],
  ["🇬🇧🇮🇪", 3, "🇬🇧"],
  ["👍🏽👍🏽", 3, "👍🏽"],
  ["e\u0301e\u0301", 3, "e\u0301"],
  ["क्षि", 1, ""],
  ["각각", 1, "각"],
])("what people take for one letter of %s is not cut: %i", (text, longest, cut) => {
  expect(firstOf(text, longest)).toBe(cut);
});
