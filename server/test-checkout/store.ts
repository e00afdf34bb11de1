import type { Database, Queryable } from "supabase-compatible-backend/database";
import { missing } from "./faults.ts";
import type { Thing } from "./things.ts";

const SCHEMA = `
  select pg_advisory_xact_lock(hashtext('_test_checkout'));
  create schema if not exists _test_checkout;
  comment on schema _test_checkout is 'What the test checkout remembers. Safe to drop; no money was taken.';
  create table if not exists _test_checkout.things (
    serial bigint generated always as identity primary key,
    id text not null unique,
    kind text not null,
    customer text,
    due_at timestamptz,
    body jsonb not null
  );
  create index if not exists things_of_customer on _test_checkout.things (customer, kind, serial desc);
  create index if not exists things_due on _test_checkout.things (due_at) where due_at is not null;
  create table if not exists _test_checkout.answers (
    key text primary key,
    request text not null,
    body jsonb not null,
    made_at timestamptz not null default now()
  );
  create table if not exists _test_checkout.deliveries (
    serial bigint generated always as identity primary key,
    id text not null unique,
    payload text not null,
    attempts integer not null default 0,
    due_at timestamptz not null default now()
  )`;

type Kind = Thing["object"];
type Of<K extends Kind> = Extract<Thing, { object: K }>;

/** Creates the schema if it is missing; several processes may do so at once. */
export const makeSchema = async (db: Database): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx.query(SCHEMA);
  });
};

/** Whether anything was ever sold here; otherwise the schema is not needed. */
export const hasSchema = async (db: Database): Promise<boolean> => {
  // Not `to_regclass`: a session that remembers a missing schema cannot make it `if not exists` (see SCHEMA).
  const found = await db.query(
    "select from pg_catalog.pg_namespace where nspname = '_test_checkout'",
  );
  return found.length > 0;
};

/** When the object must be checked again: at the end of a subscription's period. */
const dueOf = (thing: Thing): number | null =>
  thing.object === "subscription" && thing.status !== "canceled"
    ? (thing.items.data[0]?.current_period_end ?? null)
    : null;

/** Writes an object, replacing any with its id. */
export const put = async <T extends Thing>(tx: Queryable, thing: T): Promise<T> => {
  await tx.query(
    `insert into _test_checkout.things (id, kind, customer, due_at, body)
     values ($1, $2, $3, to_timestamp($4::double precision), $5)
     on conflict (id) do update set due_at = excluded.due_at, body = excluded.body`,
    [
      thing.id,
      thing.object,
      "customer" in thing ? thing.customer : null,
      dueOf(thing),
      JSON.stringify(thing),
    ],
  );
  return thing;
};

/** Reads an object of one kind and locks it for the transaction; 404 if there is none. */
export const take = async <K extends Kind>(tx: Queryable, kind: K, id: string): Promise<Of<K>> => {
  const [row] = await tx.query<{ body: Of<K> }>(
    "select body from _test_checkout.things where id = $1 and kind = $2 for update",
    [id, kind],
  );
  if (!row) throw missing(kind.replace("checkout.session", "checkout session"), id);
  return row.body;
};

/** Objects of one kind, newest first: a customer's or everybody's, and those older than a given one. */
export const listOf = async <K extends Kind>(
  tx: Queryable,
  kind: K,
  {
    customer,
    after = null,
    limit,
  }: { customer: string | null; after?: string | null; limit: number },
): Promise<Of<K>[]> => {
  const rows = await tx.query<{ body: Of<K> }>(
    `select body from _test_checkout.things where kind = $1 and ($2::text is null or customer = $2)
       and ($3::text is null or serial < (select serial from _test_checkout.things where id = $3))
     order by serial desc limit $4`,
    [kind, customer, after, limit],
  );
  return rows.map(({ body }) => body);
};

/** A subscription after its period, locked against other processes; null if there is none. */
export const takeDue = async (tx: Queryable, now: number): Promise<Of<"subscription"> | null> => {
  const [row] = await tx.query<{ body: Of<"subscription"> }>(
    `select body from _test_checkout.things where due_at <= to_timestamp($1::double precision)
     order by due_at limit 1 for update skip locked`,
    [now],
  );
  return row?.body ?? null;
};
