import { PlainResponse } from "#backend/core/http/plain-response.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { createResponseCache } from "#backend/rest/response-cache/response-cache.ts";

export const ANON: Caller = { role: "anon", claims: { role: "anon" } };
export const PUBLIC = { "cache-control": "public, max-age=0, s-maxage=60" };

interface Reply {
  /** By the class that the API itself answers with, whose body is at hand. */
  plain?: boolean;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A cache before a source that counts how often it was asked, and says what it is told to. */
export const world = (limits: { bytes?: number; entries?: number } | null = {}) => {
  let time = 0;
  let loads = 0;
  let line = true;
  /** What the database has to say, and says when the line is asked. */
  let waiting = 0;
  const cache = createResponseCache({
    limits: limits && { bytes: 1_000_000, entries: 100, ...limits },
    now: () => time,
    caughtUp: async () => {
      for (; waiting > 0; waiting--) cache.invalidate();
      return line;
    },
  });
  const get = async (
    path = "/rpc/find?q=a",
    {
      reply = {},
      caller = ANON,
      hold,
      ...init
    }: { reply?: Reply; caller?: Caller; hold?: Promise<unknown> } & RequestInit = {},
  ) => {
    const response = await cache.get(
      new Request(`http://localhost/rest/v1${path}`, init),
      caller,
      async () => {
        loads += 1;
        const mine = loads;
        await hold;
        const { plain, status = 200, headers = PUBLIC, body = `answer ${mine}` } = reply;
        if (plain) return new PlainResponse(body, { status, headers });
        return new Response(status === 204 ? null : body, { status, headers });
      },
    );
    return {
      body: await response.text(),
      age: response.headers.get("age"),
      headers: response.headers,
    };
  };
  return {
    cache,
    get,
    loads: () => loads,
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
    write: () => {
      waiting += 1;
    },
    lose: () => {
      line = false;
    },
  };
};
