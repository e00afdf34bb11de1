import type pg from "pg";
import { listSequences, nameOf, quoted, type Sequence } from "./catalogue.ts";
import { copyIn } from "./copy.ts";
import type { Backup, TableEntry } from "./manifest.ts";
import { noPace, type Pace } from "./pace.ts";
import { readParts } from "./parts.ts";
import type { BackupPlace } from "./place.ts";
import { copyStatement, digestTable, streamOf } from "./tables-out.ts";

type Restore = () => Promise<void>;

interface Command {
  off: string;
  on: string;
}

/**
 * What the owner of the tables must switch off by hand: triggers, and references between tables. Putting
 * the references back checks every row.
 */
const TRIGGERS_AND_REFERENCES = `
with own as (
  select c.oid from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
)
select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname) as off,
  format('alter table %s enable trigger %I', t.tgrelid::regclass, t.tgname) as on
from pg_catalog.pg_trigger t join own on own.oid = t.tgrelid
where not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0
union all
select format('alter table %s drop constraint %I', f.conrelid::regclass, f.conname),
  format('alter table %s add constraint %I %s', f.conrelid::regclass, f.conname, pg_get_constraintdef(f.oid))
from pg_catalog.pg_constraint f join own on own.oid = f.conrelid
where f.contype = 'f' and f.conparentid = 0`;

/**
 * Rows arrive as they were: nothing is derived from them again, and the order of the tables is free. A
 * superuser (and the owner on the hosted platform) may say so by one setting.
 */
const withoutTriggers = async (client: pg.Client): Promise<Restore> => {
  await client.query("savepoint replica");
  try {
    await client.query("set local session_replication_role = replica");
    return async () => {
      await client.query("set local session_replication_role = origin");
    };
  } catch {
    await client.query("rollback to savepoint replica");
  }
  const { rows } = await client.query<Command>(TRIGGERS_AND_REFERENCES);
  for (const { off } of rows) await client.query(off);
  return async () => {
    for (const { on } of rows) await client.query(on);
  };
};

const compare = async (
  client: pg.Client,
  table: Omit<TableEntry, "parts">,
  pace: Pace = noPace,
): Promise<void> => {
  const found = await digestTable(client, table, pace);
  if (found.rows === table.rows && found.hash === table.hash) return;
  throw new Error(
    `The table ${nameOf(table)} is not what was backed up: ${found.rows} rows instead of ${table.rows}, or other values. Nothing was changed.`,
  );
};

const compareSequences = async (
  client: pg.Client,
  expected: readonly Sequence[],
): Promise<void> => {
  const found = new Map((await listSequences(client)).map((each) => [nameOf(each), each]));
  for (const sequence of expected) {
    const { value, called } = found.get(nameOf(sequence)) ?? {};
    if (value !== sequence.value || called !== sequence.called)
      throw new Error(
        `The sequence ${nameOf(sequence)} is not what was backed up. Nothing was changed.`,
      );
  }
};

async function* paced(parts: AsyncIterable<Buffer>, pace: Pace): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    await pace(part.length);
    yield part;
  }
}

/**
 * Replaces the rows of the backup's tables by those of the backup, sets the sequences, and compares what is
 * there with what was backed up: all of it in one transaction, or nothing.
 */
export const copyTablesIn = async (
  client: pg.Client,
  place: BackupPlace,
  backup: Pick<Backup, "folder" | "cipher" | "contents">,
  { pace = noPace, beforeCommit }: { pace?: Pace; beforeCommit?: () => Promise<void> } = {},
): Promise<void> => {
  const { tables, sequences } = backup.contents;
  await client.query("begin");
  try {
    const switchOn = await withoutTriggers(client);
    await client.query(`truncate ${tables.map(quoted).join(", ")}`);
    for (const table of tables) {
      const rows = readParts(place, backup, streamOf(table), table.parts);
      await copyIn(client, copyStatement(table, "from stdin"), paced(rows, pace));
    }
    for (const { value, called, ...sequence } of sequences)
      await client.query("select setval($1::regclass, $2, $3)", [quoted(sequence), value, called]);
    await switchOn();
    for (const table of tables) await compare(client, table, pace);
    await compareSequences(client, sequences);
    await beforeCommit?.();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
};
