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
  "create table bench.towns as select row_number() over (order by md5(name)) - 1 as n, initcap(name) as name from private.places where kind = 'town' order by md5(name) limit 300",
  "create table bench.trades as select row_number() over (order by md5(group_name || name)) - 1 as n, group_name, name, count(*) over () as many from public.categories",
  "analyze bench.words",
  `create table bench.bios as select num, 'Fully insured ' || string_agg(word, ' ') as bio from (
     select num, floor(power(${WORDS}, ${chance("num || ':' || i")}))::int as n
     from generate_series(1, ${providers}) as num, generate_series(1, 30) as i) as drawn
   join bench.words using (n) group by num`,
  `insert into private.listings (provider_id, name, title, bio, business_name, location, plan_type, membership_end,
     categories, rating_average, rating_count, created_at, updated_at, slot, place, words, document)
   select md5('id' || num)::uuid, 'Member ' || num, trade, bio, business,
     town, 'yearly', now() + interval '1 year', keys, 3 + 2 * ${chance("'r' || num")}, num % 20,
     now() - make_interval(mins => floor(500000 * ${chance("'d' || num")})::int), now(), num - 1, private.place_of(town),
     private.distinct_words(strong || weak), private.listing_document(strong, weak, private.place_of(town), keys)
   from (select *, private.words_of(concat_ws(' ', business, town, trade)) as strong,
       private.words_of(concat_ws(' ', bio, array_to_string(keys, ' '))) as weak
     from (select num, bio, t.name as trade, array[t.group_name, t.group_name || ' > ' || t.name] as keys,
         initcap(${word("'b' || num")}) || ' & Co' as business,
         (select name from bench.towns where n = floor(300 * power(${chance("'t' || num")}, 2))::int) as town
       from bench.bios join bench.trades t on t.n = floor(t.many * power(${chance("'k' || num")}, 1.5))::int) as made) as said`,
  "select setval('private.search_slots', count(*), false) from private.listings",
  `insert into private.search_rows (slot, place, rating_score, created_at)
   select slot, place, rating_score, created_at from private.listings order by slot`,
  `insert into private.search_terms (kind, term, lexeme, listings)
   select 'token', '@' || place, null, count(*) from private.listings where place is not null group by place
   union all select 'word', word, (ts_lexize('english_stem', word))[1], count(*)
     from private.listings, unnest(words) as word group by word`,
  `update private.search_terms t set (latitude, longitude) = (select at.latitude, at.longitude from private.locate(substr(t.term, 2)) as at)
   where kind = 'token'`,
  `insert into private.search_sets (term, part, members, dense)
   select term, part, case when many < 32 then members end, case when many >= 32 then members end
   from (select term, slot >> 14 as part, private.collect_members(slot & 16383, 1) as members, count(*) as many from (
     select slot, unnest(tsvector_to_array(document)) collate "C" as term from private.listings
     union all select slot, '*' from private.listings) as held group by term, slot >> 14) as sets`,
];
