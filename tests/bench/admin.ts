import os from "node:os";
import type { Database } from "#backend/core/database/database.ts";
import { withFilledDatabase } from "./filled-database.ts";
import { ranFor } from "./processor.ts";

/**
 * The admins' tables of users, feedback and businesses: `node tests/bench/admin.ts [users] [feedback]`
 * (100,000 and 300,000 by default; as many businesses as users). Times are of the database, one connection, as an admin, in milliseconds: the
 * processor's time of a page with its total, and in brackets the time until it was there.
 */
const USERS = Number(process.argv[2] ?? 100_000);
const FEEDBACK = Number(process.argv[3] ?? 300_000);
const ROUNDS = 40;
const LIMIT = 100;
const ADMIN = "a0000000-0000-4000-8000-000000000000";

/** Pronounceable and the same in every run: letters of a hash. */
const word = (seed: string, longest: number) =>
  `initcap(substr(translate(md5(${seed}), '0123456789', 'aeiourstln'), 1, 3 + (${longest} * (abs(hashtext(${seed})) % 100) / 100)))`;
const person = (n: string) => `('b0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

/** Rows made at once, without triggers. A fifth are providers; names repeat as names do. */
const FILL = [
  "set local session_replication_role = replica",
  `insert into auth.users (id, email) values ('${ADMIN}', 'admin@bench.example')`,
  `insert into public.profiles (id, account_type, first_name, email) values ('${ADMIN}', 'admin', 'Admin', 'admin@bench.example')`,
  `insert into auth.users (id, email) select ${person("n")}, 'person' || n || '@bench.example' from generate_series(1, ${USERS}) as n`,
  `insert into public.profiles (id, account_type, first_name, last_name, business_name, email, bio, location, created_at)
   select ${person("n")}, case when n % 5 = 0 then 'provider' else 'client' end, ${word("'f' || n % 700", 5)}, ${word("'l' || n % 9000", 7)},
     case when n % 5 = 0 then ${word("'b' || n", 9)} || ' Ltd' end, lower(${word("'m' || n", 8)}) || n || '@bench.example',
     repeat('What they do. ', 8), 'Leeds', now() - make_interval(mins => n * 7)
   from generate_series(1, ${USERS}) as n`,
  `insert into public.feedback (provider_id, user_id, rating, title, description, author_name, approved, moderated_at, is_public, created_at)
   select ${person(`5 * (1 + (n * 7) % (${USERS} / 5))`)}, null, 1 + n % 5, ${word("'t' || n % 20000", 9)} || ' ' || lower(${word("'u' || n", 9)}),
     repeat('How it went. ', 10), ${word("'f' || n % 700", 5)} || ' ' || ${word("'l' || n % 9000", 7)},
     n % 20 > 1, case when n % 20 <> 0 then now() end, n % 20 <> 1, now() - make_interval(mins => n * 3)
   from generate_series(1, ${FEEDBACK}) as n`,
  `insert into public.businesses (business_name, business_email, created_at)
   select ${word("'b' || n", 9)} || ' ' || n || ' Ltd', 'hello' || n || '@' || lower(${word("'d' || n", 8)}) || '.example', now() - make_interval(mins => n * 7)
   from generate_series(1, ${USERS}) as n`,
];

interface Query {
  filter?: string;
  search?: string;
  skip?: number;
  sort?: string;
}

const letter = (n: number) => "aeioultrnsdbzqj7".charAt(n % 16);
const two = (n: number) => letter(n) + letter(n * 7 + 3);
const deep = (total: number) => (n: number) => Math.floor((total * (n % 40)) / 40 / 20) * 20;

const SHAPES: Record<string, Record<string, (n: number) => Query>> = {
  users: {
    "no filter": () => ({}),
    "no filter, any page": (n) => ({ skip: deep(USERS)(n) }),
    "no filter, last page": () => ({ skip: USERS - 20 }),
    "by name, any page": (n) => ({ sort: "name", skip: deep(USERS)(n) }),
    "oldest providers, any page": (n) => ({
      filter: "provider",
      sort: "oldest",
      skip: deep(USERS / 5)(n),
    }),
    "one letter": (n) => ({ search: letter(n) }),
    "two letters": (n) => ({ search: two(n) }),
    "two letters, by name": (n) => ({ search: two(n), sort: "name" }),
    "three letters": (n) => ({ search: two(n) + letter(n * 3) }),
    "letters of every row": () => ({ search: "bench.example" }),
    "letters of every row, page 500": () => ({ search: "bench", skip: 9980 }),
    "one address": (n) => ({ search: `${n * 997}@bench` }),
    "nobody's": (n) => ({ search: `xqzv${n}` }),
    "a sign": () => ({ search: "%" }),
  },
  feedback: {
    "no filter": () => ({}),
    "no filter, any page": (n) => ({ skip: deep(FEEDBACK)(n) }),
    "no filter, last page": () => ({ skip: FEEDBACK - 20 }),
    "pending, oldest first": () => ({ filter: "pending" }),
    "approved, any page": (n) => ({ filter: "approved", skip: deep(FEEDBACK * 0.9)(n) }),
    hidden: () => ({ filter: "hidden" }),
    "one letter": (n) => ({ search: letter(n) }),
    "two letters": (n) => ({ search: two(n) }),
    "two letters, pending": (n) => ({ search: two(n), filter: "pending" }),
    "three letters": (n) => ({ search: two(n) + letter(n * 3) }),
    "a business": () => ({ search: "ltd" }),
    "a business, page 50": () => ({ search: "ltd", skip: 980 }),
    "nobody's": (n) => ({ search: `xqzv${n}` }),
    "a sign": () => ({ search: "%" }),
  },
  businesses: {
    "no filter": () => ({}),
    "no filter, any page": (n) => ({ skip: deep(USERS)(n) }),
    "one letter": (n) => ({ search: letter(n) }),
    "two letters": (n) => ({ search: two(n) }),
    "letters of every row": () => ({ search: "ltd" }),
    "one address": (n) => ({ search: `hello${n * 997}@` }),
    "nobody's": (n) => ({ search: `xqzv${n}` }),
  },
};

const CALLS: Record<string, string> = {
  users: "select public.admin_users($1, $2, 20, $3, coalesce($4, 'newest'))",
  feedback: "select public.admin_feedback($1, $2, 20, $3), $4::text",
  businesses: "select b.*, $1::text, $4::text from public.get_admin_businesses($2, 20, $3) as b",
};

const measure = async (db: Database, call: string, shape: (n: number) => Query, pid: number) => {
  const times: number[] = [];
  const clock: number[] = [];
  for (let n = -4; n < ROUNDS; n++) {
    const { filter = null, search = null, skip = 0, sort = null } = shape(n + 4);
    const before = ranFor(pid);
    const started = performance.now();
    await db.query(call, [filter, search, skip, sort]);
    if (n < 0) continue;
    clock.push(performance.now() - started);
    times.push(ranFor(pid) - before);
  }
  const at = (part: number, of: number[]) =>
    of.toSorted((a, b) => a - b)[Math.floor((of.length - 1) * part)] ?? 0;
  return { p50: at(0.5, times), p95: at(0.95, times), clock: at(0.95, clock) };
};

const say = (line: string) => process.stdout.write(`${line}\n`);
await withFilledDatabase(FILL, async (db) => {
  await db.query("vacuum analyze public.profiles, public.feedback, public.businesses");
  await db.query(
    `select set_config('request.jwt.claims', '{"sub":"${ADMIN}","role":"authenticated"}', false)`,
  );
  const count = (n: number) => n.toLocaleString("en-GB");
  say(`${count(USERS)} users, ${count(FEEDBACK)} feedback, load ${os.loadavg()[0]?.toFixed(1)}\n`);
  say("| table | shape | p50 ms | p95 ms (by the clock) |");
  say("|---|---|---:|---:|");
  const slow: string[] = [];
  const [own] = await db.query<{ pid: number }>("select pg_backend_pid() as pid");
  for (const [table, shapes] of Object.entries(SHAPES)) {
    for (const [name, shape] of Object.entries(shapes)) {
      const { p50, p95, clock } = await measure(db, CALLS[table] ?? "", shape, own?.pid ?? 0);
      if (p95 >= LIMIT) slow.push(`${table}: ${name}`);
      say(`| ${table} | ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} (${clock.toFixed(1)}) |`);
    }
  }
  say(slow.length === 0 ? `\nAll under ${LIMIT} ms.` : `\nOver ${LIMIT} ms: ${slow.join(", ")}`);
});
