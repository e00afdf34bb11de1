-- How admins find accounts and feedback among hundreds of thousands: narrow rows beside the tables,
-- with everything that the lists sort, filter and search by, and exact totals where that is quick.

create function private.words_of(texts text[]) returns text
language sql immutable set search_path = '' as $$
  select ' ' || lower(regexp_replace(array_to_string(texts, ' '), '\s+', ' ', 'g'))
$$;
comment on function private.words_of(text[]) is 'What is searched: every text in small letters, each word after a space.';

create function private.words_pattern(search text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := nullif(lower(btrim(left(search, 120))), '');
  escaped text := replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_');
begin
  return case when char_length(words) < 3 then '% ' || escaped || '%' else '%' || escaped || '%' end;
end $$;
comment on function private.words_pattern(text) is
  'The like-pattern of what was typed, null for nothing: anywhere in the words; one or two letters, which stand in nearly every row, at the beginning of a word.';

create table private.account_words (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  account_type text not null,
  created_at timestamptz not null,
  name_key text not null,
  words text not null
);
comment on table private.account_words is 'What /admin/users lists by, one narrow row an account; kept by trigger.';
create index account_words_newest on private.account_words (created_at desc, profile_id);
create index account_words_newest_of_type on private.account_words (account_type, created_at desc, profile_id);
create index account_words_by_name on private.account_words (name_key, profile_id);
create index account_words_by_name_of_type on private.account_words (account_type, name_key, profile_id);
create index account_words_search on private.account_words using gin (words extensions.gin_trgm_ops);
alter table private.account_words enable row level security;

create function private.keep_account_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.account_words (profile_id, account_type, created_at, name_key, words)
  values (new.id, new.account_type, new.created_at, lower(new.first_name || ' ' || new.last_name),
    private.words_of(array[new.first_name, new.last_name, new.business_name, new.email]))
  on conflict (profile_id) do update set account_type = excluded.account_type, created_at = excluded.created_at,
    name_key = excluded.name_key, words = excluded.words;
  return null;
end $$;
comment on function private.keep_account_words() is 'Trigger: what the users screen searches follows the profile.';
create trigger keep_account_words_of_new after insert on public.profiles
  for each row execute function private.keep_account_words();
create trigger keep_account_words after update on public.profiles
  for each row when ((old.first_name, old.last_name, old.business_name, old.email, old.account_type, old.created_at)
    is distinct from (new.first_name, new.last_name, new.business_name, new.email, new.account_type, new.created_at))
  execute function private.keep_account_words();

create table private.feedback_words (
  feedback_id uuid primary key references public.feedback (id) on delete cascade,
  state text not null check (state in ('approved', 'pending', 'hidden')),
  created_at timestamptz not null,
  words text not null
);
comment on table private.feedback_words is 'What /admin/feedback lists by, one narrow row an item; kept by triggers on feedback and on the provider''s names.';
create index feedback_words_newest on private.feedback_words (created_at, feedback_id);
create index feedback_words_of_state on private.feedback_words (state, created_at, feedback_id);
create index feedback_words_search on private.feedback_words using gin (words extensions.gin_trgm_ops);
alter table private.feedback_words enable row level security;

create table private.feedback_tally (
  state text not null,
  slot smallint not null,
  items bigint not null,
  primary key (state, slot)
);
comment on table private.feedback_tally is 'How many items are in each state: sums of slots, so that those who write at once seldom wait for each other. Exact at every commit.';
alter table private.feedback_tally enable row level security;

create function private.tally_feedback(state text, change bigint) returns void
language sql security definer set search_path = '' as $$
  insert into private.feedback_tally as t (state, slot, items) values (state, pg_backend_pid() % 16, change)
  on conflict on constraint feedback_tally_pkey do update set items = t.items + excluded.items
$$;
comment on function private.tally_feedback(text, bigint) is 'Counts items into or out of a state.';

create function private.keep_feedback_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  provider text;
begin
  select concat_ws(' ', p.first_name, p.last_name, p.business_name) into provider
    from public.profiles p where p.id = new.provider_id;
  insert into private.feedback_words (feedback_id, state, created_at, words)
  values (new.id, private.feedback_state(new.approved, new.moderated_at), new.created_at,
    private.words_of(array[new.title, new.author_name, provider]))
  on conflict (feedback_id) do update set state = excluded.state, created_at = excluded.created_at, words = excluded.words;
  return null;
end $$;
comment on function private.keep_feedback_words() is 'Trigger: what the moderation screen lists and searches follows the feedback.';
create trigger keep_feedback_words_of_new after insert on public.feedback
  for each row execute function private.keep_feedback_words();
create trigger keep_feedback_words after update on public.feedback
  for each row when ((old.title, old.author_name, old.approved, old.moderated_at, old.provider_id, old.created_at)
    is distinct from (new.title, new.author_name, new.approved, new.moderated_at, new.provider_id, new.created_at))
  execute function private.keep_feedback_words();

create function private.count_feedback_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.state = old.state then
    return null;
  end if;
  -- In one order, so that two who move items between the same states cannot block each other.
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or old.state < new.state) then
    perform private.tally_feedback(old.state, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.tally_feedback(new.state, 1);
  end if;
  if tg_op = 'UPDATE' and old.state > new.state then
    perform private.tally_feedback(old.state, -1);
  end if;
  return null;
end $$;
comment on function private.count_feedback_words() is 'Trigger: keeps the tally of states.';
create trigger count_feedback_words after insert or update or delete on private.feedback_words
  for each row execute function private.count_feedback_words();

create function private.rename_in_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.feedback_words w set words = private.words_of(array[f.title, f.author_name,
      concat_ws(' ', new.first_name, new.last_name, new.business_name)])
  from public.feedback f where f.provider_id = new.id and w.feedback_id = f.id;
  return null;
end $$;
comment on function private.rename_in_feedback() is 'Trigger: feedback is found by what its provider is called now.';
create trigger rename_in_feedback after update on public.profiles
  for each row when ((old.first_name, old.last_name, old.business_name) is distinct from (new.first_name, new.last_name, new.business_name))
  execute function private.rename_in_feedback();

create function private.find_all_again() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.account_words;
  insert into private.account_words (profile_id, account_type, created_at, name_key, words)
  select p.id, p.account_type, p.created_at, lower(p.first_name || ' ' || p.last_name),
    private.words_of(array[p.first_name, p.last_name, p.business_name, p.email]) from public.profiles p;
  alter table private.feedback_words disable trigger count_feedback_words;
  delete from private.feedback_words;
  insert into private.feedback_words (feedback_id, state, created_at, words)
  select f.id, private.feedback_state(f.approved, f.moderated_at), f.created_at,
    private.words_of(array[f.title, f.author_name, concat_ws(' ', p.first_name, p.last_name, p.business_name)])
  from public.feedback f join public.profiles p on p.id = f.provider_id;
  alter table private.feedback_words enable trigger count_feedback_words;
  delete from private.feedback_tally;
  insert into private.feedback_tally (state, slot, items) select state, 0, count(*) from private.feedback_words group by state;
end $$;
comment on function private.find_all_again() is 'Writes the rows by which admins find things anew, of everything: once with this migration, and after rows were loaded past the triggers.';
select private.find_all_again();

drop index public.profiles_by_words;
drop index public.profiles_by_name;

-- Accounts -------------------------------------------------------------------------------------------

create function private.count_accounts(type text, search text, most bigint) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := private.words_pattern(search);
  total bigint;
begin
  execute 'select count(*) from (select from private.account_words where true'
    || case when type is not null then ' and account_type = $1' else '' end
    || case when pattern is not null then ' and words like $2' else '' end
    || case when pattern is not null and most is not null then ' limit $3' else '' end || ') as found'
    into total using type, pattern, most;
  return total;
end $$;
comment on function private.count_accounts(text, text, bigint) is 'How many accounts a filter leaves; of a search no more than most are counted.';

create function private.account_rows(type text, search text, page_size integer, page_offset integer, sort text)
returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text,
  created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean,
  is_visible boolean, categories text[], updated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := private.words_pattern(search);
  ordering text := case sort
    when 'oldest' then 'created_at, profile_id desc'
    when 'name' then 'name_key, profile_id'
    else 'created_at desc, profile_id' end;
begin
  -- Only the conditions that are asked for, so that each question has the plan of its own index.
  return query execute
    'select p.id, p.first_name, p.last_name, p.email, p.account_type, p.business_name, p.created_at, p.bio,
       p.profile_image_url, p.location, p.phone_number, p.is_active, p.is_visible,
       array(select c.name from public.provider_categories l join public.categories c on c.id = l.category_id
         where l.provider_id = p.id order by c.group_name, c.display_order, c.name limit 3),
       p.updated_at
     from (select profile_id, row_number() over (order by ' || ordering || ') as place from private.account_words where true'
    || case when type is not null then ' and account_type = $1' else '' end
    || case when pattern is not null then ' and words like $2' else '' end
    || ' order by ' || ordering || ' limit $3 offset $4) as page
     join public.profiles p on p.id = page.profile_id order by page.place'
    using type, pattern, least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 1000000);
end $$;
comment on function private.account_rows(text, text, integer, integer, text) is 'A page of accounts in the order asked for: newest, oldest or name.';

drop function public.get_admin_user_details(text, text, integer, integer, text);
create function public.get_admin_user_details(
  type text default null, search text default null, page_size integer default 20, page_offset integer default 0,
  sort text default 'newest'
) returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text,
  created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean,
  is_visible boolean, categories text[], updated_at timestamptz, total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  total bigint;
begin
  perform private.require_admin();
  total := private.count_accounts(get_admin_user_details.type, search, null);
  return query select r.*, total
    from private.account_rows(get_admin_user_details.type, search, page_size, page_offset, sort) as r;
end $$;
comment on function public.get_admin_user_details(text, text, integer, integer, text) is
  'A page of accounts for admins, each row with the exact total and at most three category names; sort is newest, oldest or name. The screen asks admin_users, which also counts a page past the last.';

create function public.admin_users(
  type text default null, search text default null, page_size integer default 20, page_offset integer default 0,
  sort text default 'newest'
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant bigint := 10000;
  total bigint;
begin
  perform private.require_admin();
  total := private.count_accounts(admin_users.type, search, most + 1);
  return jsonb_build_object(
    'total', case when private.words_pattern(search) is null then total else least(total, most) end,
    'more', private.words_pattern(search) is not null and total > most,
    'users', (select coalesce(jsonb_agg(to_jsonb(r)), '[]')
      from private.account_rows(admin_users.type, search, page_size, page_offset, sort) as r));
end $$;
comment on function public.admin_users(text, text, integer, integer, text) is
  'For /admin/users: {total, more, users}. A search is counted up to 10,000; more says that there are more.';

create function public.admin_export_users(type text default null, search text default null, after_created timestamptz default null,
  after_id uuid default null, page_size integer default 1000) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  pattern text := private.words_pattern(search);
  found jsonb;
begin
  perform private.require_admin();
  if after_id is null then
    perform private.record('export users', 'profiles', null, null,
      jsonb_strip_nulls(jsonb_build_object('type', admin_export_users.type, 'search', nullif(btrim(left(search, 120)), ''))));
  end if;
  execute
    'select coalesce(jsonb_agg(row order by place), ''[]'') from (
       select page.place, jsonb_build_object(''profile_id'', p.id, ''first_name'', p.first_name, ''last_name'', p.last_name,
         ''email'', p.email, ''account_type'', p.account_type, ''business_name'', p.business_name, ''location'', p.location,
         ''phone_number'', p.phone_number, ''categories'', p.categories, ''is_active'', p.is_active, ''is_visible'', p.is_visible,
         ''created_at'', p.created_at) as row
       from (select profile_id, row_number() over (order by created_at desc, profile_id) as place from private.account_words where true'
    || case when admin_export_users.type is not null then ' and account_type = $1' else '' end
    || case when pattern is not null then ' and words like $2' else '' end
    || case when after_id is not null then ' and created_at <= $3 and (created_at < $3 or profile_id > $4)' else '' end
    || ' order by created_at desc, profile_id limit $5) as page join public.profiles p on p.id = page.profile_id) as rows'
    into found using admin_export_users.type, pattern, after_created, after_id, least(greatest(page_size, 1), 1000);
  return found;
end $$;
comment on function public.admin_export_users(text, text, timestamptz, uuid, integer) is
  'For the CSV of /admin/users: up to 1,000 accounts, newest first, after the last of the part before. The first part is recorded in the audit log, because people''s data leave with it.';

-- Feedback -------------------------------------------------------------------------------------------

create function public.admin_feedback(state text default null, search text default null, page_size integer default 20, page_offset integer default 0)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  most constant bigint := 10000;
  pattern text := private.words_pattern(search);
  tally jsonb;
  total bigint;
  found jsonb;
  conditions text;
  ordering text;
begin
  perform private.require_admin();
  select jsonb_build_object('all', coalesce(sum(t.items), 0), 'approved', coalesce(sum(t.items) filter (where t.state = 'approved'), 0),
    'pending', coalesce(sum(t.items) filter (where t.state = 'pending'), 0), 'hidden', coalesce(sum(t.items) filter (where t.state = 'hidden'), 0))
    into tally from private.feedback_tally t;
  conditions := 'true'
    || case when admin_feedback.state is not null then ' and state = $1' else '' end
    || case when pattern is not null then ' and words like $2' else '' end;
  -- Whoever has waited longest comes first, however many stars were given.
  ordering := case when admin_feedback.state = 'pending' then 'created_at, feedback_id' else 'created_at desc, feedback_id desc' end;
  if pattern is null then
    total := coalesce((tally ->> coalesce(admin_feedback.state, 'all'))::bigint, 0);
  else
    execute 'select count(*) from (select from private.feedback_words where ' || conditions || ' limit $3) as found'
      into total using admin_feedback.state, pattern, most + 1;
  end if;
  execute
    'select coalesce(jsonb_agg(item order by place), ''[]'') from (
       select page.place, jsonb_build_object(''id'', f.id, ''rating'', f.rating, ''title'', f.title, ''description'', f.description,
         ''author_name'', f.author_name, ''state'', page.state, ''edited_at'', f.edited_at, ''created_at'', f.created_at,
         ''verified'', f.verified, ''provider_id'', f.provider_id, ''version'', private.feedback_version(f),
         ''provider'', coalesce(nullif(btrim(p.business_name), ''''), nullif(btrim(p.first_name || '' '' || p.last_name), ''''), ''Unknown''),
         ''original'', (select jsonb_build_object(''rating'', r.rating, ''title'', r.title, ''description'', r.description,
             ''reason'', r.reason, ''replaced_at'', r.replaced_at, ''replaced_by'', (select nullif(btrim(a.first_name || '' '' || a.last_name), '''')
               from public.profiles a where a.id = r.replaced_by))
           from public.feedback_revisions r where r.feedback_id = f.id order by r.replaced_at limit 1)) as item
       from (select feedback_id, state, row_number() over (order by ' || ordering || ') as place from private.feedback_words
         where ' || conditions || ' order by ' || ordering || ' limit $3 offset $4) as page
       join public.feedback f on f.id = page.feedback_id join public.profiles p on p.id = f.provider_id) as items'
    into found using admin_feedback.state, pattern, least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 1000000);
  return jsonb_build_object('total', case when pattern is null then total else least(total, most) end,
    'more', pattern is not null and total > most, 'counts', tally, 'items', found);
end $$;
comment on function public.admin_feedback(text, text, integer, integer) is
  'For /admin/feedback: {total, more, counts by state, items}; pending oldest first, the others newest first; an edited item with its original. A search is counted up to 10,000.';

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'get_admin_user_details(text, text, integer, integer, text)', 'admin_users(text, text, integer, integer, text)',
    'admin_export_users(text, text, timestamptz, uuid, integer)', 'admin_feedback(text, text, integer, integer)'] loop
    execute format('revoke execute on function public.%s from public, anon', signature);
    execute format('grant execute on function public.%s to authenticated, service_role', signature);
  end loop;
end $$;

-- What was looked at and hidden waits no longer: pending means the same on every screen.
create or replace function public.admin_analytics() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return json_build_object(
    'providers', (select count(*) from public.profiles where account_type = 'provider'),
    'seekers', (select count(*) from public.profiles where account_type = 'client'),
    'active_sessions', (select count(*) from auth.sessions where not_after is null or not_after > now()),
    'sessions_24h', (select count(*) from auth.sessions where created_at >= now() - interval '24 hours'),
    'approved_feedback', (select count(*) from public.feedback where approved),
    'pending_feedback', (select count(*) from public.feedback where not approved and moderated_at is null),
    'new_users_30d', (select count(*) from public.profiles where created_at >= now() - interval '30 days'),
    'businesses', (select count(*) from public.businesses),
    'popular', (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'group_name', c.group_name, 'count', used.count)
        order by used.count desc, c.group_name, c.name), '[]')
      from (select category_id, count(*) as count from public.provider_categories
        group by category_id order by count(*) desc, category_id limit 10) as used
      join public.categories c on c.id = used.category_id),
    'activity', private.recent_activity(10));
end $$;
