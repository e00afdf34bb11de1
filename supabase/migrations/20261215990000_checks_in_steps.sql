-- Every nightly check goes by rows, for about a second a time: some compared everything at once, which with 100,000
-- providers took longer than a statement may.

drop function private.check_listings(uuid), private.check_term_sets(integer), private.check_terms(integer),
  private.check_admin_account_search(integer), private.check_admin_feedback_search(integer), private.check_admin_business_search(integer),
  private.check_admin_search(text, text, text, text[], integer), private.check_admin_list_counts(integer), private.check_daily_figures(integer),
  private.check_job_facets(integer), private.is_in_derived_part(uuid, integer), private.record_repair(text, integer, bigint),
  search.find_set_differences(integer), search.find_order_differences(integer), search.find_term_differences();
drop table private.derived_checks;
alter table private.derived_repairs drop column piece;

create function private.check_listings(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant uuid := coalesce(after::uuid, '00000000-0000-0000-0000-000000000000');
  people constant uuid[] := array(
    (select l.provider_id from search.listings l where l.provider_id > start order by 1 limit most)
    union (select s.user_id from public.subscribers s
      where s.subscribed and s.subscription_end > now() and s.user_id > start order by 1 limit most)
    order by 1 limit most);
  person uuid;
  before jsonb;
begin
  differences := 0;
  foreach person in array people loop
    before := (select to_jsonb(l) - 'slot' from search.listings l where l.provider_id = person);
    perform search.refresh_listing(person);
    if before is distinct from (select to_jsonb(l) - 'slot' from search.listings l where l.provider_id = person) then
      differences := differences + 1;
    end if;
  end loop;
  -- The sets follow at the commit, or whoever looks at them later in this transaction would not see them follow.
  set constraints all immediate;
  set constraints all deferred;
  after := people[most];
end $$;
comment on function private.check_listings(text,integer) is
  'Rewrites the next listings, in order of id, and gives how many changed.';

create function private.check_term_sets(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant integer := coalesce(after::integer + 1, 0);
  wanted constant integer := start >> 14;
  beyond constant integer := least(start + most, (wanted + 1) << 14);
  nobody constant pg_catalog."bit" := repeat('0', 16384);
  these constant pg_catalog."bit" := repeat('0', start & 16383) || repeat('1', beyond - start) || repeat('0', ((wanted + 1) << 14) - beyond);
  wrong integer;
begin
  -- A difference is flipped and not written over, so nobody who changes the same set meanwhile is waited for.
  with expected as (
    select held.term, search.collect_members(held.slot & 16383, 1) as members from (
      select l.slot, unnest(tsvector_to_array(l.document)) collate "C" as term from search.listings l where l.slot >= start and l.slot < beyond
      union all select l.slot, '*' from search.listings l where l.slot >= start and l.slot < beyond) as held
    group by held.term),
  compared as (
    select coalesce(e.term, s.term) as term, coalesce(e.members, nobody) # (coalesce(s.dense, s.members, nobody) & these) as members
    from expected as e full join (select * from search.term_sets where part = wanted) as s on s.term = e.term)
  insert into search.term_sets as s (term, part, members, dense)
  select c.term, wanted, case when bit_count(c.members) < 32 then c.members end, case when bit_count(c.members) >= 32 then c.members end
  from compared as c where bit_count(c.members) > 0 order by c.term
  on conflict (term, part) do update set (members, dense) = (
    select case when bit_count(now.members) < 32 then now.members end, case when bit_count(now.members) >= 32 then now.members end
    from (select coalesce(s.dense, s.members) # coalesce(excluded.dense, excluded.members) as members) as now);
  get diagnostics differences = row_count;
  if differences > 0 then
    delete from search.term_sets where part = wanted and bit_count(members) = 0;
  end if;
  for wrong in
    select coalesce(l.slot, r.slot) from (select * from search.listings where slot >= start and slot < beyond) as l
    full join (select * from search.listing_order where slot >= start and slot < beyond) as r on r.slot = l.slot
    where (l.place, l.rating_score, l.created_at, l.slot) is distinct from (r.place, r.rating_score, r.created_at, r.slot) order by 1
  loop
    -- The row is read again behind the lock: somebody may have written it meanwhile.
    perform from search.listings where slot = wrong for no key update;
    delete from search.listing_order where slot = wrong and not exists (select from search.listings where slot = wrong);
    insert into search.listing_order (slot, place, rating_score, created_at)
    select slot, place, rating_score, created_at from search.listings where slot = wrong
    on conflict (slot) do update set place = excluded.place, rating_score = excluded.rating_score, created_at = excluded.created_at;
    differences := differences + 1;
  end loop;
  after := case when beyond < (wanted + 1) << 14 or exists (select from search.listings where slot >= beyond)
    or exists (select from search.listing_order where slot >= beyond) or exists (select from search.term_sets where part > wanted)
    then beyond - 1 end;
end $$;
comment on function private.check_term_sets(text,integer) is
  'Compares the sets and narrow rows of the next slots, at most those of one part, with their listings, and repairs them.';

create function private.check_terms(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant text := coalesce(after, '');
  last constant text := (select term from search.terms where term > start order by term offset most - 1 limit 1);
begin
  -- Towns are counted in the sets, which are checked before; words as written are in the listings alone.
  with expected as (
    select 'token' as kind, s.term, null::text as lexeme, sum(bit_count(coalesce(s.dense, s.members)))::bigint as listings
    from search.term_sets s where s.term >= '@' and s.term < 'A' and s.term > start and (last is null or s.term <= last) group by s.term
    union all
    select 'word', word, (ts_lexize('pg_catalog.english_stem', word))[1], count(*)
    from search.listings l cross join lateral unnest(l.words) as word
    where word collate "C" > start and (last is null or word collate "C" <= last) group by word)
  -- What is added does not depend on who counts meanwhile.
  insert into search.terms as t (kind, term, lexeme, listings)
  select coalesce(e.kind, t.kind), coalesce(e.term, t.term), e.lexeme, coalesce(e.listings, 0) - coalesce(t.listings, 0)
  from expected as e full join (select * from search.terms where term > start and (last is null or term <= last)) as t
    on t.kind = e.kind and t.term = e.term
  where (t.listings, t.lexeme, t.term) is distinct from (e.listings, e.lexeme, e.term) order by 1, 2
  on conflict (kind, term) do update set lexeme = excluded.lexeme, listings = t.listings + excluded.listings;
  get diagnostics differences = row_count;
  if differences > 0 then
    delete from search.terms where listings <= 0;
  end if;
  after := last;
end $$;
comment on function private.check_terms(text,integer) is
  'Compares the counts of the next towns and words with the listings, and repairs them.';

create function private.check_admin_search(
  source text, target text, key text, columns text[], inout after text, most integer, out differences bigint
) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant uuid := coalesce(after::uuid, '00000000-0000-0000-0000-000000000000');
  ids uuid[];
  wrong uuid;
  listed text := (select string_agg(quote_ident(c), ', ') from unnest(columns) as c);
begin
  differences := 0;
  execute format('select array(
    (select id from %s where id > $1 order by 1 limit $2) union (select %I from search.%I where %2$I > $1 order by 1 limit $2)
    order by 1 limit $2)', source, key, target) into ids using start, most;
  for wrong in execute format(
    'select coalesce(e.%1$I, w.%1$I) from (select * from search.expected_%2$I where %1$I = any ($1)) as e
       full join (select * from search.%2$I where %1$I = any ($1)) as w on w.%1$I = e.%1$I
     where (%3$s, e.%1$I) is distinct from (%4$s, w.%1$I) order by 1', key, target,
    (select string_agg('e.' || quote_ident(c), ', ') from unnest(columns) as c),
    (select string_agg('w.' || quote_ident(c), ', ') from unnest(columns) as c)) using ids
  loop
    -- The row is read again behind the lock: somebody may have written it meanwhile.
    execute format('select from %s where id = $1 for no key update', source) using wrong;
    execute format('delete from search.%I as w where w.%I = $1 and not exists (select from search.expected_%I as e where e.%I = $1)',
      target, key, target, key) using wrong;
    execute format('insert into search.%1$I (%2$I, %3$s) select %2$I, %3$s from search.expected_%1$I where %2$I = $1
      on conflict (%2$I) do update set (%3$s) = row (%4$s)', target, key, listed,
      (select string_agg('excluded.' || quote_ident(c), ', ') from unnest(columns) as c)) using wrong;
    differences := differences + 1;
  end loop;
  after := ids[most];
end $$;
comment on function private.check_admin_search(text,text,text,text[],text,integer) is
  'Compares the next rows of a table of words with its view `expected_…`, and repairs them.';

create function private.check_admin_account_search(inout after text, most integer, out differences bigint) returns record
language sql set search_path = '' as $$
  select * from private.check_admin_search('public.profiles', 'admin_account_search', 'profile_id',
    '{account_type,created_at,name_key,words}', after, most) $$;
comment on function private.check_admin_account_search(text,integer) is
  'Compares what admins search the next accounts by with their profiles.';

create function private.check_admin_feedback_search(inout after text, most integer, out differences bigint) returns record
language sql set search_path = '' as $$
  select * from private.check_admin_search('public.feedback', 'admin_feedback_search', 'feedback_id', '{state,created_at,words}', after, most) $$;
comment on function private.check_admin_feedback_search(text,integer) is
  'Compares what admins search the next feedback by with the feedback.';

create function private.check_admin_business_search(inout after text, most integer, out differences bigint) returns record
language sql set search_path = '' as $$
  select * from private.check_admin_search('public.businesses', 'admin_business_search', 'business_id', '{created_at,words}', after, most) $$;
comment on function private.check_admin_business_search(text,integer) is
  'Compares what admins search the next businesses by with the businesses.';

create function private.check_admin_list_counts(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  this constant text := coalesce(after::jsonb ->> 0, 'accounts');
  start constant text := after::jsonb ->> 1;
  entries constant text := case this when 'feedback' then 'search.admin_feedback_search' else 'search.admin_account_search' end;
  key constant text := case this when 'names' then 'name_key' else 'created_at' end;
  -- The first key behind a part: a week, or the letters that names begin with.
  behind constant text := case this when 'names' then '%L || chr(case char_length(%1$L) when 3 then 1114111 else 1 end)'
    else '(%L::timestamp + interval ''1 week'') at time zone ''UTC''' end;
  rows text := case when start is null then 'true' else key || ' >= ' || format(behind, start) end;
  parts text := case when start is null then 'true' else format('part > %L', start) end;
  last text;
begin
  execute format('select p.part from (select w from %s as w where %s order by %s offset %s limit 1) as last
    cross join lateral stats.admin_list_parts(last.w) as p where p.list = %L', entries, rows, key, most - 1, this) into last;
  if last is not null then
    rows := rows || ' and ' || key || ' < ' || format(behind, last);
    parts := parts || format(' and part <= %L', last);
  end if;
  -- The difference is added like any other change.
  execute format('insert into stats.admin_list_changes (list, kind, part, items)
    select %1$L, kind, part, sum(items) from (
      select p.kind, p.part collate "C" as part, count(*) as items from %2$s as w
      cross join lateral stats.admin_list_parts(w) as p where %3$s and p.list = %1$L group by 1, 2
      union all select kind, part, -items from stats.admin_list_counts where list = %1$L and %4$s
      union all select kind, part, -items from stats.admin_list_changes where list = %1$L and %4$s) as each
    group by kind, part having sum(items) <> 0', this, entries, rows, parts);
  get diagnostics differences = row_count;
  after := case when last is not null then jsonb_build_array(this, last)
    when this <> 'names' then jsonb_build_array(case this when 'accounts' then 'feedback' else 'names' end) end;
end $$;
comment on function private.check_admin_list_counts(text,integer) is
  'Compares the counts of the next parts of admins'' lists with their rows, and corrects them. Whole parts: a week, or three letters.';

create function private.check_daily_figures(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  this constant text := coalesce(after::jsonb ->> 0, (select min(figure) from stats.figure_sources));
  start constant date := after::jsonb ->> 1;
  -- The first moment behind a day.
  behind constant text := '((%L::date + 1)::timestamp at time zone ''Europe/London'')';
  rows text := case when start is null then 'true' else 'moment >= ' || format(behind, start) end;
  days text := case when start is null then 'true' else format('day > %L', start) end;
  counted text;
  last date;
begin
  select string_agg(format('(select %s as moment, %s as amount from %s as r where %s)', moment, amount, table_name, counted_when), ' union all ')
    into counted from stats.figure_sources where figure = this;
  execute format('select private.uk_day(moment) from (%s) as each where %s order by moment offset %s limit 1', counted, rows, most - 1) into last;
  if last is not null then
    rows := rows || ' and moment < ' || format(behind, last);
    days := days || format(' and day <= %L', last);
  end if;
  -- The difference is added like any other change.
  execute format('insert into stats.figure_changes (figure, day, amount)
    select %1$L, day, sum(amount) from (
      select private.uk_day(moment) as day, sum(amount) as amount from (%2$s) as each where %3$s group by 1
      union all select day, -amount from stats.daily_figures where figure = %1$L and %4$s
      union all select day, -amount from stats.figure_changes where figure = %1$L and %4$s) as each
    group by day having sum(amount) <> 0', this, counted, rows, days);
  get diagnostics differences = row_count;
  after := case when last is not null then jsonb_build_array(this, last)
    else (select jsonb_build_array(min(figure)) from stats.figure_sources where figure > this having count(*) > 0) end;
end $$;
comment on function private.check_daily_figures(text,integer) is
  'Compares a figure on the next days with its rows, and corrects it. Whole days.';

create view search.expected_job_facets as
  select facet.key as category, search.day_number(j.posted_date) as day, coalesce(search.normalise_place(j.location), '') as place,
    coalesce(j.budget_min, 0) as budget_min, coalesce(j.budget_max, 2147483647) as budget_max,
    coalesce(left(j.budget_type, 1), '-')::"char" as budget_type, j.posted_date, j.id as job_id
  from public.jobs j cross join lateral (select '' as key union all select unnest(j.category_keys)) as facet where j.status = 'open';
comment on view search.expected_job_facets is 'search.job_facets as the jobs say, by name.';

create or replace function search.rebuild_job_facets() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('update_job_facets'));
  truncate search.job_counts_by_category, search.job_count_changes, search.job_facets, search.job_counts_by_place, search.job_counts_by_budget, search.job_counts_by_letter, search.job_places, search.job_categories;
  insert into search.job_categories (id, key) select 0, '' union all
    select row_number() over (order by key), key from (select distinct unnest(category_keys) as key from public.jobs) as named;
  insert into search.job_places (id, name, jobs)
  select row_number() over (order by name) - 1, name, count(j.id) filter (where j.status = 'open')
  from (select '' as name union select search.normalise_place(location) from public.jobs where search.normalise_place(location) is not null) as named
  left join public.jobs j on coalesce(search.normalise_place(j.location), '') = name group by name;
  insert into search.job_facets (category_id, day, place_id, budget_min, budget_max, budget_type, posted_date, job_id)
  select c.id, e.day, p.id, e.budget_min, e.budget_max, e.budget_type, e.posted_date, e.job_id
  from search.expected_job_facets e join search.job_places p on p.name = e.place join search.job_categories c on c.key = e.category
  order by c.id, e.posted_date;
  insert into search.job_counts_by_category (category_id, day, jobs) select category_id, day, count(*) from search.job_facets group by 1, 2;
  insert into search.job_counts_by_place (place_id, day, jobs) select place_id, day, count(*) from search.job_facets_all group by 1, 2;
  insert into search.job_counts_by_budget (budget_type, budget_min, budget_max, day, jobs)
  select budget_type, budget_min, budget_max, day, count(*) from search.job_facets_all group by 1, 2, 3, 4;
  insert into search.job_counts_by_letter (letter, day, budget_type, budget_min, budget_max, jobs)
  select letter.letter, f.day, of_any.budget_type, of_any.budget_min, of_any.budget_max, count(*)
  from search.job_facets_all f join search.job_places p on p.id = f.place_id cross join lateral search.distinct_letters(p.name) as letter
  cross join lateral (values (f.budget_type, f.budget_min, f.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
  group by 1, 2, 3, 4, 5;
end $$;
comment on function search.rebuild_job_facets() is
  'Rebuilds the facets and counts of all jobs, for rows that were loaded without triggers.';

create function private.check_job_facets(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant uuid := coalesce(after::uuid, '00000000-0000-0000-0000-000000000000');
  ids constant uuid[] := array(
    (select id from public.jobs where id > start order by 1 limit most)
    union (select distinct job_id from search.job_facets where job_id > start order by 1 limit most)
    order by 1 limit most);
  wrong uuid[];
begin
  with expected as (select * from search.expected_job_facets where job_id = any (ids)),
  found as (
    select c.key, f.day, p.name, f.budget_min, f.budget_max, f.budget_type, f.posted_date, f.job_id
    from search.job_facets f left join search.job_categories c on c.id = f.category_id left join search.job_places p on p.id = f.place_id
    where f.job_id = any (ids))
  select coalesce(array_agg(distinct job_id), '{}') into wrong
  from ((table expected except table found) union all (table found except table expected)) as differing;
  differences := cardinality(wrong);
  after := ids[most];
  if differences = 0 then
    return;
  end if;
  -- Their counts are compared afterwards.
  perform pg_advisory_xact_lock(hashtext('update_job_facets'));
  delete from search.job_facets where job_id = any (wrong);
  insert into search.job_places (id, name)
  select (select max(id) from search.job_places) + row_number() over (), name from (
    select distinct coalesce(search.normalise_place(location), '') as name from public.jobs where id = any (wrong)) as named
  where not exists (select from search.job_places p where p.name = named.name);
  insert into search.job_categories (id, key)
  select (select max(id) from search.job_categories) + row_number() over (), key from (
    select distinct unnest(category_keys) as key from public.jobs where id = any (wrong)) as named
  where not exists (select from search.job_categories c where c.key = named.key);
  insert into search.job_facets (category_id, day, place_id, budget_min, budget_max, budget_type, posted_date, job_id)
  select c.id, e.day, p.id, e.budget_min, e.budget_max, e.budget_type, e.posted_date, e.job_id
  from search.expected_job_facets e join search.job_places p on p.name = e.place join search.job_categories c on c.key = e.category
  where e.job_id = any (wrong);
end $$;
comment on function private.check_job_facets(text,integer) is
  'Compares the facets of the next jobs with the jobs, and repairs them.';

create function private.check_job_counts(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant integer := coalesce(after::integer, -2147483648);
  next constant integer := (select day from search.job_facets_all where day > start order by day offset most - 1 limit 1);
  last constant integer := coalesce(next, 2147483647);
  wrong jsonb;
begin
  -- What is not yet added up is in the facets and not in the counts.
  with counted as (
    select category_id, day, place_id, budget_min, budget_max, budget_type, 1 as n from search.job_facets where day > start and day <= last
    union all select category_id, day, place_id, budget_min, budget_max, budget_type, -jobs from search.job_count_changes
    where day > start and day <= last)
  select jsonb_agg(differing) into wrong from (
    select what, id, letter, budget_type, budget_min, budget_max, day, sum(n) as jobs from (
      select 'category' as what, category_id as id, null::text collate "C" as letter, null::"char" as budget_type, null::integer as budget_min,
        null::integer as budget_max, day, n from counted
      union all select 'category', category_id, null, null, null, null, day, -jobs from search.job_counts_by_category
      union all select 'place', place_id, null, null, null, null, day, n from counted where category_id = 0
      union all select 'place', place_id, null, null, null, null, day, -jobs from search.job_counts_by_place
      union all select 'budget', null, null, budget_type, budget_min, budget_max, day, n from counted where category_id = 0
      union all select 'budget', null, null, budget_type, budget_min, budget_max, day, -jobs from search.job_counts_by_budget
      union all select 'letter', null, letter.letter, of_any.budget_type, of_any.budget_min, of_any.budget_max, c.day, c.n
        from counted c join search.job_places p on p.id = c.place_id cross join lateral search.distinct_letters(p.name) as letter
        cross join lateral (values (c.budget_type, c.budget_min, c.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
        where c.category_id = 0
      union all select 'letter', null, letter, budget_type, budget_min, budget_max, day, -jobs from search.job_counts_by_letter) as each
    where day > start and day <= last
    group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0
    union all
    -- At the end, the open jobs of each place.
    select 'all of place', id, null, null, null, null, null, sum(n) from (
      select place_id as id, 1 as n from search.job_facets_all
      union all select place_id, -jobs from search.job_count_changes where category_id = 0
      union all select id, -jobs from search.job_places) as each
    where next is null group by id having sum(n) <> 0) as differing;
  differences := coalesce(jsonb_array_length(wrong), 0);
  after := next;
  if differences = 0 then
    return;
  end if;
  -- What is added does not depend on who counts meanwhile; the lock is that of search.apply_job_count_changes().
  lock table search.job_counts_by_category in share row exclusive mode;
  insert into search.job_counts_by_category as d (category_id, day, jobs)
  select id, day, jobs from jsonb_to_recordset(wrong) as w (what text, id integer, day integer, jobs integer) where what = 'category'
  on conflict (category_id, day) do update set jobs = d.jobs + excluded.jobs;
  insert into search.job_counts_by_place as d (place_id, day, jobs)
  select id, day, jobs from jsonb_to_recordset(wrong) as w (what text, id integer, day integer, jobs integer) where what = 'place'
  on conflict (place_id, day) do update set jobs = d.jobs + excluded.jobs;
  insert into search.job_counts_by_budget as d (budget_type, budget_min, budget_max, day, jobs)
  select budget_type, budget_min, budget_max, day, jobs
  from jsonb_to_recordset(wrong) as w (what text, budget_type "char", budget_min integer, budget_max integer, day integer, jobs integer)
  where what = 'budget'
  on conflict (day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + excluded.jobs;
  insert into search.job_counts_by_letter as d (letter, budget_type, budget_min, budget_max, day, jobs)
  select letter, budget_type, budget_min, budget_max, day, jobs
  from jsonb_to_recordset(wrong) as w (what text, letter text, budget_type "char", budget_min integer, budget_max integer, day integer, jobs integer)
  where what = 'letter'
  on conflict (letter, day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + excluded.jobs;
  update search.job_places p set jobs = p.jobs + w.jobs
  from jsonb_to_recordset(wrong) as w (what text, id integer, jobs integer) where w.what = 'all of place' and p.id = w.id;
end $$;
comment on function private.check_job_counts(text,integer) is
  'Compares the counts of open jobs on the next days with the facets, and corrects them. Whole days.';

create table private.derived_checks (
  name text primary key,
  place smallint not null,
  compare text not null,
  most integer not null,
  after text,
  done_on date
);
comment on table private.derived_checks is
  'What private.check_next_derived_part() compares, in order: parents before what is derived from them.';
comment on column private.derived_checks.compare is
  'A private function of `after` and `most`: it compares and repairs the next rows, and gives how many differed and the key to continue after, null at the end.';
comment on column private.derived_checks.most is 'How many rows one call compares: a small part of a second''s work.';
comment on column private.derived_checks.after is 'The key that the check continues after; null at the beginning.';
comment on column private.derived_checks.done_on is 'The British day of the last check that came to its end.';
alter table private.derived_checks enable row level security;

insert into private.derived_checks (name, place, compare, most) values
  ('listings', 1, 'check_listings', 50), ('term_sets and listing_order', 2, 'check_term_sets', 2048), ('terms', 3, 'check_terms', 5000),
  ('admin_account_search', 4, 'check_admin_account_search', 500), ('admin_feedback_search', 5, 'check_admin_feedback_search', 500),
  ('admin_business_search', 6, 'check_admin_business_search', 500), ('admin_list_counts', 7, 'check_admin_list_counts', 20000),
  ('daily_figures', 8, 'check_daily_figures', 20000), ('job_facets', 9, 'check_job_facets', 500), ('job_counts', 10, 'check_job_counts', 2000);

create or replace function private.check_derived_part(checked text) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  -- Tests set it.
  patience constant interval := coalesce(nullif(current_setting('checks.patience', true), '')::interval, '1 second');
  begun constant timestamptz := clock_timestamp();
  part private.derived_checks;
  step bigint;
  differences bigint := 0;
begin
  select * into part from private.derived_checks where name = checked for update;
  loop
    execute format('select after, differences from private.%I($1, $2)', part.compare) into part.after, step using part.after, part.most;
    differences := differences + step;
    exit when part.after is null or clock_timestamp() > begun + patience;
  end loop;
  if differences > 0 then
    insert into private.derived_repairs (name, differences) values (checked, differences);
    raise warning '% rows of % differed from what they are derived from, and were repaired', differences, checked;
  end if;
  update private.derived_checks set after = part.after, done_on = case when part.after is null then private.uk_day(now()) else done_on end
  where name = checked;
  return differences;
end $$;
comment on function private.check_derived_part(text) is
  'Continues a check for about a second, and records what was repaired and where it goes on.';

create or replace function private.check_next_derived_part() returns void
language sql security definer set search_path = '' as $$
  select private.check_derived_part(name) from (
    select name from private.derived_checks where done_on is distinct from private.uk_day(now()) order by place limit 1) as next
$$;
comment on function private.check_next_derived_part() is
  'Task: continues the check of what is derived for about a second; after the last one, until the next night, nothing.';

create or replace function private.check_all_derived_tables() returns table (name text, differences bigint)
language plpgsql security definer set search_path = '' as $$
begin
  for name in select c.name from private.derived_checks c order by c.place loop
    update private.derived_checks c set after = null, done_on = null where c.name = check_all_derived_tables.name;
    differences := 0;
    loop
      differences := differences + private.check_derived_part(name);
      exit when exists (select from private.derived_checks c where c.name = check_all_derived_tables.name and c.done_on is not null);
    end loop;
    return next;
  end loop;
end $$;
comment on function private.check_all_derived_tables() is
  'For the operator: checks and repairs everything that is derived at once, and says what differed.';
