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
  "create table bench.towns as select row_number() over (order by md5(name)) - 1 as n, initcap(name) as name from search.places where kind = 'town' order by md5(name) limit 300",
  "create table bench.trades as select row_number() over (order by md5(group_name || name)) - 1 as n, group_name, name, count(*) over () as many from public.categories",
  "analyze bench.words",
  `create table bench.bios as select num, 'Fully insured ' || string_agg(word, ' ') as bio from (
     select num, floor(power(${WORDS}, ${chance("num || ':' || i")}))::int as n
     from generate_series(1, ${providers}) as num, generate_series(1, 30) as i) as drawn
   join bench.words using (n) group by num`,
  `insert into search.listings (provider_id, name, title, bio, business_name, location, plan_type, membership_end,
     categories, rating_average, rating_count, created_at, updated_at, slot, place, words, document)
   select md5('id' || num)::uuid, 'Member ' || num, trade, bio, business,
     town, 'yearly', now() + interval '1 year', keys, 3 + 2 * ${chance("'r' || num")}, num % 20,
     now() - make_interval(mins => floor(500000 * ${chance("'d' || num")})::int), now(), num - 1, search.normalise_place(town),
     search.distinct_words(strong || weak), search.listing_document(strong, weak, search.normalise_place(town), keys)
   from (select *, search.split_words(concat_ws(' ', business, town, trade)) as strong,
       search.split_words(concat_ws(' ', bio, array_to_string(keys, ' '))) as weak
     from (select num, bio, t.name as trade, array[t.group_name, t.group_name || ' > ' || t.name] as keys,
         initcap(${word("'b' || num")}) || ' & Co' as business,
         (select name from bench.towns where n = floor(300 * power(${chance("'t' || num")}, 2))::int) as town
       from bench.bios join bench.trades t on t.n = floor(t.many * power(${chance("'k' || num")}, 1.5))::int) as made) as said`,
  "select setval('search.slots', count(*), false) from search.listings",
  `insert into search.listing_order (slot, place, rating_score, created_at)
   select slot, place, rating_score, created_at from search.listings order by slot`,
  `insert into search.terms (kind, term, lexeme, listings)
   select 'token', '@' || place, null, count(*) from search.listings where place is not null group by place
   union all select 'word', word, (ts_lexize('english_stem', word))[1], count(*)
     from search.listings, unnest(words) as word group by word`,
  `update search.terms t set (latitude, longitude) = (select at.latitude, at.longitude from search.locate(substr(t.term, 2)) as at)
   where kind = 'token'`,
  `insert into search.term_sets (term, part, members, dense)
   select term, part, case when many < 32 then members end, case when many >= 32 then members end
   from (select term, slot >> 14 as part, search.collect_members(slot & 16383, 1) as members, count(*) as many from (
     select slot, unnest(tsvector_to_array(document)) collate "C" as term from search.listings
     union all select slot, '*' from search.listings) as held group by term, slot >> 14) as sets`,
];
