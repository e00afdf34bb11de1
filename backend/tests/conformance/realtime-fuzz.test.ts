import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, startRealtimeWorld } from "./realtime-world.ts";

/*
 * Random frames from fixed seeds, for a bounded time. Whatever is sent: each socket gets a reply to its
 * heartbeat or is closed with a code of the protocol, nobody else is, and nothing is left unhandled
 * (Vitest fails on an unhandled rejection, the world on an error in the log).
 */

/** Milliseconds of all properties together, so that a slow machine tries less, not longer. */
const TIME = 2_000;
const LONG = { timeout: 60_000 };

const world = perFile(startRealtimeWorld);
let token: string;
beforeAll(async () => {
  token = await world.token(ADA);
});

type Version = "1.0.0" | "2.0.0";

const heartbeat = (version: Version): string =>
  version === "2.0.0"
    ? JSON.stringify([null, "end", "phoenix", "heartbeat", {}])
    : JSON.stringify({ topic: "phoenix", event: "heartbeat", payload: {}, ref: "end" });

const refOf = (frame: string): unknown => {
  const parsed: unknown = JSON.parse(frame);
  return Array.isArray(parsed) ? parsed[1] : (parsed as { ref: unknown }).ref;
};

/** Sends the frames and then a heartbeat; gives "answered", or the code of the close. */
const converse = async (
  version: Version,
  frames: readonly (string | Buffer)[],
): Promise<"answered" | number> => {
  const at = `${world.backend.url.replace("http", "ws")}/realtime/v1/websocket`;
  const socket = new WebSocket(`${at}?apikey=${world.backend.keys.anon}&vsn=${version}`);
  try {
    return await new Promise((resolve, reject) => {
      socket.on("error", reject);
      socket.on("close", resolve);
      socket.on("message", (data, isBinary) => {
        if (!isBinary && refOf(String(data)) === "end") resolve("answered");
      });
      socket.on("open", () => {
        for (const frame of frames) socket.send(frame);
        socket.send(heartbeat(version));
      });
    });
  } finally {
    socket.terminate();
  }
};

/** Malformed (1008), too large (1009), too much (1013), not UTF-8 (1007). */
const CLOSES = ["answered", 1007, 1008, 1009, 1013];

const outcomes = new Map<unknown, number>();

const check = async (version: Version, frames: readonly (string | Buffer)[]): Promise<void> => {
  const outcome = await converse(version, frames);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  expect(CLOSES, JSON.stringify(frames).slice(0, 2_000)).toContain(outcome);
};

const repeat = <T>(
  seed: number,
  arbitrary: fc.Arbitrary<T>,
  request: (given: T, version: Version) => Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(arbitrary, fc.constantFrom<Version>("1.0.0", "2.0.0"), (given, version) =>
      request(given, version),
    ),
    { seed, numRuns: 200, interruptAfterTimeLimit: TIME / 3 },
  );

const topic = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("realtime:a", "realtime:b", "phoenix") },
  fc.constantFrom("realtime:", `realtime:user:${ADA}`, "realtime:__proto__", "realtime:%", ""),
  fc.string({ unit: "binary" }),
);
const event = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      "phx_join",
      "phx_leave",
      "broadcast",
      "presence",
      "access_token",
      "heartbeat",
    ),
  },
  fc.constantFrom("__proto__", "constructor", "phx_reply", "phx_close", "postgres_changes"),
  fc.string(),
);
const json = fc.jsonValue({ maxDepth: 3 });
const filter = fc.oneof(
  fc.constantFrom("id=eq.1", "size=in.(1,2", "title=match.(", "facts=is.x", "title=like.\\", "=.,"),
  fc.string(),
);
const binding = fc.record(
  {
    event: fc.oneof(fc.constantFrom("*", "INSERT"), json),
    schema: fc.oneof(fc.constantFrom("public", "*", "auth", 'x"; --'), json),
    table: fc.oneof(fc.constantFrom("notes", "boards", "*", "nowhere"), json),
    filter: fc.oneof(filter, json),
    select: fc.oneof(fc.constant(["id"]), json),
  },
  { requiredKeys: [] },
);
const config = fc.record(
  {
    private: fc.oneof(fc.boolean(), json),
    broadcast: fc.oneof(
      fc.record({ ack: json, self: json, replay: fc.record({ since: json, limit: json }) }),
      json,
    ),
    presence: fc.oneof(fc.record({ enabled: json, key: json }), json),
    postgres_changes: fc.oneof(fc.array(binding, { maxLength: 4 }), json),
    postgres_changes_options: fc.oneof(fc.constant({ wait: true }), json),
  },
  { requiredKeys: [] },
);
const payload = fc.oneof(
  fc.record({ config }),
  fc.record({ config, access_token: fc.oneof(fc.constant("OWN"), json) }),
  fc.record(
    {
      type: fc.constantFrom("broadcast", "presence"),
      event: fc.oneof(fc.constantFrom("track", "untrack", "e"), json),
      payload: json,
      persist: json,
    },
    { requiredKeys: ["event"] },
  ),
  fc.record({ access_token: fc.oneof(fc.constant("OWN"), json) }),
  json,
);
const ref = fc.oneof({ weight: 5, arbitrary: fc.constantFrom("1", "2", null) }, json);

test("conversations of any messages get a response", LONG, () =>
  repeat(
    51,
    fc.array(fc.tuple(ref, ref, topic, event, payload), { minLength: 1, maxLength: 12 }),
    (messages, version) =>
      check(
        version,
        messages.map(([join_ref, own, to, name, body]) =>
          JSON.stringify(
            version === "2.0.0"
              ? [join_ref, own, to, name, body]
              : { topic: to, event: name, payload: body, ref: own, join_ref },
          ).replaceAll('"OWN"', JSON.stringify(token)),
        ),
      ),
  ),
);

test("texts and bytes of any content get a response", LONG, () =>
  repeat(
    52,
    fc.array(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.json(),
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    (frames, version) => check(version, frames),
  ),
);

/** The kind, five lengths, the encoding, five texts and the rest: each of them right or not. */
const bytes = fc
  .tuple(
    fc.tuple(ref, ref, topic, fc.string({ maxLength: 20 }), fc.json()),
    fc.constantFrom(0, 1, 1, 2),
    fc.oneof(fc.json(), fc.string()),
    fc.option(fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 255 }))),
  )
  .map(([texts, encoding, rest, slip]) => {
    const parts = texts.map((text) => Buffer.from(String(text ?? "")).subarray(0, 255));
    const frame = Buffer.concat([
      Buffer.from([3, ...parts.map(({ length }) => length), encoding]),
      ...parts,
      Buffer.from(rest),
    ]);
    if (slip) frame[slip[0] % frame.length] = slip[1];
    return frame;
  });

test("broadcasts of bytes, valid or not, get a response", LONG, () =>
  repeat(53, fc.array(bytes, { minLength: 1, maxLength: 6 }), (frames, version) =>
    check(version, [
      version === "2.0.0"
        ? JSON.stringify(["1", "1", "realtime:a", "phx_join", { config: {} }])
        : JSON.stringify({ topic: "realtime:a", event: "phx_join", payload: {}, ref: "1" }),
      ...frames,
    ]),
  ),
);

test("some sockets were closed and some served, and a new one is still served", async () => {
  expect(outcomes.get("answered")).toBeGreaterThan(0);
  expect(outcomes.get(1008)).toBeGreaterThan(0);
  expect(await converse("2.0.0", [])).toBe("answered");
});

test("deep JSON and long texts get a response", LONG, async () => {
  const deep = `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`;
  for (const name of ["phx_join", "broadcast", "presence", "access_token"])
    await check("2.0.0", [
      `["1","1","realtime:deep","phx_join",{"config":{}}]`,
      `["1","2","realtime:deep","${name}",{"event":"track","config":${deep},"payload":${deep}}]`,
    ]);
  const message = `{"topic":"deep","event":"e","payload":${deep}}`;
  for (const [at, body] of [
    ["", `{"messages":[${message}]}`],
    ["/deep/events/e", deep],
  ]) {
    const response = await world.backend.request(`/realtime/v1/api/broadcast${at}`, {
      method: "POST",
      headers: { apikey: world.backend.keys.anon, "content-type": "application/json" },
      body,
    });
    expect([at, response.status]).toEqual([at, 413]);
  }
  const filter = `title=in.(${'"\\"'.repeat(100_000)}`;
  const changes = { postgres_changes: [{ schema: "public", table: "notes", filter }] };
  await check("2.0.0", [
    JSON.stringify(["1", "1", "realtime:long", "phx_join", { config: changes }]),
  ]);
});
