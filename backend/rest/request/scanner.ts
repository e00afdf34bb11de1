import { unparsable } from "../errors.ts";
import { LIMITS, tooMany } from "./limits.ts";
import type { Field, JsonStep } from "./types.ts";

/** A place in a text that is being read from left to right. */
export interface Scanner {
  readonly what: string;
  readonly text: string;
  at: number;
  /** What PostgREST reads before the text, and counts when it tells a place. */
  readonly before: number;
}

export const scan = (what: string, text: string, before = 0): Scanner => ({
  what,
  text,
  at: 0,
  before,
});

export const fail = (scanner: Scanner, expected: string, quote = '"'): Error => {
  const found = scanner.text[scanner.at];
  const unexpected =
    found === undefined ? "unexpected end of input" : `unexpected ${quote}${found}${quote}`;
  const place = scanner.before + scanner.at;
  return unparsable(scanner.what, scanner.text, place, `${unexpected} expecting ${expected}`);
};

export const done = (scanner: Scanner): boolean => scanner.at >= scanner.text.length;

export const peek = (scanner: Scanner, token: string): boolean =>
  scanner.text.startsWith(token, scanner.at);

/** Steps over `token` when it stands here. */
export const accept = (scanner: Scanner, token: string): boolean => {
  if (!peek(scanner, token)) return false;
  scanner.at += token.length;
  return true;
};

export const expect = (scanner: Scanner, token: string): void => {
  if (!accept(scanner, token)) throw fail(scanner, `"${token}"`);
};

export const spaces = (scanner: Scanner): void => {
  while (scanner.text[scanner.at] === " " || scanner.text[scanner.at] === "\t") scanner.at += 1;
};

/** `"..."` with backslash escapes; null when no quote stands here. */
export const quoted = (scanner: Scanner): string | null => {
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
  throw fail({ ...scanner, at: scanner.text.length }, 'closing "');
};

const QUOTED = /"(?:[^"\\]|\\.)*"(?=[,)]|$)/suy;

/** A quoted text that is a whole value; a lone or inner quote is a character as any other. */
export const quotedWhole = (scanner: Scanner): string | null => {
  QUOTED.lastIndex = scanner.at;
  return QUOTED.test(scanner.text) ? quoted(scanner) : null;
};

const NAME = /(?:[\p{L}\p{N}\p{M}_ $]|-(?!>))+/uy;

/** A name: quoted, or letters, digits, `_`, `$`, `-` and inner spaces. */
export const fieldName = (scanner: Scanner): string => {
  const value = quoted(scanner);
  if (value !== null) {
    if (value.includes("\0")) throw fail(scanner, "a name without NUL");
    return value;
  }
  NAME.lastIndex = scanner.at;
  const [match] = NAME.exec(scanner.text) ?? [];
  const name = match?.trim();
  if (!match || !name) throw fail(scanner, "field name (* or [a..z0..9_$])");
  scanner.at += match.length;
  return name;
};

const INDEX = /-?\d{1,9}(?=->|::|\.|,|\)|$)/y;

const KEY = /(?:[^(\-:.,>)\0]|-(?!>))+/uy;

/** A member's name: quoted, or anything but what the grammar itself needs. */
const jsonKey = (scanner: Scanner): string => {
  if (peek(scanner, "-")) throw fail({ ...scanner, at: scanner.at + 1 }, "digit");
  if (peek(scanner, '"')) return fieldName(scanner);
  KEY.lastIndex = scanner.at;
  const [match] = KEY.exec(scanner.text) ?? [];
  if (!match) {
    throw fail(scanner, '"-", digit or any non reserved character different from: .,>()');
  }
  scanner.at += match.length;
  return match.trim();
};

const jsonPath = (scanner: Scanner): JsonStep[] => {
  const steps: JsonStep[] = [];
  while (peek(scanner, "->")) {
    const text = accept(scanner, "->>") || !accept(scanner, "->");
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

/** `a.b.field->path`, the key of a filter: the resources on the way and the field. */
export const fieldAt = (scanner: Scanner): { path: string[]; field: Field } => {
  const path: string[] = [];
  for (;;) {
    const name = fieldName(scanner);
    if (accept(scanner, ".")) {
      path.push(name);
      if (path.length > LIMITS.depth) throw tooMany("levels of embedding", LIMITS.depth);
      continue;
    }
    const steps = jsonPath(scanner);
    if (!done(scanner)) throw fail(scanner, 'delimiter (.), "->" or end of input');
    return { path, field: { name, path: steps } };
  }
};

/** `a,b,"c d"`: the value of `columns` and `on_conflict`. */
export const names = (what: string, text: string): string[] => {
  const scanner = scan(what, text);
  const list: string[] = [];
  do {
    spaces(scanner);
    list.push(fieldName(scanner));
    spaces(scanner);
    if (list.length > LIMITS.fields) throw tooMany("columns", LIMITS.fields);
  } while (accept(scanner, ","));
  if (!done(scanner)) throw fail(scanner, '"," or end of input');
  return list;
};
