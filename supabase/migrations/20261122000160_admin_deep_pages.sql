-- The admins' tables at 100,000 accounts and 300,000 feedback items, and at ten times as many. How many rows each part
-- of a list has (a week, or the names that begin alike) is kept: a total is a sum, and a page anywhere is found by
-- walking one part of an index at most. A lone sign, which no trigram holds, has an index of its own.

create function private.signs_of(words text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct sign), '{}')
  from regexp_split_to_table(regexp_replace(words, '[[:alnum:][:space:]]', '', 'g'), '') as sign where sign <> ''
$$;
comment on function private.signs_of(text) is 'What in a text is neither letter, digit nor space, each once.';

create function private.only_signs(search text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select nullif(private.signs_of(lower(left(search, 120))), '{}') where left(search, 120) !~ '[[:alnum:]]'
$$;
comment on function private.only_signs(text) is 'The signs of a search that has nothing else, or null.';

create index account_words_signs on private.account_words using gin (private.signs_of(words));
create index feedback_words_signs on private.feedback_words using gin (private.signs_of(words));

-- Names -------------------------------------------------------------------------------------------------------

create function private.name_key(first_name text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select translate(lower(regexp_replace(normalize(btrim(first_name || ' ' || last_name), nfd), '[\u0300-\u036f]', '', 'g')),
    'øłđðæœßþ', 'olddaost')
$$;
comment on function private.name_key(text, text) is 'What accounts are sorted by when sorted by name: small letters, without accents.';

-- In the order of the bytes all names that begin alike stand together, and comparing is quick.
alter table private.account_words alter column name_key type text collate "C";
update private.account_words w set name_key = private.name_key(p.first_name, p.last_name)
  from public.profiles p where p.id = w.profile_id and w.name_key <> private.name_key(p.first_name, p.last_name);

create or replace function private.keep_account_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.account_words (profile_id, account_type, created_at, name_key, words)
  values (new.id, new.account_type, new.created_at, private.name_key(new.first_name, new.last_name),
    private.words_of(array[new.first_name, new.last_name, new.business_name, new.email]))
  on conflict (profile_id) do update set account_type = excluded.account_type, created_at = excluded.created_at,
    name_key = excluded.name_key, words = excluded.words;
  return null;
end $$;

-- Parts -------------------------------------------------------------------------------------------------------
-- As with the figures (docs/decisions/0015-daily-figures.md), whoever writes appends what it changes and a task adds
-- that up: nobody waits for a shared counter, and both together are exact at every commit.

drop trigger count_feedback_words on private.feedback_words;
drop function private.count_feedback_words(), private.tally_feedback(text, bigint);
drop table private.feedback_tally;

create table private.list_parts (
  list text not null,
  kind text not null,
  part text collate "C" not null,
  items bigint not null,
  primary key (list, kind, part)
);
comment on table private.list_parts is 'How many rows each part of an admins'' list has, as far as changes were added up; list_changes holds the rest.';
comment on column private.list_parts.list is 'accounts and feedback have a part a week, by its Monday, names one for each three letters that they begin with.';
comment on column private.list_parts.kind is 'What the list is filtered by: the type of an account, the state of feedback.';
alter table private.list_parts enable row level security;

create table private.list_changes (
  id bigint generated always as identity primary key,
  list text not null,
  kind text not null,
  part text collate "C" not null,
  items bigint not null
);
comment on table private.list_changes is 'What was written since list_parts was last added up; appended by trigger, emptied by fold_lists().';
alter table private.list_changes enable row level security;
revoke all on private.list_parts, private.list_changes from public, anon, authenticated, service_role;

create function private.parts_of(entry private.account_words) returns table (list text, kind text, part text)
language sql immutable set search_path = '' as $$
  values ('accounts', entry.account_type, to_char(date_trunc('week', entry.created_at at time zone 'UTC'), 'YYYY-MM-DD')),
    ('names', entry.account_type, left(entry.name_key, 3))
$$;
comment on function private.parts_of(private.account_words) is 'Where an account is counted.';

create function private.parts_of(entry private.feedback_words) returns table (list text, kind text, part text)
language sql immutable set search_path = '' as $$
  values ('feedback', entry.state, to_char(date_trunc('week', entry.created_at at time zone 'UTC'), 'YYYY-MM-DD'))
$$;
comment on function private.parts_of(private.feedback_words) is 'Where a feedback item is counted.';

create function private.count_in_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.list_changes (list, kind, part, items)
  select p.list, p.kind, p.part, sum(p.items) from (
    select *, 1 as items from private.parts_of(new) where tg_op <> 'DELETE' union all
    select *, -1 from private.parts_of(old) where tg_op <> 'INSERT') as p
  group by p.list, p.kind, p.part having sum(p.items) <> 0;
  return null;
end $$;
comment on function private.count_in_lists() is 'Trigger: appends what a row changes of the parts it was and is in.';
create trigger count_in_lists_of_new after insert or delete on private.account_words
  for each row execute function private.count_in_lists();
create trigger count_in_lists after update on private.account_words
  for each row when ((old.account_type, old.created_at, old.name_key) is distinct from (new.account_type, new.created_at, new.name_key))
  execute function private.count_in_lists();
create trigger count_in_lists_of_new after insert or delete on private.feedback_words
  for each row execute function private.count_in_lists();
create trigger count_in_lists after update on private.feedback_words
  for each row when ((old.state, old.created_at) is distinct from (new.state, new.created_at))
  execute function private.count_in_lists();

create function private.fold_lists() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time; who reads or writes waits for nothing.
  lock table private.list_parts in share row exclusive mode;
  with taken as (
    delete from private.list_changes where id in (select id from private.list_changes order by id limit 50000)
    returning list, kind, part, items
  )
  insert into private.list_parts as kept (list, kind, part, items)
  select list, kind, part, sum(items) from taken group by list, kind, part
  on conflict (list, kind, part) do update set items = kept.items + excluded.items;
end $$;
comment on function private.fold_lists() is 'Task: adds up what was appended of the parts of lists, up to 50,000 changes a time.';

create function private.lists_wait() returns boolean
language sql stable security definer set search_path = '' as $$ select exists (select from private.list_changes) $$;
comment on function private.lists_wait() is 'Whether fold_lists() has anything to do.';
insert into private.scheduled_tasks (name, run_every, procedure, only_when) values
  ('fold-lists', interval '5 seconds', 'private.fold_lists()', 'private.lists_wait()');

create function private.count_lists_again() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Nobody writes meanwhile, so that what is counted and what was appended are of the same moment.
  lock table private.account_words, private.feedback_words in share row exclusive mode;
  lock table private.list_parts in share row exclusive mode;
  delete from private.list_changes;
  delete from private.list_parts;
  insert into private.list_parts (list, kind, part, items)
  select p.list, p.kind, p.part, count(*) from private.account_words w cross join lateral private.parts_of(w) as p group by 1, 2, 3
  union all
  select p.list, p.kind, p.part, count(*) from private.feedback_words w cross join lateral private.parts_of(w) as p group by 1, 2, 3;
end $$;
comment on function private.count_lists_again() is 'Counts the parts of every list anew from its rows.';
select private.count_lists_again();

create or replace function private.find_all_again() returns void
language plpgsql security definer set search_path = '' as $$
begin
  alter table private.account_words disable trigger user;
  delete from private.account_words;
  insert into private.account_words (profile_id, account_type, created_at, name_key, words)
  select p.id, p.account_type, p.created_at, private.name_key(p.first_name, p.last_name),
    private.words_of(array[p.first_name, p.last_name, p.business_name, p.email]) from public.profiles p;
  alter table private.account_words enable trigger user;
  alter table private.feedback_words disable trigger user;
  delete from private.feedback_words;
  insert into private.feedback_words (feedback_id, state, created_at, words)
  select f.id, private.feedback_state(f.approved, f.moderated_at), f.created_at,
    private.words_of(array[f.title, f.author_name, concat_ws(' ', p.first_name, p.last_name, p.business_name)])
  from public.feedback f join public.profiles p on p.id = f.provider_id;
  alter table private.feedback_words enable trigger user;
  perform private.count_lists_again();
end $$;

create function private.list_total(wanted text, of_kind text default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(items) from private.list_parts where list = wanted and (of_kind is null or kind = of_kind)), 0)::bigint
    + coalesce((select sum(items) from private.list_changes where list = wanted and (of_kind is null or kind = of_kind)), 0)::bigint
$$;
comment on function private.list_total(text, text) is 'How many rows a list has, of one kind or of all.';

create function private.place_in_list(wanted text, of_kind text, skip bigint, from_the_end boolean, out part text, out before bigint)
language sql stable security definer set search_path = '' as $$
  with counted as (
    select p.part, sum(p.items) as items
    from (select c.list, c.kind, c.part, c.items from private.list_parts c
      union all select c.list, c.kind, c.part, c.items from private.list_changes c) as p
    where p.list = wanted and (of_kind is null or p.kind = of_kind) group by p.part),
  placed as (
    select c.part, c.items, (case when from_the_end then sum(c.items) over () - sum(c.items) over parts
      else sum(c.items) over parts - c.items end)::bigint as before
    from counted c window parts as (order by c.part))
  select p.part, p.before from placed p where p.before <= skip and p.before + p.items > skip
$$;
comment on function private.place_in_list(text, text, bigint, boolean) is
  'The part of a list in which the row after so many stands, and how many stand before that part, from the first part or from the last; null past the end.';

-- Accounts ----------------------------------------------------------------------------------------------------

create or replace function private.count_accounts(type text, search text, most bigint) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := private.words_pattern(search);
  signs text[] := private.only_signs(search);
  total bigint;
begin
  if pattern is null then
    return private.list_total('accounts', type);
  end if;
  execute 'select count(*) from (select from private.account_words where words like $2'
    || case when type is not null then ' and account_type = $1' else '' end
    || case when signs is not null then ' and private.signs_of(words) @> $4' else '' end
    || ' limit $3) as found'
    into total using type, pattern, most, signs;
  return total;
end $$;

create or replace function private.account_rows(type text, search text, page_size integer, page_offset integer, sort text)
returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text,
  created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean,
  is_visible boolean, categories text[], updated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := private.words_pattern(search);
  signs text[] := private.only_signs(search);
  skip bigint := least(greatest(page_offset, 0), 10000000);
  newest_first constant boolean := coalesce(sort, '') not in ('oldest', 'name');
  ordering text := case sort
    when 'oldest' then 'created_at, profile_id desc'
    when 'name' then 'name_key, profile_id'
    else 'created_at desc, profile_id' end;
  part text;
  edge timestamptz;
begin
  if pattern is null then
    -- From the part in which the page begins; the parts before it are not read.
    select p.part, skip - p.before into part, skip
      from private.place_in_list(case sort when 'name' then 'names' else 'accounts' end, account_rows.type, skip, newest_first) as p;
    if part is null then
      return;
    end if;
    if sort is distinct from 'name' then
      edge := (part::date + 7 * newest_first::integer)::timestamp at time zone 'UTC';
    end if;
  end if;
  -- The page is taken out of an index alone. Only the conditions that are asked for, so that each question has the plan
  -- of its own index.
  return query execute
    'select p.id, p.first_name, p.last_name, p.email, p.account_type, p.business_name, p.created_at, p.bio,
       p.profile_image_url, p.location, p.phone_number, p.is_active, p.is_visible,
       array(select c.name from public.provider_categories l join public.categories c on c.id = l.category_id
         where l.provider_id = p.id order by c.group_name, c.display_order, c.name limit 3),
       p.updated_at
     from (select profile_id, ' || case sort when 'name' then 'name_key' else 'created_at' end || ' from private.account_words where '
    || case when pattern is not null then 'words like $2' else case sort when 'name' then 'name_key >= $6'
        when 'oldest' then 'created_at >= $7' else 'created_at < $7' end end
    || case when type is not null then ' and account_type = $1' else '' end
    || case when signs is not null then ' and private.signs_of(words) @> $5' else '' end
    || ' order by ' || ordering || ' limit $3 offset $4) as page
     join public.profiles p on p.id = page.profile_id order by page.' || replace(ordering, ', ', ', page.')
    using type, pattern, least(greatest(page_size, 1), 100), skip, signs, part, edge;
end $$;

-- Feedback ----------------------------------------------------------------------------------------------------

create or replace function public.admin_feedback(state text default null, search text default null, page_size integer default 20, page_offset integer default 0)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  most constant bigint := 10000;
  pattern text := private.words_pattern(search);
  signs text[] := private.only_signs(search);
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
  select jsonb_build_object('all', coalesce(sum(p.items), 0), 'approved', coalesce(sum(p.items) filter (where p.kind = 'approved'), 0),
    'pending', coalesce(sum(p.items) filter (where p.kind = 'pending'), 0), 'hidden', coalesce(sum(p.items) filter (where p.kind = 'hidden'), 0))
    into counts from (select l.kind, l.items from private.list_parts l where l.list = 'feedback'
      union all select c.kind, c.items from private.list_changes c where c.list = 'feedback') as p;
  conditions := case when admin_feedback.state is not null then ' and state = $1' else '' end
    || case when signs is not null then ' and private.signs_of(words) @> $5' else '' end;
  if pattern is null then
    total := coalesce((counts ->> coalesce(admin_feedback.state, 'all'))::bigint, 0);
    -- From the part in which the page begins; the parts before it are not read.
    select p.part, skip - p.before into part, skip from private.place_in_list('feedback', admin_feedback.state, skip, newest_first) as p;
    edge := (part::date + 7 * newest_first::integer)::timestamp at time zone 'UTC';
    conditions := case when newest_first then 'created_at < $6' else 'created_at >= $6' end || conditions;
  else
    conditions := 'words like $2' || conditions;
    execute 'select count(*) from (select from private.feedback_words where ' || conditions || ' limit $3) as found'
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
       from (select feedback_id, created_at from private.feedback_words where ' || conditions || ' order by ' || ordering || ' limit $3 offset $4) as page
       join public.feedback f on f.id = page.feedback_id join public.profiles p on p.id = f.provider_id) as items'
    into found using admin_feedback.state, pattern, least(greatest(page_size, 1), 100), skip, signs, edge;
  return jsonb_build_object('total', case when pattern is null then total else least(total, most) end,
    'more', pattern is not null and total > most, 'counts', counts, 'items', found);
end $$;
