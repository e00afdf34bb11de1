import type { Statement } from "./batch.ts";

/**
 * The SQL that the data service runs for the cases, by hand. The bench refuses to start when the
 * responses differ by a byte from those of the service, so the two cannot drift apart unseen.
 */

const AS = `select where num_nulls(set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config($3, $4, true), set_config($5, $6, true)`;
const PATH = `"public", "extensions"`;

const claimsOf = (token: string): string =>
  Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");

/** What the service calls first in every transaction (docs/decisions/0025-sessions-are-checked-first.md). */
const CHECK: Statement = {
  name: "check_caller",
  text: "select private.check_caller()",
  values: [],
};

const VISITOR_MAY = ["transaction_read_only", "on", "statement_timeout", "3s"];

/** Becomes a visitor, read-only, with the time limit of that role. */
export const asVisitor = (anonKey: string): Statement[] => [
  {
    name: "as_visitor",
    text: `${AS}, set_config($7, $8, true)) > 0`,
    values: ["anon", claimsOf(anonKey), "search_path", PATH, ...VISITOR_MAY],
  },
  CHECK,
];

/** Becomes somebody who is signed in. */
export const asPerson = (claims: string): Statement[] => [
  {
    name: "as_person",
    text: `${AS}) > 0`,
    values: ["authenticated", claims, "search_path", PATH, "statement_timeout", "8s"],
  },
  CHECK,
];

const rows = (from: string) =>
  `select coalesce(json_agg(r)::text, '[]'), count(*), null, null, null, null, null from (${from}) as r`;

const SCALAR = `select coalesce(string_agg(to_json(r.pgrst_scalar)::text, ''), 'null'), count(*), null, null, null, null, null
    from (select t0.* from src as t0) as r`;

export type Search = Record<"service" | "location" | "category", string>;

export const search = ({ service, location, category }: Search): Statement => ({
  name: "search",
  text: `with src as (select c.* from (select public.search_providers(service := $1::text, location := $2::text,
    category := $3::text, page_size := $4::integer, page_offset := $5::integer) as pgrst_scalar) as c)
    ${SCALAR}`,
  values: [service, location, category, "20", "0"],
});

export const cards = (): Statement => ({
  name: "cards",
  text: rows(`select t0.user_id, t0.name, t0.title, t0.bio, t0.image_url, t0.business_name, t0.location,
    t0.rating_average, t0.rating_count from public.public_providers as t0 order by t0.created_at desc limit $1`),
  values: ["20"],
});

export const provider = (id: string): Statement => ({
  name: "provider",
  text: rows("select t0.* from public.public_providers as t0 where t0.user_id = $1 limit $2"),
  values: [id, "1000"],
});

export const feedback = (id: string): Statement => ({
  name: "feedback",
  text: rows(`select t0.id, t0.provider_id, t0.user_id, t0.rating, t0.title, t0.description, t0.author_name,
    t0.created_at, t0.edited_at, t0.approved, row_to_json(e1.*) as reply from public.feedback as t0
    left join lateral (select t1.id, t1.reply_text, t1.updated_at from public.feedback_replies as t1
      where t1.feedback_id = t0.id) as e1 on true
    where t0.provider_id = $1 and t0.is_public = $2 order by t0.created_at desc limit $3`),
  values: [id, "true", "20"],
});

export const providerPage = (id: string): Statement => ({
  name: "provider_page",
  text: `with src as (select c.* from (select public.provider_page(provider_id := $1::uuid) as pgrst_scalar) as c)
    ${SCALAR}`,
  values: [id],
});

export const categories = (): Statement => ({
  name: "categories",
  text: rows(`select t0.id, t0.name, t0.group_name from public.categories as t0 where t0.is_active = $1
    order by t0.group_name asc, t0.display_order asc limit $2`),
  values: ["true", "1000"],
});

export interface JobFilter {
  category: string | null;
  location: string | null;
}

/** Each combination of filters is its own statement, as in the service. */
export const jobs = ({ category, location }: JobFilter): Statement => {
  const given = Object.entries({ category, location }).filter(([, value]) => value !== null);
  const named = given.map(([name], index) => `${name} := $${index + 1}::text, `).join("");
  const n = given.length;
  return {
    name: `jobs_${category !== null}_${location !== null}`,
    text: `with src as (select c.* from (select public.search_jobs(${named}page_size := $${n + 1}::integer,
      page_offset := $${n + 2}::integer) as pgrst_scalar) as c)
      ${SCALAR}`,
    values: [...given.map(([, value]) => value as string), "5", "0"],
  };
};

/** Inserts a row whose columns have these types. */
const insert = (name: string, table: string, types: Record<string, string>) => {
  const columns = Object.keys(types);
  const text = `with src as (insert into public.${table} as m (${columns.join(", ")})
    select ${columns.map((column) => `b.${column}`).join(", ")} from json_to_record($1::json)
    as b(${columns.map((column) => `${column} ${types[column]}`).join(", ")}) returning 1)
    select null, count(*), null, null, null, null, null from src as r`;
  return (row: Record<string, unknown>): Statement => ({
    name,
    text,
    values: [JSON.stringify(row)],
  });
};

const WORDS = { title: "text", description: "text" };

export const insertFeedback = insert("insert_feedback", "feedback", {
  provider_id: "uuid",
  user_id: "uuid",
  rating: "smallint",
  ...WORDS,
});

export const insertJob = insert("insert_job", "jobs", {
  ...{ ...WORDS, category: "text", location: "text", budget: "text" },
  user_id: "uuid",
  contact_email: "text",
});

export const insertNote = insert("insert_note", "bench_notes", { owner: "uuid", note: "text" });

export const add = (a: number, b: number): Statement => ({
  name: "add",
  text: `with src as (select c.* from (select public.bench_add(a := $1::integer, b := $2::integer) as pgrst_scalar) as c)
    ${SCALAR}`,
  values: [String(a), String(b)],
});

/** A function that returns nothing, with its arguments by name. */
const callVoid = (
  name: string,
  args: Record<string, string>,
  types: Record<string, string>,
): Statement => ({
  name,
  text: `with src as (select c.* from (select public.${name}(${Object.keys(args)
    .map((key, at) => `${key} := $${at + 1}::${types[key] ?? "text"}`)
    .join(", ")}) as pgrst_scalar) as c) ${SCALAR}`,
  values: Object.values(args),
});

export const sendQuote = (args: Record<string, string>): Statement =>
  callVoid("send_quote", args, { job_id: "uuid", price_min: "integer", valid_until: "date" });

export const acceptQuote = (args: Record<string, string>): Statement =>
  callVoid("accept_quote", args, { job_id: "uuid", provider_id: "uuid", seen: "timestamptz" });
