-- Search: what the admins' lists of accounts, feedback and businesses filter, sort and search by.

create table search.admin_account_search (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  account_type text not null,
  created_at timestamptz not null,
  name_key text collate "C" not null,
  words text not null
);
comment on table search.admin_account_search is
  'What /admin/users lists by, one narrow row an account; written by trigger.';
create index admin_account_search_newest on search.admin_account_search (created_at desc, profile_id);
create index admin_account_search_newest_of_type on search.admin_account_search (account_type, created_at desc, profile_id);
create index admin_account_search_search on search.admin_account_search using gin (words extensions.gin_trgm_ops);
create index admin_account_search_by_name on search.admin_account_search (name_key, profile_id);
create index admin_account_search_by_name_of_type on search.admin_account_search (account_type, name_key, profile_id);
alter table search.admin_account_search enable row level security;

create table search.admin_feedback_search (
  feedback_id uuid primary key references public.feedback (id) on delete cascade,
  state text not null check (state in ('approved', 'pending', 'hidden')),
  created_at timestamptz not null,
  words text not null
);
comment on table search.admin_feedback_search is
  'What /admin/feedback lists by, one narrow row an item; written by search.apply_admin_feedback_changes().';
create index admin_feedback_search_newest on search.admin_feedback_search (created_at, feedback_id);
create index admin_feedback_search_of_state on search.admin_feedback_search (state, created_at, feedback_id);
create index admin_feedback_search_search on search.admin_feedback_search using gin (words extensions.gin_trgm_ops);
alter table search.admin_feedback_search enable row level security;

create table search.admin_feedback_changes (
  id bigint generated always as identity primary key,
  feedback_id uuid not null
);
comment on table search.admin_feedback_changes is
  'Feedback whose row of search.admin_feedback_search is to be written; appended by triggers on feedback and on the provider''s names, emptied by search.apply_admin_feedback_changes().';
alter table search.admin_feedback_changes enable row level security;

create table search.admin_business_search (
  business_id uuid primary key references public.businesses (id) on delete cascade,
  created_at timestamptz not null,
  words text collate "C" not null
);
comment on table search.admin_business_search is
  'What /admin/businesses lists by, one narrow row a business; written by trigger.';
create index admin_business_search_newest on search.admin_business_search (created_at desc, business_id);
create index admin_business_search_search on search.admin_business_search using gin (words extensions.gin_trgm_ops);
alter table search.admin_business_search enable row level security;

create function search.symbols_of(words text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  signs constant text := regexp_replace(words, '[[:alnum:][:space:]]+', '', 'g');
begin
  return case when signs = '' then '{}' else array(select distinct sign from string_to_table(signs, null) as sign order by 1) end;
end $$;
comment on function search.symbols_of(text) is 'What in a text is neither letter, digit nor space, each once.';

create index admin_account_search_symbols on search.admin_account_search using gin (search.symbols_of(words));
create index admin_feedback_search_symbols on search.admin_feedback_search using gin (search.symbols_of(words));

create function search.like_pattern(search text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := nullif(private.fold(left(search, 120)), '');
begin
  return case when char_length(words) < 3 then '% ' || substr(private.contains_pattern(words), 2)
    else private.contains_pattern(words) end;
end $$;
comment on function search.like_pattern(text) is
  'The like-pattern of what was typed, null for nothing: anywhere in the words; one or two letters, which are in nearly every row, at the beginning of a word.';

create function search.sync_admin_account_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into search.admin_account_search (profile_id, account_type, created_at, name_key, words)
  values (new.id, new.account_type, new.created_at, private.name_sort_key(new.first_name, new.last_name),
    search.searchable_text(array[new.first_name, new.last_name, new.business_name, new.email]))
  on conflict (profile_id) do update set account_type = excluded.account_type, created_at = excluded.created_at,
    name_key = excluded.name_key, words = excluded.words;
  return null;
end $$;
comment on function search.sync_admin_account_search() is
  'Trigger: what the users screen searches follows the profile.';

create trigger sync_admin_account_search after insert on public.profiles
  for each row execute function search.sync_admin_account_search();
create trigger sync_admin_account_search_on_update after update on public.profiles
  for each row when ((old.first_name, old.last_name, old.business_name, old.email, old.account_type, old.created_at)
    is distinct from (new.first_name, new.last_name, new.business_name, new.email, new.account_type, new.created_at))
  execute function search.sync_admin_account_search();

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
  -- One at a time, so that older rows never overwrite newer ones.
  perform pg_advisory_xact_lock(hashtext('apply_admin_feedback_changes'));
  with taken as (
    delete from search.admin_feedback_changes where id in (select id from search.admin_feedback_changes order by id limit most)
    returning feedback_id)
  select array_agg(distinct feedback_id) into changed from taken;
  -- The lock makes deletions of these rows wait.
  perform from public.feedback f where f.id = any (changed) order by f.id for key share;
  insert into search.admin_feedback_search (feedback_id, state, created_at, words)
  select feedback_id, state, created_at, words from search.expected_admin_feedback_search where feedback_id = any (changed)
  on conflict (feedback_id) do update set state = excluded.state, created_at = excluded.created_at, words = excluded.words;
end $$;
comment on function search.apply_admin_feedback_changes(integer) is
  'Writes the rows of changed feedback: as a task, and before admins read them, who so find what was committed unless more than so many wait.';

create function search.rebuild_admin_search() returns void
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
comment on function search.rebuild_admin_search() is
  'Rebuilds the search rows of all admins'' lists, for rows that were loaded without triggers.';

create function private.name_sort_key(first_name text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.fold(first_name || ' ' || last_name)
$$;
comment on function private.name_sort_key(text,text) is
  'What accounts are sorted by when sorted by name.';

create function search.only_symbols(search text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select nullif(search.symbols_of(private.fold(left(search, 120))), '{}') where private.fold(left(search, 120)) !~ '[[:alnum:]]'
$$;
comment on function search.only_symbols(text) is 'The signs of a search that has nothing else, or null.';

create function search.sync_admin_business_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into search.admin_business_search (business_id, created_at, words)
  values (new.id, new.created_at, search.searchable_text(array[new.business_name, new.business_email]))
  on conflict (business_id) do update set created_at = excluded.created_at, words = excluded.words;
  return null;
end $$;
comment on function search.sync_admin_business_search() is
  'Trigger: what the businesses screen searches follows the business.';

create trigger sync_admin_business_search after insert on public.businesses
  for each row execute function search.sync_admin_business_search();
create trigger sync_admin_business_search_on_update after update on public.businesses
  for each row when ((old.business_name, old.business_email, old.created_at) is distinct from (new.business_name, new.business_email, new.created_at))
  execute function search.sync_admin_business_search();

create view search.expected_admin_account_search as
  select p.id as profile_id, p.account_type, p.created_at, private.name_sort_key(p.first_name, p.last_name) as name_key,
    search.searchable_text(array[p.first_name, p.last_name, p.business_name, p.email]) as words from public.profiles p;
comment on view search.expected_admin_account_search is 'search.admin_account_search as the profiles say.';

create view search.expected_admin_feedback_search as
  select f.id as feedback_id, private.feedback_state(f.approved, f.moderated_at) as state, f.created_at,
    search.searchable_text(array[f.title, f.author_name, concat_ws(' ', p.first_name, p.last_name, p.business_name)]) as words
  from public.feedback f join public.profiles p on p.id = f.provider_id;
comment on view search.expected_admin_feedback_search is 'search.admin_feedback_search as the feedback says.';

create view search.expected_admin_business_search as
  select b.id as business_id, b.created_at, search.searchable_text(array[b.business_name, b.business_email]) as words from public.businesses b;
comment on view search.expected_admin_business_search is 'search.admin_business_search as the businesses say.';
