import { unparsable } from "../errors.ts";
import { LIMITS, tooMany } from "./limits.ts";
import type { Field, JsonStep } from "./types.ts";

/** A position in a text that is read from left to right. */
export class Scanner {
  at = 0;
  readonly what: string;
  readonly text: string;
  /** How much PostgREST reads before the text and includes in its positions. */
  readonly before: number;

  constructor(what: string, text: string, before = 0) {
    this.what = what;
    this.text = text;
    this.before = before;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  peek(token: string): boolean {
    return this.text.startsWith(token, this.at);
  }

  /** Skips `token` if it is here. */
  accept(token: string): boolean {
    if (!this.peek(token)) return false;
    this.at += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.accept(token)) throw this.fail(`"${token}"`);
  }

  spaces(): void {
    while (this.peek(" ") || this.peek("\t")) this.at += 1;
  }

  /** The error that names the text here, or at another position, and what was expected. */
  fail(expected: string, { quote = '"', at = this.at } = {}): Error {
    const found = this.text[at];
    const unexpected =
      found === undefined ? "unexpected end of input" : `unexpected ${quote}${found}${quote}`;
    return unparsable(
      this.what,
      this.text,
      this.before + at,
      `${unexpected} expecting ${expected}`,
    );
  }
}

/** `"..."` with backslash escapes; null if there is no quote here. */
const quoted = (scanner: Scanner): string | null => {
  if (scanner.text[scanner.at] !== '"') return null;
  let value = "";
  for (let at = scanner.at + 1; at < scanner.text.length; at++) {
    const character = scanner.text[at];
    if (character === '"') {
      scanner.at = at + 1;
      return value;
    }
    if (character === "\\") at += 1;
    value += scanner.text[at] ?? "";
  }
  throw scanner.fail('closing "', { at: scanner.text.length });
};

const QUOTED = /"(?:[^"\\]|\\.)*"(?=[,)]|$)/suy;

/**
 * A quoted text that is a whole value. Null, with nothing read, if the quote is not closed or is only part
 * of a value (`"a"b`): then the quote is literal.
 */
export const quotedWhole = (scanner: Scanner): string | null => {
  QUOTED.lastIndex = scanner.at;
  return QUOTED.test(scanner.text) ? quoted(scanner) : null;
};

const NAME = /(?:[\p{L}\p{N}\p{M}_ $]|-(?!>))+/uy;

/** A name: quoted, or letters, digits, `_`, `$`, `-` and inner spaces. */
export const fieldName = (scanner: Scanner): string => {
  const value = quoted(scanner);
  if (value !== null) {
    if (value.includes("\0")) throw scanner.fail("a name without NUL");
    return value;
  }
  NAME.lastIndex = scanner.at;
  const [match] = NAME.exec(scanner.text) ?? [];
  const name = match?.trim();
  if (!match || !name) throw scanner.fail("field name (* or [a..z0..9_$])");
  scanner.at += match.length;
  return name;
};

const INDEX = /-?\d{1,9}(?=->|::|\.|,|\)|$)/y;

const KEY = /(?:[^(\-:.,>)\0]|-(?!>))+/uy;

/** A member's name: quoted, or anything except the grammar's own characters. */
const jsonKey = (scanner: Scanner): string => {
  if (scanner.peek("-")) throw scanner.fail("digit", { at: scanner.at + 1 });
  if (scanner.peek('"')) return fieldName(scanner);
  KEY.lastIndex = scanner.at;
  const [match] = KEY.exec(scanner.text) ?? [];
  if (!match) {
    throw scanner.fail('"-", digit or any non reserved character different from: .,>()');
  }
  scanner.at += match.length;
  return match.trim();
};

const jsonPath = (scanner: Scanner): JsonStep[] => {
  const steps: JsonStep[] = [];
  while (scanner.peek("->")) {
    const text = scanner.accept("->>") || !scanner.accept("->");
    INDEX.lastIndex = scanner.at;
    const [index] = INDEX.exec(scanner.text) ?? [];
    if (index !== undefined) scanner.at += index.length;
    steps.push({ text, key: index ?? jsonKey(scanner), index: index !== undefined });
    if (steps.length > LIMITS.jsonSteps) throw tooMany("JSON path steps", LIMITS.jsonSteps);
  }
  return steps;
};

export const field = (scanner: Scanner): Field => ({
  name: fieldName(scanner),
  path: jsonPath(scanner),
});

/** `a.b.field->path`, the key of a filter: the resources in the path, and the field. */
export const fieldAt = (scanner: Scanner): { path: string[]; field: Field } => {
  const path: string[] = [];
  for (;;) {
    const name = fieldName(scanner);
    if (scanner.accept(".")) {
      path.push(name);
      if (path.length > LIMITS.depth) throw tooMany("levels of embedding", LIMITS.depth);
      continue;
    }
    const steps = jsonPath(scanner);
    if (!scanner.done) throw scanner.fail('delimiter (.), "->" or end of input');
    return { path, field: { name, path: steps } };
  }
};

/** `a,b,"c d"`: the value of `columns` and `on_conflict`. */
export const names = (what: string, text: string): string[] => {
  const scanner = new Scanner(what, text);
  const list: string[] = [];
  do {
    scanner.spaces();
    list.push(fieldName(scanner));
    scanner.spaces();
    if (list.length > LIMITS.fields) throw tooMany("columns", LIMITS.fields);
  } while (scanner.accept(","));
  if (!scanner.done) throw scanner.fail('"," or end of input');
  return list;
};
