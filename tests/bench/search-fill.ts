/** Words of the language that the filled directory is written in. */
const WORDS = 30_000;

/** Between 0 and 1, the same in every run for the same seed. */
const chance = (seed: string) => `((hashtext(${seed})::bigint + 2147483648)::float / 4294967296)`;

const word = (seed: string) =>
  `(select word from bench.words w where w.n = floor(power(${WORDS}, ${chance(seed)}))::int)`;

/** Rows as the triggers would make them, made at once: by themselves they would take half an hour. */
export const fillSql = (providers: number) => [
  "set local session_replication_role = replica",
  "create schema bench",
  `create table bench.words as select n, (
     select string_agg(substr('bcdfghjklmnprstvw', 1 + abs(hashtext(n || 'c' || i)) % 17, 1)
       || substr('aeiou', 1 + abs(hashtext(n || 'v' || i)) % 5, 1), '') from generate_series(1, 2 + n % 3) as i)
     || (array['ing', 'er', 's', ''])[1 + n % 4] as word
   from generate_series(0, ${WORDS}) as n`,
  "alter table bench.words add primary key (n)",
  `create table bench.towns as select row_number() over (order by md5(name)) - 1 as n, initcap(name) as name,
     search.map_point(latitude, longitude) as position
   from search.places where kind = 'town' order by md5(name) limit 300`,
  "create table bench.trades as select row_number() over (order by md5(group_name || name)) - 1 as n, group_name, name, count(*) over () as many from public.categories",
  "analyze bench.words",
  `create table bench.bios as select num, 'Fully insured ' || string_agg(word, ' ') as bio from (
     select num, floor(power(${WORDS}, ${chance("num || ':' || i")}))::int as n
     from generate_series(1, ${providers}) as num, generate_series(1, 30) as i) as drawn
   join bench.words using (n) group by num`,
  `insert into public.profiles (id, account_type, first_name, last_name, business_name, bio, location, categories, created_at)
   select md5('id' || num)::uuid, 'provider', 'Member', num, initcap(${word("'b' || num")}) || ' & Co', bio,
     (select name from bench.towns where n = floor(300 * power(${chance("'t' || num")}, 2))::int), array[t.group_name || ' > ' || t.name],
     now() - make_interval(mins => floor(500000 * ${chance("'d' || num")})::int)
   from bench.bios join bench.trades t on t.n = floor(t.many * power(${chance("'k' || num")}, 1.5))::int`,
  `insert into public.subscribers (user_id, subscribed, subscription_tier, subscription_end)
   select id, true, 'yearly', now() + interval '1 year' from public.profiles`,
  "create table bench.said as select p.id, said.* from public.profiles p cross join lateral search.listing_text(p) as said",
  `insert into search.listings (provider_id, membership_end, created_at, rating_average, rating_count, position, place, town, reach, served, categories, document)
   select p.id, now() + interval '1 year', p.created_at, 3 + 2 * ${chance("'r' || p.last_name")}, p.last_name::int % 20, t.position,
     search.normalise_place(p.location), p.location,
     -- A third say how many miles they go, 5 to 34, a tenth list their own town.
     case when p.last_name::int % 10 in (1, 4, 7) then circle(t.position, 5 + p.last_name::int % 30) end,
     case when p.last_name::int % 10 = 2 then array[search.normalise_place(p.location)] else '{}' end, said.categories, said.document
   from public.profiles p join bench.towns t on t.name = p.location join bench.said using (id)`,
  "select search.add_words(array_agg(distinct word)) from bench.said cross join lateral unnest(words) as word",
  `create table bench.known as select w.word, s.ndoc as listings
   from search.words w join ts_stat('select document from search.listings') as s on s.word = w.lexeme`,
];
