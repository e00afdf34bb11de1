import { PlainResponse } from "#backend/core/http/plain-response.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { createResponseCache } from "#backend/rest/response-cache/response-cache.ts";

export const ANON: Caller = { role: "anon", claims: { role: "anon" } };
export const PUBLIC = { "cache-control": "public, max-age=0, s-maxage=60" };

interface Said {
  /** By the class that the API itself answers with, whose body is at hand. */
  plain?: boolean;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A cache before a source that counts how often it was asked, and says what it is told to. */
export const world = (limits: { bytes?: number; entries?: number } | null = {}) => {
  let time = 0;
  let asked = 0;
  let line = true;
  /** What the database has to say, and says when the line is asked. */
  let waiting = 0;
  const kept = createResponseCache({
    limits: limits && { bytes: 1_000_000, entries: 100, ...limits },
    now: () => time,
    caughtUp: async () => {
      for (; waiting > 0; waiting--) kept.forget();
      return line;
    },
  });
  const ask = async (
    path = "/rpc/find?q=a",
    {
      said = {},
      caller = ANON,
      hold,
      ...init
    }: { said?: Said; caller?: Caller; hold?: Promise<unknown> } & RequestInit = {},
  ) => {
    const response = await kept.get(
      new Request(`http://localhost/rest/v1${path}`, init),
      caller,
      async () => {
        asked += 1;
        const mine = asked;
        await hold;
        const { plain, status = 200, headers = PUBLIC, body = `answer ${mine}` } = said;
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
    kept,
    ask,
    asked: () => asked,
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
