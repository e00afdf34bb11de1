-- Site: the triggers that many tables share.

-- Time of the last change ---------------------------------------------------------------------------------------------

do $$
declare
  changed text;
begin
  -- The other tables with such a column set it with the rest of what they check.
  foreach changed in array array['public.availability', 'public.categories', 'public.feedback_replies',
    'public.notification_settings', 'public.profiles', 'public.reports', 'public.services', 'public.site_settings',
    'public.subscribers']
  loop
    execute format('create trigger set_updated_at before update on %s for each row execute function private.set_updated_at()', changed);
  end loop;
end $$;

-- Texts as people see them ----------------------------------------------------------------------------------------------

do $$
declare
  written record;
begin
  for written in select a.attrelid::regclass as rows, string_agg(format('%I', a.attname), ', ') as columns, string_agg(format('new.%I', a.attname), ', ') as texts
    from pg_attribute a where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
      and a.attrelid = any ('{public.availability,public.businesses,public.categories,public.enquiries,public.enquiry_messages,public.feedback,public.feedback_replies,public.job_quotes,public.jobs,public.profiles,public.reports,public.services}'::regclass[])
    group by a.attrelid
  loop
    execute format('create trigger accept_texts before insert or update of %s on %s for each row
      when (concat_ws('' '', %s) ~ ''[^\x20-\x7e\n\r£€À-ſ–—‘’“”]'') execute function private.accept_texts()', written.columns, written.rows, written.texts);
  end loop;
end $$;

-- Limits per day ----------------------------------------------------------------------------------------------------

do $$
declare
  rule record;
begin
  for rule in select * from (values ('public.business_claims', 'claims', 5), ('public.feedback', 'reviews', 20),
    ('public.feedback_replies', 'replies', 50), ('public.jobs', 'jobs', 20)) as limited (rows, what, most)
  loop
    execute format('create trigger limit_per_day before insert on %s
      for each row execute function private.limit_per_day(%L, %L)', rule.rows, rule.what, rule.most);
  end loop;
end $$;

-- Realtime --------------------------------------------------------------------------------------------------------------

do $$
declare
  rule record;
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  -- An open job directory updates itself: no contact. Both sides of an open conversation see new messages, and what was read: no words.
  for rule in select * from (values ('jobs', 'id, status, posted_date'),
    ('enquiry_messages', 'id, enquiry_id, author_id, created_at, read_at')) as published (rows, columns)
    where not exists (select from pg_publication where pubname = 'supabase_realtime' and puballtables)
      and not exists (select from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = rows)
  loop
    execute format('alter publication supabase_realtime add table public.%I (%s)', rule.rows, rule.columns);
  end loop;
end $$;

-- Response cache ------------------------------------------------------------------------------------------------------

create function private.invalidate_cache() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tags text[];
begin
  if tg_op = 'TRUNCATE' then
    insert into private.cache_changes (tags) values (null);
    return null;
  end if;
  -- A row that is written as it was ends nothing, or any account could empty the cache.
  if tg_op = 'UPDATE' and old *= new then
    return null;
  end if;
  tags := tg_argv[0]::text[];
  case tg_argv[1]
    when 'provider' then
      -- An expression and no query, which takes three times as long, in every write.
      tags := tags || array['listing:' || old.provider_id, 'listing:' || new.provider_id];
    when 'job' then
      tags := tags || array['job:' || coalesce(new.id, old.id)];
    when 'profile' then
      tags := (select tags || array['listing:' || l.provider_id] from search.listings l where l.provider_id = new.id);
    when 'member' then
      tags := (select tags || array['listing:' || l.provider_id] from search.listings l where l.provider_id = new.user_id);
    when 'reveal' then
      -- Only a job with a limit says how many more may read its contact.
      tags := (select tags || array['job:' || j.id] from public.jobs j
        where j.id = coalesce(new.job_id, old.job_id) and j.reveal_limit is not null);
    when 'facts' then
      -- All are counted every day, and few change.
      tags := case when (old.questions, old.answered, old.reply_minutes, old.hires)
          is distinct from (new.questions, new.answered, new.reply_minutes, new.hires)
        then array['listing:' || coalesce(new.provider_id, old.provider_id)] end;
    when '' then
  end case;
  if tags is not null then
    insert into private.cache_changes (tags) values (tags);
  end if;
  return null;
end $$;
comment on function private.invalidate_cache() is
  'Trigger: ends cached responses with the tags of its first argument, and those about what its second names.';

-- The one list of what ends cached responses: each table with the tags that a changed row ends, and whose tag besides. The
-- tags of responses are in supabase/config.toml.
do $$
declare
  rule record;
begin
  for rule in select * from (values
    ('private.departed_providers', '{}', 'provider'),
    ('private.response_facts', '{}', 'facts'),
    ('private.review_invitations', '{}', 'provider'),
    ('public.availability', '{directory}', 'provider'),
    ('public.categories', '{categories}', ''),
    ('public.coupons', '{coupons}', ''),
    ('public.feedback', '{feedback}', 'provider'),
    ('public.feedback_replies', '{feedback}', 'provider'),
    ('public.job_contact_reveals', '{jobs}', 'reveal'),
    ('public.jobs', '{jobs}', 'job'),
    ('public.profiles', '{directory}', 'profile'),
    ('search.synonyms', '{directory,jobs}', ''),
    ('public.services', '{directory}', 'provider'),
    ('public.site_settings', '{settings}', ''),
    ('public.subscribers', '{directory}', 'member'),
    ('search.listings', '{directory}', 'provider'),
    ('search.places', '{directory,jobs}', '')) as cached (rows, tags, about)
  loop
    execute format('create trigger invalidate_cache after insert or update or delete on %s
      for each row execute function private.invalidate_cache(%L, %L)', rule.rows, rule.tags, rule.about);
    execute format('create trigger invalidate_cache_on_truncate after truncate on %s
      for each statement execute function private.invalidate_cache()', rule.rows);
  end loop;
end $$;

create function private.cache_expiry(tags text[]) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return least(
    -- The order of equals moves on.
    private.uk_midnight(private.uk_day(now()) + 1),
    case when 'directory' = any (tags) then
      (select min(l.membership_end) from search.listings l where l.membership_end > now()) end,
    (select min(l.membership_end) from search.listings l where l.membership_end > now()
      and l.provider_id in (select substr(tag, 9)::uuid from unnest(tags) as tag where tag like 'listing:%')),
    case when tags && array['jobs'] then
      (select min(j.expires_at) from public.jobs j where j.status = 'open' and j.expires_at > now()) end,
    (select min(j.expires_at) from public.jobs j where j.expires_at > now()
      and j.id in (select substr(tag, 5)::uuid from unnest(tags) as tag where tag like 'job:%')));
end $$;
comment on function private.cache_expiry(text[]) is
  'When the clock alone changes what has these tags: a membership or a job ends, or the order of the directory moves on.';
