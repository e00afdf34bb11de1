-- The admins' tables at 100,000 accounts and 300,000 feedback items: a page far down is taken out of an index alone, and
-- from the nearer end; a lone sign, which no trigram holds, has an index of its own.

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

create or replace function private.count_accounts(type text, search text, most bigint) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := private.words_pattern(search);
  signs text[] := private.only_signs(search);
  total bigint;
begin
  execute 'select count(*) from (select from private.account_words where true'
    || case when type is not null then ' and account_type = $1' else '' end
    || case when pattern is not null then ' and words like $2' else '' end
    || case when signs is not null then ' and private.signs_of(words) @> $4' else '' end
    || case when pattern is not null and most is not null then ' limit $3' else '' end || ') as found'
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
  ordering text := case sort
    when 'oldest' then 'created_at, profile_id desc'
    when 'name' then 'name_key, profile_id'
    else 'created_at desc, profile_id' end;
begin
  -- The page is taken out of an index alone: what is skipped is neither read nor numbered.
  -- Only the conditions that are asked for, so that each question has the plan of its own index.
  return query execute
    'select p.id, p.first_name, p.last_name, p.email, p.account_type, p.business_name, p.created_at, p.bio,
       p.profile_image_url, p.location, p.phone_number, p.is_active, p.is_visible,
       array(select c.name from public.provider_categories l join public.categories c on c.id = l.category_id
         where l.provider_id = p.id order by c.group_name, c.display_order, c.name limit 3),
       p.updated_at
     from (select profile_id, ' || case sort when 'name' then 'name_key' else 'created_at' end || ' from private.account_words where true'
    || case when type is not null then ' and account_type = $1' else '' end
    || case when pattern is not null then ' and words like $2' else '' end
    || case when signs is not null then ' and private.signs_of(words) @> $5' else '' end
    || ' order by ' || ordering || ' limit $3 offset $4) as page
     join public.profiles p on p.id = page.profile_id order by ' || case sort
      when 'oldest' then 'page.created_at, page.profile_id desc'
      when 'name' then 'page.name_key, page.profile_id'
      else 'page.created_at desc, page.profile_id' end
    using type, pattern, least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 1000000), signs;
end $$;

create or replace function public.admin_feedback(state text default null, search text default null, page_size integer default 20, page_offset integer default 0)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  most constant bigint := 10000;
  pattern text := private.words_pattern(search);
  signs text[] := private.only_signs(search);
  size integer := least(greatest(page_size, 1), 100);
  skip bigint := least(greatest(page_offset, 0), 1000000);
  newest_first constant boolean := admin_feedback.state is distinct from 'pending';
  backwards boolean;
  tally jsonb;
  total bigint;
  found jsonb;
  conditions text;
begin
  perform private.require_admin();
  select jsonb_build_object('all', coalesce(sum(t.items), 0), 'approved', coalesce(sum(t.items) filter (where t.state = 'approved'), 0),
    'pending', coalesce(sum(t.items) filter (where t.state = 'pending'), 0), 'hidden', coalesce(sum(t.items) filter (where t.state = 'hidden'), 0))
    into tally from private.feedback_tally t;
  conditions := 'true'
    || case when admin_feedback.state is not null then ' and state = $1' else '' end
    || case when pattern is not null then ' and words like $2' else '' end
    || case when signs is not null then ' and private.signs_of(words) @> $5' else '' end;
  if pattern is null then
    total := coalesce((tally ->> coalesce(admin_feedback.state, 'all'))::bigint, 0);
  else
    execute 'select count(*) from (select from private.feedback_words where ' || conditions || ' limit $3) as found'
      into total using admin_feedback.state, pattern, most + 1, null, signs;
  end if;
  -- The later half of everything is looked for from its end. Whoever has waited longest comes first among what is
  -- pending, however many stars were given; else the newest.
  backwards := pattern is null and skip > total / 2;
  if backwards then
    size := greatest(least(size, total - skip), 0);
    skip := greatest(total - skip - size, 0);
  end if;
  execute
    'select coalesce(jsonb_agg(item order by created_at' || case when newest_first then ' desc, feedback_id desc' else ', feedback_id' end || '), ''[]'') from (
       select page.created_at, page.feedback_id, jsonb_build_object(''id'', f.id, ''rating'', f.rating, ''title'', f.title, ''description'', f.description,
         ''author_name'', f.author_name, ''state'', private.feedback_state(f.approved, f.moderated_at), ''edited_at'', f.edited_at, ''created_at'', f.created_at,
         ''verified'', f.verified, ''provider_id'', f.provider_id, ''version'', private.feedback_version(f),
         ''provider'', coalesce(nullif(btrim(p.business_name), ''''), nullif(btrim(p.first_name || '' '' || p.last_name), ''''), ''Unknown''),
         ''original'', (select jsonb_build_object(''rating'', r.rating, ''title'', r.title, ''description'', r.description,
             ''reason'', r.reason, ''replaced_at'', r.replaced_at, ''replaced_by'', (select nullif(btrim(a.first_name || '' '' || a.last_name), '''')
               from public.profiles a where a.id = r.replaced_by))
           from public.feedback_revisions r where r.feedback_id = f.id order by r.replaced_at limit 1)) as item
       from (select feedback_id, created_at from private.feedback_words where ' || conditions || ' order by '
    || case when newest_first <> backwards then 'created_at desc, feedback_id desc' else 'created_at, feedback_id' end || ' limit $3 offset $4) as page
       join public.feedback f on f.id = page.feedback_id join public.profiles p on p.id = f.provider_id) as items'
    into found using admin_feedback.state, pattern, size, skip, signs;
  return jsonb_build_object('total', case when pattern is null then total else least(total, most) end,
    'more', pattern is not null and total > most, 'counts', tally, 'items', found);
end $$;
