import { expect, test } from "vitest";
import type { Statement } from "#backend/core/database/batch.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import type { Compiled } from "./compile.ts";
import type { ApiRequest } from "./request/request.ts";
import type { SchemaCache } from "./schema/types.ts";
import { createStatementNames, run } from "./transaction.ts";

const compiled = (): Compiled => ({
  kind: "read",
  text: "select 1",
  bindings: [],
  readOnly: true,
  explain: null,
  routine: null,
  located: [],
  resolved: false,
  cacheTags: null,
  operators: new Set(),
});

test("a statement gets a name from its second use on, another one for each plan", () => {
  const nameOf = createStatementNames();
  const [one, other] = [compiled(), compiled()];
  expect(nameOf(one)).toBeUndefined();
  const name = nameOf(one);
  expect(name).toMatch(/^rest_\d+$/);
  expect(nameOf(one)).toBe(name);
  nameOf(other);
  expect(nameOf(other)).not.toBe(name);
});

test("names are bounded, and a name given away is not used by its old owner", () => {
  const nameOf = createStatementNames();
  const first = compiled();
  nameOf(first);
  const name = nameOf(first);
  const names = new Set<string>();
  for (let shape = 0; shape < 1000; shape++) {
    const other = compiled();
    nameOf(other);
    names.add(nameOf(other) ?? "");
  }
  expect(names.size).toBe(300);
  expect(names).toContain(name);
  expect(nameOf(first)).toBeUndefined();
});

const schemaWith = (timeout: string, readsRequest = false) =>
  ({
    settings: { extraSearchPath: [], preRequest: null, ending: { rollback: false } },
    roleSettings: new Map([["authenticated", [["statement_timeout", timeout]]]]),
    readsRequest,
  }) as unknown as SchemaCache;

/** The statement that becomes the caller, as it would be sent. */
const preambleOf = async (
  cache: SchemaCache,
  caller: Caller,
  { schema = "public", agent = "", writesFrom = "" } = {},
) => {
  const sent: Statement[] = [];
  const api = {
    batch: async (statements: readonly Statement[]) => {
      sent.push(...statements);
      return [];
    },
  };
  const read = {
    target: { kind: "relation", schema, name: "x" },
    preferences: { timezone: null, tx: null, count: null },
    parsedQuery: { values: [] },
    media: { plan: null },
    payload: null,
  } as unknown as ApiRequest;
  const request = new Request("http://x/rest/v1/x", { headers: { "user-agent": agent } });
  const shape = { ...compiled(), readOnly: writesFrom === "" };
  const info = { ip: writesFrom };
  await run({ api, cache, nameOf: () => undefined }, request, read, shape, caller, info);
  const [first] = sent;
  if (!first) throw new Error("Nothing was sent");
  return first;
};

const person = (sub: string): Caller => ({ role: "authenticated", claims: { sub } });

test("the caller is set once for a token, and never for another's", async () => {
  const cache = schemaWith("8s");
  const [ann, ben] = [person("ann"), person("ben")];
  const first = await preambleOf(cache, ann);
  expect(first.values?.slice(0, 2)).toEqual(["authenticated", '{"sub":"ann"}']);
  expect(await preambleOf(cache, ann)).toBe(first);
  expect((await preambleOf(cache, ben)).values?.[1]).toBe('{"sub":"ben"}');
  expect((await preambleOf(cache, { ...ann, role: "anon" })).values?.[0]).toBe("anon");
  expect((await preambleOf(cache, ann, { schema: "other" })).values).toContain('"other"');
  // Another token's equal text is written for that token.
  expect(await preambleOf(cache, person("ann"))).not.toBe(first);
});

test("the caller is set again when the schema or the request changes it", async () => {
  const ann = person("ann");
  expect((await preambleOf(schemaWith("8s"), ann)).values).toContain("8s");
  expect((await preambleOf(schemaWith("2s"), ann)).values).toContain("2s");
  const reading = schemaWith("8s", true);
  for (const agent of ["one", "two"]) {
    const { values, prepared } = await preambleOf(reading, ann, { agent });
    expect(values?.join()).toContain(`"user-agent":"${agent}"`);
    expect(prepared).toBe(false);
  }
});

test("a write says where it comes from, a token used at several addresses too", async () => {
  const cache = schemaWith("8s");
  const ann = person("ann");
  for (const writesFrom of ["192.0.2.1", "192.0.2.2", "192.0.2.1"]) {
    const { values } = await preambleOf(cache, ann, { writesFrom });
    expect(values?.slice(-2)).toEqual(["request.ip", writesFrom]);
  }
  expect((await preambleOf(cache, ann)).values).not.toContain("request.ip");
  const visitor = { role: "anon", claims: { role: "anon" } };
  for (let number = 0; number < 20; number++)
    await preambleOf(cache, visitor, { writesFrom: `192.0.2.${number}` });
  // Their addresses leave room for what all of them share.
  expect(await preambleOf(cache, visitor)).toBe(await preambleOf(cache, visitor));
});
