/** As much as fits into the head of a request beside what else must be there. */
export const HEAD = 30_000;
export const BODY = 32 * 1024;

const fill = (part: string, size: number): string =>
  part.repeat(Math.ceil(size / part.length)).slice(0, size);

/** What is repeated: each is read somewhere by an expression or a loop that could read it again and again. */
const PARTS = 'a|a,|a.|a/|a:|a=|a;|a&|a->|a(|(|[|"|\\|*|1|é|İ|%|\t |;q=0.1,|not.|and('.split("|");

/** Texts of about this size. Spaces are between two letters: trimmed, they would be nothing. */
export const texts = (size: number): string[] => [
  ...PARTS.map((part) => fill(part, size)),
  `a${" ".repeat(size)}b`,
];

/** As above, where only what a URL may contain as it is can be sent. */
export const inAddress = (size: number): string[] =>
  [
    ...new Set(
      texts(size).flatMap((text) => {
        const raw = text.replaceAll(/[^!-~]|["<>\\^`{|}#]|%(?![0-9a-f]{2})/gi, "");
        return [raw, encodeURIComponent(text).slice(0, size).replace(/%.?$/, "")];
      }),
    ),
  ].filter((text) => text.length > size / 2);

/** As above, where a header's value can hold it: what is beyond Latin-1 cannot be sent. */
export const inHeader = (size: number): string[] =>
  texts(size).filter((text) => !/[^\t -ÿ]/.test(text));

/** JSON that is wide, deep or long, with the given members beside; valid, or cut off. */
export const documents = (members: readonly string[], size = BODY): string[] => [
  ...members.flatMap((name) => texts(size).map((text) => JSON.stringify({ [name]: text }))),
  ...members.flatMap((name) => nested(size).map((value) => `{${JSON.stringify(name)}:${value}}`)),
  ...texts(size).map((text) => JSON.stringify({ [text]: 1 })),
  JSON.stringify(Object.fromEntries(Array.from({ length: size / 8 }, (_, n) => [`a${n}`, 1]))),
  ...nested(size),
  `"${fill("\\u0000", size)}"`,
  fill("[", size),
  fill('{"a":', size),
  `${fill(" ", size)}x`,
  fill("9", size),
  `-${fill("0", size)}e`,
];

const nested = (size: number): string[] => [
  "[".repeat(size / 2) + "]".repeat(size / 2),
  `${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}`,
  ...["1", '"a"', "{}", "[]", "null"].map(
    (item) => `[${`${item},`.repeat(size / (item.length + 1) - 1)}${item}]`,
  ),
];
