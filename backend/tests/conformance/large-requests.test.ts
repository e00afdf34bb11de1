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
const ENTRIES: [service: string, shape: object, routes: string[]][] = [
  [
    "rest",
    {
      code: "request_too_large",
      message: expect.any(String),
      details: null,
      hint: expect.any(String),
    },
    ["films", "PATCH films?id=eq.1", "PUT films?id=eq.1", "rpc/add"],
  ],
  [
    "auth",
    { code: 413, error_code: "request_entity_too_large", msg: expect.any(String) },
    ["signup", "token?grant_type=password", "recover", "otp", "verify"],
  ],
  [
    "storage",
    {
      statusCode: "413",
      code: "EntityTooLarge",
      error: "Payload too large",
      message: expect.stringMatching(/\. Send /),
    },
    [
      ..."list/any list-v2/any sign/any sign/any/file move copy"
        .split(" ")
        .map((at) => `object/${at}`),
      "DELETE object/any",
      "bucket",
    ],
  ],
  [
    "realtime",
    { error: expect.any(String), message: expect.stringMatching(/\. Send /) },
    ["api/broadcast", "api/broadcast/topic/events/event"],
  ],
];

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

test.each(ENTRIES)(
  "%s refuses JSON that is too deep, too wide or too long for a visitor, in its own shape",
  async (service, shape, routes) => {
    const bodies = [
      "[".repeat(30_000),
      nested(101),
      wide(2_001),
      JSON.stringify(Array(2_001).fill(0)),
      JSON.stringify("x".repeat(65_536)),
    ];
    for (const route of routes) {
      const [path = "", method] = route.split(" ").reverse();
      for (const body of bodies) {
        const response = await send({ at: `/${service}/v1/${path}`, method }, body);
        expect([route, response]).toEqual([route, { status: 413, body: shape }]);
      }
    }
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
  const exp = Math.floor(backend.clock.now() / 1000) + 600;
  const claims = { role: "authenticated", sub: randomUUID(), aud: "authenticated", exp };
  const person = await backend.tokens.sign(claims);
  const names = JSON.stringify({ prefixes: Array.from({ length: 19_000 }, (_, n) => `n${n}`) });
  const [removal, call] = [
    { at: "/storage/v1/object/any", method: "DELETE" },
    { at: "/rest/v1/rpc/add" },
  ];
  const long = JSON.stringify({ a: "x".repeat(500_000) });
  for (const key of [person, backend.keys.serviceRole]) {
    const status = async (entry: typeof removal | typeof call, body: string) =>
      (await send(entry, body, json, key)).status;
    expect(await status(removal, names)).not.toBe(413);
    expect(await status(removal, wide(25_001))).toBe(413);
    expect(await status(call, wide(25_001))).toBe(413);
    expect(await status(call, nested(101))).toBe(413);
    expect(await status(call, long)).not.toBe(413);
  }
  expect((await send(removal, names)).status).toBe(413);
});

test("a token is as long as a header may be, wherever it stands", async () => {
  const header = Buffer.from("[".repeat(400_000)).toString("base64url");
  const refusal = { status: 401, code: "bad_jwt" };
  await expect(backend.tokens.verify(`${header}.e30.x`)).rejects.toMatchObject(refusal);
});
