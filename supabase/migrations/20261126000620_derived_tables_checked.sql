-- What is derived from other rows and kept by triggers is compared with them every night, a bounded piece at a time,
-- and repaired where it differs. Each comparison is one statement, which sees one moment; what is found is repaired
-- under the locks that writers take, from rows read after them.

create table private.derived_checks (
  name text primary key,
  place smallint not null,
  pieces text not null,
  compare text not null,
  next_piece integer not null default 0,
  done_on date
);
comment on table private.derived_checks is 'What check_derived() compares, in order: parents before what is derived from them.';
comment on column private.derived_checks.pieces is 'SQL: how many pieces a night''s check has.';
comment on column private.derived_checks.compare is 'A function of the piece''s number that repairs it and says how many rows differed.';
comment on column private.derived_checks.done_on is 'The British day of the last check that got through all pieces.';

create table private.derived_repairs (
  id bigint generated always as identity primary key,
  repaired_at timestamptz not null default now(),
  name text not null,
  piece integer not null,
  differences bigint not null
);
comment on table private.derived_repairs is 'What nightly checks found to differ and repaired. A row here means that a trigger was passed by, or is at fault.';
alter table private.derived_checks enable row level security;
alter table private.derived_repairs enable row level security;
revoke all on private.derived_checks, private.derived_repairs from public, anon, authenticated, service_role;

create function private.in_piece(id uuid, piece integer) returns boolean
language sql immutable parallel safe as $$
  select id >= (lpad(to_hex(piece * 4), 2, '0') || '000000-0000-0000-0000-000000000000')::uuid
    and id <= (lpad(to_hex(piece * 4 + 3), 2, '0') || 'ffffff-ffff-ffff-ffff-ffffffffffff')::uuid
$$;
comment on function private.in_piece(uuid, integer) is 'Whether an id is in one of 64 pieces, which an index finds.';

-- Listings and the sets made of them ------------------------------------------------------------------------------

create function private.check_listings(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  person uuid;
  before jsonb;
  differences bigint := 0;
begin
  for person in
    select l.provider_id from private.listings l where private.in_piece(l.provider_id, piece)
    union select s.user_id from public.subscribers s where private.in_piece(s.user_id, piece)
      and s.subscribed and s.subscription_end > now()
    order by 1
  loop
    before := (select to_jsonb(l) - 'slot' from private.listings l where l.provider_id = person);
    perform private.refresh_listing(person);
    if before is distinct from (select to_jsonb(l) - 'slot' from private.listings l where l.provider_id = person) then
      differences := differences + 1;
    end if;
  end loop;
  -- The sets follow at the commit, or whoever looks at them later in this transaction would not see them follow.
  set constraints all immediate;
  set constraints all deferred;
  return differences;
end $$;
comment on function private.check_listings(integer) is 'Writes the listings of a piece again, and says how many became different.';

create function private.set_differences(wanted integer) returns table (term text, members pg_catalog."bit")
language sql stable security definer set search_path = '' as $$
  select coalesce(e.term, s.term), e.members from (
    select held.term, private.collect_members(held.slot & 16383, 1) as members from (
      select l.slot, unnest(tsvector_to_array(l.document)) collate "C" as term from private.listings l where l.slot >> 14 = wanted
      union all select l.slot, '*' from private.listings l where l.slot >> 14 = wanted) as held
    group by held.term) as e
  full join (select * from private.search_sets where part = wanted) as s on s.term = e.term
  where coalesce(s.dense, s.members) is distinct from e.members
$$;
comment on function private.set_differences(integer) is 'The sets of a part that are not what its listings say, as they should be; null where nobody holds the term.';

create function private.row_differences(wanted integer) returns setof integer
language sql stable security definer set search_path = '' as $$
  select coalesce(l.slot, r.slot) from (select * from private.listings where slot >> 14 = wanted) as l
  full join (select * from private.search_rows where slot >> 14 = wanted) as r on r.slot = l.slot
  where (l.place, l.rating_score, l.created_at, l.slot) is distinct from (r.place, r.rating_score, r.created_at, r.slot)
$$;
comment on function private.row_differences(integer) is 'The slots of a part whose narrow row is not what the listing says.';

create function private.check_search_sets(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint := 0;
  changed bigint;
begin
  if not exists (select from private.set_differences(piece)) and not exists (select from private.row_differences(piece)) then
    return 0;
  end if;
  -- Whoever has written listings has written their sets when this is granted, and nobody begins meanwhile.
  lock table private.listings in share row exclusive mode;
  with wrong as materialized (select * from private.set_differences(piece)),
  gone as (delete from private.search_sets s using wrong w where s.part = piece and s.term = w.term and w.members is null)
  insert into private.search_sets (term, part, members, dense)
  select w.term, piece, case when bit_count(w.members) < 32 then w.members end, case when bit_count(w.members) >= 32 then w.members end
  from wrong w where w.members is not null
  on conflict (term, part) do update set members = excluded.members, dense = excluded.dense;
  get diagnostics changed = row_count;
  differences := greatest(changed, 1);
  with wrong as materialized (select slot from private.row_differences(piece) as slot),
  gone as (delete from private.search_rows r using wrong w where r.slot = w.slot
    and not exists (select from private.listings l where l.slot = w.slot))
  insert into private.search_rows as r (slot, place, rating_score, created_at)
  select l.slot, l.place, l.rating_score, l.created_at from private.listings l join wrong using (slot)
  on conflict (slot) do update set place = excluded.place, rating_score = excluded.rating_score, created_at = excluded.created_at;
  get diagnostics changed = row_count;
  return differences + changed;
end $$;
comment on function private.check_search_sets(integer) is 'Compares the sets and narrow rows of 16,384 slots with their listings, and repairs them.';

create function private.term_differences() returns table (kind text, term text, lexeme text, listings bigint)
language sql stable security definer set search_path = '' as $$
  select coalesce(e.kind, t.kind), coalesce(e.term, t.term), e.lexeme, e.listings from (
    select 'token' as kind, token as term, null::text as lexeme, count(*) as listings
    from private.listings l cross join lateral unnest(tsvector_to_array(l.document)) as token
    where (token collate "C") >= '@' and (token collate "C") < 'A' group by token
    union all
    select 'word', word, (ts_lexize('pg_catalog.english_stem', word))[1], count(*)
    from private.listings l cross join lateral unnest(l.words) as word group by word) as e
  full join private.search_terms t on t.kind = e.kind and t.term = e.term
  where (t.listings, t.lexeme, t.term) is distinct from (e.listings, e.lexeme, e.term)
$$;
comment on function private.term_differences() is 'The terms that are not counted as the listings hold them, as they should be.';

create function private.check_search_terms(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint;
begin
  if not exists (select from private.term_differences()) then
    return 0;
  end if;
  lock table private.listings in share row exclusive mode;
  with wrong as materialized (select * from private.term_differences()),
  gone as (delete from private.search_terms t using wrong w where t.kind = w.kind and t.term = w.term and w.listings is null returning 1),
  put as (insert into private.search_terms as t (kind, term, lexeme, listings)
    select w.kind, w.term, w.lexeme, w.listings from wrong w where w.listings is not null
    on conflict (kind, term) do update set lexeme = excluded.lexeme, listings = excluded.listings returning 1)
  select (select count(*) from gone) + (select count(*) from put) into differences;
  return differences;
end $$;
comment on function private.check_search_terms(integer) is 'Compares the counted towns and words with the listings, and repairs them.';

-- What admins search by --------------------------------------------------------------------------------------------

create view private.expected_account_words as
  select p.id as profile_id, p.account_type, p.created_at, private.name_key(p.first_name, p.last_name) as name_key,
    private.words_of(array[p.first_name, p.last_name, p.business_name, p.email]) as words from public.profiles p;
comment on view private.expected_account_words is 'private.account_words as the profiles say.';
create view private.expected_feedback_words as
  select f.id as feedback_id, private.feedback_state(f.approved, f.moderated_at) as state, f.created_at,
    private.words_of(array[f.title, f.author_name, concat_ws(' ', p.first_name, p.last_name, p.business_name)]) as words
  from public.feedback f join public.profiles p on p.id = f.provider_id;
comment on view private.expected_feedback_words is 'private.feedback_words as the feedback says.';
create view private.expected_business_words as
  select b.id as business_id, b.created_at, private.words_of(array[b.business_name, b.business_email]) as words from public.businesses b;
comment on view private.expected_business_words is 'private.business_words as the businesses say.';
revoke all on private.expected_account_words, private.expected_feedback_words, private.expected_business_words
  from public, anon, authenticated, service_role;

create function private.check_words(source text, target text, key text, columns text[], piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  wrong uuid;
  differences bigint := 0;
  listed text := (select string_agg(quote_ident(c), ', ') from unnest(columns) as c);
begin
  for wrong in execute format(
    'select coalesce(e.%1$I, w.%1$I) from (select * from private.expected_%2$I where private.in_piece(%1$I, $1)) as e
       full join (select * from private.%2$I where private.in_piece(%1$I, $1)) as w on w.%1$I = e.%1$I
     where (%3$s, e.%1$I) is distinct from (%4$s, w.%1$I) order by 1', key, target,
    (select string_agg('e.' || quote_ident(c), ', ') from unnest(columns) as c),
    (select string_agg('w.' || quote_ident(c), ', ') from unnest(columns) as c)) using piece
  loop
    -- The row is read again behind the lock: somebody may have written it meanwhile.
    execute format('select from %s where id = $1 for no key update', source) using wrong;
    execute format('delete from private.%I as w where w.%I = $1 and not exists (select from private.expected_%I as e where e.%I = $1)',
      target, key, target, key) using wrong;
    execute format('insert into private.%1$I (%2$I, %3$s) select %2$I, %3$s from private.expected_%1$I where %2$I = $1
      on conflict (%2$I) do update set (%3$s) = row (%4$s)', target, key, listed,
      (select string_agg('excluded.' || quote_ident(c), ', ') from unnest(columns) as c)) using wrong;
    differences := differences + 1;
  end loop;
  return differences;
end $$;
comment on function private.check_words(text, text, text, text[], integer) is 'Compares a piece of a table of words with its view `expected_…`, and repairs it row by row.';

create function private.check_account_words(piece integer) returns bigint language sql set search_path = '' as $$
  select private.check_words('public.profiles', 'account_words', 'profile_id', '{account_type,created_at,name_key,words}', piece) $$;
create function private.check_feedback_words(piece integer) returns bigint language sql set search_path = '' as $$
  select private.check_words('public.feedback', 'feedback_words', 'feedback_id', '{state,created_at,words}', piece) $$;
create function private.check_business_words(piece integer) returns bigint language sql set search_path = '' as $$
  select private.check_words('public.businesses', 'business_words', 'business_id', '{created_at,words}', piece) $$;
comment on function private.check_account_words(integer) is 'Compares what admins search accounts by with the profiles.';
comment on function private.check_feedback_words(integer) is 'Compares what admins search feedback by with the feedback.';
comment on function private.check_business_words(integer) is 'Compares what admins search businesses by with the businesses.';

create or replace function private.find_all_again() returns void
language plpgsql security definer set search_path = '' as $$
begin
  alter table private.account_words disable trigger user;
  delete from private.account_words;
  insert into private.account_words (profile_id, account_type, created_at, name_key, words)
  select profile_id, account_type, created_at, name_key, words from private.expected_account_words;
  alter table private.account_words enable trigger user;
  alter table private.feedback_words disable trigger user;
  delete from private.feedback_words;
  insert into private.feedback_words (feedback_id, state, created_at, words)
  select feedback_id, state, created_at, words from private.expected_feedback_words;
  alter table private.feedback_words enable trigger user;
  perform private.count_lists_again();
  delete from private.business_words;
  insert into private.business_words (business_id, created_at, words)
  select business_id, created_at, words from private.expected_business_words;
end $$;

-- Sums: counted at one moment, and counted anew as a whole where they differ ---------------------------------------

create function private.check_list_parts(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint;
begin
  select count(*) into differences from (
    select list, kind, part from (
      select p.list, p.kind, p.part collate "C" as part, count(*) as items from private.account_words w cross join lateral private.parts_of(w) as p group by 1, 2, 3
      union all select p.list, p.kind, p.part, count(*) from private.feedback_words w cross join lateral private.parts_of(w) as p group by 1, 2, 3
      union all select list, kind, part, -items from private.list_parts
      union all select list, kind, part, -items from private.list_changes) as each
    group by list, kind, part having sum(items) <> 0) as wrong;
  if differences > 0 then
    perform private.count_lists_again();
  end if;
  return differences;
end $$;
comment on function private.check_list_parts(integer) is 'Compares the counted parts of admins'' lists with their rows, and counts all anew where one differs.';

create function private.check_figures(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  counted text;
  differences bigint;
begin
  select string_agg(format('select %L::text as figure, private.uk_day(%s) as day, sum(%s) as amount from %s as r where %s group by 2',
    figure, moment, amount, table_name, counted_when), ' union all ') into counted from private.figure_sources;
  execute format('select count(*) from (select figure, day from (%s
      union all select figure, day, -amount from private.daily_figures
      union all select figure, day, -amount from private.figure_changes) as each
    group by figure, day having sum(amount) <> 0) as wrong', counted) into differences;
  if differences > 0 then
    perform private.rebuild_figures();
  end if;
  return differences;
end $$;
comment on function private.check_figures(integer) is 'Compares the figures of each day with their rows, and counts all anew where one differs.';

create function private.check_job_facets(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint;
begin
  select (select count(*) from (
      select key, day, place, low, high, type, posted_date, job_id from (
        select facet.key, private.day_of(j.posted_date) as day, coalesce(private.place_of(j.location), '') as place,
          coalesce(j.budget_min, 0) as low, coalesce(j.budget_max, 2147483647) as high, coalesce(left(j.budget_type, 1), '-')::"char" as type,
          j.posted_date, j.id as job_id, 1 as n
        from public.jobs j cross join lateral (select '' as key union all select unnest(j.category_keys)) as facet where j.status = 'open'
        union all
        select c.key, f.day, p.name, f.budget_min, f.budget_max, f.budget_type, f.posted_date, f.job_id, -1
        from private.job_facets f left join private.job_categories c on c.id = f.category_id left join private.job_places p on p.id = f.place_id) as each
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0) as facets)
    + (select count(*) from (select what, key, day from (
        select 'day' as what, category_id::text as key, day, 1 as n from private.job_facets
        union all select 'day', category_id::text, day, -jobs from private.job_days
        union all select 'place', place_id::text, day, 1 from private.job_facets_all
        union all select 'place', place_id::text, day, -jobs from private.job_place_days
        union all select 'budget', concat_ws(' ', budget_type, budget_min, budget_max), day, 1 from private.job_facets_all
        union all select 'budget', concat_ws(' ', budget_type, budget_min, budget_max), day, -jobs from private.job_budget_days
        union all select 'letter', concat_ws(' ', letter.letter, of_any.budget_type, of_any.budget_min, of_any.budget_max), f.day, 1
          from private.job_facets_all f join private.job_places p on p.id = f.place_id cross join lateral private.letters_of(p.name) as letter
          cross join lateral (values (f.budget_type, f.budget_min, f.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
        union all select 'letter', concat_ws(' ', letter, budget_type, budget_min, budget_max), day, -jobs from private.job_letter_days) as each
      group by 1, 2, 3 having sum(n) <> 0) as sums)
    into differences;
  if differences > 0 then
    perform private.facet_all_jobs();
  end if;
  return differences;
end $$;
comment on function private.check_job_facets(integer) is 'Compares what jobs are searched by, and its counts by day, with the jobs, and makes all anew where something differs.';

-- The night ----------------------------------------------------------------------------------------------------

insert into private.derived_checks (name, place, pieces, compare) values
  ('listings', 1, '64', 'check_listings'),
  ('search_sets and search_rows', 2, 'select coalesce((greatest((select max(slot) from private.listings), (select max(slot) from private.search_rows), (select max(part) * 16384 from private.search_sets)) >> 14) + 1, 1)', 'check_search_sets'),
  ('search_terms', 3, '1', 'check_search_terms'),
  ('account_words', 4, '64', 'check_account_words'),
  ('feedback_words', 5, '64', 'check_feedback_words'),
  ('business_words', 6, '64', 'check_business_words'),
  ('list_parts', 7, '1', 'check_list_parts'),
  ('daily_figures', 8, '1', 'check_figures'),
  ('job_facets and its counts', 9, '1', 'check_job_facets');

create function private.check_piece(checked text, piece integer) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  differences bigint;
begin
  execute format('select private.%I($1)', (select compare from private.derived_checks where name = checked)) into differences using piece;
  if differences > 0 then
    insert into private.derived_repairs (name, piece, differences) values (checked, piece, differences);
    raise warning '% rows of % (piece %) differed from what they are derived from, and were repaired', differences, checked, piece;
  end if;
  return differences;
end $$;
comment on function private.check_piece(text, integer) is 'Checks one piece, and notes what was repaired.';

create function private.check_derived() returns void
language plpgsql security definer set search_path = '' as $$
declare
  checked private.derived_checks;
  total integer;
begin
  select * into checked from private.derived_checks
    where done_on is distinct from private.uk_day(now()) order by place limit 1 for update;
  if not found then return; end if;
  execute case when checked.pieces like 'select %' then checked.pieces else 'select ' || checked.pieces end into total;
  if checked.next_piece < total then
    perform private.check_piece(checked.name, checked.next_piece);
  end if;
  update private.derived_checks set next_piece = case when checked.next_piece + 1 < total then checked.next_piece + 1 else 0 end,
    done_on = case when checked.next_piece + 1 < total then done_on else private.uk_day(now()) end
  where name = checked.name;
end $$;
comment on function private.check_derived() is 'Task: checks the next piece of what is derived; after the last one, until the next night, nothing.';

create function private.derived_check_due() returns boolean
language sql stable security definer set search_path = '' as $$
  select (now() at time zone 'Europe/London')::time between '02:00' and '05:00'
    and exists (select from private.derived_checks where done_on is distinct from private.uk_day(now()))
$$;
comment on function private.derived_check_due() is 'Whether it is night in Britain, and something is not yet checked.';

create function private.check_all_derived() returns table (name text, differences bigint)
language plpgsql security definer set search_path = '' as $$
declare
  checked private.derived_checks;
  total integer;
begin
  for checked in select * from private.derived_checks order by place loop
    execute case when checked.pieces like 'select %' then checked.pieces else 'select ' || checked.pieces end into total;
    name := checked.name;
    select sum(private.check_piece(checked.name, piece)) into differences from generate_series(0, total - 1) as piece;
    return next;
  end loop;
end $$;
comment on function private.check_all_derived() is 'For the operator: checks and repairs everything that is derived at once, and says what differed.';

insert into private.scheduled_tasks (name, run_every, procedure, only_when) values
  ('check-derived', interval '10 seconds', 'private.check_derived()', 'private.derived_check_due()');

do $$
declare
  own regprocedure;
begin
  for own in select p.oid from pg_catalog.pg_proc p where p.pronamespace = 'private'::regnamespace and (p.proname ~ '^check_(listings|search_|words|account_|feedback_|business_|list_|figures|job_|piece|derived|all_derived)'
    or p.proname in ('set_differences', 'row_differences', 'term_differences', 'derived_check_due')) loop
    execute format('revoke execute on function %s from public, anon, authenticated', own);
  end loop;
end $$;
