import { randomUUID } from "node:crypto";
import { HttpError } from "#backend/core/errors.ts";
import { json, readBody } from "#backend/core/http/http.ts";
import { bodyLimitsOf, parseJson } from "#backend/core/http/parse.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { mayBroadcast, mayStore } from "../authorization.ts";
import { type Broadcast, measured } from "../broadcasts.ts";
import { roomOf } from "../channel.ts";
import type { RealtimeContext } from "../context.ts";
import { isRecord } from "../frames.ts";
import { LIMITS } from "../limits.ts";
import { PERSIST_RULE, type Persist, PersistRefused, readPersist } from "../persist.ts";

/** The most messages in one request. */
const BATCH = 100;

interface Message {
  topic: string;
  event: string;
  payload: Broadcast["payload"];
  private: boolean;
}

const unprocessable = (errors: unknown): Response => json({ errors }, 422);

/** `undefined` for a malformed message; the platform's text for what is wrong with it. */
const readMessage = (value: unknown): Message | Record<string, string[]> => {
  const given = isRecord(value) ? value : {};
  const errors: Record<string, string[]> = {};
  const { topic, event } = given;
  if (typeof topic !== "string" || topic === "") errors.topic = ["can't be blank"];
  if (typeof event !== "string" || event === "" || event.length > 255)
    errors.event = ["can't be blank"];
  if (!isRecord(given.payload)) errors.payload = ["can't be blank"];
  const text = errors.payload ? "{}" : measured(given.payload, LIMITS.payload);
  if (text === null) errors.payload = ["Payload size exceeds tenant limit"];
  if (Object.keys(errors).length > 0) return errors;
  return {
    topic: String(topic),
    event: String(event),
    payload: { json: text ?? "{}" },
    private: given.private === true,
  };
};

const isMessage = (value: Message | Record<string, string[]>): value is Message =>
  typeof value.topic === "string";

/** Who sends, and from which address. */
interface Sender {
  caller: Caller;
  ip: string;
}

/** Whether the sender's network may have so many messages sent; a service with the service key may. */
const mayDeliver = (
  { rooms, deliveries }: RealtimeContext,
  { caller, ip }: Sender,
  messages: readonly { room: string }[],
): boolean =>
  caller.role === "service_role" ||
  deliveries.take(
    ip,
    messages.reduce((count, { room }) => count + rooms.members(room).size, 0),
  );

const tooMany = (): Response => json({ message: "Too many messages per second" }, 429);

/**
 * `POST /api/broadcast`: many messages. Those to private topics to which the caller may not send are
 * dropped, as on the hosted platform.
 */
export const broadcastMany = async (
  context: RealtimeContext,
  request: Request,
  { caller, ip }: Sender,
): Promise<Response> => {
  const { bytes, values } = bodyLimitsOf(caller, LIMITS.frame);
  const body = await readBody(request, bytes);
  let given: unknown;
  try {
    given = parseJson(new TextDecoder().decode(body), values);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    return unprocessable({ messages: ["is not JSON"] });
  }
  const list = isRecord(given) ? given.messages : undefined;
  if (!Array.isArray(list) || list.length === 0)
    return unprocessable({ messages: ["can't be blank"] });
  if (list.length > BATCH)
    return json({ message: "Too many messages to broadcast, please reduce the batch size" }, 429);
  const read = list.map(readMessage);
  const messages = read.filter(isMessage);
  if (messages.length < read.length)
    return unprocessable({ messages: read.map((each) => (isMessage(each) ? {} : each)) });
  const topics = messages.filter((message) => message.private).map(({ topic }) => topic);
  const allowed = await mayBroadcast(context.core.api, caller, topics);
  const sent = messages
    .filter(({ topic, private: isPrivate }) => !isPrivate || allowed.has(topic))
    .map(({ topic, private: isPrivate, ...rest }) => ({ ...rest, room: roomOf(topic, isPrivate) }));
  if (!mayDeliver(context, { caller, ip }, sent)) return tooMany();
  for (const { room, event, payload } of sent) context.broadcasts.send({ room, event, payload });
  return new Response(null, { status: 202 });
};

/** The option `persist` of an address: `persist=true`, or `persist[ttl]=60`. */
const persistOf = (params: URLSearchParams): Persist => {
  const ttl = params.get("persist[ttl]");
  return readPersist(ttl === null ? params.get("persist") : { ttl });
};

/** JSON or bytes, by the request's content type; a response says what is wrong. */
const readPayload = async (
  request: Request,
  caller: Caller,
): Promise<Broadcast["payload"] | Response> => {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  const isBytes = type.trim().toLowerCase() === "application/octet-stream";
  if (!isBytes && type.trim().toLowerCase() !== "application/json")
    return json({ error: "Unsupported Media Type" }, 415);
  const limits = bodyLimitsOf(caller, LIMITS.frame);
  const bytes = Buffer.from(await readBody(request, limits.bytes));
  if (bytes.length > LIMITS.payload)
    return unprocessable({ payload: ["Payload size exceeds tenant limit"] });
  if (isBytes) return { bytes };
  try {
    return { json: JSON.stringify(parseJson(bytes.toString("utf8"), limits.values)) };
  } catch (error) {
    if (error instanceof HttpError) throw error;
    return json({ error: "The body is not JSON" }, 422);
  }
};

/** `POST /api/broadcast/<topic>/events/<event>`: one message, whose body is JSON or bytes. */
export const broadcastOne = async (
  context: RealtimeContext,
  request: Request,
  { caller, ip }: Sender,
  { topic, event }: { topic: string; event: string },
): Promise<Response> => {
  const { api } = context.core;
  const { searchParams } = new URL(request.url);
  const isPrivate = searchParams.get("private") === "true";
  let persist: Persist;
  try {
    persist = persistOf(searchParams);
  } catch (error) {
    if (!(error instanceof PersistRefused)) throw error;
    return unprocessable({ persist: [PERSIST_RULE] });
  }
  if (persist && !isPrivate)
    return unprocessable({ persist: ["can only be used on private channels"] });
  const payload = await readPayload(request, caller);
  if (payload instanceof Response) return payload;
  if (isPrivate && !(await mayBroadcast(api, caller, [topic])).has(topic))
    return json({ message: "Unauthorized" }, 403);
  const stored = persist && (await mayStore(api, caller, topic)) ? persist : null;
  const id = stored ? randomUUID() : undefined;
  const room = roomOf(topic, isPrivate);
  if (!mayDeliver(context, { caller, ip }, [{ room }])) return tooMany();
  context.broadcasts.send({ room, event, payload, id });
  if (stored && id) await context.messages.store(topic, { event, payload, id }, stored.ttl);
  return new Response(null, { status: 202 });
};
