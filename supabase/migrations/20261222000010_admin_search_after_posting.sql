-- Posting feedback writes no row of the admins' search: it is appended that one is due, and whoever searches writes it first.

create table search.admin_feedback_changes (
  id bigint generated always as identity primary key,
  feedback_id uuid not null
);
comment on table search.admin_feedback_changes is
  'Feedback whose row of search.admin_feedback_search is to be written; appended by triggers on feedback and on the provider''s names, emptied by search.apply_admin_feedback_changes().';
alter table search.admin_feedback_changes enable row level security;
comment on table search.admin_feedback_search is
  'What /admin/feedback lists by, one narrow row an item; written by search.apply_admin_feedback_changes().';

drop trigger sync_admin_feedback_search on public.feedback;
drop trigger sync_admin_feedback_search_on_update on public.feedback;
drop function search.sync_admin_feedback_search();
drop trigger sync_provider_name on public.profiles;
drop function search.sync_provider_name();

create function search.log_admin_feedback_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into search.admin_feedback_changes (feedback_id) values (new.id);
  return null;
end $$;
comment on function search.log_admin_feedback_change() is
  'Trigger: appends that what the moderation screen lists and searches is to follow the feedback. Writing that row takes a sixth of a post.';

create trigger log_admin_feedback_change after insert on public.feedback
  for each row execute function search.log_admin_feedback_change();
create trigger log_admin_feedback_change_on_update after update on public.feedback
  for each row when ((old.title, old.author_name, old.approved, old.moderated_at, old.provider_id, old.created_at)
    is distinct from (new.title, new.author_name, new.approved, new.moderated_at, new.provider_id, new.created_at))
  execute function search.log_admin_feedback_change();

create function search.log_provider_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into search.admin_feedback_changes (feedback_id) select f.id from public.feedback f where f.provider_id = new.id;
  return null;
end $$;
comment on function search.log_provider_name() is 'Trigger: feedback is found by what its provider is called now.';

create trigger log_provider_name after update on public.profiles
  for each row when ((old.first_name, old.last_name, old.business_name) is distinct from (new.first_name, new.last_name, new.business_name))
  execute function search.log_provider_name();

create function search.apply_admin_feedback_changes(most integer default 5000) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid[];
begin
  if not exists (select from search.admin_feedback_changes) then
    return;
  end if;
  -- One after the other, so that the rows of an earlier moment are never written last.
  perform pg_advisory_xact_lock(hashtext('apply_admin_feedback_changes'));
  with taken as (
    delete from search.admin_feedback_changes where id in (select id from search.admin_feedback_changes order by id limit most)
    returning feedback_id)
  select array_agg(distinct feedback_id) into changed from taken;
  -- Whoever deletes one of them waits.
  perform from public.feedback f where f.id = any (changed) order by f.id for key share;
  insert into search.admin_feedback_search (feedback_id, state, created_at, words)
  select feedback_id, state, created_at, words from search.expected_admin_feedback_search where feedback_id = any (changed)
  on conflict (feedback_id) do update set state = excluded.state, created_at = excluded.created_at, words = excluded.words;
end $$;
comment on function search.apply_admin_feedback_changes(integer) is
  'Writes the rows of changed feedback: as a task, and before admins read them, who so find what was committed unless more than so many wait.';


create or replace function search.rebuild_admin_search() returns void
language plpgsql security definer set search_path = '' as $$
begin
  alter table search.admin_account_search disable trigger user;
  delete from search.admin_account_search;
  insert into search.admin_account_search (profile_id, account_type, created_at, name_key, words)
  select profile_id, account_type, created_at, name_key, words from search.expected_admin_account_search;
  alter table search.admin_account_search enable trigger user;
  alter table search.admin_feedback_search disable trigger user;
  delete from search.admin_feedback_changes;
  delete from search.admin_feedback_search;
  insert into search.admin_feedback_search (feedback_id, state, created_at, words)
  select feedback_id, state, created_at, words from search.expected_admin_feedback_search;
  alter table search.admin_feedback_search enable trigger user;
  perform stats.rebuild_list_counts();
  delete from search.admin_business_search;
  insert into search.admin_business_search (business_id, created_at, words)
  select business_id, created_at, words from search.expected_admin_business_search;
end $$;

create or replace function public.admin_feedback(
  state text default null, search text default null, page_size integer default 20, page_offset integer default 0
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant bigint := 10000;
  pattern text := search.like_pattern(search);
  signs text[] := search.only_symbols(search);
  skip bigint := least(greatest(page_offset, 0), 10000000);
  -- Whoever has waited longest comes first among what is pending, however many stars were given; else the newest.
  newest_first constant boolean := admin_feedback.state is distinct from 'pending';
  ordering text := case when newest_first then 'created_at desc, feedback_id desc' else 'created_at, feedback_id' end;
  part text;
  edge timestamptz;
  counts jsonb;
  total bigint;
  found jsonb;
  conditions text;
begin
  perform private.require_admin();
  perform search.apply_admin_feedback_changes();
  select jsonb_build_object('all', coalesce(sum(p.items), 0), 'approved', coalesce(sum(p.items) filter (where p.kind = 'approved'), 0),
    'pending', coalesce(sum(p.items) filter (where p.kind = 'pending'), 0), 'hidden', coalesce(sum(p.items) filter (where p.kind = 'hidden'), 0))
    into counts from (select l.kind, l.items from stats.admin_list_counts l where l.list = 'feedback'
      union all select c.kind, c.items from stats.admin_list_changes c where c.list = 'feedback') as p;
  conditions := case when admin_feedback.state is not null then ' and state = $1' else '' end
    || case when signs is not null then ' and search.symbols_of(words) @> $5' else '' end;
  if pattern is null then
    total := coalesce((counts ->> coalesce(admin_feedback.state, 'all'))::bigint, 0);
    -- From the part in which the page begins; the parts before it are not read.
    select p.part, skip - p.before into part, skip from stats.find_admin_list_part('feedback', admin_feedback.state, skip, newest_first) as p;
    edge := (part::date + 7 * newest_first::integer)::timestamp at time zone 'UTC';
    conditions := case when newest_first then 'created_at < $6' else 'created_at >= $6' end || conditions;
  else
    conditions := 'words like $2' || conditions;
    execute 'select count(*) from (select from search.admin_feedback_search where ' || conditions || ' limit $3) as found'
      into total using admin_feedback.state, pattern, most + 1, null, signs;
  end if;
  execute
    'select coalesce(jsonb_agg(item order by ' || ordering || '), ''[]'') from (
       select page.created_at, page.feedback_id, jsonb_build_object(''id'', f.id, ''rating'', f.rating, ''title'', f.title, ''description'', f.description,
         ''author_name'', f.author_name, ''state'', private.feedback_state(f.approved, f.moderated_at), ''edited_at'', f.edited_at, ''created_at'', f.created_at,
         ''verified'', f.verified, ''provider_id'', f.provider_id, ''version'', private.feedback_version(f),
         ''provider'', coalesce(nullif(btrim(p.business_name), ''''), nullif(btrim(p.first_name || '' '' || p.last_name), ''''), ''Unknown''),
         ''original'', (select jsonb_build_object(''rating'', r.rating, ''title'', r.title, ''description'', r.description,
             ''reason'', r.reason, ''replaced_at'', r.replaced_at, ''replaced_by'', (select nullif(btrim(a.first_name || '' '' || a.last_name), '''')
               from public.profiles a where a.id = r.replaced_by))
           from public.feedback_revisions r where r.feedback_id = f.id order by r.replaced_at limit 1)) as item
       from (select feedback_id, created_at from search.admin_feedback_search where ' || conditions || ' order by ' || ordering || ' limit $3 offset $4) as page
       join public.feedback f on f.id = page.feedback_id join public.profiles p on p.id = f.provider_id) as items'
    into found using admin_feedback.state, pattern, least(greatest(page_size, 1), 100), skip, signs, edge;
  return jsonb_build_object('total', case when pattern is null then total else least(total, most) end,
    'more', pattern is not null and total > most, 'counts', counts, 'items', found);
end $$;

create or replace function public.admin_analytics() returns json
language plpgsql security definer set search_path = '' as $$
declare
  active bigint;
  recent bigint;
begin
  perform private.require_admin();
  perform search.apply_admin_feedback_changes();
  select count(*) filter (where not_after is null or not_after > now()),
    count(*) filter (where created_at >= now() - interval '24 hours')
    into active, recent from auth.sessions;
  return json_build_object(
    'providers', stats.figure_total('providers'),
    'seekers', stats.figure_total('seekers'),
    'active_sessions', active,
    'sessions_24h', recent,
    'approved_feedback', stats.admin_list_total('feedback', 'approved'),
    -- Pending is what no admin has looked at (moderated_at is null), as private.feedback_state() has it.
    'pending_feedback', stats.admin_list_total('feedback', 'pending'),
    -- The sign-ups of the chart's 30 days: no admins, and British days.
    'new_users_30d', (select count(*) from public.profiles where account_type <> 'admin'
      and created_at >= (private.uk_day(now()) - 29)::timestamp at time zone 'Europe/London'),
    'businesses', (select count(*) from public.businesses),
    'popular', (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'group_name', c.group_name, 'count', used.count)
        order by used.count desc, c.group_name, c.name), '[]')
      from (select category_id, count(*) as count from public.provider_categories
        group by category_id order by count(*) desc, category_id limit 10) as used
      join public.categories c on c.id = used.category_id),
    'activity', stats.recent_activity(10));
end $$;

create or replace function stats.apply_admin_list_changes() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform search.apply_admin_feedback_changes(20000);
  -- One at a time; the lock blocks neither readers nor writers of the changes.
  lock table stats.admin_list_counts in share row exclusive mode;
  with taken as (
    delete from stats.admin_list_changes where id in (select id from stats.admin_list_changes order by id limit 50000)
    returning list, kind, part, items
  )
  insert into stats.admin_list_counts as total (list, kind, part, items)
  select list, kind, part, sum(items) from taken group by list, kind, part
  on conflict (list, kind, part) do update set items = total.items + excluded.items;
end $$;
comment on function stats.apply_admin_list_changes() is
  'Task: writes the rows of up to 20,000 changed feedback items, and adds up what was appended of the parts of lists, up to 50,000 changes a time.';

create or replace function stats.has_admin_list_changes() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from stats.admin_list_changes) or exists (select from search.admin_feedback_changes)
$$;

create or replace function private.check_admin_search(
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
     where (%3$s, e.%1$I) is distinct from (%4$s, w.%1$I)
       -- These follow yet.
       and coalesce(e.%1$I, w.%1$I) not in (select feedback_id from search.admin_feedback_changes) order by 1', key, target,
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

create or replace function private.check_admin_feedback_search(inout after text, most integer, out differences bigint) returns record
language plpgsql set search_path = '' as $$
begin
  -- Nobody else writes these rows until the commit.
  perform pg_advisory_xact_lock(hashtext('apply_admin_feedback_changes'));
  select c.after, c.differences into check_admin_feedback_search.after, check_admin_feedback_search.differences
  from private.check_admin_search('public.feedback', 'admin_feedback_search', 'feedback_id', '{state,created_at,words}', after, most) as c;
end $$;

-- Nothing reads by it.
drop index public.feedback_by_approval;
