-- Search: the directory. A search is one query of documents for each way to be found at the place (docs/decisions/0017-search-with-one-index.md).

create function search.turn(provider uuid, day integer) returns bigint
language sql immutable as $$ select uuid_hash_extended(provider, day) $$;
comment on function search.turn(uuid,integer) is
  'Where a provider stands among equals on a day: elsewhere each day, and the same for everybody, so that pages fit together.';

create function search.find_listings(
  asked tsquery, place text, centre point, miles integer, around text[], covering boolean, sort text, skip integer, size integer, OUT total integer, OUT ids uuid[]
) returns record
language plpgsql stable as $$
declare
  today constant integer := private.uk_day(now()) - date '2000-01-01';
  -- A task deletes expired listings every five minutes, so there are few.
  ended constant uuid[] := array(select l.provider_id from search.listings l where l.membership_end <= now());
  -- The nearest of all: one walk by distance.
  everywhere constant boolean := sort = 'distance' and miles is null and not covering;
  -- To be found at a place by name, by distance or by area is a query each: so its index is combined with that of the words, which no
  -- plan does within an 'or'. Two letters are too few for an index.
  ways constant text[] := array_remove(array[
    case when covering then null when miles is not null then 'position <@ circle($3, ' || miles || ')'
      when everywhere then '(position is not null or search.covers(reach, served, $3, $7))'
      when char_length(place) < 3 then 'strpos(place, $2) > 0' when place is not null then 'place like private.contains_pattern($2)' end,
    case when centre is not null and not everywhere then 'served && $7' end,
    case when centre is not null and not everywhere then 'reach @> circle($3, 0)' end], null);
  -- Only the conditions that are asked for, so that each plan can have its index.
  each constant text := 'select provider_id, created_at, rating_score, position from search.listings where ' || concat_ws(' and ', 'true',
    case when asked is not null then 'document @@ $1' end, case when ended <> '{}' then 'provider_id <> all ($4)' end);
  matching constant text := ' from (' || concat_ws(' union all ', each || coalesce(' and ' || ways[1], ''),
    each || ' and ' || ways[2] || ' and not coalesce(' || ways[1] || ', false)',
    each || ' and ' || ways[3] || ' and not coalesce(' || ways[1] || ' or ' || ways[2] || ', false)') || ') as listings';
  in_turn constant text := 'search.turn(provider_id, $5), provider_id desc';
  -- What comes before this in today's turn: about so many of all listings.
  early constant bigint := (
    select -9223372036854775808 + trunc(18446744073709551615 * least(1, 2 * (1000 + skip + size) / greatest(c.reltuples, 1)::numeric))
    from pg_catalog.pg_class c where c.oid = 'search.listings'::regclass);
  -- To sort many costs more than to count them. So the first ones are noted while all are counted: the early ones, or the best rated.
  noted constant text := case sort when 'relevance' then 'array_agg(provider_id) filter (where search.turn(provider_id, $5) <= $6), null::real[]'
    when 'rating' then 'array_agg(provider_id) filter (where rating_score >= 4.4), array_agg(rating_score) filter (where rating_score >= 4.4)'
    else 'null::uuid[], null::real[]' end;
  few uuid[];
  scores real[];
begin
  execute 'select count(*), ' || noted || matching into total, few, scores using asked, place, centre, ended, today, early, around;
  if cardinality(few) >= least(total, skip + size) then
    ids := array(select id from unnest(few, scores) as early (id, score) order by score desc, search.turn(id, today), id desc offset skip limit size);
  elsif total > skip and size > 0 then
    execute 'select array(select provider_id' || matching || ' order by ' || case sort when 'newest' then 'created_at desc, provider_id desc'
        when 'rating' then 'rating_score desc, ' || in_turn when 'distance' then 'position <-> $3, ' || in_turn else in_turn end || ' offset $6 limit $8)'
      into ids using asked, place, centre, ended, today, skip, around, size;
  end if;
  ids := coalesce(ids, '{}');
end $$;
comment on function search.find_listings(tsquery,text,point,integer,text[],boolean,text,integer,integer) is
  'How many listings match, and so many of them after so many, in order. Place: letters of it, with a centre also those whose area covers it; or with miles those so far from the centre and those whose area covers it, or (covering) the latter alone. Around: search.places_around(centre).';

create function public.search_providers(
  service text default null, location text default null, category text default null, page_size integer default 20,
  page_offset integer default 0, sort text default 'relevance', within integer default null, covering boolean default false
) returns json
language plpgsql stable security definer
set search_path = '' set jit = off set plan_cache_mode = force_generic_plan
set enable_seqscan = off set effective_cache_size = '8MB' set effective_io_concurrency = 0 as $$
declare
  size constant int := coalesce(least(greatest(page_size, 1), 60), 20);
  skip constant int := coalesce(least(greatest(page_offset, 0), 10000), 0);
  of_category constant tsquery := search.category_query(category);
  here record;
  centre point;
  around text[];
  near boolean;
  typed tsquery;
  corrected text;
  asked tsquery;
  named tsquery;
  total int;
  ids uuid[];
  best uuid[];
  rest record;
begin
  perform private.refuse_if(sort is null or sort not in ('relevance', 'newest', 'rating', 'distance'),
    '22023', 'Please sort by relevance, newest, rating or distance.');
  here := search.parse_place(service, location, within);
  select q.asked, q.corrected into typed, corrected from search.words_query(here.service, true) as q;
  asked := coalesce(typed && of_category, typed, of_category);
  perform private.refuse_if(covering and here.centre is null,
    '22023', 'Please type a town or a postcode that we know.', 'For example LS6, or LS6 3AB.');
  near := here.centre is not null and (here.within is not null or sort = 'distance' or covering);
  -- 'In Leeds' also finds those whose area covers it.
  centre := case when near or here.name = here.place then here.centre end;
  around := case when centre is not null then search.places_around(centre) end;
  if sort = 'distance' and not near then
    sort := 'relevance';
  end if;
  if not near then
    here.within := null;
  end if;
  if sort = 'relevance' and typed is not null then
    -- First those who have the words in name, trade, skills or town, then those who only mention them.
    named := regexp_replace(typed::text, '''(?=[[:alnum:]])', '''~', 'g');
    select f.total, f.ids into total, best
    from search.find_listings(coalesce(named && of_category, named), here.place, centre, here.within, around, covering, sort, skip, size) as f;
    rest := search.find_listings(asked && !!named, here.place, centre, here.within, around, covering, sort, greatest(0, skip - total), size - cardinality(best));
    total := total + rest.total;
    ids := best || rest.ids;
  else
    select f.total, f.ids into total, ids from search.find_listings(asked, here.place, centre, here.within, around, covering, sort, skip, size) as f;
  end if;
  return (
    select json_build_object('total', total, 'providers', coalesce(json_agg(card order by nr), '[]'),
      -- Of somebody who is not listed, not even that a word is known.
      'corrected', case when total > 0 then corrected end,
      'place', case when here.centre is not null or here.corrected then json_build_object('name', here.name, 'area', here.area,
        'corrected', here.corrected, 'within', here.within, 'near', near) end)
    from unnest(ids) with ordinality as page (id, nr)
    cross join lateral (
      select p.user_id, p.name, p.title, left(p.bio, 160) as bio, p.image_url, p.business_name, p.location, p.rating_average,
        p.rating_count, p.main_category, p.picture, offer.price_pence, offer.price_unit, offer.hours, page.id = any (best) as named,
        case when near then round(l.position <-> centre) end as miles,
        case when centre is not null then (covering or case when near then not coalesce(l.position <@ circle(centre, here.within), here.within is null)
            or round(l.position <-> centre) = 0 else strpos(l.place, here.place) = 0 end)
          and coalesce(search.covers(l.reach, l.served, centre, around), false) end as covers
      from public.public_providers p join search.listings l on l.provider_id = p.user_id
      cross join lateral search.card_offer(page.id) as offer where p.user_id = page.id) as card);
end $$;
comment on function public.search_providers(text,text,text,integer,integer,text,integer,boolean) is
  'A page of the directory: {total, providers, corrected, place}. Category is a selection; location is part of a place name, or with within (miles) or sort distance a place to measure from; sort is relevance, newest, rating or distance. Equals of relevance, rating and distance take turns by the day. Corrected: what was searched for instead of what was typed. Place: how the location was understood. Covering: only those whose area covers the location. Of a provider, covers: their area does, and they are not within the distance, or at the very place. Of a provider, named: the words are in name, trade, skills or town (null where nothing was asked that way).';

-- Suggestions ---------------------------------------------------------------------------------------------------------

create function public.suggest_search(typed text, field text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with asked as (
    select nullif(case suggest_search.field when 'location' then private.fold(left(typed, 60))
      else array_to_string(search.split_words(left(typed, 60)), ' ') end, '') as words
  ), known as (
    -- Names of categories and synonyms may match from any of their words, towns from their first.
    select distinct c.name as text, null::text as finds, 1::bigint as size, 0 as kind,
      ' ' || array_to_string(search.split_words(c.name), ' ') as words
    from public.categories c where suggest_search.field = 'service' and c.is_active
    union all
    select s.term, string_agg(s.means, ', ' order by s.means), 1, 1, ' ' || s.term
    from search.synonyms s
    where suggest_search.field = 'service'
      and not exists (select from public.categories c where c.is_active and array_to_string(search.split_words(c.name), ' ') = s.term)
    group by s.term
    union all
    select p.name, null, (select count(*) from search.listings l where l.place = p.name), 0, ' ' || spelt.name
    from asked, search.places p
    cross join lateral (values (p.name), (case when starts_with(p.name, 'st ') then 'saint' || substr(p.name, 3) end)) as spelt (name)
    where suggest_search.field = 'location' and p.kind = 'town' and starts_with(spelt.name, asked.words)
  ), best as (
    select k.text, k.finds,
      row_number() over (order by k.kind, starts_with(k.words, ' ' || asked.words) desc, k.size desc, k.text) as place
    from known k, asked
    where char_length(asked.words) > 1 and position(' ' || asked.words in k.words) > 0
    order by place limit 8
  )
  select coalesce(jsonb_agg(jsonb_build_object('text', best.text, 'finds', best.finds) order by best.place), '[]')
  from best
$$;
comment on function public.suggest_search(text,text) is
  'What may be meant by letters typed into a search field, at least two: categories and synonyms with what they find (field ''service''), or towns, those with the most people first (field ''location''). The eight best.';
