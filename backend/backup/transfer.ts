import type pg from "pg";
import { inBoth, listSequences, listTables, nameOf, quoted, type Table } from "./catalogue.ts";
import { copyIn, copyOut } from "./copy.ts";
import { createRowHash } from "./row-hash.ts";
import { compare, compareSequences, withoutTriggers } from "./tables-in.ts";
import { copyStatement, rowsOf } from "./tables-out.ts";

/** Copies one table's rows from a database to the other's, or into another table there. */
export const copyAcross = async (
  source: pg.Client,
  target: pg.Client,
  table: Table,
  into: Table = table,
) => {
  const hash = createRowHash();
  const { readable, writable } = new TransformStream<Buffer, Buffer>();
  const writer = writable.getWriter();
  const out = copyOut(source, copyStatement(table, "to stdout"), rowsOf(table, hash.add), (part) =>
    writer.write(part),
  );
  await Promise.all([
    copyIn(target, copyStatement(into, "from stdin"), readable),
    out.then(
      () => writer.close(),
      async (error: unknown) => {
        await writer.abort(error).catch(() => {});
        throw error;
      },
    ),
  ]);
  return hash.result();
};

/**
 * Replaces the rows of the target's tables by those of the source, at one moment of it, and compares them: all of
 * it in one transaction of the target, or nothing.
 */
export const transferRows = async (
  source: pg.Client,
  target: pg.Client,
  isWanted: (table: Table) => boolean,
): Promise<{ tables: Table[]; leftOut: string[]; rows: number; sequences: number }> => {
  await source.query("begin isolation level repeatable read, read only");
  const { tables, leftOut } = inBoth(
    (await listTables(source)).filter(isWanted),
    await listTables(target),
  );
  const schemas = new Set(tables.map(({ schema }) => schema));
  const there = new Set((await listSequences(target)).map(nameOf));
  const sequences = (await listSequences(source)).filter(
    (each) => schemas.has(each.schema) && there.has(nameOf(each)),
  );
  let rows = 0;
  await target.query("begin");
  try {
    const switchOn = await withoutTriggers(target);
    for (const table of tables) await target.query(`delete from ${quoted(table)}`);
    const entries: (Table & { rows: number; hash: string })[] = [];
    for (const table of tables)
      entries.push({ ...table, ...(await copyAcross(source, target, table)) });
    for (const { value, called, ...sequence } of sequences)
      await target.query("select setval($1::regclass, $2, $3)", [quoted(sequence), value, called]);
    await switchOn();
    for (const entry of entries) {
      await compare(target, entry);
      rows += entry.rows;
    }
    await compareSequences(target, sequences);
    await target.query("commit");
    await source.query("commit");
  } catch (error) {
    await target.query("rollback").catch(() => {});
    throw error;
  }
  return { tables, leftOut, rows, sequences: sequences.length };
};
