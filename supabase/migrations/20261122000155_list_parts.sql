-- Totals and deep pages of the admins' lists, at 100,000 accounts and 300,000 feedback items and at ten times as many.
-- How many rows each part of a list has (a week, or the names that begin alike) is kept: a total is a sum, and a page
-- anywhere is found by walking one part of an index at most.

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
