import { beforeAll, expect, it } from "vitest";
import { projectDatabase } from "#tests/project-database.ts";

/**
 * Every refusal of the database says what happened and what to do next: in its message, or in its hint where
 * the specification fixes the message. People read both (domain/site/faults.ts).
 */
interface Refusal {
  where: string;
  message: string;
  hint: string;
}

const NEXT_STEP = /\b[Pp]lease [a-z]|\b(?:Activate|Open|Remove|To object)\b/;
/** A sentence for people: no JSON, markup, column name or SQLSTATE. */
const SENTENCE = /^[A-Z][^{}<>_|]*$/;

const literal = (text = ""): string => text.replaceAll("''", "'");
const RAISE =
  /\braise exception '((?:[^']|'')*)'[^;]*?using errcode = '\w+'([^;]*(?:'(?:[^']|'')*'[^;]*)*);/g;
const HINT = /\bhint = (?:'((?:[^']|'')*)'|private\.deactivation_message\()/;
const REFUSE_IF =
  /\bprivate\.refuse_if\([^;]*?,\s+'\w{5}',\s+(?:'((?:[^']|'')*)'|\w+)(?:,\s+'((?:[^']|'')*)')?\);/g;
const NO_SENTENCES = new Set(["Other: %", "Anonymous User"]);
/** The literals of a body that read as sentences, one of which a computed refusal is; what it raises by itself is not. */
const sentencesIn = (body: string): string[] =>
  [
    ...body
      .replaceAll(/--.*/g, "")
      .replaceAll(RAISE, "")
      .replaceAll(REFUSE_IF, "")
      .matchAll(/'((?:[^']|'')*)'/g),
  ]
    .map(([, text]) => literal(text))
    .filter((text) => /^[A-Z]\S* \S/.test(text) && !NO_SENTENCES.has(text));

const test = projectDatabase();
let functions: { name: string; body: string }[];
let refusals: Refusal[];

beforeAll(async () => {
  functions = await test.db.query(
    `select oid::regprocedure::text as name, prosrc as body from pg_catalog.pg_proc
     where proname <> 'refuse_if' and pronamespace::regnamespace::text in ('public', 'private', 'search', 'notify', 'stats', 'billing', 'audit')`,
  );
  const refusalsIn = (name: string, body: string, raised: string, hint: string): Refusal[] =>
    (raised === "%" ? sentencesIn(body) : [literal(raised)])
      .filter((message) => message !== hint)
      .map((message) => ({ where: name, message, hint }));
  refusals = functions.flatMap(({ name, body }) => [
    ...[...body.matchAll(RAISE)].flatMap(([, raised = "", rest = ""]) => {
      const found = HINT.exec(rest);
      return refusalsIn(
        name,
        body,
        raised,
        found ? literal(found[1] ?? "To object, write to us.") : "",
      );
    }),
    ...[...body.matchAll(REFUSE_IF)].flatMap(([, raised = "%", hint]) =>
      refusalsIn(name, body, raised, literal(hint)),
    ),
  ]);
});

it("is found wherever it is raised", () => {
  const raises = functions.flatMap(
    ({ body }) => body.match(/\braise exception\b|\brefuse_if\b/g) ?? [],
  );
  const parsed = functions.flatMap(({ body }) => [
    ...body.matchAll(RAISE),
    ...body.matchAll(REFUSE_IF),
  ]);
  expect(raises.length).toBeGreaterThan(100);
  expect(parsed).toHaveLength(raises.length);
});

it("says what to do next", () => {
  expect(
    refusals.filter(({ message, hint }) => !NEXT_STEP.test(message) && !NEXT_STEP.test(hint)),
  ).toEqual([]);
});

it("is a sentence for people, and no machine's words", () => {
  expect(
    refusals.flatMap(({ message, hint }) =>
      [message, hint].filter((text) => text !== "" && !SENTENCE.test(text)),
    ),
  ).toEqual([]);
});

it("also says so where a function writes the message for another", () => {
  // The sign-up form's rules are the specification's; finish_sign_up() adds the hint.
  const words = functions
    .filter(({ name }) => /_error\(/.test(name) && !name.includes("sign_up_error"))
    .flatMap(({ body }) => sentencesIn(body));
  const limits = functions.flatMap(({ body }) =>
    [...body.matchAll(/enforce_rate_limit\([^;]*'((?:[^']|'')*)'\)/g)].map(([, text]) =>
      literal(text),
    ),
  );
  expect(words.length).toBeGreaterThan(10);
  expect(limits.length).toBeGreaterThan(3);
  expect([...words, ...limits].filter((text) => !/Please /.test(text))).toEqual([]);
});
