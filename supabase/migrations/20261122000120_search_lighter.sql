-- The same search with less about it: wide sets are kept as they are, because unpacking one cost more than all the rest,
-- and functions that are called several times a search ask their questions once.

alter table private.search_sets add column dense pg_catalog."bit" check (length(dense) = 16384);
alter table private.search_sets alter column dense set storage plain;
alter table private.search_sets alter column members drop not null;
alter table private.search_sets add check (num_nonnulls(members, dense) = 1);
comment on column private.search_sets.members is 'Those of a part that has fewer than 32, compressed.';
comment on column private.search_sets.dense is 'Those of a part that has more, as they are: unpacking takes ten times as long as reading.';
-- A value that is only copied stays packed.
update private.search_sets set (members, dense) = (null, members | members) where bit_count(members) >= 32;

create or replace function private.count_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone jsonb;
begin
  -- One counting serves every change of the transaction.
  if current_setting('search.uncounted', true) is distinct from 'yes' then
    return null;
  end if;
  perform set_config('search.uncounted', 'no', true);
  -- In one order everywhere, so that two transactions that share words wait for, and never on, each other.
  with written as (
    insert into private.search_sets as s (term, part, members, dense)
    select step.term, step.part, case when bit_count(step.members) < 32 then step.members end,
      case when bit_count(step.members) >= 32 then step.members end
    from private.search_steps(pg_current_xact_id()) as step order by step.term, step.part
    on conflict (term, part) do update set (members, dense) = (
      select case when bit_count(now.members) < 32 then now.members end, case when bit_count(now.members) >= 32 then now.members end
      from (select coalesce(s.dense, s.members) # coalesce(excluded.dense, excluded.members) as members) as now)
    returning term, part, members)
  select jsonb_agg(jsonb_build_array(term, part)) into gone from written where bit_count(members) = 0;
  if gone is not null then
    delete from private.search_sets s using jsonb_array_elements(gone) as one
    where s.term = one ->> 0 and s.part = (one ->> 1)::smallint and bit_count(s.members) = 0;
  end if;
  with changes as (delete from private.search_changes where transaction = pg_current_xact_id() returning *),
  counted as (
    insert into private.search_terms as t (kind, term, lexeme, listings)
    select kind, term, case when kind = 'word' then (ts_lexize('pg_catalog.english_stem', term))[1] end, sum(step)
    from (select 'token' as kind, unnest(tokens_in) collate "C" as term, 1 as step from changes
      union all select 'token', unnest(tokens_out), -1 from changes
      union all select 'word', unnest(words_in), 1 from changes
      union all select 'word', unnest(words_out), -1 from changes) as steps
    where kind = 'word' or (term >= '@' and term < 'A')
    group by kind, term having sum(step) <> 0 order by kind, term
    on conflict (kind, term) do update set listings = t.listings + excluded.listings
    returning kind, term, listings)
  select jsonb_agg(jsonb_build_array(kind, term)) into gone from counted where listings <= 0;
  if gone is not null then
    delete from private.search_terms t using jsonb_array_elements(gone) as one
    where t.kind = one ->> 0 and t.term = one ->> 1 and t.listings <= 0;
  end if;
  return null;
end $$;

drop function private.members_of(text[]);
drop function private.members(text[], integer[], integer[]);
drop function private.sets_of(text[], xid8);

create function private.holds(holder integer, terms text[], alternatives integer[], groups integer[]) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(bool_and(one_of_them), false) from (
    select bool_or(all_of_it) as one_of_them from (
      select asked.grp, bool_and(asked.term = any (coalesce(
        (select tsvector_to_array(l.document) || '*'::text from private.listings l where l.slot = holder), '{}'))) as all_of_it
      from unnest(groups, alternatives, terms) as asked (grp, alternative, term)
      group by asked.grp, asked.alternative) as each
    group by grp) as every
$$;
comment on function private.holds(integer, text[], integer[], integer[]) is 'Whether the listing of a slot, as it is at this moment, holds of each group one alternative with all its terms.';

create function private.members(terms text[], alternatives integer[], groups integer[], size integer, changed integer[]) returns bit varying
language plpgsql stable set search_path = '' as $$
declare
  many int := groups[cardinality(groups)];
  nobody constant bit varying := B'0'::bit(16384);
  found bit varying := '';
  next int := 0;
  parts smallint[];
  held pg_catalog."bit"[];
  one int;
begin
  if cardinality(terms) = 1 then
    select array_agg(s.part), array_agg(coalesce(s.dense, s.members)) into parts, held
    from private.search_sets s where s.term = terms[1];
  elsif many = 1 and alternatives[cardinality(alternatives)] = cardinality(terms) then
    select array_agg(part), array_agg(either.members) into parts, held from (
      select s.part, bit_or(coalesce(s.dense, s.members)) as members from private.search_sets s where s.term = any (terms) group by s.part) as either;
  else
    select array_agg(part), array_agg(both_of_them.members) into parts, held from (
      select part, bit_and(either.members) as members from (
        select grp, part, bit_or(every.members) as members from (
          select a.grp, s.part, bit_and(coalesce(s.dense, s.members)) as members
          from unnest(groups, alternatives, terms) as a (grp, alternative, term)
          join private.search_sets s using (term)
          group by a.grp, a.alternative, s.part
          having count(*) = (select count(*) from unnest(groups, alternatives) as b (grp, alternative)
            where b.grp = a.grp and b.alternative = a.alternative)) as every
        group by grp, part) as either
      group by part having count(*) = many) as both_of_them;
  end if;
  for part in 0 .. size - 1 loop
    found := found || coalesce(held[array_position(parts, part::smallint)], nobody);
  end loop;
  -- What the transaction has itself changed is not in the sets before it commits.
  foreach one in array changed loop
    found := set_bit(found, one, private.holds(one, terms, alternatives, groups)::integer);
  end loop;
  return found;
end $$;
comment on function private.members(text[], integer[], integer[], integer, integer[]) is 'The set, so many parts wide, of those who hold of each group one alternative with all its terms.';

create function private.members_of(terms text[], size integer, changed integer[]) returns bit varying
language plpgsql stable set search_path = '' as $$
begin
  if terms is null then
    return null;
  end if;
  return private.members(terms, array(select generate_series(1, cardinality(terms))), array_fill(1, array[cardinality(terms)]), size, changed);
end $$;
comment on function private.members_of(text[], integer, integer[]) is 'The set of those who hold one of the terms; null without any.';

create function private.search_size() returns integer
language sql stable set search_path = '' as $$
  select coalesce((max(slot) >> 14) + 1, 0) from private.search_rows
$$;
comment on function private.search_size() is 'How many parts a set has.';

create function private.changed_slots(size integer) returns integer[]
language sql stable set search_path = '' as $$
  select array(select distinct c.slot from private.search_changes c
    where c.transaction = pg_current_xact_id_if_assigned() and c.slot < 16384 * size)
$$;
comment on function private.changed_slots(integer) is 'Slots that the running transaction has changed, and whose sets are not written yet.';

create or replace function private.slots_between(members bit varying, skip integer, wanted integer) returns integer[]
language plpgsql stable set search_path = '' as $$
declare
  many int := bit_count(members);
  top int := length(members);
  before int := 0;
  here int;
  step int;
  wide int;
  slots int[] := '{}';
begin
  wanted := least(wanted, many - skip);
  if wanted <= 0 then
    return slots;
  end if;
  -- From the highest slot down: those before are counted in large pieces, then in smaller ones.
  foreach step in array array[4096, 512, 64] loop
    loop
      here := bit_count(substring(members from top - step + 1 for step));
      exit when before + here > skip;
      before := before + here;
      top := top - step;
    end loop;
  end loop;
  wide := 64 + (wanted + skip - before) * (length(members)::bigint / many);
  loop
    wide := least(wide, top);
    -- Between two ones stand the zeros of those who are no members.
    slots := slots || array(
      select slot from (
        select nr, top - sum(length(zeros) + 1) over (order by nr)::integer as slot
        from string_to_table(reverse(substring(members from top - wide + 1 for wide)::text), '1') with ordinality as gap (zeros, nr)) as ones
      where slot >= top - wide and nr > skip - before order by nr limit wanted - cardinality(slots));
    exit when cardinality(slots) = wanted;
    before := before + bit_count(substring(members from top - wide + 1 for wide))::integer;
    top := top - wide;
    wide := 2 * wide;
  end loop;
  return slots;
end $$;

create or replace function public.search_providers(
  service text default null, location text default null, category text default null,
  page_size integer default 20, page_offset integer default 0, sort text default 'relevance', within integer default null
) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
declare
  size int := coalesce(least(greatest(page_size, 1), 60), 20);
  skip int := coalesce(least(greatest(page_offset, 0), 10000), 0);
  asked record;
  words record;
  near boolean;
  order_by text := sort;
  key text := nullif(btrim(left(category, 170)), '');
  towns text[];
  listed bigint[];
  found bit varying;
  named bit varying;
  also bit varying;
  few int[];
  slots int[];
  slot_ended int;
  total int;
  everybody bigint;
  turn double precision := private.turn();
  nobody constant json := json_build_object('total', 0, 'providers', '[]'::json);
  members_size int := private.search_size();
  changed int[] := private.changed_slots(members_size);
  answer json;
begin
  perform private.share_listings();
  if sort is null or sort not in ('relevance', 'newest', 'rating', 'distance') then
    raise exception 'Sort is relevance, newest, rating or distance' using errcode = '22023';
  end if;
  asked := private.read_place(service, location, within);
  words := private.read_words(asked.service);
  if not words.known then
    return nobody;
  end if;
  near := asked.latitude is not null and (asked.within is not null or sort = 'distance');
  if sort = 'distance' and not near then
    order_by := 'relevance';
  end if;

  if words.terms <> '{}' then
    found := private.members(words.terms, words.alternatives, words.groups, members_size, changed);
    if order_by = 'relevance' then
      named := private.members(array(select '~' || said.term from unnest(words.terms) with ordinality as said (term, nr) order by said.nr),
        words.alternatives, words.groups, members_size, changed);
    end if;
  end if;
  if asked.place is not null then
    -- 'Contains' and 'near', asked of the towns instead of the rows.
    if near then
      select array_agg(t.term), array_agg(t.listings) into towns, listed
      from private.towns_near(asked.latitude, asked.longitude, asked.within) as t;
      also := private.members_of(case when asked.within is null then array['&'] else towns end, members_size, changed);
    elsif char_length(asked.place) < 3 then
      also := private.members_of(array['?' || asked.place], members_size, changed);
    else
      select array_agg(term) into towns from private.search_terms
      where kind = 'token' and term >= '@' and term < 'A'
        and term like '@%' || replace(replace(replace(asked.place, '\', '\\'), '%', '\%'), '_', '\_') || '%';
      also := private.members_of(towns, members_size, changed);
    end if;
    if also is null then
      return nobody;
    end if;
    found := coalesce(found & also, also);
  end if;
  if key is not null then
    also := private.members_of(array['#' || key], members_size, changed);
    found := coalesce(found & also, also);
  end if;
  found := coalesce(found, private.members_of(array['*'], members_size, changed));
  -- Whose time is over is normally swept out by the next write.
  for slot_ended in select l.slot from private.listings l where l.membership_end <= now() loop
    found := set_bit(found, slot_ended, 0);
  end loop;
  total := bit_count(found);
  if total = 0 then
    return nobody;
  end if;

  if order_by = 'relevance' then
    named := named & found;
    slots := private.slots_in_turn(named, turn, skip, size);
    if cardinality(slots) < size then
      slots := slots || private.slots_in_turn(coalesce(found & ~named, found), turn,
        greatest(0, skip - coalesce(bit_count(named), 0)::int), size - cardinality(slots));
    end if;
  else
    -- Looking at each member costs ten times what an entry of an index does that is walked in order.
    everybody := length(found);
    if 10 * total < least(everybody, (skip + size) * everybody / total) then
      few := private.slots_between(found, 0, total);
    end if;
    slots := case order_by
      when 'newest' then private.slots_by_date(found, few, skip, size)
      when 'rating' then private.slots_by_rating(found, few, turn, skip, size)
      else private.slots_by_distance(found, few, total, towns, listed, turn, skip, size) end;
  end if;

  select json_build_object('total', total, 'providers', coalesce(json_agg(card order by page.nr), '[]'),
    'corrected', words.corrected,
    'place', case when asked.latitude is not null or asked.corrected then json_build_object('name', asked.name, 'area', asked.area,
      'corrected', asked.corrected, 'within', case when near then asked.within end, 'near', near) end)
  into answer
  from unnest(slots) with ordinality as page (slot, nr)
  join private.listings l using (slot)
  cross join lateral (select l.provider_id as user_id, l.name, l.title, left(l.bio, 160) as bio, l.image_url, l.business_name,
    l.location, l.rating_average, l.rating_count, get_bit(named, l.slot) = 1 as named,
    case when near then (select round(private.miles(asked.latitude, asked.longitude, t.latitude, t.longitude))
      from private.search_terms t where t.kind = 'token' and t.term = '@' || l.place) end as miles) as card;
  return answer;
end $$;
create or replace function public.category_page(category text, town_slug text default null, towns integer default 12) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size integer := private.search_size();
  members bit varying := private.members_of(array['#' || left(category, 170)], size, private.changed_slots(size));
  slots integer[] := private.slots_between(members, 0, bit_count(members)::integer);
  answer json;
begin
  perform private.share_listings();
  with here as materialized (
    select l.provider_id, l.name, l.title, l.bio, l.image_url, l.business_name, l.location, l.rating_average, l.rating_count,
      l.rating_score, l.created_at, l.categories, private.town_of(l.location) as town
    from private.listings l
    where l.slot = any (slots) and l.membership_end > now()),
  slugs as (select *, private.slug_of(town) as slug from here),
  chosen as materialized (select * from slugs where town_slug is null or slug = town_slug),
  by_town as (
    select slug, mode() within group (order by town) as name, count(*)::int as providers
    from slugs where slug <> '' and slug is distinct from town_slug
    group by slug order by count(*) desc, slug limit least(greatest(towns, 0), 1000))
  select json_build_object(
    'total', (select count(*) from chosen),
    'rated', (select count(*) from chosen where rating_count > 0),
    'rating_count', (select coalesce(sum(rating_count), 0) from chosen),
    'rating_average', (select round(sum(rating_average * rating_count) / nullif(sum(rating_count), 0), 2) from chosen),
    'town', (select mode() within group (order by town) from chosen where town_slug is not null),
    'towns', (select coalesce(json_agg(by_town order by providers desc, slug), '[]') from by_town),
    'parts', (select coalesce(json_object_agg(key, providers), '{}') from (
      select key, count(*)::int as providers from chosen, unnest(categories) as key
      where key like '% > %' group by key) as parts),
    'providers', (select coalesce(json_agg(json_build_object(
        'user_id', provider_id, 'name', name, 'title', title, 'bio', left(bio, 160), 'image_url', image_url,
        'business_name', business_name, 'location', location, 'rating_average', rating_average, 'rating_count', rating_count)
        order by rating_score desc, created_at desc, provider_id desc), '[]')
      from (select * from chosen order by rating_score desc, created_at desc, provider_id desc limit 8) as best))
  into answer;
  return answer;
end $$;
