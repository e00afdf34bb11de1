import { PlainResponse } from "#backend/core/http/plain-response.ts";
import { createTaggedCache } from "#backend/core/tagged-cache.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { createResponseCache } from "#backend/rest/response-cache/response-cache.ts";

export const ANON: Caller = { role: "anon", claims: { role: "anon" } };
/** Seconds after which the clock ends what the source gives. */
const LASTS = 60;

interface Reply {
  /** Made with the API's own response class, whose body is in memory. */
  plain?: boolean;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Null for a response that is only for its caller. */
  tags?: string[] | null;
}

/** A cache before a source that counts its requests, and returns what the test sets. */
export const world = (limits: { bytes?: number; entries?: number } | null = {}) => {
  let time = 0;
  let loads = 0;
  let line = true;
  /** The database's announcements, which arrive when the listening connection is checked. */
  const waiting: string[] = [];
  const now = () => time;
  const store =
    limits && createTaggedCache({ limits: { bytes: 1_000_000, entries: 100, ...limits }, now });
  store?.listen(async () => {
    for (const tag of waiting.splice(0)) store.invalidate([tag]);
    return line;
  });
  const cache = createResponseCache({ cache: store, now });
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
        const { plain, status = 200, headers = {}, body = `answer ${mine}` } = reply;
        const { tags = ["all"] } = reply;
        return {
          response: plain
            ? new PlainResponse(body, { status, headers })
            : new Response(status === 204 ? null : body, { status, headers }),
          dependencies: tags && { tags, until: time + LASTS * 1000 },
        };
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
    size: () => store?.size() ?? { entries: 0, bytes: 0 },
    /** A change that arrives only when the listening connection is checked. */
    write: (tag = "all") => {
      waiting.push(tag);
    },
    /** A change that is received at once. */
    invalidate: (tag = "all") => store?.invalidate([tag]),
    lose: () => {
      line = false;
    },
  };
};
