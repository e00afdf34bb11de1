import { hash } from "node:crypto";
import type pg from "pg";
import { nameOf, quoted, type Table } from "./catalogue.ts";
import { copyOut } from "./copy.ts";
import type { TableEntry } from "./manifest.ts";
import { noPace, type Pace } from "./pace.ts";
import { createPartWriter, type PartTarget } from "./parts.ts";

const columnsOf = (table: Table): string =>
  table.columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(", ");

export const streamOf = (table: { schema: string; name: string }): string =>
  `tables/${encodeURIComponent(nameOf(table))}`;

export const copyStatement = (table: Table, direction: "to stdout" | "from stdin"): string =>
  `copy ${quoted(table)} (${columnsOf(table)}) ${direction}${table.binary ? " with (format binary)" : ""}`;

const NUMBERS = 8;

/**
 * A digest of a table's rows that does not depend on their order: the sum of the rows' SHA-256, in eight
 * numbers of 32 bits. Equal rows in two databases have equal sums, wherever each database put them.
 */
const createRowHash = () => {
  const sum = new Uint32Array(NUMBERS);
  let rows = 0;
  return {
    add(row: Uint8Array): void {
      const digest = hash("sha256", row, "buffer");
      for (let index = 0; index < NUMBERS; index++)
        sum[index] = (sum[index] ?? 0) + digest.readUInt32LE(index * 4);
      rows += 1;
    },
    result: () => ({ rows, hash: Buffer.from(sum.buffer).toString("hex") }),
  };
};

/** Bytes of the binary format before the first row, and the number of columns that ends it. */
const HEADER = 19;
const TRAILER = -1;

/** The rows among what PostgreSQL sends for a table. */
const rowsOf = (table: Table, add: (row: Buffer) => void): ((message: Buffer) => void) => {
  if (!table.binary) return add;
  let first = true;
  return (message) => {
    const row = first ? message.subarray(HEADER) : message;
    first = false;
    if (row.length > 0 && row.readInt16BE() !== TRAILER) add(row);
  };
};

/** The rows of a table as the session's transaction sees them, read at this pace. */
export const digestTable = async (client: pg.Client, table: Table, pace: Pace = noPace) => {
  const hash = createRowHash();
  await copyOut(client, copyStatement(table, "to stdout"), rowsOf(table, hash.add), (rows) =>
    pace(rows.length),
  );
  return hash.result();
};

/** Copies a table's rows into the backup. */
export const copyTableOut = async (
  client: pg.Client,
  table: Table,
  target: PartTarget,
): Promise<TableEntry> => {
  const hash = createRowHash();
  const writer = createPartWriter(target, streamOf(table));
  await copyOut(client, copyStatement(table, "to stdout"), rowsOf(table, hash.add), writer.store);
  return { ...table, ...hash.result(), parts: await writer.end() };
};
