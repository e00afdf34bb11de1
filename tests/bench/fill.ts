import { argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { asOwner } from "./site.ts";

/** How many rows the marketplace of a run has. */
export interface Size {
  providers: number;
  clients: number;
  jobs: number;
  feedback: number;
}

/** The proportions of the real thing: 1 provider to 0.5 jobs to 3 feedback items. */
export const sizeOf = (providers: number): Size => ({
  providers,
  clients: Math.max(1_000, Math.ceil(providers / 2)),
  jobs: Math.ceil(providers / 2),
  feedback: providers * 3,
});

/** The contact of jobs that the run posts, by which they are taken away. */
export const POSTED = "posted@bench.example";

/** Everybody's password here. */
export const PASSWORD = "bench-password-1";

/** Reviewers who sign in and post during the run, and so have written nothing before. */
export const SIGNERS = 40;

const MEMORY_KIB = 19_456;
const PASSES = 2;

/** What the service makes of everybody's password with this salt. */
export const passwordTag = (nonce: Buffer): Promise<Buffer> =>
  promisify(argon2)("argon2id", {
    message: PASSWORD,
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: 1,
    tagLength: 32,
  });

/** The kind of hash that the service makes, so that it is neither refused nor made anew. */
const passwordHash = async (): Promise<string> => {
  const nonce = randomBytes(16);
  const parts = [nonce, await passwordTag(nonce)];
  const [salt, tag] = parts.map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${salt}$${tag}`;
};

export const TOWNS = [
  "London", "Birmingham", "Manchester", "Leeds", "Glasgow", "Sheffield", "Bradford", "Liverpool",
  "Edinburgh", "Bristol", "Cardiff", "Belfast", "Leicester", "Coventry", "Nottingham", "Newcastle",
  "Sunderland", "Brighton", "Hull", "Plymouth", "Stoke-on-Trent", "Wolverhampton", "Derby", "Swansea",
  "Southampton", "Aberdeen", "Portsmouth", "York", "Peterborough", "Dundee", "Lancaster", "Oxford",
  "Newport", "Preston", "St Albans", "Norwich", "Chester", "Cambridge", "Salisbury", "Exeter",
]; // biome-ignore format: a list

/** Words that people type; each is in some of the texts below. */
export const WORDS = [
  "repairs", "garden", "wedding", "boiler", "tutor", "weekend", "insured", "kitchen", "studio",
  "emergency", "vintage", "lessons", "painting", "portrait", "roof", "massage", "website", "moving",
]; // biome-ignore format: a list

const FIRST = "Amelia Oliver Isla George Ava Noah Priya Arjun Zofia Kwame".split(" ");
const LAST = "Hughes Patel Walker Okafor Murray Khan Evans Novak Price Lowe".split(" ");

const quoted = (texts: readonly string[]) =>
  `array[${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(", ")}]`;

/** A pseudo-random member of an SQL array, the same in every run for the same `seed`. */
const pick = (array: string, count: number, seed: string) =>
  `(${array})[1 + abs(hashtext(${seed})::bigint) % ${count}]`;

const id = (kind: "a" | "c", n: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** The n-th provider's and client's ids, as the rows have them. */
export const providerId = (n: number) =>
  `a0000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
export const clientId = (n: number) =>
  `c0000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
export const clientEmail = (n: number) => `client${n}@bench.example`;

const CATEGORIES = `(select array_agg(group_name || ' > ' || name order by group_name, name) as all_of
  from public.categories where is_active)`;

const usersSql = (kind: "a" | "c", count: number, metadata: string) => `
  with k as materialized ${CATEGORIES},
  made as (
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
      confirmation_token, recovery_token, email_change_token_new, email_change,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    select '00000000-0000-0000-0000-000000000000', ${id(kind, "n")}, 'authenticated', 'authenticated',
      '${kind === "a" ? "provider" : "client"}' || n || '@bench.example', $1, now(), '', '', '', '',
      '{"provider": "email", "providers": ["email"]}', ${metadata}, now(), now()
    from generate_series(0, ${count - 1}) as n, k
    returning id, email)
  insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
  select id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), 'email', now(), now()
  from made`;

const name = `'first_name', ${pick(quoted(FIRST), FIRST.length, "'f' || n")},
  'last_name', ${pick(quoted(LAST), LAST.length, "'l' || n")},
  'location', ${pick(quoted(TOWNS), TOWNS.length, "'t' || n")}`;

const category = "k.all_of[1 + abs(hashtext('k' || n)::bigint) % cardinality(k.all_of)]";

const providerMetadata = `jsonb_build_object('account_type', 'provider', ${name},
  'phone_number', '07700900' || lpad((n % 1000)::text, 3, '0'),
  'business_name', ${pick(quoted(LAST), LAST.length, "'b' || n")} || ' & Co ' || n,
  'categories', jsonb_build_array(${category}))`;

const sentence = (seed: string) =>
  `'We do ' || ${pick(quoted(WORDS), WORDS.length, `${seed} || 'w1'`)} || ' and '
   || ${pick(quoted(WORDS), WORDS.length, `${seed} || 'w2'`)} || ' work across '
   || ${pick(quoted(TOWNS), TOWNS.length, `${seed} || 'w3'`)}
   || ', fully insured, with honest prices agreed in writing before anything starts. '`;

/** Popular ones have most of the feedback: the density falls with the square root of the rank. */
const feedbackSql = ({ providers, clients, feedback }: Size) => `
  with drawn as (
    select floor(${providers} * power((n + 0.5) / ${feedback}, 2))::int as p, n
    from generate_series(0, ${feedback - 1}) as n),
  ranked as (select p, n, row_number() over (partition by p order by n) as turn from drawn),
  written as (
    insert into public.feedback (provider_id, user_id, rating, title, description, author_name, created_at)
    select ${id("a", "p")}, ${id("c", `(${SIGNERS} + (p + turn) % ${clients - SIGNERS})::int`)},
      3 + abs(hashtext('r' || n)::bigint) % 3, 'Good work, number ' || n,
      ${sentence("n::text")} || 'Came when promised and left the place tidy.',
      ${pick(quoted(FIRST), FIRST.length, "'a' || n")}, now() - make_interval(mins => n)
    from ranked returning id, provider_id)
  insert into public.feedback_replies (feedback_id, provider_id, reply_text)
  select id, provider_id, 'Thank you. It was a pleasure, and we are glad that it holds.'
  from written where abs(hashtext(id::text)::bigint) % 2 = 0`;

const jobsSql = ({ jobs, clients }: Size) => `
  with k as materialized ${CATEGORIES}
  insert into public.jobs (title, description, category, categories, location, budget, user_id,
    contact_name, contact_email, posted_date)
  select 'Job ' || n || ': ' || ${pick(quoted(WORDS), WORDS.length, "'j' || n")},
    ${sentence("'d' || n")} || 'Please say when you could come.', ${category}, array[${category}],
    ${pick(quoted(TOWNS), TOWNS.length, "'o' || n")},
    (array['£150-300', 'up to £1k', '£25/hour', 'around £400', null])[1 + n % 5],
    ${id("c", `(n % ${clients})`)}, 'Client', 'contact@bench.example', now() - make_interval(mins => n)
  from generate_series(0, ${jobs - 1}) as n, k`;

/**
 * Makes the rows of a run by plain SQL as the database's owner; the triggers keep profiles and
 * listings, as they do in life. Feedback comes before membership, so that each listing is made once.
 */
export const fill = (host: string, size: Size): Promise<void> =>
  asOwner(host, async (owner) => {
    const hash = await passwordHash();
    const client = `jsonb_build_object('account_type', 'client', ${name})`;
    await owner.query(usersSql("c", size.clients, client), [hash]);
    await owner.query(usersSql("a", size.providers, providerMetadata), [hash]);
    await owner.query(`update public.profiles set bio = ${sentence("id::text")} || ${sentence("id || 'x'")},
      skills = '[{"name": "Site visits", "category": ""}, {"name": "Free quotes", "category": ""}]',
      created_at = now() - make_interval(mins => abs(hashtext(id::text)::bigint % 500000)::int)
      where account_type = 'provider'`);
    await owner.query(feedbackSql(size));
    await owner.query(`insert into public.subscribers
        (user_id, email, subscribed, subscription_tier, subscription_end)
      select id, email, true, 'yearly', now() + interval '1 year'
      from public.profiles where account_type = 'provider'`);
    await owner.query(jobsSql(size));
    await owner.query("vacuum analyze");
    await owner.query("checkpoint");
  });
