/** The messages of PostgreSQL's logical replication protocol, version 1 (documentation 54.9). */

/** A value as text; null, or undefined if it was stored separately and did not change. */
export type Value = string | null | undefined;

export interface Relation {
  id: number;
  schema: string;
  table: string;
  /** `f` if the whole old row is logged; otherwise only its key. */
  identity: string;
  columns: { name: string; isKey: boolean }[];
}

export type Operation = "INSERT" | "UPDATE" | "DELETE";

export type Message =
  | { kind: "begin"; xid: number; committedAt: Date }
  | { kind: "commit" }
  | { kind: "relation"; relation: Relation }
  | {
      kind: "change";
      operation: Operation;
      relationId: number;
      /** In the order of the relation's columns. */
      old: Value[] | null;
      new: Value[] | null;
    };

/** Microseconds between the epochs of PostgreSQL and of Unix. */
const EPOCH = 946_684_800_000_000n;

class Cursor {
  readonly #data: Buffer;
  #at = 0;
  constructor(data: Buffer) {
    this.#data = data;
  }
  byte(): number {
    return this.#data.readUInt8(this.#at++);
  }
  readTag(): string {
    return String.fromCharCode(this.byte());
  }
  int16(): number {
    this.#at += 2;
    return this.#data.readInt16BE(this.#at - 2);
  }
  int32(): number {
    this.#at += 4;
    return this.#data.readUInt32BE(this.#at - 4);
  }
  int64(): bigint {
    this.#at += 8;
    return this.#data.readBigInt64BE(this.#at - 8);
  }
  /** Up to the next zero byte. */
  name(): string {
    const end = this.#data.indexOf(0, this.#at);
    const text = this.#data.toString("utf8", this.#at, end);
    this.#at = end + 1;
    return text;
  }
  text(length: number): string {
    this.#at += length;
    return this.#data.toString("utf8", this.#at - length, this.#at);
  }
}

const readTuple = (cursor: Cursor): Value[] => {
  const values: Value[] = [];
  for (let left = cursor.int16(); left > 0; left--) {
    const kind = cursor.readTag();
    if (kind === "n") values.push(null);
    else if (kind === "u") values.push(undefined);
    else values.push(cursor.text(cursor.int32()));
  }
  return values;
};

const readRelation = (cursor: Cursor): Relation => {
  const id = cursor.int32();
  const schema = cursor.name();
  const table = cursor.name();
  const identity = cursor.readTag();
  const columns: Relation["columns"] = [];
  for (let left = cursor.int16(); left > 0; left--) {
    const isKey = (cursor.byte() & 1) === 1;
    const name = cursor.name();
    cursor.int32();
    cursor.int32();
    columns.push({ name, isKey });
  }
  return { id, schema, table, identity, columns };
};

/** Null for the kinds without meaning here (truncate, type, origin, message). */
export const readMessage = (data: Buffer): Message | null => {
  const cursor = new Cursor(data);
  const kind = cursor.readTag();
  if (kind === "B") {
    cursor.int64();
    const committedAt = new Date(Number((cursor.int64() + EPOCH) / 1000n));
    return { kind: "begin", committedAt, xid: cursor.int32() };
  }
  if (kind === "C") return { kind: "commit" };
  if (kind === "R") return { kind: "relation", relation: readRelation(cursor) };
  if (kind !== "I" && kind !== "U" && kind !== "D") return null;
  const relationId = cursor.int32();
  let part = cursor.readTag();
  let old: Value[] | null = null;
  if (part === "K" || part === "O") {
    old = readTuple(cursor);
    part = kind === "U" ? cursor.readTag() : "";
  }
  const now = part === "N" ? readTuple(cursor) : null;
  const operation = ({ I: "INSERT", U: "UPDATE", D: "DELETE" } as const)[kind];
  return { kind: "change", operation, relationId, old, new: now };
};
