import { randomUUID } from "node:crypto";
import path from "node:path";
import { expect, test } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";

/** What one request may cost before anybody is asked who sent it, or may send it. */
const backend = perFile(() =>
  startTestBackend({ project: path.join(import.meta.dirname, "fixtures/rest") }),
);

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const wide = (count: number) =>
  `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(",")}}`;

const json = "application/json";
const form = "application/x-www-form-urlencoded";

/** Every address that reads JSON or fields, with the shape in which its service refuses. */
const ENTRIES: Record<string, { at: string; method?: string; shape: object }[]> = {
  rest: [
    { at: "/rest/v1/films" },
    { at: "/rest/v1/films?id=eq.1", method: "PATCH" },
    { at: "/rest/v1/films?id=eq.1", method: "PUT" },
    { at: "/rest/v1/rpc/add" },
  ].map((entry) => ({
    ...entry,
    shape: {
      code: "request_too_large",
      message: expect.any(String),
      details: null,
      hint: expect.any(String),
    },
  })),
  auth: [
    { at: "/auth/v1/signup" },
    { at: "/auth/v1/token?grant_type=password" },
    { at: "/auth/v1/recover" },
    { at: "/auth/v1/otp" },
    { at: "/auth/v1/verify" },
  ].map((entry) => ({
    ...entry,
    shape: { code: 413, error_code: "request_entity_too_large", msg: expect.any(String) },
  })),
  storage: [
    { at: "/storage/v1/object/list/any" },
    { at: "/storage/v1/object/list-v2/any" },
    { at: "/storage/v1/object/sign/any" },
    { at: "/storage/v1/object/sign/any/file" },
    { at: "/storage/v1/object/any", method: "DELETE" },
    { at: "/storage/v1/object/move" },
    { at: "/storage/v1/object/copy" },
    { at: "/storage/v1/bucket" },
  ].map((entry) => ({
    ...entry,
    shape: {
      statusCode: "413",
      code: "EntityTooLarge",
      error: "Payload too large",
      message: expect.stringMatching(/\. Send /),
    },
  })),
  realtime: [
    { at: "/realtime/v1/api/broadcast" },
    { at: "/realtime/v1/api/broadcast/topic/events/event" },
  ].map((entry) => ({
    ...entry,
    shape: { error: expect.any(String), message: expect.stringMatching(/\. Send /) },
  })),
};

const send = async (
  { at, method = "POST" }: { at: string; method?: string },
  body: string,
  type = json,
  key = backend.keys.anon,
) => {
  const headers = { apikey: key, authorization: `Bearer ${key}`, "content-type": type };
  const response = await backend.request(at, { method, headers, body });
  return { status: response.status, body: (await response.json()) as unknown };
};

test.each(Object.entries(ENTRIES))(
  "%s refuses JSON that is too deep, too wide or too long for a visitor, in its own shape",
  async (_, entries) => {
    for (const entry of entries)
      for (const body of [
        "[".repeat(30_000),
        nested(101),
        wide(2_001),
        JSON.stringify(Array(2_001).fill(0)),
        JSON.stringify("x".repeat(65_536)),
      ])
        expect([entry.at, await send(entry, body)]).toEqual([
          entry.at,
          { status: 413, body: entry.shape },
        ]);
  },
);

test("forms and CSV have as many fields as JSON has values", async () => {
  const fields = Array.from({ length: 2_001 }, (_, n) => `k${n}=1`).join("&");
  for (const at of ["/rest/v1/films", "/rest/v1/rpc/add"])
    expect((await send({ at }, fields, form)).status).toBe(413);
  for (const csv of [`${"a,".repeat(2_001)}a\n1`, `a,b\n${"1,2\n".repeat(1_001)}`])
    expect((await send({ at: "/rest/v1/films" }, csv, "text/csv")).status).toBe(413);
});

test("who is known may send more, though not everything", async () => {
  const person = await backend.tokens.sign({
    role: "authenticated",
    sub: randomUUID(),
    aud: "authenticated",
    exp: Math.floor(backend.clock.now() / 1000) + 600,
  });
  const names = JSON.stringify({ prefixes: Array.from({ length: 19_000 }, (_, n) => `n${n}`) });
  const removal = { at: "/storage/v1/object/any", method: "DELETE" };
  for (const key of [person, backend.keys.serviceRole]) {
    expect((await send(removal, names, json, key)).status).not.toBe(413);
    expect((await send(removal, wide(25_001), json, key)).status).toBe(413);
    expect((await send({ at: "/rest/v1/rpc/add" }, wide(25_001), json, key)).status).toBe(413);
    expect((await send({ at: "/rest/v1/rpc/add" }, nested(101), json, key)).status).toBe(413);
    const long = JSON.stringify({ a: "x".repeat(500_000) });
    expect((await send({ at: "/rest/v1/rpc/add" }, long, json, key)).status).not.toBe(413);
  }
  expect((await send(removal, names)).status).toBe(413);
});

test("a token is as long as a header may be, wherever it stands", async () => {
  const header = Buffer.from("[".repeat(400_000)).toString("base64url");
  await expect(backend.tokens.verify(`${header}.e30.x`)).rejects.toMatchObject({
    status: 401,
    code: "bad_jwt",
  });
});
