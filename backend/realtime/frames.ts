import { parseJson } from "#backend/core/http/parse.ts";

/** Phoenix's wire format, in both versions that the official client uses. */
export type Version = "1.0.0" | "2.0.0";

export type Ref = string | number | null;

/** A message of a client. */
export interface Incoming {
  joinRef: Ref;
  ref: Ref;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

/** A message to a client; `payload` is JSON already, so that it is encoded once for many receivers. */
export interface Outgoing {
  joinRef?: Ref;
  ref?: Ref;
  topic: string;
  event: string;
  payload: string;
}

const USER_BROADCAST_PUSH = 3;
const USER_BROADCAST = 4;
const BINARY = 0;
const JSON_TEXT = 1;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const readRef = (value: unknown): Ref | undefined => {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || (typeof value === "string" && value.length <= 255)) return value;
  return undefined;
};

const checked = (
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Incoming | null => {
  const [join, own] = [readRef(joinRef), readRef(ref)];
  if (join === undefined || own === undefined) return null;
  if (typeof topic !== "string" || typeof event !== "string") return null;
  const body = payload ?? {};
  return isRecord(body) ? { joinRef: join, ref: own, topic, event, payload: body } : null;
};

const decodeText = (text: string, version: Version, most?: number): Incoming | null => {
  const parsed = parseJson(text, most);
  if (version === "2.0.0") {
    if (!Array.isArray(parsed) || parsed.length !== 5) return null;
    const [joinRef, ref, topic, event, payload] = parsed;
    return checked(joinRef, ref, topic, event, payload);
  }
  if (!isRecord(parsed)) return null;
  return checked(parsed.join_ref, parsed.ref, parsed.topic, parsed.event, parsed.payload);
};

/** Kind, five lengths, the encoding, five texts, and then the user's content. */
const decodeBinary = (data: Buffer, most?: number): Incoming | null => {
  if (data.length < 7 || data[0] !== USER_BROADCAST_PUSH) return null;
  let at = 7;
  const texts: string[] = [];
  for (let index = 1; index <= 5; index++) {
    const end = at + (data[index] ?? 0);
    if (end > data.length) return null;
    texts.push(data.toString("utf8", at, end));
    at = end;
  }
  const [joinRef, ref, topic, event, metadata] = texts;
  const rest = data.subarray(at);
  const encoding = data[6];
  if (encoding !== BINARY && encoding !== JSON_TEXT) return null;
  const meta = metadata ? parseJson(metadata) : {};
  return checked(joinRef || null, ref || null, topic, "broadcast", {
    ...(isRecord(meta) ? meta : {}),
    type: "broadcast",
    event,
    payload: encoding === BINARY ? Buffer.from(rest) : parseJson(rest.toString("utf8"), most),
  });
};

/** Null for a malformed message, or one with more than `most` values. */
export const decode = (
  data: Buffer,
  isBinary: boolean,
  version: Version,
  most?: number,
): Incoming | null => {
  try {
    return isBinary ? decodeBinary(data, most) : decodeText(data.toString("utf8"), version, most);
  } catch {
    return null;
  }
};

export const encode = (
  { joinRef = null, ref = null, topic, event, payload }: Outgoing,
  version: Version,
): string => {
  const [join, own, to, name] = [joinRef, ref, topic, event].map((part) => JSON.stringify(part));
  return version === "2.0.0"
    ? `[${join},${own},${to},${name},${payload}]`
    : `{"topic":${to},"event":${name},"payload":${payload},"ref":${own},"join_ref":${join}}`;
};

/** A broadcast of bytes; null if the version, or the length of the event's name, cannot express it. */
export const encodeBytes = (
  { topic, event, bytes, meta }: { topic: string; event: string; bytes: Buffer; meta?: object },
  version: Version,
): Buffer | null => {
  const [to, name] = [Buffer.from(topic), Buffer.from(event)];
  const encodedMeta = Buffer.from(meta ? JSON.stringify(meta) : "");
  if (version === "1.0.0" || name.length > 255) return null;
  return Buffer.concat([
    Buffer.from([USER_BROADCAST, to.length, name.length, encodedMeta.length, BINARY]),
    to,
    name,
    encodedMeta,
    bytes,
  ]);
};
