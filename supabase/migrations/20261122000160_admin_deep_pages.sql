-- How admins find things, at 100,000 accounts and businesses and 300,000 feedback items: a page is taken out of an index
-- from its part on (list_parts), and a lone sign, which no trigram holds, has an index of its own.

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

-- Businesses --------------------------------------------------------------------------------------------------

create table private.business_words (
  business_id uuid primary key references public.businesses (id) on delete cascade,
  created_at timestamptz not null,
  words text collate "C" not null
);
comment on table private.business_words is 'What /admin/businesses lists by, one narrow row a business; kept by trigger.';
create index business_words_newest on private.business_words (created_at desc, business_id);
create index business_words_search on private.business_words using gin (words extensions.gin_trgm_ops);
alter table private.business_words enable row level security;
revoke all on private.business_words from public, anon, authenticated, service_role;

create function private.keep_business_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.business_words (business_id, created_at, words)
  values (new.id, new.created_at, private.words_of(array[new.business_name, new.business_email]))
  on conflict (business_id) do update set created_at = excluded.created_at, words = excluded.words;
  return null;
end $$;
comment on function private.keep_business_words() is 'Trigger: what the businesses screen searches follows the business.';
create trigger keep_business_words_of_new after insert on public.businesses
  for each row execute function private.keep_business_words();
create trigger keep_business_words after update on public.businesses
  for each row when ((old.business_name, old.business_email, old.created_at) is distinct from (new.business_name, new.business_email, new.created_at))
  execute function private.keep_business_words();

insert into private.business_words (business_id, created_at, words)
select b.id, b.created_at, private.words_of(array[b.business_name, b.business_email]) from public.businesses b;

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
  delete from private.business_words;
  insert into private.business_words (business_id, created_at, words)
  select b.id, b.created_at, private.words_of(array[b.business_name, b.business_email]) from public.businesses b;
end $$;

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
