import { isIPv4 } from "node:net";
import { z } from "zod";
import type { Clock } from "#backend/core/clock.ts";
import type { Database } from "#backend/core/database/database.ts";
import { HttpError } from "#backend/core/errors.ts";
import { type Handler, json, type RequestInfo, readBody } from "#backend/core/http/http.ts";
import { parseJson } from "#backend/core/http/parse.ts";
import type { Log } from "#backend/core/log.ts";
import { createMessages, type Messages } from "./messages.ts";
import { framePage, listPage, messagePage, missingPage } from "./pages.ts";
import { receiveMail } from "./receive.ts";

/** A mail server for trials: its mail is shown at `/_mailbox` and sent nowhere. */
export interface Mailbox {
  /** The address to send to: `smtp://127.0.0.1:<port>`. */
  smtpUrl: string;
  /** Serves `/_mailbox` and everything below it, to callers on this machine only. */
  fetch: Handler;
  close(): Promise<void>;
}

const LONGEST_LIST = 500;
const PAGE = 50;

const isLoopback = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, "");
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."));
};

/** Headers that proxies add; some proxies (nginx by default) also replace the requested host by ours. */
const PROXIED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/**
 * The caller must be this machine, and must have used one of this machine's own names: behind a proxy every
 * caller seems local, and a foreign page can point its own name at 127.0.0.1. A request with a proxy's
 * headers is refused whatever name it has.
 */
const refuseStrangers = (request: Request, { ip }: RequestInfo): void => {
  const host = new URL(request.url).hostname.replace(/^\[|\]$/g, "");
  const local = host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
  const proxied = PROXIED.some((name) => request.headers.has(name));
  if (isLoopback(ip) && local && !proxied) return;
  throw new HttpError({
    status: 403,
    code: "mailbox_is_local",
    message: "The mailbox is shown on this machine only",
    hint: "Open it as http://localhost on the machine that runs the server.",
  });
};

const number = (url: URL, name: string, otherwise: number, largest: number): number => {
  const value = Number(url.searchParams.get(name) ?? otherwise);
  return Number.isSafeInteger(value) && value >= 0 ? Math.min(value, largest) : otherwise;
};

const notFound = () => json({ Error: "message not found" }, 404);

const list = async (messages: Messages, url: URL): Promise<Response> => {
  const start = number(url, "start", 0, Number.MAX_SAFE_INTEGER);
  const limit = number(url, "limit", PAGE, LONGEST_LIST);
  const query = url.searchParams.get("query") ?? "";
  const { total, found } = await messages.find(query, start, limit);
  const all = query ? (await messages.find("", 0, 0)).total : total;
  return json({
    total: all,
    unread: all,
    count: found.length,
    messages_count: total,
    messages_unread: total,
    start,
    tags: [],
    messages: found,
  });
};

const Removal = z.object({ IDs: z.array(z.string()).nullish() });

const remove = async (messages: Messages, request: Request): Promise<Response> => {
  // A foreign page needs permission for any DELETE (a CORS preflight, to which the mailbox never responds), so
  // the body's type proves nothing more. As in Mailpit, no body means every message.
  const text = new TextDecoder().decode(await readBody(request, 100_000));
  let ids: string[] | null;
  try {
    ids = Removal.parse(parseJson(text || "{}")).IDs ?? null;
  } catch (error) {
    throw new HttpError(
      { status: 400, code: "bad_json", message: 'Expected {"IDs": ["…"]} or {}' },
      error,
    );
  }
  await messages.remove(ids?.length ? ids : null);
  return new Response("ok", { headers: { "content-type": "text/plain" } });
};

const respond = async (messages: Messages, request: Request): Promise<Response> => {
  const url = new URL(request.url);
  const parts = url.pathname.replace(/\/+$/, "").split("/").slice(2);
  const [area, , kind, id = ""] = parts;
  if (area === "api") {
    if (kind === "messages" && request.method === "DELETE") return remove(messages, request);
    if (request.method !== "GET" && request.method !== "HEAD")
      return json({ Error: "method not allowed" }, 405);
    if ((kind === "messages" || kind === "search") && parts.length === 3)
      return list(messages, url);
    if (kind === "message" && parts.length === 4) {
      const mail = await messages.get(id);
      return mail ? json(mail) : notFound();
    }
    if (kind === "message" && parts[4] === "raw" && parts.length === 5) {
      const raw = await messages.raw(id);
      return raw
        ? new Response(new Uint8Array(raw), {
            headers: {
              "content-type": "text/plain; charset=utf-8",
              "x-content-type-options": "nosniff",
            },
          })
        : notFound();
    }
    return json({ Error: "not found" }, 404);
  }
  if (area === undefined) {
    const query = url.searchParams.get("query") ?? "";
    const start = number(url, "start", 0, Number.MAX_SAFE_INTEGER);
    const { total, found } = await messages.find(query, start, PAGE);
    return listPage({ query, start, limit: PAGE, total, found });
  }
  const mail = parts.length === 2 ? await messages.get(parts[1] ?? "") : null;
  if (mail && area === "view") return messagePage(mail);
  if (mail && area === "html") return framePage(mail);
  return missingPage();
};

/** Starts the mail server; its messages are in `_backend.mailbox`, the newest 2,000. */
export const createMailbox = async ({
  db,
  clock,
  log,
}: {
  db: Database;
  clock: Clock;
  log: Log;
}): Promise<Mailbox> => {
  const messages = createMessages(db, clock);
  const server = await receiveMail(messages.save, log);
  return {
    smtpUrl: server.url,
    async fetch(request, info) {
      refuseStrangers(request, info);
      return respond(messages, request);
    },
    close: server.close,
  };
};
