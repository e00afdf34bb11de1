-- Search: the directory. Conditions are sets of listings, kept as bits by slot; totals are counts of bits
-- and a page is found by position (docs/decisions/0017-search-in-sets.md).

-- Sets of listings ----------------------------------------------------------------------------------------------------

create table search.listing_changes (
  transaction xid8 not null default pg_current_xact_id(),
  tokens_in text[] not null,
  tokens_out text[] not null,
  words_in text[] not null,
  words_out text[] not null,
  slot integer not null
);
comment on table search.listing_changes is
  'What the running transaction changed in listings; counted and emptied when it commits.';
create index listing_changes_of_transaction on search.listing_changes (transaction);

create table search.term_sets (
  term text collate "C",
  part smallint,
  members pg_catalog."bit" check (length(members) = 16384),
  dense pg_catalog."bit" check (length(dense) = 16384),
  primary key (term, part),
  check (num_nonnulls(members, dense) = 1)
) with (fillfactor = 80);
alter table search.term_sets alter column members set storage main;
alter table search.term_sets alter column dense set storage plain;
alter table search.term_sets set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
comment on table search.term_sets is
  'Which listings hold each token (''*'' is all of them): bit n of part p is slot 16384 p + n. Kept by trigger, exact at every commit.';
comment on column search.term_sets.members is 'Those of a part that has fewer than 32, compressed.';
comment on column search.term_sets.dense is
  'Those of a part that has more, as they are: unpacking takes ten times as long as reading.';
alter table search.term_sets enable row level security;

create function search.log_listing_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tokens_before text[] := case when tg_op = 'INSERT' then '{}' else tsvector_to_array(old.document) end;
  tokens_after text[] := case when tg_op = 'DELETE' then '{}' else tsvector_to_array(new.document) end;
  words_before text[] := case when tg_op = 'INSERT' then '{}' else old.words end;
  words_after text[] := case when tg_op = 'DELETE' then '{}' else new.words end;
begin
  -- First, because a transaction may have asked for its constraints at once.
  perform set_config('search.uncounted', 'yes', true);
  insert into search.listing_changes (slot, tokens_in, tokens_out, words_in, words_out) values (
    case when tg_op = 'DELETE' then old.slot else new.slot end,
    array(select unnest(tokens_after) except select unnest(tokens_before) union all select '*' where tg_op = 'INSERT'),
    array(select unnest(tokens_before) except select unnest(tokens_after) union all select '*' where tg_op = 'DELETE'),
    array(select unnest(words_after) except select unnest(words_before)),
    array(select unnest(words_before) except select unnest(words_after)));
  return null;
end $$;
comment on function search.log_listing_change() is 'Trigger: notes what a listing gained and lost.';

create trigger log_listing_change after insert or delete on search.listings
  for each row execute function search.log_listing_change();
create trigger log_listing_change_on_update after update on search.listings
  for each row when (old.document is distinct from new.document or old.words is distinct from new.words)
  execute function search.log_listing_change();

create function search.apply_changes_at_commit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone jsonb;
  other_towns boolean;
begin
  -- One counting serves every change of the transaction.
  if current_setting('search.uncounted', true) is distinct from 'yes' then
    return null;
  end if;
  perform set_config('search.uncounted', 'no', true);
  -- In one order everywhere, so that two transactions that share words wait for, and never on, each other.
  with written as (
    insert into search.term_sets as s (term, part, members, dense)
    select step.term, step.part, case when bit_count(step.members) < 32 then step.members end,
      case when bit_count(step.members) >= 32 then step.members end
    from search.pending_set_changes(pg_current_xact_id()) as step order by step.term, step.part
    on conflict (term, part) do update set (members, dense) = (
      select case when bit_count(now.members) < 32 then now.members end, case when bit_count(now.members) >= 32 then now.members end
      from (select coalesce(s.dense, s.members) # coalesce(excluded.dense, excluded.members) as members) as now)
    returning term, part, members)
  select jsonb_agg(jsonb_build_array(term, part)) into gone from written where bit_count(members) = 0;
  if gone is not null then
    delete from search.term_sets s using jsonb_array_elements(gone) as one
    where s.term = one ->> 0 and s.part = (one ->> 1)::smallint and bit_count(s.members) = 0;
  end if;
  with changes as (delete from search.listing_changes where transaction = pg_current_xact_id() returning *),
  counted as (
    insert into search.terms as t (kind, term, lexeme, listings)
    select kind, term, case when kind = 'word' then (ts_lexize('pg_catalog.english_stem', term))[1] end, sum(step)
    from (select 'token' as kind, unnest(tokens_in) collate "C" as term, 1 as step from changes
      union all select 'token', unnest(tokens_out), -1 from changes
      union all select 'word', unnest(words_in), 1 from changes
      union all select 'word', unnest(words_out), -1 from changes) as steps
    where kind = 'word' or (term >= '@' and term < 'A')
    group by kind, term having sum(step) <> 0 order by kind, term
    on conflict (kind, term) do update set listings = t.listings + excluded.listings
    returning kind, term, listings, xmax = 0 as is_new)
  select jsonb_agg(jsonb_build_array(kind, term)) filter (where listings <= 0),
    coalesce(bool_or(kind = 'token' and (is_new or listings <= 0)), false)
    into gone, other_towns from counted;
  if other_towns then
    insert into private.cache_changes (tags) values ('{towns}');
  end if;
  if gone is not null then
    delete from search.terms t using jsonb_array_elements(gone) as one
    where t.kind = one ->> 0 and t.term = one ->> 1 and t.listings <= 0;
  end if;
  return null;
end $$;
comment on function search.apply_changes_at_commit() is
  'Trigger, at commit: adds what the transaction changed to the counts. Cached responses for which the names of all towns were compared end when a town gets its first listing, or loses its last.';

create constraint trigger apply_changes_at_commit after insert on search.listing_changes
  deferrable initially deferred for each row execute function search.apply_changes_at_commit();

do $$
begin
  execute format('create aggregate search.collect_members(integer, integer)
    (sfunc = pg_catalog.set_bit, stype = bit, initcond = %L)', repeat('0', 16384));
end $$;
comment on aggregate search.collect_members(integer, integer) is
  'A part of a set, from the numbers of its members within the part (and a 1 for each).';

create function search.pending_set_changes(changed_by xid8) returns table (term text, part smallint, members bit)
language sql stable as $$
  select step.term, (step.slot >> 14)::smallint, search.collect_members(step.slot & 16383, 1)
  from (
    select moved.term, moved.slot from (
      select c.slot, unnest(c.tokens_in) collate "C" as term, 1 as step from search.listing_changes c where c.transaction = changed_by
      union all select c.slot, unnest(c.tokens_out) collate "C", -1 from search.listing_changes c where c.transaction = changed_by) as moved
    group by moved.term, moved.slot having sum(moved.step) <> 0) as step
  group by step.term, step.slot >> 14
$$;
comment on function search.pending_set_changes(xid8) is
  'Which bits of which sets a transaction has changed and not yet written.';

create function search.slot_matches(
  holder integer, terms text[], alternatives integer[], groups integer[]
) returns boolean
language sql stable as $$
  select coalesce(bool_and(one_of_them), false) from (
    select bool_or(all_of_it) as one_of_them from (
      select wanted.grp, bool_and(wanted.term = any (coalesce(
        (select tsvector_to_array(l.document) || '*'::text from search.listings l where l.slot = holder), '{}'))) as all_of_it
      from unnest(groups, alternatives, terms) as wanted (grp, alternative, term)
      group by wanted.grp, wanted.alternative) as each
    group by grp) as every
$$;
comment on function search.slot_matches(integer,text[],integer[],integer[]) is
  'Whether the listing of a slot, as it is at this moment, holds of each group one alternative with all its terms.';

create function search.matching_members(
  terms text[], alternatives integer[], groups integer[], size integer, changed integer[]
) returns bit varying
language plpgsql stable as $$
declare
  many int := groups[cardinality(groups)];
  found bit varying;
  parts smallint[];
  one int;
begin
  if many = 1 and alternatives[cardinality(alternatives)] = cardinality(terms) then
    return search.union_of_terms(terms, size, changed);
  end if;
  select search.concat_bits(both_of_them.members order by part), array_agg(part order by part) into found, parts from (
    select part, bit_and(either.members) as members from (
      select grp, part, bit_or(every.members) as members from (
        select a.grp, s.part, bit_and(coalesce(s.dense, s.members)) as members
        from unnest(groups, alternatives, terms) as a (grp, alternative, term)
        join search.term_sets s using (term)
        group by a.grp, a.alternative, s.part
        having count(*) = (select count(*) from unnest(groups, alternatives) as b (grp, alternative)
          where b.grp = a.grp and b.alternative = a.alternative)) as every
      group by grp, part) as either
    group by part having count(*) = many) as both_of_them;
  if cardinality(parts) is distinct from size then
    found := search.expand_parts(found, parts, size);
  end if;
  foreach one in array changed loop
    found := set_bit(found, one, search.slot_matches(one, terms, alternatives, groups)::integer);
  end loop;
  return found;
end $$;
comment on function search.matching_members(text[],integer[],integer[],integer,integer[]) is
  'The set, so many parts wide, of those who hold of each group one alternative with all its terms.';

create function search.union_of_terms(terms text[], size integer, changed integer[]) returns bit varying
language plpgsql stable as $$
declare
  found bit varying;
  parts smallint[];
  one int;
begin
  if terms is null then
    return null;
  end if;
  if cardinality(terms) = 1 then
    select search.concat_bits(coalesce(s.dense, s.members) order by s.term, s.part), array_agg(s.part order by s.term, s.part)
    into found, parts from search.term_sets s where s.term = terms[1];
  else
    select search.concat_bits(either.members order by either.part), array_agg(either.part order by either.part) into found, parts from (
      select s.part, bit_or(coalesce(s.dense, s.members)) as members
      from search.term_sets s where s.term = any (terms) group by s.part) as either;
  end if;
  if cardinality(parts) is distinct from size then
    found := search.expand_parts(found, parts, size);
  end if;
  -- What the transaction has itself changed is not in the sets before it commits.
  foreach one in array changed loop
    found := set_bit(found, one, search.slot_matches(one, terms,
      array(select generate_series(1, cardinality(terms))), array_fill(1, array[cardinality(terms)]))::integer);
  end loop;
  return found;
end $$;
comment on function search.union_of_terms(text[],integer,integer[]) is
  'The set of those who hold one of the terms; null without any.';

create aggregate search.concat_bits(bit varying) (sfunc = bitcat, stype = bit varying);
comment on aggregate search.concat_bits(bit varying) is 'Bits, one behind the other.';

create function search.expand_parts(members bit varying, parts smallint[], size integer) returns bit varying
language plpgsql immutable as $$
declare
  nobody constant bit varying := B'0'::bit(16384);
  found bit varying := '';
begin
  for part in 0 .. size - 1 loop
    found := found || coalesce(substring(members from 16384 * (array_position(parts, part::smallint) - 1) + 1 for 16384), nobody);
  end loop;
  return found;
end $$;
comment on function search.expand_parts(bit varying,smallint[],integer) is
  'A set, so many parts wide, of which only these parts hold anybody.';

-- Ranking and paging --------------------------------------------------------------------------------------------------

create table search.listing_order (
  slot integer primary key,
  place text collate "C",
  rating_score real not null,
  created_at timestamptz not null
);
alter table search.listing_order set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
comment on table search.listing_order is
  'What the directory is ordered by, a narrow row a listing; written by trigger, at once.';
create index listing_order_newest on search.listing_order (created_at desc, slot desc);
create index listing_order_best on search.listing_order (rating_score desc, slot desc);
create index listing_order_places on search.listing_order (place, slot desc);
alter table search.listing_order enable row level security;

create function search.sync_listing_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into search.listing_order (slot, place, rating_score, created_at)
    values (new.slot, new.place, new.rating_score, new.created_at);
  elsif tg_op = 'DELETE' then
    delete from search.listing_order where slot = old.slot;
    insert into search.free_slots (slot) values (old.slot);
  else
    update search.listing_order set place = new.place, rating_score = new.rating_score, created_at = new.created_at
    where slot = new.slot;
  end if;
  return null;
end $$;
comment on function search.sync_listing_order() is 'Trigger: copies what orders a listing to search.listing_order.';

create trigger sync_listing_order after insert or delete on search.listings
  for each row execute function search.sync_listing_order();
create trigger sync_listing_order_on_update after update on search.listings
  for each row when ((old.place, old.rating_score, old.created_at) is distinct from (new.place, new.rating_score, new.created_at))
  execute function search.sync_listing_order();

create function search.slots_in_range(members bit varying, skip integer, wanted integer) returns integer[]
language plpgsql stable as $$
declare
  top int := length(members);
  step int := 64;
  here int;
  few bigint;
  slots int[] := '{}';
begin
  wanted := least(wanted, bit_count(members) - skip);
  if wanted <= 0 then
    return slots;
  end if;
  -- Skips stretches from the highest slot down that hold only members to skip, each half as long as the one before.
  while 2 * step < top loop
    step := 2 * step;
  end loop;
  while step >= 32 loop
    if step <= top then
      here := bit_count(substring(members from top - step + 1 for step));
      if here <= skip then
        skip := skip - here;
        top := top - step;
      end if;
    end if;
    step := step / 2;
  end loop;
  if wanted > 100 then
    -- For many at once the bits are split at each 1: the lengths of the runs of zeros give the slots.
    here := bit_count(substring(members from 1 for top));
    return array(
      select slot from (
        select here + 1 - gap.nr as nr, sum(octet_length(gap.zeros) + 1) over (order by gap.nr)::integer - 1 as slot
        from string_to_table(substring(members from 1 for top)::text, '1') with ordinality as gap (zeros, nr)) as ones
      where nr > skip order by nr limit wanted);
  end if;
  loop
    while bit_count(substring(members from top - 511 for 512)) = 0 loop
      top := top - 512;
    end loop;
    -- As a number, whose lowest bit is the highest slot. few & -few is the lowest 1; the bits below it give its position.
    few := substring(members from top - 31 for 32)::bit(32)::bigint;
    while few <> 0 loop
      if skip > 0 then
        skip := skip - 1;
      else
        slots := slots || top - 1 - bit_count(((few & -few) - 1)::bit(32))::integer;
        if cardinality(slots) = wanted then
          return slots;
        end if;
      end if;
      few := few & (few - 1);
    end loop;
    top := top - 32;
  end loop;
end $$;
comment on function search.slots_in_range(bit varying,integer,integer) is
  'Members of a set from the highest slot down: so many, after so many.';

create function search.rotation_offset() returns double precision
language sql stable as $$
  select ('x' || left(md5('turn' || (now() at time zone 'Europe/London')::date), 8))::bit(32)::bigint / 4294967296.0
$$;
comment on function search.rotation_offset() is
  'Where in the circle of equals today''s round begins, from 0 to 1. The same for everybody, so that pages fit together.';

create function search.slots_in_rotation(
  members bit varying, turn double precision, skip integer, wanted integer
) returns integer[]
language plpgsql stable as $$
declare
  many int := bit_count(members);
  many_wanted int := greatest(0, least(wanted, many - skip));
  first_one int;
  slots int[];
begin
  if members is null or many_wanted = 0 then
    return '{}';
  end if;
  first_one := (floor(turn * many)::int + skip) % many;
  slots := search.slots_in_range(members, first_one, many_wanted);
  if cardinality(slots) < many_wanted then
    slots := slots || search.slots_in_range(members, 0, many_wanted - cardinality(slots));
  end if;
  return slots;
end $$;
comment on function search.slots_in_rotation(bit varying,double precision,integer,integer) is
  'Members of a set in today''s turn: so many, after so many.';

create function search.slots_by_date(members bit varying, few integer[], skip integer, wanted integer) returns integer[]
language plpgsql stable as $$
begin
  if few is not null then
    return array(
      with these as materialized (select r.slot, r.created_at from search.listing_order r where r.slot = any (few))
      select slot from these order by created_at desc, slot desc offset skip limit wanted);
  end if;
  return array(select r.slot from search.listing_order r where get_bit(members, r.slot) = 1
    order by r.created_at desc, r.slot desc offset skip limit wanted);
end $$;
comment on function search.slots_by_date(bit varying,integer[],integer,integer) is
  'Members of a set, the newest first: so many, after so many. Few: all of them, where sorting is shorter than walking.';

create function search.slots_by_rating(
  members bit varying, few integer[], turn double precision, skip integer, wanted integer
) returns integer[]
language plpgsql stable as $$
declare
  scores real[];
  sizes bigint[];
  before bigint := 0;
  slots int[] := '{}';
  part int[];
  here int;
  start int;
begin
  if few is not null then
    return array(
      with these as materialized (select r.slot, r.rating_score from search.listing_order r where r.slot = any (few)),
      ranked as (
        select slot, rating_score, row_number() over equals - 1 as nr, count(*) over (partition by rating_score) as many
        from these window equals as (partition by rating_score order by slot desc))
      select slot from ranked
      order by rating_score desc, (nr - floor(turn * many)::bigint + many) % many offset skip limit wanted);
  end if;
  select array_agg(rating_score order by rating_score desc), array_agg(many order by rating_score desc) into scores, sizes from (
    select rating_score, count(*) as many from (
      select r.rating_score from search.listing_order r where get_bit(members, r.slot) = 1
      order by r.rating_score desc, r.slot desc limit skip + wanted) as walked
    group by rating_score) as equals;
  for nr in 1 .. coalesce(cardinality(scores), 0) loop
    if nr = cardinality(scores) then
      -- The index scan may have stopped among rows of this score.
      sizes[nr] := (select count(*) from search.listing_order r where r.rating_score = scores[nr] and get_bit(members, r.slot) = 1);
    end if;
    here := greatest(0, skip - before);
    if here < sizes[nr] then
      start := ((floor(turn * sizes[nr])::bigint + here) % sizes[nr])::int;
      here := least(wanted - cardinality(slots), sizes[nr] - here);
      part := array(select r.slot from search.listing_order r where r.rating_score = scores[nr] and get_bit(members, r.slot) = 1
        order by r.slot desc offset start limit here);
      if cardinality(part) < here then
        part := part || array(select r.slot from search.listing_order r where r.rating_score = scores[nr] and get_bit(members, r.slot) = 1
          order by r.slot desc limit here - cardinality(part));
      end if;
      slots := slots || part;
    end if;
    before := before + sizes[nr];
  end loop;
  return slots;
end $$;
comment on function search.slots_by_rating(bit varying,integer[],double precision,integer,integer) is
  'Members of a set, the best rated first and equals in today''s turn: so many, after so many.';

create function search.slots_by_distance(
  members bit varying, few integer[], many integer, towns text[], listed bigint[], turn double precision, skip
  integer, wanted integer
) returns integer[]
language plpgsql stable as $$
declare
  everybody double precision := greatest(1, (select sum(one) from unnest(listed) as one));
  enough double precision := 0;
  near int := 0;
  slots int[];
begin
  if few is not null then
    return array(
      with these as materialized (
        select r.slot, near.nr from search.listing_order r
        join unnest(towns) with ordinality as near (term, nr) on near.term = '@' || r.place where r.slot = any (few)),
      ranked as (
        select slot, nr, row_number() over (partition by nr order by slot desc) - 1 as rank, count(*) over (partition by nr) as many
        from these)
      select slot from ranked order by nr, (rank - floor(turn * ranked.many)::bigint + ranked.many) % ranked.many offset skip limit wanted);
  end if;
  -- As many towns as will be enough, if the members are spread evenly; twice as many when they are not.
  while near < cardinality(towns) loop
    enough := greatest(2 * enough, 50 + 1.3 * (skip + wanted) * everybody / greatest(many, 1));
    near := coalesce((select min(nr) from (select nr, sum(one) over (order by nr) as up_to from unnest(listed) with ordinality as town (one, nr)) as counted
      where up_to >= enough), cardinality(towns));
    slots := array(
      with these as materialized (
        select r.slot, town.nr from unnest(towns[:near]) with ordinality as town (term, nr)
        join search.listing_order r on r.place = substr(town.term, 2) and get_bit(members, r.slot) = 1),
      ranked as (
        select slot, nr, row_number() over (partition by nr order by slot desc) - 1 as rank, count(*) over (partition by nr) as many
        from these)
      select slot from ranked order by nr, (rank - floor(turn * ranked.many)::bigint + ranked.many) % ranked.many offset skip limit wanted);
    exit when cardinality(slots) = wanted;
  end loop;
  return coalesce(slots, '{}');
end $$;
comment on function search.slots_by_distance(bit varying,integer[],integer,text[],bigint[],double precision,integer,integer) is
  'Members of a set, town by town in the order given and in each in today''s turn: so many, after so many.';

create function search.prepare_search(
  OUT size integer, OUT changed integer[], OUT ended integer[], OUT turn double precision
) returns record
language plpgsql stable as $$
begin
  select sets.size,
    array(select distinct c.slot from search.listing_changes c
      where c.transaction = pg_current_xact_id_if_assigned() and c.slot < 16384 * sets.size),
    array(select l.slot from search.listings l where l.membership_end <= now()),
    search.rotation_offset()
  into size, changed, ended, turn
  from (select coalesce((select (max(r.slot) >> 14) + 1 from search.listing_order r), 0) as size) as sets;
end $$;
comment on function search.prepare_search() is
  'What a search needs before it looks for anybody: how many parts a set has, the slots that the running transaction has changed and whose sets are not written yet, those whose membership is over, and where today''s turn begins.';

-- Directory search ----------------------------------------------------------------------------------------------------

create function public.search_providers(
  service text default null, location text default null, category text default null, page_size integer default 20,
  page_offset integer default 0, sort text default 'relevance', within integer default null
) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off as $$
declare
  size int := coalesce(least(greatest(page_size, 1), 60), 20);
  skip int := coalesce(least(greatest(page_offset, 0), 10000), 0);
  place_query record;
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
  one int;
  total int;
  everybody bigint;
  cache_tags text[];
  nobody constant json := '{"total": 0, "providers": []}';
  begun record := search.prepare_search();
  answer json;
begin
  if sort is null or sort not in ('relevance', 'newest', 'rating', 'distance') then
    raise exception 'Please sort by relevance, newest, rating or distance.' using errcode = '22023';
  end if;
  place_query := search.parse_place(service, location, within);
  words := search.parse_words(place_query.service);
  near := place_query.latitude is not null and (place_query.within is not null or sort = 'distance');
  if sort = 'distance' and not near then
    order_by := 'relevance';
  end if;
  cache_tags := place_query.cache_tags || words.cache_tags;
  if place_query.place is not null then
    if near then
      select array_agg(t.term), array_agg(t.listings) into towns, listed
      from search.find_nearby_towns(place_query.latitude, place_query.longitude, place_query.within) as t;
    elsif char_length(place_query.place) < 3 then
      towns := array['?' || place_query.place];
    else
      towns := search.find_towns(place_query.place);
    end if;
    cache_tags := cache_tags || case when cardinality(towns) > 50 then array['places']
      else array['towns'] || array(select 'term:' || town from unnest(towns) as town) end;
  end if;
  perform set_config('response.cache_tags', to_json(cache_tags)::text, true);
  if not words.known then
    return nobody;
  end if;

  if words.terms <> '{}' then
    found := search.matching_members(words.terms, words.alternatives, words.groups, begun.size, begun.changed);
    if order_by = 'relevance' then
      named := search.matching_members(string_to_array('~' || array_to_string(words.terms, ' ~'), ' '),
        words.alternatives, words.groups, begun.size, begun.changed);
    end if;
  end if;
  if place_query.place is not null then
    -- 'Contains' and 'near' are matched with the towns instead of the rows.
    also := search.union_of_terms(case when near and place_query.within is null then array['&'] else towns end, begun.size, begun.changed);
    if also is null then
      return nobody;
    end if;
    found := coalesce(found & also, also);
  end if;
  if key is not null then
    also := search.union_of_terms(array['#' || key], begun.size, begun.changed);
    found := coalesce(found & also, also);
  end if;
  found := coalesce(found, search.union_of_terms(array['*'], begun.size, begun.changed));
  -- Expired listings are normally deleted by the next write.
  foreach one in array begun.ended loop
    found := set_bit(found, one, 0);
  end loop;
  total := bit_count(found);
  if total = 0 then
    return nobody;
  end if;

  if order_by = 'relevance' and named is null then
    slots := search.slots_in_rotation(found, begun.turn, skip, size);
  elsif order_by = 'relevance' then
    named := named & found;
    slots := search.slots_in_rotation(named, begun.turn, skip, size);
    if cardinality(slots) < size then
      slots := slots || search.slots_in_rotation(found & ~named, begun.turn, greatest(0, skip - bit_count(named)::int), size - cardinality(slots));
    end if;
  else
    -- Reading a member's row costs about ten times as much as an entry of an index read in order.
    everybody := length(found);
    if 10 * total < least(everybody, (skip + size) * everybody / total) then
      few := search.slots_in_range(found, 0, total);
    end if;
    slots := case order_by
      when 'newest' then search.slots_by_date(found, few, skip, size)
      when 'rating' then search.slots_by_rating(found, few, begun.turn, skip, size)
      else search.slots_by_distance(found, few, total, towns, listed, begun.turn, skip, size) end;
  end if;

  select json_build_object('total', total, 'providers', coalesce(json_agg(card), '[]'),
    'corrected', words.corrected,
    'place', case when place_query.latitude is not null or place_query.corrected then json_build_object('name', place_query.name, 'area', place_query.area,
      'corrected', place_query.corrected, 'within', case when near then place_query.within end, 'near', near) end)
  into answer
  from (select l.provider_id as user_id, l.name, l.title, left(l.bio, 160) as bio, l.image_url, l.business_name,
      l.location, l.rating_average, l.rating_count, l.main_category, l.picture, offer.price_pence, offer.price_unit, offer.hours,
      get_bit(named, l.slot) = 1 as named,
      case when near then (select round(search.distance_in_miles(place_query.latitude, place_query.longitude, t.latitude, t.longitude))
        from search.terms t where t.kind = 'token' and t.term = '@' || l.place) end as miles
    from search.listings l cross join lateral search.card_offer(l.provider_id) as offer
    where l.slot = any (slots) order by array_position(slots, l.slot)) as card;
  return answer;
end $$;
comment on function public.search_providers(text,text,text,integer,integer,text,integer) is
  'A page of the directory: {total, providers, corrected, place}. Category is a selection; location is part of a place name, or with within (miles) or sort distance a place to measure from; sort is relevance, newest, rating or distance. Equals of relevance, rating and distance take turns by the day. Corrected: what was searched for instead of what was typed. Place: how the location was understood. Of a provider, named: the words stand in name, trade, skills or town (null where nothing was asked that way).';
grant execute on function public.search_providers(text,text,text,integer,integer,text,integer) to anon, authenticated;

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
    from public.search_synonyms s
    where suggest_search.field = 'service'
      and not exists (select from public.categories c where c.is_active and array_to_string(search.split_words(c.name), ' ') = s.term)
    group by s.term
    union all
    select p.name, null, coalesce(t.listings, 0), 0, ' ' || spelt.name
    from asked, search.places p
    cross join lateral (values (p.name), (case when starts_with(p.name, 'st ') then 'saint' || substr(p.name, 3) end)) as spelt (name)
    left join search.terms t on t.kind = 'token' and t.term = '@' || p.name
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
grant execute on function public.suggest_search(text,text) to anon, authenticated;
