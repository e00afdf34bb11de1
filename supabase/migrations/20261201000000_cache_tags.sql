-- Cached responses and pages carry tags; what they rest on invalidates them by tag (supabase/config.toml, [api.cache]).

create function private.invalidate_cache() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Sent when the transaction commits, once however often it is said.
  perform pg_notify('pgrst', array_to_string(array_prepend('invalidate', tg_argv), ' '));
  return null;
end $$;
comment on function private.invalidate_cache() is
  'Trigger: ends cached responses with these tags; without any, all.';

create function private.invalidate_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('pgrst', array_to_string(array['invalidate', 'listing:' || provider_id] || tg_argv, ' '))
  from unnest(array[old.provider_id, new.provider_id]) as provider_id where provider_id is not null;
  return null;
end $$;
comment on function private.invalidate_listing() is
  'Trigger: ends cached responses about the provider of this row, and those with these tags.';

create function private.invalidate_listing_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A listing that comes or goes with the same change says so itself.
  if exists (select from search.listings where provider_id = new.id) then
    perform pg_notify('pgrst', 'invalidate listings listing:' || new.id);
  end if;
  return null;
end $$;
comment on function private.invalidate_listing_of_profile() is
  'Trigger: ends cached responses about a listed provider whose profile changed.';

create function private.invalidate_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('pgrst', 'invalidate feedback listing:' || f.provider_id)
  from public.feedback f where f.id in (old.feedback_id, new.feedback_id);
  return null;
end $$;
comment on function private.invalidate_reply() is
  'Trigger: ends cached responses with the feedback that this replies to.';

create function private.invalidate_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('pgrst', 'invalidate jobs job:' || coalesce(new.id, old.id));
  return null;
end $$;
comment on function private.invalidate_job() is 'Trigger: ends cached responses with this job.';

create function private.invalidate_job_of_reveal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('pgrst', 'invalidate jobs job:' || j.id)
  from public.jobs j where j.id = coalesce(new.job_id, old.job_id) and j.reveal_limit is not null;
  return null;
end $$;
comment on function private.invalidate_job_of_reveal() is
  'Trigger: ends cached responses with a job that says how many may still read its contact.';

drop trigger invalidate_responses on public.search_synonyms;
drop trigger invalidate_responses_on_update on public.search_synonyms;
drop trigger invalidate_responses_on_truncate on public.search_synonyms;
create trigger invalidate_responses after insert or delete on public.search_synonyms
  for each row execute function private.invalidate_cache('directory');
create trigger invalidate_responses_on_update after update on public.search_synonyms
  for each row when (old.* is distinct from new.*) execute function private.invalidate_cache('directory');
create trigger invalidate_responses_on_truncate after truncate on public.search_synonyms
  for each statement execute function private.invalidate_cache();

drop trigger invalidate_responses on search.places;
create trigger invalidate_responses after insert or update or delete or truncate on search.places
  for each statement execute function private.invalidate_cache('directory', 'jobs');

drop trigger invalidate_responses on public.feedback;
drop trigger invalidate_responses_on_update on public.feedback;
drop trigger invalidate_responses_on_truncate on public.feedback;
create trigger invalidate_responses after insert or delete on public.feedback
  for each row execute function private.invalidate_listing('feedback');
create trigger invalidate_responses_on_update after update on public.feedback
  for each row when (old.* is distinct from new.*) execute function private.invalidate_listing('feedback');
create trigger invalidate_responses_on_truncate after truncate on public.feedback
  for each statement execute function private.invalidate_cache();

drop trigger invalidate_responses on public.feedback_replies;
drop trigger invalidate_responses_on_update on public.feedback_replies;
drop trigger invalidate_responses_on_truncate on public.feedback_replies;
create trigger invalidate_responses after insert or delete on public.feedback_replies
  for each row execute function private.invalidate_reply();
create trigger invalidate_responses_on_update after update on public.feedback_replies
  for each row when (old.* is distinct from new.*) execute function private.invalidate_reply();
create trigger invalidate_responses_on_truncate after truncate on public.feedback_replies
  for each statement execute function private.invalidate_cache();

drop trigger invalidate_responses on public.categories;
drop trigger invalidate_responses_on_update on public.categories;
drop trigger invalidate_responses_on_truncate on public.categories;
create trigger invalidate_responses after insert or delete on public.categories
  for each row execute function private.invalidate_cache('categories');
create trigger invalidate_responses_on_update after update on public.categories
  for each row when (old.* is distinct from new.*) execute function private.invalidate_cache('categories');
create trigger invalidate_responses_on_truncate after truncate on public.categories
  for each statement execute function private.invalidate_cache();

drop trigger invalidate_responses on public.site_settings;
drop trigger invalidate_responses_on_update on public.site_settings;
drop trigger invalidate_responses_on_truncate on public.site_settings;
create trigger invalidate_responses after insert or delete on public.site_settings
  for each row execute function private.invalidate_cache('settings');
create trigger invalidate_responses_on_update after update on public.site_settings
  for each row when (old.* is distinct from new.*) execute function private.invalidate_cache('settings');
create trigger invalidate_responses_on_truncate after truncate on public.site_settings
  for each statement execute function private.invalidate_cache();

drop trigger invalidate_responses on search.listings;
drop trigger invalidate_responses_on_update on search.listings;
drop trigger invalidate_responses_on_truncate on search.listings;
create trigger invalidate_responses after insert or delete on search.listings
  for each row execute function private.invalidate_listing('listings', 'directory');
-- What a list shows, or is found and ordered by.
create trigger invalidate_responses_on_update after update on search.listings
  for each row when ((old.name, old.title, old.bio, old.image_url, old.business_name, old.location, old.membership_end,
      old.categories, old.rating_average, old.rating_count, old.created_at, old.document, old.place, old.slot)
    is distinct from (new.name, new.title, new.bio, new.image_url, new.business_name, new.location, new.membership_end,
      new.categories, new.rating_average, new.rating_count, new.created_at, new.document, new.place, new.slot))
  execute function private.invalidate_listing('listings', 'directory');
create trigger invalidate_responses_on_detail after update on search.listings
  for each row when ((old.phone_number, old.plan_type, old.updated_at) is distinct from (new.phone_number, new.plan_type, new.updated_at))
  execute function private.invalidate_listing('listings');
create trigger invalidate_responses_on_truncate after truncate on search.listings
  for each statement execute function private.invalidate_cache();

drop trigger invalidate_listing_responses on public.profiles;
create trigger invalidate_listing_responses after update on public.profiles for each row
  when (new.account_type = 'provider'
    and (old.first_name, old.last_name, old.categories, old.skills, old.work_samples, old.social_links)
      is distinct from (new.first_name, new.last_name, new.categories, new.skills, new.work_samples, new.social_links))
  execute function private.invalidate_listing_of_profile();

create trigger invalidate_responses after insert or delete on public.services
  for each row execute function private.invalidate_listing();
create trigger invalidate_responses_on_update after update on public.services
  for each row when (old.* is distinct from new.*) execute function private.invalidate_listing();
create trigger invalidate_responses_on_truncate after truncate on public.services
  for each statement execute function private.invalidate_cache();

create trigger invalidate_responses after insert or delete on public.availability
  for each row execute function private.invalidate_listing();
create trigger invalidate_responses_on_update after update on public.availability
  for each row when (old.* is distinct from new.*) execute function private.invalidate_listing();
create trigger invalidate_responses_on_truncate after truncate on public.availability
  for each statement execute function private.invalidate_cache();

create trigger invalidate_responses after insert or delete on private.departed_providers
  for each row execute function private.invalidate_listing();

create trigger invalidate_responses after insert or delete on public.jobs
  for each row execute function private.invalidate_job();
create trigger invalidate_responses_on_update after update on public.jobs
  for each row when (old.* is distinct from new.*) execute function private.invalidate_job();
create trigger invalidate_responses_on_truncate after truncate on public.jobs
  for each statement execute function private.invalidate_cache();

create trigger invalidate_responses after insert or delete on public.job_contact_reveals
  for each row execute function private.invalidate_job_of_reveal();

create trigger invalidate_responses after insert on private.derived_repairs
  for each row execute function private.invalidate_cache();

drop function private.invalidate_responses();
drop function private.invalidate_listing_responses();

create function private.cache_ends(tags text[]) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return least(
    -- The order of equals moves on.
    ((now() at time zone 'Europe/London')::date + 1)::timestamp at time zone 'Europe/London',
    case when tags && array['directory', 'listings'] then
      (select min(l.membership_end) from search.listings l where l.membership_end > now()) end,
    (select min(l.membership_end) from search.listings l where l.membership_end > now()
      and l.provider_id in (select substr(tag, 9)::uuid from unnest(tags) as tag where tag like 'listing:%')),
    (select min(j.expires_at) from public.jobs j where j.expires_at > now()
      and j.id in (select substr(tag, 5)::uuid from unnest(tags) as tag where tag like 'job:%')));
end $$;
comment on function private.cache_ends(text[]) is
  'When the clock alone changes what has these tags: a membership or a job ends, or the order of the directory moves on.';

create or replace function search.prepare_search(
  OUT size integer, OUT changed integer[], OUT ended integer[], OUT turn double precision
) returns record
language plpgsql stable as $$
begin
  select sets.size,
    array(select distinct c.slot from search.listing_changes c
      where c.transaction = pg_current_xact_id_if_assigned() and c.slot < 16384 * sets.size),
    array(select l.slot from search.listings l where l.membership_end <= now()),
    search.rotation_offset()
  into size, changed, ended, turn
  from (select coalesce((select (max(r.slot) >> 14) + 1 from search.listing_order r), 0) as size) as sets;
end $$;
comment on function search.prepare_search() is
  'What a search needs before it looks for anybody: how many parts a set has, the slots that the running transaction has changed and whose sets are not written yet, those whose membership is over, and where today''s turn begins.';

-- Declared in supabase/config.toml instead.
comment on function private.check_caller() is
  'Runs first in every call, as its caller: refuses a token whose session has ended or whose account is switched off, and takes whoever has not shown the second factor, and other applications, for visitors. Runs as its caller, because a definer function cannot change the role.';
comment on view public.public_providers is
  'Listed providers: visible, active, with a live membership. Runs as its owner and gives public columns only (P-08); promo_code is always null here.';
comment on table public.feedback is
  'One a person and provider. Pending until an admin looked (approved, moderated_at); is_public follows P-15.';
comment on table public.feedback_replies is
  'The provider''s one reply to a feedback item, editable.';
comment on table public.categories is
  'Subcategories by group; the source of every ''Main > Sub'' selection. Deleted means is_active false.';
comment on table public.site_settings is 'What admins may set for the whole site.';
