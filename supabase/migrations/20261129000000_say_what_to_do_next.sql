-- Every refusal says what happened and what to do next (supabase/refusals.test.ts), and some names become plainer.

alter function private.can_act() rename to require_active_account;

update private.export_parts set title = 'Jobs in your alerts' where name = 'jobs_in_your_alerts';
update private.export_parts set title = 'Emails we sent you' where name = 'mails';
update private.export_parts set title = 'Your businesses' where name = 'businesses';

-- The standard texts only, so no revision is written; a text that an admin has changed is the admin's.
alter table public.site_settings disable trigger user;
update public.site_settings set value = replace(value::text, 'e-mail', 'email')::jsonb
where key in ('legal_privacy', 'legal_terms') and updated_by is null
  and not exists (select from public.site_setting_revisions r where r.key = site_settings.key);
alter table public.site_settings enable trigger user;

create or replace function private.enforce_rate_limit(p_what text, p_most integer, p_seconds integer, p_message text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  wait integer := greatest(
    private.increment_rate_limit(p_what, me::text, p_most, p_seconds),
    private.increment_rate_limit(p_what, private.caller_network(), case when me is null then p_most else 5 * p_most end, p_seconds));
begin
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = json_build_object('code', 'PT429', 'message', p_message, 'details', null, 'hint', null)::text,
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', wait::text))::text;
  end if;
end $$;

create or replace function private.check_own_profile() returns trigger
language plpgsql set search_path = '' as $$
declare
  problem text;
begin
  -- Only what a person writes themselves: a category that admins delete leaves every profile, and the
  -- sample and admins' tools have rules of their own. A definer function runs as its owner.
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  problem := case
    when new.first_name is distinct from old.first_name and btrim(new.first_name) = '' then 'First name is required'
    when new.last_name is distinct from old.last_name and btrim(new.last_name) = '' then 'Last name is required'
    when new.phone_number is distinct from old.phone_number and not private.valid_phone(new.phone_number)
      then 'Invalid phone number format'
    when new.categories is distinct from old.categories and new.account_type = 'provider'
      and cardinality(new.categories) = 0 then 'Please select at least one business category'
  end;
  if problem is not null then
    raise exception '%', problem using errcode = '23514', hint = 'Please correct this and try again.';
  end if;
  return new;
end $$;

create or replace function private.check_profile_picture() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Only what a person writes themselves; a definer function of the admins' runs as its owner.
  if current_user in ('anon', 'authenticated') and new.profile_image_url is distinct from old.profile_image_url
    and strpos(lower(new.profile_image_url), 'business_logos') > 0 then
    raise exception 'You cannot use this picture. Please upload your own.' using errcode = '23514';
  end if;
  return new;
end $$;
comment on function private.is_email_address(text) is
  'Whether this is an email address; the same rule as isEmailAddress() in domain/accounts.ts.';
comment on function public.cancel_email_change() is
  'Takes back a change of the caller''s email address that is not confirmed yet: the links of its mails stop working.';

create or replace function private.require_active_account() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  active boolean;
  confirmed boolean;
begin
  select p.is_active, coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null into active, confirmed
  from public.profiles p join auth.users u on u.id = p.id where p.id = me;
  if not active then
    raise exception 'Your account is deactivated.'
      using errcode = '42501', detail = 'deactivated', hint = private.deactivation_message(me);
  end if;
  if active is null or not private.is_session_valid() then
    raise exception 'Please log in again.'
      using errcode = '42501', detail = 'session_ended', hint = 'Your session has ended.';
  end if;
  if not confirmed then
    raise exception 'Please verify your email to continue.'
      using errcode = '42501', detail = 'unconfirmed', hint = 'Open the link in our email.';
  end if;
  return true;
end $$;
comment on function private.require_active_account() is
  'True if the caller may post, reveal, review or buy (P-05), so that policies can call it. Raises the reason otherwise: deactivated, session_ended (also for a visitor) or unconfirmed.';

create or replace function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Not authorized. Admin access only.' using errcode = '42501', hint = 'Please log in as an admin.';
  end if;
end $$;
comment on function private.require_session() is
  'Raises unless the caller is signed in with a valid session (see private.is_session_valid()).';
comment on function public.before_user_created(jsonb) is
  'Auth hook: refuses at sign-up what the form refuses (spec 1 section 5), when the form is skipped. People from an identity provider fill in the form afterwards.';

create or replace function private.sign_up_error(metadata jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  phone text := private.metadata_text(metadata, 'phone_number', 40);
  problem text;
begin
  problem := case when private.metadata_text(metadata, 'first_name', 80) is null then 'Full name is required' end;
  if problem is null and coalesce(metadata ->> 'account_type', 'client') = 'provider' then
    problem := case
      when private.metadata_text(metadata, 'location', 120) is null then 'Location is required'
      when phone is null then 'Phone number is required for providers'
      when not private.valid_phone(phone) then 'Invalid phone number format'
      when private.metadata_text(metadata, 'business_name', 120) is null then 'Business name is required'
      when cardinality(private.metadata_texts(metadata, 'categories')) = 0 then 'At least one category is required for providers'
    end;
  elsif problem is null and not coalesce(private.valid_phone(phone), true) then
    problem := 'Invalid phone number format';
  end if;
  return coalesce(problem, private.unknown_category_error(private.unknown_selection(private.metadata_texts(metadata, 'categories'))));
end $$;
comment on table private.unfinished_sign_ups is
  'Accounts from identity providers whose owners have not filled in the sign-up form yet.';

create or replace function public.finish_sign_up(details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  type text := case when details ->> 'account_type' = 'provider' then 'provider' else 'client' end;
  problem text;
begin
  perform private.require_active_account();
  problem := private.sign_up_error(details);
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400', hint = 'Please correct this and try again.';
  end if;
  if type = 'provider' and exists (select from public.jobs where user_id = me) then
    raise exception 'You have posted jobs with this account, so it is a Solutionz Seeker account. Please choose Solutionz Seeker, or sign up with another email.'
      using errcode = 'PT409';
  end if;
  -- Once: of two calls at a time the second finds nothing.
  delete from private.unfinished_sign_ups where user_id = me;
  if not found then
    raise exception 'Your sign-up is already complete. Please reload the page to continue.' using errcode = 'PT409';
  end if;
  update public.profiles set
    account_type = type,
    first_name = private.metadata_text(details, 'first_name', 80),
    last_name = coalesce(private.metadata_text(details, 'last_name', 80), ''),
    location = private.metadata_text(details, 'location', 120),
    phone_number = private.metadata_text(details, 'phone_number', 40),
    business_name = case when type = 'provider' then private.metadata_text(details, 'business_name', 120) end,
    categories = private.metadata_texts(details, 'categories')
  where id = me and account_type = 'client';
  if not found then
    raise exception 'Your sign-up is already complete. Please reload the page to continue.' using errcode = 'PT409';
  end if;
end $$;
comment on function public.finish_sign_up(jsonb) is
  'Saves the sign-up form after the first sign-in with an identity provider: once, by the owner, with the rules of sign-up. The only place where an owner chooses the account type.';

create or replace function private.check_caller() returns void
language plpgsql set search_path = '' as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'sub' is null and claims ->> 'client_id' is null then
    return;
  end if;
  case private.caller_state()
    when 'ended' then
      raise sqlstate 'PGRST' using
        message = '{"code": "session_not_found", "message": "Your session has ended. Please log in again."}',
        detail = '{"status": 401, "headers": {"WWW-Authenticate": "Bearer"}}';
    when 'deactivated' then
      perform private.require_active_account();
      -- Switched on between the two questions: the next call is let in.
      raise exception 'Your account is deactivated.'
        using errcode = '42501', detail = 'deactivated', hint = 'Please try again in a moment.';
    when 'first step' then
      perform set_config('request.jwt.claims', json_build_object('role', 'anon', 'first_step', claims ->> 'sub')::text, true),
        set_config('role', 'anon', true);
    when 'application' then
      perform set_config('request.jwt.claims', '{"role": "anon"}', true), set_config('role', 'anon', true);
    else
      perform set_config('request.caller_state', 'valid', true);
  end case;
end $$;
comment on table private.known_devices is
  'Kinds of browser and system that an account has signed in with; they outlive the sessions, so that only a new one causes an email.';

create or replace function public.my_devices(
  
) returns table (id uuid, browser text, system text, signed_in_at timestamptz, last_used_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return query
    select s.id, private.browser_name(s.user_agent), private.operating_system_name(s.user_agent), s.created_at,
      coalesce(s.refreshed_at at time zone 'utc', s.created_at), s.id::text = auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = (select auth.uid()) and s.oauth_client_id is null and coalesce(s.not_after > now(), true)
    order by 6 desc, 5 desc, s.id limit 100;
end $$;

create or replace function public.end_device(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  delete from auth.sessions where id = p_id and user_id = (select auth.uid());
  return found;
end $$;

create or replace function audit.refuse_changes() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log cannot be changed, only added to. Please record a new entry instead.'
    using errcode = '42501';
end $$;

create or replace function private.clean_reason(reason text, required boolean default false) returns text
language plpgsql immutable set search_path = '' as $$
declare
  cleaned text := nullif(btrim(reason, E' \t\r\n'), '');
begin
  if required and cleaned is null then
    raise exception 'Please give a reason' using errcode = 'PT400';
  end if;
  if char_length(cleaned) > 500 then
    raise exception 'Please keep the reason to 500 characters' using errcode = 'PT400';
  end if;
  return cleaned;
end $$;
comment on function private.clean_reason(text,boolean) is
  'A reason as it is stored and emailed: trimmed, null if nothing was written, at most 500 characters.';

create or replace function private.site_setting_error(key text, value jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := value #>> '{}';
  wrong text;
begin
  case key
    when 'feedback_publication' then
      return case when value is null or value not in ('"at once"', '"after approval"') then 'Please choose to publish feedback at once or after approval' end;
    when 'site_name' then
      return case when jsonb_typeof(value) is distinct from 'string' or char_length(btrim(words)) > 60 or words ~ '[[:cntrl:]<>]'
        then 'Please use at most 60 characters for the site''s name, without < or >' end;
    when 'contact_email' then
      return case when jsonb_typeof(value) is distinct from 'string' or char_length(words) > 200
          or (words <> '' and words !~ '^[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+$')
        then 'Please enter a valid email address' end;
    when 'social_links' then
      if jsonb_typeof(value) is distinct from 'object' then return 'Please enter one address for each network'; end if;
      select l.key into wrong from jsonb_each(value) as l
        where l.key not in ('facebook', 'instagram', 'linkedin', 'x', 'youtube', 'tiktok') or jsonb_typeof(l.value) <> 'string'
          or char_length(l.value #>> '{}') > 300 or l.value #>> '{}' !~ '^https://[A-Za-z0-9.-]+\.[A-Za-z]{2,}(/[^\s<>"]*)?$' limit 1;
      return case when wrong is not null then format('Please enter an address for %s that begins with https://', left(wrong, 40)) end;
    when 'maintenance_notice' then
      return case when jsonb_typeof(value) is distinct from 'object' or value - array['on', 'text'] <> '{}'
          or jsonb_typeof(value -> 'on') is distinct from 'boolean' or jsonb_typeof(value -> 'text') is distinct from 'string'
        then 'Please enter the text of the notice, and choose whether to show it'
        when char_length(value ->> 'text') > 300 then 'Please use at most 300 characters for the notice'
        when (value -> 'on')::boolean and btrim(value ->> 'text') = '' then 'Please enter the text of the notice' end;
    when 'legal_terms', 'legal_privacy' then
      return case when jsonb_typeof(value) is distinct from 'string' or btrim(words) = '' then 'Please enter the text of this page'
        when char_length(words) > 40000 then 'Please use at most 40,000 characters' end;
    else
      return 'This setting does not exist. Please reload the page.';
  end case;
end $$;

create or replace function public.admin_save_setting(
  setting_key text, new_value jsonb, seen bigint default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  perform private.require_admin();
  perform from public.site_settings s where s.key = setting_key for update;
  wrong := case when not found then 'This setting does not exist. Please reload the page.' else private.site_setting_error(setting_key, new_value) end;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'PT400';
  end if;
  if seen is not null and private.site_setting_version(setting_key) <> seen then
    raise exception 'Another admin has changed this setting since you opened it, so nothing was saved. Please reload the page and try again.'
      using errcode = 'PT409';
  end if;
  perform set_config('moderation.reason', private.clean_reason(reason, true), true);
  update public.site_settings s set value = new_value where s.key = setting_key and s.value <> new_value;
  perform set_config('moderation.reason', '', true);
end $$;

create or replace function public.admin_restore_setting(
  revision_id bigint, seen bigint default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  revision public.site_setting_revisions;
begin
  perform private.require_admin();
  select * into revision from public.site_setting_revisions r where r.id = revision_id;
  if revision.id is null then
    raise exception 'This version no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  perform public.admin_save_setting(revision.key, revision.value, seen, reason);
end $$;
comment on column public.consents.wording is 'The text beside the switch at that moment.';

create or replace function private.protect_consents() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'A recorded consent cannot be changed. Please record a new one instead.' using errcode = '42501';
end $$;

create or replace function public.allow_support(p_hours integer) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  ends timestamptz := now() + make_interval(hours => p_hours);
begin
  perform private.require_active_account();
  if p_hours is null or p_hours not in (24, 168) then
    raise exception 'Please choose 24 hours or 7 days of support access.' using errcode = 'PT400';
  end if;
  insert into public.consents (user_id, purpose, granted, ends_at, source, wording)
  values (me, 'support', true, ends, 'account settings', private.consent_wording('support'));
  return ends;
end $$;

create or replace function public.admin_support_view(p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ends timestamptz := private.support_access_until(p_user);
begin
  perform private.require_admin();
  if ends is null then
    raise exception 'This person has not allowed support access. Please ask them to allow it in their account settings.'
      using errcode = 'PT403';
  end if;
  perform audit.record('support view', 'profiles', p_user::text, null, jsonb_build_object('until', ends));
  return jsonb_build_object(
    'until', ends,
    'choices', (select to_jsonb(s) - array['user_id', 'unsubscribe_token'] from public.notification_settings s where s.user_id = p_user),
    'consents', (select coalesce(jsonb_agg(c order by c.id desc), '[]') from (
      select id, purpose, granted, ends_at, source, created_at from public.consents
      where user_id = p_user order by id desc limit 20) as c),
    'sessions', (select coalesce(jsonb_agg(s order by s.last_used desc), '[]') from (
      select left(user_agent, 200) as device, created_at, greatest(created_at, updated_at, refreshed_at at time zone 'utc') as last_used
      from auth.sessions where user_id = p_user and coalesce(not_after > now(), true)
      order by created_at desc limit 20) as s),
    'mails', (select coalesce(jsonb_agg(n order by n.created_at desc), '[]') from (
      select kind, created_at, sent_at, dropped_at, last_error from notify.notices
      where user_id = p_user order by created_at desc limit 20) as n));
end $$;

create or replace function public.schedule_deletion(p_user uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles;
  ends timestamptz;
  jobs uuid[];
begin
  -- The same turn as private.protect_last_admin() takes, so that two admins cannot leave each other behind.
  perform pg_advisory_xact_lock(hashtext('protect_last_admin'));
  select * into person from public.profiles where id = p_user for update;
  if person.id is null then
    raise exception 'This account no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  select erase_after into ends from public.account_deletions where user_id = p_user and cancelled_at is null;
  if ends is not null then
    return ends;
  end if;
  if person.account_type = 'admin' and not exists (
      select from public.profiles p where p.account_type = 'admin' and p.is_active and p.id <> p_user
        and not private.is_deletion_pending(p.id)) then
    raise exception 'The last admin cannot be deleted, deactivated or demoted. Please make someone else an admin first.'
      using errcode = 'PT409';
  end if;
  with closed as (
    update public.jobs set status = 'closed' where user_id = p_user and status = 'open' returning id)
  select coalesce(array_agg(id), '{}') into jobs from closed;
  update public.profiles set is_visible = false where id = p_user;
  delete from public.account_deletions where user_id = p_user;
  insert into public.account_deletions (user_id, was_visible, closed_jobs)
  values (p_user, person.is_visible, jobs) returning erase_after into ends;
  delete from auth.sessions where user_id = p_user;
  perform notify.account(p_user, 'deletion_scheduled', jsonb_build_object('erase_on', ends),
    'deletion_scheduled:' || p_user || ':' || ends);
  return ends;
end $$;
comment on function public.schedule_deletion(uuid) is
  'For delete-account: hides the profile, closes the jobs, ends every session and emails the person the day until which signing in cancels. A second call gives the same day.';
comment on function notify.send_deletion_reminders() is
  'Task: three days before an account is erased its owner is reminded how to cancel.';
comment on function private.set_category_order() is
  'Trigger: a new category is the last of its group (spec 2 section 9).';
comment on function private.clear_merged_category() is
  'Trigger: a merged category that is restored is no longer merged. Selections that were moved are not moved back.';

create function private.unknown_category_error(selection text) returns text
language sql immutable strict set search_path = '' as $$
  select format('There is no category "%s". Please choose one from the list.', selection)
$$;
comment on function private.unknown_category_error(text) is 'The refusal of a category that does not exist; null for null.';

create or replace function private.check_selections() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text := private.unknown_selection(new.categories);
begin
  if unknown is not null then
    raise exception '%', private.unknown_category_error(unknown) using errcode = '23514';
  end if;
  return new;
end $$;

drop function private.replace_selections(text[],text[],text);
create function private.replace_selections(selections text[], merged text[], target text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(selection order by place), '{}') from (
    select case when chosen = any (merged) then target else chosen end as selection, min(place) as place
    from unnest(selections) with ordinality as t (chosen, place) group by 1) as result
  -- A selection of the target's whole group includes it already.
  where selection <> target or not (split_part(target, ' > ', 1) = any (selections) and not split_part(target, ' > ', 1) = any (merged))
$$;
comment on function private.replace_selections(text[],text[],text) is
  'Selections with some of them replaced by one, in their order and none twice.';

create or replace function private.current_selection(selection text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select target.group_name || ' > ' || target.name
    from public.categories merged join public.categories target on target.id = merged.merged_into
    where merged.group_name || ' > ' || merged.name = selection
      or (merged.group_name = selection
        and not exists (select from public.categories c where c.group_name = selection and c.is_active))
    order by merged.updated_at desc limit 1), selection)
$$;
comment on function private.current_selection(text) is
  'A selection after mergers: a merged category, or a group that a merger emptied, becomes the category that it was merged into.';

create or replace function private.apply_category_mergers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name in ('jobs', 'services') then
    new.category := private.current_selection(new.category);
  end if;
  if tg_table_name <> 'services' then
    new.categories := array(select selection from (
      select private.current_selection(chosen) as selection, min(place) as place
      from unnest(new.categories) with ordinality as t (chosen, place) group by 1) as current order by place);
  end if;
  return new;
end $$;
comment on function private.apply_category_mergers() is
  'Trigger, before all others: a merged category in a form that was open during the merger, or in a later import, becomes the category that it was merged into.';

create or replace function public.admin_category_reach(category_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select from public.categories c where c.id = category_id) then
    raise exception 'This category no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  return private.category_reach(category_id);
end $$;

drop function public.admin_merge_categories(uuid,uuid,text,timestamptz,timestamptz);
create function public.admin_merge_categories(
  from_id uuid, into_id uuid, reason text, from_seen timestamptz default null, into_seen timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  source public.categories;
  target public.categories;
  why text;
  chosen text[];
  becomes text;
  moved jsonb;
  old_words text[];
  new_words text[];
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  if from_id = into_id then
    raise exception 'A category cannot be merged into itself. Please choose another one.' using errcode = 'PT400';
  end if;
  -- The turn of private.serialise_category_changes(), before any row is held.
  perform pg_advisory_xact_lock(hashtext('serialise_category_changes'));
  select * into source from public.categories where id = from_id for update;
  select * into target from public.categories where id = into_id for update;
  if source.id is null or target.id is null then
    raise exception 'This category no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if not source.is_active or not target.is_active or source.updated_at <> from_seen or target.updated_at <> into_seen then
    raise exception 'These categories have changed since you opened them, so nothing was merged. Please reload the page and try again.'
      using errcode = 'PT409';
  end if;
  chosen := private.merged_selections(from_id);
  becomes := target.group_name || ' > ' || target.name;
  moved := private.category_reach(from_id);

  update public.profiles set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.jobs set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.job_alerts set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.services set category = becomes where category = any (chosen);
  -- Restoring it does not give it back to accounts that lost it at an earlier deletion.
  delete from private.removed_selections r where r.category_id = from_id;
  update public.categories set merged_into = into_id where merged_into = from_id;
  update public.categories set is_active = false, merged_into = into_id where id = from_id;

  -- A search for the old name finds the new one too; a synonym has at most three words.
  old_words := search.split_words(source.name);
  new_words := search.split_words(target.name);
  if cardinality(old_words) between 1 and 3 and cardinality(new_words) between 1 and 3 and old_words <> new_words then
    insert into public.search_synonyms (term, means)
    select term, array_to_string(new_words, ' ') from (
      select array_to_string(old_words, ' ') as term
      union select s.term from public.search_synonyms s where s.means = array_to_string(old_words, ' ')) as known
    where term <> array_to_string(new_words, ' ')
    on conflict do nothing;
  end if;

  perform audit.record('merge', 'categories', from_id::text,
    jsonb_build_object('name', source.name, 'group_name', source.group_name),
    jsonb_build_object('merged_into', becomes, 'moved', moved), why);
  return moved;
end $$;
comment on function public.admin_merge_categories(uuid,uuid,text,timestamptz,timestamptz) is
  'Merges one active category into another: profiles, jobs, alerts and services move, its synonyms and address follow. The updated_at that the caller saw refuse to merge what has changed since. Says how many were moved.';
grant execute on function public.admin_merge_categories(uuid,uuid,text,timestamptz,timestamptz) to authenticated;
comment on function private.slugify(text) is 'A title in the form used in addresses (domain/categories.ts has the same rule).';

create or replace function public.category_moved(slug text) returns text
language sql stable security definer set search_path = '' as $$
  select target.name
  from public.categories merged join public.categories target on target.id = merged.merged_into and target.is_active
  where private.slugify(merged.name) = slug
    or (private.slugify(merged.group_name) = slug
      and not exists (select from public.categories c where c.group_name = merged.group_name and c.is_active))
  order by private.slugify(merged.name) = slug desc, merged.updated_at desc limit 1
$$;

create or replace function public.admin_reorder_categories(group_name text, category_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present uuid[];
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtext('categories of ' || admin_reorder_categories.group_name));
  present := array(select c.id from public.categories c
    where c.group_name = admin_reorder_categories.group_name and c.is_active order by c.id for update);
  if present is distinct from array(select id from unnest(category_ids) as id order by id) then
    raise exception 'The categories have changed since you opened them, so nothing was saved. Please reload the page and try again.'
      using errcode = 'PT409';
  end if;
  update public.categories c set display_order = listed.place
    from unnest(category_ids) with ordinality as listed (id, place)
    where c.id = listed.id and c.display_order <> listed.place;
end $$;

create or replace function public.redeem_coupon(coupon_code text, member_id uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  coupon public.coupons;
  ends_at timestamptz;
begin
  -- The member's rows are locked first, so that two clicks of one person queue up behind each other.
  perform from public.profiles where id = member_id for no key update;
  insert into public.subscribers (user_id, email)
  select p.id, p.email from public.profiles p where p.id = member_id and p.account_type = 'provider' and p.is_active
  on conflict (user_id) do nothing;
  perform from public.subscribers s join public.profiles p on p.id = s.user_id
    where s.user_id = member_id and p.account_type = 'provider' and p.is_active for update of s;
  if not found then
    raise exception 'Only service providers can purchase subscriptions.'
      using errcode = '42501', hint = 'Please log in with a Solutionz Provider account.';
  end if;
  if private.is_member(member_id) then
    raise exception 'You already have an active subscription.'
      using errcode = 'PT409', hint = 'Open the membership page to see when it ends.';
  end if;
  select * into coupon from public.coupons where code = upper(btrim(coupon_code)) and is_active for update;
  if not found then
    raise exception 'Invalid coupon code'
      using errcode = 'PT400', hint = 'Please check the code, or continue without it.';
  end if;
  if exists (select from public.coupon_redemptions where user_id = member_id) then
    raise exception 'You have already used a coupon. Please continue without one.' using errcode = 'PT409';
  end if;
  if coupon.redeemed >= coupon.max_redemptions then
    raise exception 'Sorry, the % offer has already been fully claimed.', coupon.code
      using errcode = 'PT409', hint = 'Please continue without the code.';
  end if;
  update public.coupons set redeemed = redeemed + 1 where code = coupon.code;
  insert into public.coupon_redemptions (user_id, code) values (member_id, coupon.code);
  ends_at := now() + make_interval(months => coupon.months);
  update public.subscribers set
    subscribed = true, subscription_tier = 'yearly', subscription_end = ends_at,
    cancel_at_period_end = true, promo_code = coupon.code, payment_subscription = null
  where user_id = member_id;
  return ends_at;
end $$;

create or replace function public.admin_set_coupon(
  coupon_code text, active boolean, most integer, seen jsonb default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.coupons;
  current jsonb;
begin
  perform private.require_admin();
  select * into before from public.coupons c where c.code = coupon_code for update;
  if before.code is null then
    raise exception 'This coupon no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if active is null or most is null or most not between 1 and 100000 then
    raise exception 'Please enter a maximum from 1 to 100,000.' using errcode = 'PT400';
  end if;
  if most < before.redeemed then
    raise exception 'The maximum cannot be lower than the number of uses so far. Please enter at least %.', before.redeemed
      using errcode = 'PT400';
  end if;
  current := jsonb_build_object('is_active', before.is_active, 'max_redemptions', before.max_redemptions);
  if seen <> current then
    raise exception 'Another admin has changed this coupon since you opened it, so nothing was saved. Please reload the page and try again.'
      using errcode = 'PT409';
  end if;
  if (before.is_active, before.max_redemptions) is distinct from (active, most) then
    perform audit.record('change coupon', 'coupons', coupon_code, current,
      jsonb_build_object('is_active', active, 'max_redemptions', most), private.clean_reason(reason, true));
    update public.coupons c set is_active = active, max_redemptions = most where c.code = coupon_code;
  end if;
end $$;

drop function public.record_refund(text,timestamptz,integer,text,boolean);
create function public.record_refund(
  p_id text, p_refunded_at timestamptz, p_pence integer, p_currency text, p_counts boolean
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_counts then
    insert into billing.refunds (id, refunded_at, pence, currency)
    values (p_id, p_refunded_at, p_pence, lower(p_currency))
    on conflict (id) do update set refunded_at = excluded.refunded_at, pence = excluded.pence, currency = excluded.currency;
  else
    delete from billing.refunds where id = p_id;
  end if;
end $$;
comment on function public.record_refund(text,timestamptz,integer,text,boolean) is
  'For the webhook: saves a refund as the payment provider has it now, or deletes it if it no longer counts because it failed. The same call twice changes nothing.';

create or replace function public.admin_set_membership(target_user_id uuid, until date, reason text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  person public.profiles;
  before public.subscribers;
  after public.subscribers;
  was_live boolean;
  -- The last second, so that a screen shows the day that was chosen.
  ends_at constant timestamptz := (until + 1)::timestamp at time zone 'Europe/London' - interval '1 second';
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  person := private.lock_account(target_user_id, null);
  if person.account_type <> 'provider' then
    raise exception 'Only a Solutionz Provider can be a member. Please change the account type first.'
      using errcode = 'PT409';
  end if;
  if until is not null and (ends_at <= now() or until > current_date + 1830) then
    raise exception 'Please choose a day from today up to five years ahead.' using errcode = 'PT400';
  end if;
  insert into public.subscribers (user_id, email) values (person.id, person.email) on conflict (user_id) do nothing;
  select * into before from public.subscribers s where s.user_id = person.id for update;
  was_live := before.subscribed and before.subscription_end > now();
  if was_live and before.payment_subscription is not null then
    raise exception 'This membership is paid for through the payment provider. Please cancel or refund it there.'
      using errcode = 'PT409';
  end if;
  if until is null and not was_live then
    raise exception 'This person has no membership to end. Please reload the page.' using errcode = 'PT409';
  end if;
  if until is null then
    update public.subscribers s set subscribed = false, subscription_end = now(), grant_reason = null
      where s.user_id = person.id returning * into after;
    -- By the key of notify.send_membership_reminders(), so that they hear of it once.
    perform notify.account(person.id, 'membership_ended', jsonb_build_object('ends_at', after.subscription_end, 'reason', why),
      'membership_ended:' || person.id || ':' || extract(epoch from after.subscription_end));
  else
    update public.subscribers s set subscribed = true, subscription_tier = coalesce(s.subscription_tier, 'yearly'),
      subscription_end = ends_at, cancel_at_period_end = true, promo_code = null, payment_subscription = null, grant_reason = why
      where s.user_id = person.id returning * into after;
  end if;
  perform audit.record(case when until is null then 'end membership' when was_live then 'extend membership' else 'grant membership' end,
    'profiles', person.id::text,
    jsonb_build_object('member', was_live, 'subscription_end', before.subscription_end, 'promo_code', before.promo_code),
    jsonb_build_object('member', until is not null, 'subscription_end', after.subscription_end), why);
  return after.subscription_end;
end $$;
comment on column public.feedback.is_public is
  'Set by trigger: approved, or not moderated yet while the site publishes at once.';
comment on column public.feedback.verified is
  'Set by trigger: the author and the provider were in contact through the site (private.have_interacted).';
alter policy "confirmed users review providers" on public.feedback
  with check (user_id = (select auth.uid()) and provider_id <> (select auth.uid())
    and (select private.require_active_account()) and private.is_provider(provider_id));

create or replace function private.check_feedback_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  edits boolean := (new.title, new.description) is distinct from (old.title, old.description);
  acts boolean := (new.approved, new.moderated_at) is distinct from (old.approved, old.moderated_at);
begin
  if (select auth.uid()) is not null then
    if new.rating <> old.rating then
      raise exception 'Only the reviewer can change the stars. Please leave them as they are.' using errcode = '42501';
    end if;
    if edits or (acts and not new.approved) then
      perform private.clean_reason(current_setting('moderation.reason', true), true);
    end if;
  end if;
  if acts then
    new.moderated_at := now();
  end if;
  new.is_public := new.approved or (new.moderated_at is null and old.is_public);
  if edits or new.rating <> old.rating then
    insert into public.feedback_revisions (feedback_id, rating, title, description, reason, replaced_by)
    values (old.id, old.rating, old.title, old.description, new.edit_reason, (select auth.uid()));
    new.edited_at := now();
  end if;
  if edits and old.original_title is null then
    new.original_title := old.title;
    new.original_description := old.description;
  end if;
  return new;
end $$;
comment on function private.check_feedback_moderation() is
  'Trigger: a moderator edits and hides with a reason, and never changes the stars; moderated feedback that is not approved is hidden; an edit saves the earlier text.';
comment on function private.verify_feedback() is
  'Trigger: new feedback is verified if the two were in contact through the site, whatever the caller sent.';
alter policy "the reviewed provider replies" on public.feedback_replies
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and exists (
    select from public.feedback f where f.id = feedback_id and f.provider_id = (select auth.uid())));
alter policy "the provider edits the reply" on public.feedback_replies
  using (provider_id = (select auth.uid()))
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()));

create or replace function private.lock_feedback(target uuid, seen text) returns public.feedback
language plpgsql security definer set search_path = '' as $$
declare
  found public.feedback;
begin
  select * into found from public.feedback where id = target for update;
  if found.id is null then
    raise exception 'This feedback no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if seen is not null and private.feedback_version(found) <> seen then
    raise exception 'Another moderator has changed this feedback since you opened it, so nothing was saved. Please reload the page and try again.'
      using errcode = 'PT409';
  end if;
  return found;
end $$;
comment on function private.set_feedback_approval(uuid,boolean,text) is
  'Approves or hides one item. False if nothing changed.';

create or replace function public.admin_moderate_feedback(
  items jsonb, approve boolean, reason text default null
) returns table (feedback_id uuid, outcome text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  item record;
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, not coalesce(approve, true));
  if approve is null then
    raise exception 'Please choose whether to approve or hide the feedback.' using errcode = 'PT400';
  end if;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 100 then
    raise exception 'Please choose between 1 and 100 items.' using errcode = 'PT400';
  end if;
  perform set_config('moderation.reason', coalesce(why, ''), true);
  for item in select distinct on (i.id) i.id, i.version from jsonb_to_recordset(items) as i (id uuid, version text)
    where i.id is not null order by i.id
  loop
    feedback_id := item.id;
    message := null;
    begin
      outcome := case when private.set_feedback_approval(item.id, approve, item.version) then 'done' else 'unchanged' end;
    exception when sqlstate 'PT404' or sqlstate 'PT409' then
      outcome := 'refused';
      message := sqlerrm;
    end;
    return next;
  end loop;
  perform set_config('moderation.reason', '', true);
end $$;

create or replace function public.admin_edit_feedback(
  feedback_id uuid, title text, description text, reason text, version text default null, rating integer default
  null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  perform private.lock_feedback(admin_edit_feedback.feedback_id, version);
  if nullif(btrim(admin_edit_feedback.title), '') is null then
    raise exception 'Title is required' using errcode = 'PT400', hint = 'Please enter a title.';
  end if;
  perform set_config('moderation.reason', why, true);
  update public.feedback f set rating = coalesce(admin_edit_feedback.rating, f.rating), title = btrim(admin_edit_feedback.title),
    description = nullif(btrim(admin_edit_feedback.description), ''), edit_reason = why
  where f.id = admin_edit_feedback.feedback_id;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_edit_feedback(uuid,text,text,text,text,integer) is
  'Edits what feedback says, with a reason; the original stays readable beside it (P-16, P-34), and the author gets an email. Other stars than the reviewer''s are refused.';
comment on function private.have_interacted(uuid,uuid) is
  'Whether the marketplace brought the two together: the provider revealed the contact of one of the person''s jobs, or both wrote in an enquiry that the person began.';
comment on function private.verify_earlier_feedback() is
  'Trigger: earlier feedback is verified when the provider reveals the author''s contact.';
comment on table search.listings is
  'One row for each listed provider; written by triggers through search.refresh_listing().';
comment on function private.is_listed(uuid) is 'Whether this provider is listed in the directory now.';
alter policy "providers add their own" on public.services
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('provider')));
alter policy "providers change their own" on public.services
  using (provider_id = (select auth.uid())) with check (provider_id = (select auth.uid()) and (select private.require_active_account()));
alter policy "providers delete their own" on public.services
  using (provider_id = (select auth.uid()) and (select private.require_active_account()));

create or replace function private.check_new_service() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The database's own work has no caller; somebody else's row is refused by the policy, without a word on its owner.
  if (select auth.uid()) is distinct from new.provider_id then
    return new;
  end if;
  if not private.is_member(new.provider_id) then
    raise exception 'Subscription required'
      using errcode = '42501', hint = 'Activate a membership to add services and portfolio items.';
  end if;
  -- One service of a provider after the other: each finds its place behind the last.
  perform pg_advisory_xact_lock(hashtext('services'), hashtext(new.provider_id::text));
  if (select count(*) >= 60 from public.services s where s.provider_id = new.provider_id) then
    raise exception 'You can list at most 60 services. Please remove one before you add another.'
      using errcode = 'PT409';
  end if;
  new.position := coalesce((select max(s.position) from public.services s where s.provider_id = new.provider_id), 0) + 1;
  return new;
end $$;

create or replace function private.check_service_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.unknown_selection(array[new.category]) is not null then
    raise exception '%', private.unknown_category_error(new.category) using errcode = '23514';
  end if;
  return new;
end $$;

create or replace function public.reorder_services(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  perform pg_advisory_xact_lock(hashtext('services'), hashtext((select auth.uid())::text));
  if (select array_agg(s.id order by s.id) from public.services s where s.provider_id = (select auth.uid()))
     is distinct from (select array_agg(wanted order by wanted) from unnest(ids) as wanted) then
    raise exception 'Your services have changed in another window. Please reload the page and try again.'
      using errcode = 'PT409';
  end if;
  update public.services s set position = listed.place
  from unnest(ids) with ordinality as listed (id, place)
  where s.id = listed.id and s.provider_id = (select auth.uid()) and s.position <> listed.place;
end $$;
alter policy "providers write their own" on public.availability
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('provider')));
alter policy "providers change their own" on public.availability
  using (provider_id = (select auth.uid()))
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('provider')));

create or replace function private.within_file_quota(bucket text, file text, facts jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  folder constant text := split_part(file, '/', 1);
  quota record;
  used record;
begin
  -- A portfolio shows at most 40 items of 20 files each; what none shows is removed after a day.
  select q.files, q.bytes into quota from (values
    ('avatars', 4, 8388608::bigint),
    ('portfolio_media', 900, 2147483648)) as q (bucket, files, bytes)
  where q.bucket = within_file_quota.bucket;
  if not found then
    return true;
  end if;
  -- Uploads of one account are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('files of ' || bucket || '/' || folder, 0));
  select count(*) as files, coalesce(sum((o.metadata ->> 'size')::bigint), 0) as bytes into used
  from storage.objects o
  where o.bucket_id = within_file_quota.bucket and o.name <> file
    -- The folder as one range of the index on names, which are in byte order.
    and o.name collate "C" >= folder || '/' and o.name collate "C" < folder || '0';
  if used.files + 1 > quota.files then
    raise exception 'You have reached the limit of % files. Remove one and try again.', quota.files
      using errcode = 'PT413';
  end if;
  if used.bytes + coalesce((facts ->> 'size')::bigint, (facts ->> 'contentLength')::bigint, 0) > quota.bytes then
    raise exception 'You have used all your storage space. Remove a file and try again.' using errcode = 'PT413';
  end if;
  return true;
end $$;
comment on function private.within_file_quota(text,text,jsonb) is
  'True while the folder''s account has room for this file; otherwise raises what to do.';

create or replace function private.check_work_samples() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- Kept as a path: it stays right when the site moves, and cannot lead to another server.
  shelf constant text := '/storage/v1/object/public/portfolio_media/';
  problem text;
begin
  -- Only what a person writes: the sample and imports have rules of their own (see check_own_profile).
  if current_user not in ('anon', 'authenticated') or new.work_samples = old.work_samples then
    return new;
  end if;
  problem := case
    when jsonb_typeof(new.work_samples) <> 'array' then 'Your portfolio could not be read. Please reload the page and try again.'
    when jsonb_array_length(new.work_samples) > 40 then 'Your portfolio can have at most 40 items. Please remove one before you add another.'
    when not private.valid_work_samples(new.work_samples) then 'This portfolio item is not valid. Please check its texts and files, and try again.'
    when (select count(*) <> count(distinct sample ->> 'id') from jsonb_array_elements(new.work_samples) as sample)
      then 'Two of your portfolio items are the same. Please remove one of them.'
    when exists (
      select from jsonb_array_elements(new.work_samples) as sample
      where sample ->> 'imageUrl' is null and sample -> 'media' = '[]'
        and sample not in (select jsonb_array_elements(old.work_samples)))
      then 'Please upload at least one media file'
    when exists (
      select from private.work_sample_files(new.work_samples) as shown
      where shown.address not in (select address from private.work_sample_files(old.work_samples))
        and not exists (
          select from storage.objects o
          where o.bucket_id = 'portfolio_media'
            and o.name = substr(shown.address, length(shelf) + 1)
            and shown.address = shelf || o.name
            and starts_with(o.name, new.id || '/portfolio/')
            and starts_with(o.metadata ->> 'mimetype', shown.type || '/')))
      then 'You can only show files that you uploaded to your portfolio. Please upload the file.'
  end;
  if problem is not null then
    raise exception '%', problem using errcode = '23514';
  end if;
  return new;
end $$;

create function private.job_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '30 days' $$;
comment on function private.job_lifetime() is
  'For how long a job is shown after it was posted, reopened or confirmed as still wanted.';
grant execute on function private.job_lifetime() to anon, authenticated, service_role;
alter table public.jobs alter column expires_at set default now() + private.job_lifetime();
comment on column public.jobs.category_keys is 'The categories expanded for filtering; set by trigger.';
comment on column public.jobs.expires_at is
  'Until when an open job is shown; see private.job_lifetime().';
comment on column public.jobs.status is
  'closed: by the poster; stopped: by a moderator (people read "A moderator has closed this job"); paused: while the account is deactivated.';
comment on column public.jobs.expiry_notice_at is
  'When the poster was emailed the question whether the job is still wanted; null until then, and again after an answer.';
comment on column public.jobs.reveal_limit is
  'How many providers may reveal the contact, chosen by the poster; null is any number. Enforced by reveal_job_contact(). People read "unlock".';
alter policy "confirmed clients post" on public.jobs
  with check (user_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('client')));
alter policy "posters change their own" on public.jobs
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()) and (select private.require_active_account()));

create or replace function private.check_job() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
  poster_is_active boolean;
begin
  if tg_op = 'UPDATE' and new.status <> old.status and not exists (
      select from private.job_transitions t where t.was = old.status and t.becomes = new.status
        and (t.by_poster or (select auth.uid()) is null or private.is_admin())) then
    raise exception 'A job with this status cannot be changed in this way. Please reload the page.'
      using errcode = '23514', detail = old.status || ' to ' || new.status;
  end if;
  -- The lock waits for a deactivation that is under way, so that no job opens after it.
  if new.status = 'open' and (tg_op = 'INSERT' or old.status <> 'open') then
    select p.is_active into poster_is_active from public.profiles p where p.id = new.user_id for share;
    if not poster_is_active then
      new.status := 'paused';
    end if;
  end if;
  if cardinality(new.categories) = 0 then
    new.categories := array[new.category];
  end if;
  new.category := new.categories[1];
  -- Unchanged selections are not checked: a job whose category was renamed or deleted can still be closed or expire.
  if tg_op = 'INSERT' or new.categories is distinct from old.categories or new.category is distinct from old.category then
    unknown := private.unknown_selection(new.categories);
    if unknown is not null then
      raise exception '%', private.unknown_category_error(unknown) using errcode = '23514';
    end if;
  end if;
  new.category_keys := private.category_keys(new.categories);
  select * into new.budget_min, new.budget_max, new.budget_type from public.parse_budget(new.budget);
  new.closed_at := case when new.status = 'closed' then coalesce(new.closed_at, now()) end;
  -- A pause does not change the expiry date.
  if tg_op = 'UPDATE' and new.status = 'open' and old.status not in ('open', 'paused') then
    new.expires_at := now() + private.job_lifetime();
    new.expiry_notice_at := null;
  end if;
  new.updated_at := now();
  return new;
end $$;
comment on function private.check_job() is
  'Trigger: allows only listed transitions and existing categories, parses the budget, and sets the dates.';

create or replace function private.limit_job_posting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or private.is_admin() then
    return new;
  end if;
  -- One post of a person after the other, or two at once would both find the last free place.
  perform pg_advisory_xact_lock(hashtext('limit_job_posting'), hashtext(new.user_id::text));
  if (select count(*) >= 20 from public.jobs where user_id = new.user_id and posted_date > now() - interval '1 day') then
    raise exception 'You have reached the limit of 20 jobs a day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  return new;
end $$;
comment on table public.job_contact_reveals is
  'Which provider revealed which job''s contact, and when. Written by reveal_job_contact() only.';

create or replace function public.reveal_job_contact(
  job_id uuid
) returns table (contact_name text, contact_email text, contact_phone text)
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  me uuid := auth.uid();
begin
  select * into job from public.jobs j where j.id = reveal_job_contact.job_id;
  if job.user_id = me or private.is_admin() then
    if job.id is null then
      raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
    end if;
    return query select job.contact_name, job.contact_email, job.contact_phone;
    return;
  end if;
  perform private.require_active_account();
  if not (private.has_account_type('provider') and private.is_member(me)) then
    raise exception 'Subscription required' using errcode = '42501', hint = 'Activate a membership to see contact details.';
  end if;
  if job.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me) then
    -- Concurrent reveals wait here for one another, so that the limit holds; closing the job waits too.
    select * into job from public.jobs j where j.id = reveal_job_contact.job_id for no key update;
    if job.id is null then
      raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
    end if;
    if job.status <> 'open' or job.expires_at <= now() then
      raise exception 'This job is closed. Please choose another one.' using errcode = 'PT409';
    end if;
    if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me)
       and (select count(*) from public.job_contact_reveals r where r.job_id = job.id) >= job.reveal_limit then
      raise exception 'This client has heard from enough professionals. Please choose another job.'
        using errcode = 'PT409';
    end if;
    insert into public.job_contact_reveals (job_id, provider_id) values (job.id, me) on conflict do nothing;
  end if;
  return query select job.contact_name, job.contact_email, job.contact_phone;
end $$;
comment on function public.job_reveals(uuid) is 'For a job''s poster: who revealed the contact details, newest first.';
comment on table private.job_transitions is
  'The allowed changes of a job''s status, and which of them its poster may make. Admins'' functions and changes without a caller (expiry, the answer to ''still looking?'') may make all of them.';
comment on table private.job_questions is
  'Links of ''still looking?'' mails. A link answers for its job once, for 30 days; only its hash is stored.';

create or replace function private.process_job_expiry() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  token text;
begin
  -- The question is sent once, five days before the end.
  for job in
    select j.id, j.user_id, j.title, j.posted_date, j.expires_at from public.jobs j
    where j.status = 'open' and j.expiry_notice_at is null and j.expires_at <= now() + interval '5 days' and j.expires_at > now()
    order by j.expires_at limit 200 for update skip locked
  loop
    token := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
    insert into private.job_questions (token_hash, job_id) values (sha256(convert_to(token, 'UTF8')), job.id);
    update public.jobs set expiry_notice_at = now() where id = job.id;
    perform notify.account(job.user_id, 'job_still_looking', jsonb_build_object('title', job.title,
      'posted_date', job.posted_date, 'shown_until', job.expires_at, 'token', token), 'job_still_looking:' || job.id || ':' || job.expires_at);
  end loop;
  for job in
    select j.id, j.user_id, j.title, j.expires_at from public.jobs j where j.status = 'open' and j.expires_at <= now()
    order by j.expires_at limit 200 for update skip locked
  loop
    update public.jobs set status = 'expired' where id = job.id;
    perform notify.account(job.user_id, 'job_expired', jsonb_build_object('title', job.title), 'job_expired:' || job.id || ':' || job.expires_at);
  end loop;
  delete from private.job_questions where sent_at < now() - interval '90 days';
  perform pg_advisory_xact_lock(hashtext('update_job_facets'));
  delete from search.job_counts_by_category where jobs = 0;
  delete from search.job_counts_by_place where jobs = 0;
  delete from search.job_counts_by_budget where jobs = 0;
end $$;
comment on function private.process_job_expiry() is
  'Task: emails posters whether their jobs are still wanted, expires jobs whose time is over, deletes counts of zero.';
comment on function private.find_job_question(text) is 'The question of a mail''s link, for 30 days after it was sent.';
comment on function public.job_question(text) is
  'The job and answer of a ''still looking?'' link: {title, status, expires_at, answer}, or null. Changes nothing.';

create or replace function public.answer_job_question(token text, still_looking boolean) returns json
language plpgsql security definer set search_path = '' as $$
declare
  question private.job_questions;
  job public.jobs;
begin
  select * into question from private.find_job_question(token);
  select * into job from public.jobs j where j.id = question.job_id for no key update;
  -- Read again: a second press waits for the first at the lock.
  select * into question from private.find_job_question(token);
  if job.id is null or still_looking is null or not exists (select from public.profiles p where p.id = job.user_id and p.is_active) then
    raise exception 'This link has expired. Please log in to see your jobs.' using errcode = 'PT404';
  end if;
  if question.answer is not null then
    if (question.answer = 'yes') = still_looking then
      return public.job_question(token);
    end if;
    raise exception 'You have already answered this email. Please log in to change the job.' using errcode = 'PT409';
  end if;
  if still_looking and job.status = 'stopped' then
    raise exception 'A moderator has closed this job. Please see our email for the reason, or contact us.'
      using errcode = 'PT409';
  end if;
  if still_looking and job.status = 'closed' then
    raise exception 'This job is closed. Please log in to reopen it.' using errcode = 'PT409';
  end if;
  if still_looking and job.status = 'open' then
    update public.jobs set expires_at = now() + private.job_lifetime(), expiry_notice_at = null where id = job.id;
  elsif still_looking then
    update public.jobs set status = 'open' where id = job.id;
  elsif job.status = 'open' then
    update public.jobs set status = 'closed' where id = job.id;
  end if;
  update private.job_questions set answered_at = now(), answer = case when still_looking then 'yes' else 'no' end
  where token_hash = question.token_hash;
  return public.job_question(token);
end $$;
comment on function public.answer_job_question(text,boolean) is
  'Answers a ''still looking?'' mail, signed in or not: yes gives the job a new expiry date, no closes it. The same answer twice changes nothing.';
comment on function private.pause_jobs() is 'Trigger: deactivating an account pauses its open jobs, and activating it opens them again.';
comment on function public.job_page(uuid) is
  'One job for its own page: {state, job}. Of a job that is no longer open, others get only that.';

create or replace function private.lock_job(target uuid, seen timestamptz) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  found public.jobs;
begin
  select * into found from public.jobs where id = target for update;
  if found.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if found.updated_at <> seen then
    raise exception 'This job has changed since you opened it, so nothing was saved. Please reload the page and try again.'
      using errcode = 'PT409';
  end if;
  return found;
end $$;
comment on function private.lock_job(uuid,timestamptz) is
  'Locks a job for an admin''s change; refuses if it has changed since the caller read it.';
comment on function private.moderate_job(public.jobs,text,text,text) is
  'Changes a job''s status as an admin, records it and emails its poster.';

create or replace function public.admin_stop_job(job_id uuid, reason text, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  job public.jobs;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  job := private.lock_job(job_id, seen);
  if job.status = 'stopped' then
    raise exception 'Another moderator has already closed this job. Please reload the page.' using errcode = 'PT409';
  end if;
  perform private.moderate_job(job, 'stopped', 'job_stopped', why);
end $$;
comment on function public.admin_stop_job(uuid,text,timestamptz) is
  'Stops a job so that only an admin can open it again, and emails its poster the reason.';

create or replace function public.admin_allow_job(
  job_id uuid, reason text default null, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  job public.jobs;
begin
  perform private.require_admin();
  why := private.clean_reason(reason);
  job := private.lock_job(job_id, seen);
  if job.status <> 'stopped' then
    raise exception 'This job is not closed by a moderator, so it cannot be reopened here. Please reload the page.'
      using errcode = 'PT409';
  end if;
  perform private.moderate_job(job, case when p.is_active then 'open' else 'paused' end, 'job_allowed', why)
    from public.profiles p where p.id = job.user_id;
end $$;
comment on function public.admin_allow_job(uuid,text,timestamptz) is
  'Opens a stopped job again with a new expiry date, and emails its poster.';
comment on function public.admin_delete_job(uuid,text,timestamptz) is
  'Deletes a job and emails its poster the reason. The audit log records it without the contact.';
alter policy "providers create their own" on public.job_alerts
  with check (((user_id = (select auth.uid())) and (select private.require_active_account()) and (select private.has_account_type('provider'))));
alter policy "owners change" on public.job_alerts
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()) and (select private.require_active_account()));
comment on table private.job_alert_deliveries is
  'Which job was emailed to whom: each once a person, however many alerts it matches.';

create or replace function private.check_job_alert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
begin
  new.area := nullif(btrim(regexp_replace(new.area, '\s+', ' ', 'g')), '');
  new.categories := array(select distinct category from unnest(new.categories) as category where category is not null order by 1);
  if tg_op = 'INSERT' or new.categories is distinct from old.categories then
    unknown := private.unknown_selection(new.categories);
    if unknown is not null or exists (select from unnest(new.categories) as category where category like 'Other: %') then
      raise exception '%', private.unknown_category_error(coalesce(unknown, 'Other')) using errcode = '23514';
    end if;
  end if;
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtext('job_alerts'), hashtext(new.user_id::text));
    if (select count(*) from public.job_alerts where user_id = new.user_id) >= 10 then
      raise exception 'You can have at most 10 job alerts. Please change or remove one of them.'
        using errcode = 'PT409';
    end if;
    new.next_at := private.next_alert_time(new.frequency);
  elsif new.is_on and not old.is_on then
    -- Jobs posted while it was off are never emailed.
    new.seen_until := now();
    new.next_at := private.next_alert_time(new.frequency);
  elsif new.frequency <> old.frequency then
    new.next_at := private.next_alert_time(new.frequency);
  end if;
  new.updated_at := now();
  return new;
end $$;

create or replace function private.add_enquiry_message(
  enquiry uuid, author uuid, recipient uuid, subject text, message text
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if message is null or message !~ '\S' then
    raise exception 'Please write a message' using errcode = 'PT400';
  end if;
  if char_length(message) > 5000 then
    raise exception 'Please use at most 5,000 characters' using errcode = 'PT400';
  end if;
  if exists (select from public.enquiry_blocks where user_id = recipient and blocked_id = author) then
    raise exception 'This person is not accepting messages from you. Please contact someone else.'
      using errcode = 'PT403';
  end if;
  if exists (select from public.enquiry_blocks where user_id = author and blocked_id = recipient) then
    raise exception 'You have blocked this person. Please unblock them to send a message.' using errcode = 'PT409';
  end if;
  -- One message of a person after the other, or two at once would both find the last free place.
  perform pg_advisory_xact_lock(hashtext('enquiry_messages'), hashtext(author::text));
  if (select count(*) >= 20 from public.enquiry_messages m
      where m.author_id = author and m.created_at > now() - interval '1 day') then
    raise exception 'You have reached the limit of 20 messages a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  insert into public.enquiry_messages (enquiry_id, author_id, body) values (enquiry, author, btrim(message, E' \t\r\n'));
  update public.enquiries set last_message_at = now() where id = enquiry;
  perform notify.account(recipient, 'enquiry', jsonb_build_object(
    'enquiry_id', enquiry, 'from', private.public_name(author), 'subject', subject,
    'excerpt', left(btrim(message, E' \t\r\n'), 600)));
end $$;

create or replace function public.send_enquiry(provider_id uuid, subject text, message text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  made uuid;
begin
  perform private.require_active_account();
  if private.is_admin() then
    raise exception 'Admins cannot send enquiries. Please log in with another account.' using errcode = 'PT403';
  end if;
  if send_enquiry.provider_id = me then
    raise exception 'You cannot send an enquiry to yourself. Please choose another professional.'
      using errcode = 'PT400';
  end if;
  if not exists (select from public.public_providers p where p.user_id = send_enquiry.provider_id) then
    raise exception 'This professional is not taking enquiries at the moment. Please choose another one.'
      using errcode = 'PT404';
  end if;
  if subject is null or subject !~ '\S' then
    raise exception 'Please add a subject' using errcode = 'PT400';
  end if;
  if char_length(subject) > 150 then
    raise exception 'Please use at most 150 characters' using errcode = 'PT400';
  end if;
  insert into public.enquiries (sender_id, provider_id, subject)
  values (me, send_enquiry.provider_id, btrim(regexp_replace(subject, '\s+', ' ', 'g'))) returning id into made;
  perform private.add_enquiry_message(made, me, send_enquiry.provider_id, btrim(subject), message);
  return made;
end $$;

create or replace function public.answer_enquiry(enquiry_id uuid, message text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  talk public.enquiries;
begin
  select * into talk from public.enquiries e
    where e.id = answer_enquiry.enquiry_id and me in (e.sender_id, e.provider_id);
  if talk.id is null then
    raise exception 'We could not find this enquiry. Please open it from your list of enquiries.'
      using errcode = 'PT404';
  end if;
  perform private.require_active_account();
  perform private.add_enquiry_message(talk.id, me,
    case when talk.sender_id = me then talk.provider_id else talk.sender_id end, talk.subject, message);
end $$;

create or replace function public.block_enquirer(enquiry_id uuid, blocked boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  other uuid;
begin
  perform private.require_session();
  select case when e.sender_id = me then e.provider_id else e.sender_id end into other
  from public.enquiries e where e.id = block_enquirer.enquiry_id and me in (e.sender_id, e.provider_id);
  if other is null then
    raise exception 'We could not find this enquiry. Please open it from your list of enquiries.'
      using errcode = 'PT404';
  end if;
  if blocked then
    insert into public.enquiry_blocks (user_id, blocked_id) values (me, other) on conflict do nothing;
  else
    delete from public.enquiry_blocks b where b.user_id = me and b.blocked_id = other;
  end if;
end $$;
comment on table public.businesses is
  'Known businesses. Their email addresses are never given to the public (P-09).';

create or replace function private.check_new_business() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.business_name := btrim(new.business_name);
  new.business_email := nullif(btrim(new.business_email), '');
  if (select auth.uid()) is not null then
    perform pg_advisory_xact_lock(hashtext('check_new_business'), hashtext(lower(new.business_name)));
    if exists (select from public.businesses b where lower(b.business_name) = lower(new.business_name)
        and lower(coalesce(b.business_email, '')) = lower(coalesce(new.business_email, '')) and b.id <> new.id) then
      raise exception 'This business is already listed. Please search for it in the list.' using errcode = 'PT409';
    end if;
    if new.business_email is not null and new.business_email !~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$' then
      raise exception 'Invalid email address' using errcode = 'PT400', hint = 'Please check the address.';
    end if;
  end if;
  return new;
end $$;
alter policy "confirmed users claim" on public.business_claims
  with check (claimant_id = (select auth.uid()) and (select private.require_active_account())
    and exists (select from public.businesses b where b.id = business_id and not b.claimed));

create or replace function private.create_business_claim(business uuid, claimant uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target public.businesses;
begin
  select * into target from public.businesses where id = business for update;
  if target.id is null then
    raise exception 'This business is no longer listed. Please contact us if it is yours.' using errcode = 'PT404';
  end if;
  if target.claimed then
    raise exception 'This business has already been claimed. If it is yours, please contact us.' using errcode = 'PT409';
  end if;
  if exists (select from public.business_claims where business_id = business and claimant_id = claimant and status = 'refused') then
    raise exception 'Your claim to this business was refused. If it is yours, please contact us.'
      using errcode = 'PT409';
  end if;
  insert into public.business_claims (business_id, claimant_id) values (business, claimant)
    on conflict (business_id, claimant_id) do nothing;
  if exists (select from auth.users u where u.id = claimant and u.email_confirmed_at is not null
      and lower(u.email) = lower(btrim(target.business_email))) then
    perform private.assign_business(business, claimant, null);
    return 'approved';
  end if;
  return 'pending';
end $$;

create or replace function public.claim_business(business_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  return private.create_business_claim(claim_business.business_id, (select auth.uid()));
end $$;

create or replace function public.admin_decide_claim(claim_id uuid, approve boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  perform private.require_admin();
  if approve is null then
    raise exception 'Please choose whether to approve or refuse the claim.' using errcode = 'PT400';
  end if;
  select * into claim from public.business_claims c where c.id = claim_id;
  -- The business first, as private.create_business_claim() does, so that two of them wait for each other and not in a ring.
  perform from public.businesses b where b.id = claim.business_id for update;
  select * into claim from public.business_claims c where c.id = claim_id for update;
  if claim.id is null then
    raise exception 'This claim no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if claim.status <> 'pending' then
    raise exception 'This claim has already been decided. Please reload the page to see the decision.'
      using errcode = 'PT409';
  end if;
  if approve then
    perform private.assign_business(claim.business_id, claim.claimant_id, (select auth.uid()));
  else
    update public.business_claims c set status = 'refused', decided_at = now(), decided_by = (select auth.uid())
      where c.id = claim_id;
  end if;
  perform audit.record(case when approve then 'approve claim' else 'refuse claim' end, 'business_claims', claim_id::text,
    to_jsonb(claim), (select to_jsonb(c) from public.business_claims c where c.id = claim_id));
end $$;

create or replace function public.notify_claim(business_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  perform private.require_active_account();
  select * into claim from public.business_claims c
    where c.business_id = notify_claim.business_id and c.claimant_id = (select auth.uid());
  if claim.id is null then
    raise exception 'You have not claimed this business. Please open the claim link in our email.'
      using errcode = 'PT404';
  end if;
  perform notify.request_claim_confirmation(claim);
  return exists (select from private.claim_links l where l.claim_id = claim.id and l.expires_at > now());
end $$;
comment on function public.notify_claim(uuid) is
  'For claim-notify, as the claimant: emails the business''s own address if that was not done today. True if a link is open; the address is never returned.';

create or replace function public.answer_claim(link_key text, confirm boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  id_of_claim uuid;
  claim public.business_claims;
begin
  select l.claim_id into id_of_claim from private.claim_links l where l.key_hash = sha256(convert_to(left(link_key, 100), 'UTF8'));
  -- The business first, as private.create_business_claim() does, so that two of them wait for each other and not in a ring.
  perform from public.businesses b where b.id = (select c.business_id from public.business_claims c where c.id = id_of_claim) for update;
  select * into claim from public.business_claims c where c.id = id_of_claim for update;
  if confirm is null or claim.id is null or public.claim_by_link(link_key) is null then
    raise exception 'This link has been used or has expired. Please contact us if you need help.'
      using errcode = 'PT404';
  end if;
  if confirm then
    perform private.assign_business(claim.business_id, claim.claimant_id, null);
  else
    update public.business_claims c set status = 'refused', decided_at = now() where c.id = claim.id;
  end if;
  perform audit.record(case when confirm then 'approve claim' else 'refuse claim' end, 'business_claims', claim.id::text,
    to_jsonb(claim), (select to_jsonb(c) from public.business_claims c where c.id = claim.id), 'Answered by the business''s own address');
  return case when confirm then 'approved' else 'refused' end;
end $$;

create or replace function public.admin_send_claim_link(business_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
begin
  perform private.require_admin();
  select * into business from public.businesses b where b.id = admin_send_claim_link.business_id for update;
  if business.id is null then
    raise exception 'This business is no longer listed. Please reload the page.' using errcode = 'PT404';
  end if;
  if business.claimed then
    raise exception 'This business has already been claimed. Please reload the page to see its owner.'
      using errcode = 'PT409';
  end if;
  if nullif(btrim(business.business_email), '') is null then
    raise exception 'This business has no email address. Please add one before you send a claim link.'
      using errcode = 'PT409';
  end if;
  if exists (select from private.claim_invitations i where i.business_id = business.id and i.sent_at > now() - interval '1 day') then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('admin_send_claim_link'));
  if (select count(*) from private.claim_invitations i where i.sent_at > now() - interval '1 day') >= 200
     or (select count(*) from private.claim_invitations i join public.businesses b on b.id = i.business_id
         where lower(btrim(b.business_email)) = lower(btrim(business.business_email)) and i.sent_at > now() - interval '1 day') >= 3 then
    raise exception 'You have reached the daily limit: 200 claim links, and 3 to one address. Please send the rest tomorrow.'
      using errcode = 'PT429';
  end if;
  insert into private.claim_invitations (business_id) values (business.id)
  on conflict on constraint claim_invitations_pkey do update set sent_at = now();
  perform notify.address(btrim(business.business_email), 'claim_invitation',
    jsonb_build_object('business', business.business_name, 'business_id', business.id),
    'claim_invitation:' || business.id || ':' || extract(epoch from now()));
  perform audit.record('send claim link', 'businesses', business.id::text, null, null);
  return true;
end $$;
comment on column public.reports.target_owner is 'The account that the report is about; emailed if the report is upheld.';
comment on column public.reports.link_key is
  'Part of the links in the case''s mails: it lets its holder see the case and appeal. No caller can select it.';
comment on function public.report_case(text,uuid) is
  'The state of a case, for the link of its mails; null for any other key.';

create or replace function public.report_content(
  target_type text, target_id uuid, reason text, details text default null, email text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  address text := lower(nullif(btrim(email), ''));
  label text;
  path text;
  owner uuid;
  made public.reports;
begin
  if me is not null then address := null; end if;
  if target_type = 'profile' then
    select coalesce(nullif(btrim(p.business_name), ''), p.name), '/directory/' || p.user_id, p.user_id
      into label, path, owner from public.public_providers p where p.user_id = target_id;
  elsif target_type = 'job' then
    select j.title, '/job-directory?job=' || j.id, j.user_id
      into label, path, owner from public.jobs j where j.id = target_id and j.status = 'open';
  elsif target_type = 'feedback' then
    select f.title, '/directory/' || f.provider_id || '?tab=feedback', f.user_id
      into label, path, owner from public.feedback f where f.id = target_id and f.is_public;
  end if;
  if label is null then
    raise exception 'This is no longer on the site, so it cannot be reported. Please contact us if you are still concerned.'
      using errcode = 'PT404';
  end if;
  if reason is null or reason not in ('spam', 'misleading', 'offensive', 'illegal', 'impersonation', 'private', 'other') then
    raise exception 'Please choose a reason' using errcode = 'PT400';
  end if;
  if reason = 'other' and (details is null or details !~ '\S') then
    raise exception 'Please say what is wrong' using errcode = 'PT400';
  end if;
  if char_length(details) > 2000 then
    raise exception 'Please use at most 2,000 characters' using errcode = 'PT400';
  end if;
  if address is not null and (char_length(address) > 200 or address !~ '^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$') then
    raise exception 'Invalid email address' using errcode = 'PT400', hint = 'Please check the address.';
  end if;
  -- One report of a thing after the other: two at once would both be the first of their reporter.
  perform pg_advisory_xact_lock(hashtext('report_content'), hashtext(target_id::text));
  select * into made from public.reports r
    where r.target_type = report_content.target_type and r.target_id = report_content.target_id
      and r.state in ('open', 'in review') and (r.reporter_id = me
        -- A visitor's address is not verified: only the same report within ten minutes gets the earlier case, or
        -- anyone could find out whether a person has reported them.
        or (r.reporter_email = address and r.created_at > now() - interval '10 minutes'
          and r.reason = report_content.reason
          and r.details is not distinct from nullif(btrim(report_content.details, E' \t\r\n'), ''))) limit 1;
  if made.id is not null then
    return made.case_number;
  end if;
  -- By network and account alone, and about one thing less: nobody can use up the reports of others, least of
  -- all who is reported.
  perform private.enforce_rate_limit('report', 10, 3600, 'You have sent many reports. Please try again in an hour.');
  if me is null then
    perform private.enforce_rate_limit('report ' || target_id, 3, 3600, 'You have sent many reports. Please try again in an hour.');
  end if;
  insert into public.reports (target_type, target_id, target_label, target_path, target_owner, reason, details, reporter_id, reporter_email)
  values (report_content.target_type, report_content.target_id, left(label, 200), path, owner, report_content.reason,
    nullif(btrim(report_content.details, E' \t\r\n'), ''), me, address)
  returning * into made;
  insert into public.report_events (report_id, state) values (made.id, 'open');
  -- A visitor's address is not proven. It is sent no more than three mails an hour, and all of them together no
  -- more than two hundred: the report is taken all the same, and its number is on the screen.
  if me is not null or (
    (select count(*) <= 3 from public.reports r where r.reporter_email = address and r.created_at > now() - interval '1 hour')
    and (select count(*) <= 200 from public.reports r where r.reporter_id is null and r.reporter_email is not null
      and r.created_at > now() - interval '1 hour')) then
    perform notify.reporter(made.id, 'report_received', 'report_received:' || made.id);
  end if;
  return made.case_number;
end $$;

create or replace function public.appeal_report(case_number text, link_key uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.reports;
begin
  select * into found from public.reports r
    where r.case_number = appeal_report.case_number and r.link_key = appeal_report.link_key for update;
  if found.id is null then
    raise exception 'We could not find this case. Please open the link in our email again.' using errcode = 'PT404';
  end if;
  if found.appealed_at is not null then
    raise exception 'This case has already been appealed. Please wait for our decision by email.'
      using errcode = 'PT409';
  end if;
  if found.state not in ('upheld', 'rejected') or found.decided_at <= now() - interval '6 months' then
    raise exception 'This case cannot be appealed now. Please contact us if you need help.' using errcode = 'PT409';
  end if;
  if words is null or words !~ '\S' then
    raise exception 'Please say why you disagree' using errcode = 'PT400';
  end if;
  if char_length(words) > 2000 then
    raise exception 'Please use at most 2,000 characters' using errcode = 'PT400';
  end if;
  update public.reports set state = 'appealed', appealed_at = now(), appeal_text = btrim(words, E' \t\r\n') where id = found.id;
  insert into public.report_events (report_id, state, note) values (found.id, 'appealed', btrim(words, E' \t\r\n'));
end $$;

create or replace function public.admin_take_report(report_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.reports set state = 'in review' where id = admin_take_report.report_id and state = 'open';
  if not found then
    raise exception 'This case is no longer open. Please reload the page.' using errcode = 'PT409';
  end if;
  insert into public.report_events (report_id, state, actor_id)
  values (admin_take_report.report_id, 'in review', (select auth.uid()));
  perform audit.record('take report', 'reports', admin_take_report.report_id::text,
    jsonb_build_object('state', 'open'), jsonb_build_object('state', 'in review'));
end $$;
comment on function public.admin_take_report(uuid) is
  'Takes an open case into review; refuses a second admin.';

create or replace function public.admin_decide_report(report_id uuid, uphold boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.reports;
  decided public.reports;
begin
  perform private.require_admin();
  if reason is null or reason !~ '\S' then
    raise exception 'Please give a reason' using errcode = 'PT400';
  end if;
  if uphold is null then
    raise exception 'Please choose whether to uphold the report.' using errcode = 'PT400';
  end if;
  if char_length(reason) > 2000 then
    raise exception 'Please use at most 2,000 characters' using errcode = 'PT400';
  end if;
  select * into before from public.reports where id = admin_decide_report.report_id for update;
  if before.id is null then
    raise exception 'This case no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if before.state not in ('open', 'in review', 'appealed') then
    raise exception 'This case has already been decided. Please reload the page to see the decision.'
      using errcode = 'PT409';
  end if;
  update public.reports r set state = case when uphold then 'upheld' else 'rejected' end,
    outcome_reason = btrim(admin_decide_report.reason, E' \t\r\n'), decided_at = now(), decisions = r.decisions + 1
  where r.id = before.id returning * into decided;
  insert into public.report_events (report_id, state, note, actor_id)
  values (decided.id, decided.state, decided.outcome_reason, (select auth.uid()));
  perform audit.record('decide report', 'reports', decided.id::text, jsonb_build_object('state', before.state),
    jsonb_build_object('state', decided.state, 'case_number', decided.case_number), decided.outcome_reason);
  perform notify.reporter(decided.id, 'report_outcome', 'report_outcome:' || decided.id || ':' || decided.decisions);
  if decided.state = 'upheld' and decided.target_owner is not null then
    perform notify.account(decided.target_owner, 'report_upheld', jsonb_build_object('case_number', decided.case_number,
      'label', decided.target_label, 'type', decided.target_type, 'reason', decided.outcome_reason),
      'report_upheld:' || decided.id || ':' || decided.decisions);
  end if;
end $$;
comment on function public.admin_decide_report(uuid,boolean,text) is
  'Upholds or rejects a case with a reason, and emails it to the reporter; if upheld, also to the account concerned.';

create or replace function public.search_providers(
  service text default null, location text default null, category text default null, page_size integer default 20,
  page_offset integer default 0, sort text default 'relevance', within integer default null
) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off as $$
declare
  size int := coalesce(least(greatest(page_size, 1), 60), 20);
  skip int := coalesce(least(greatest(page_offset, 0), 10000), 0);
  place_query record;
  words record;
  near boolean;
  order_by text := sort;
  key text := nullif(btrim(left(category, 170)), '');
  towns text[];
  listed bigint[];
  found bit varying;
  named bit varying;
  also bit varying;
  few int[];
  slots int[];
  one int;
  total int;
  everybody bigint;
  nobody constant json := '{"total": 0, "providers": []}';
  begun record := search.prepare_search();
  answer json;
begin
  if sort is null or sort not in ('relevance', 'newest', 'rating', 'distance') then
    raise exception 'Please sort by relevance, newest, rating or distance.' using errcode = '22023';
  end if;
  place_query := search.parse_place(service, location, within);
  words := search.parse_words(place_query.service);
  if not words.known then
    return nobody;
  end if;
  near := place_query.latitude is not null and (place_query.within is not null or sort = 'distance');
  if sort = 'distance' and not near then
    order_by := 'relevance';
  end if;

  if words.terms <> '{}' then
    found := search.matching_members(words.terms, words.alternatives, words.groups, begun.size, begun.changed);
    if order_by = 'relevance' then
      named := search.matching_members(string_to_array('~' || array_to_string(words.terms, ' ~'), ' '),
        words.alternatives, words.groups, begun.size, begun.changed);
    end if;
  end if;
  if place_query.place is not null then
    -- 'Contains' and 'near' are matched with the towns instead of the rows.
    if near then
      select array_agg(t.term), array_agg(t.listings) into towns, listed
      from search.find_nearby_towns(place_query.latitude, place_query.longitude, place_query.within) as t;
      also := search.union_of_terms(case when place_query.within is null then array['&'] else towns end, begun.size, begun.changed);
    elsif char_length(place_query.place) < 3 then
      also := search.union_of_terms(array['?' || place_query.place], begun.size, begun.changed);
    else
      towns := search.find_towns(place_query.place);
      also := search.union_of_terms(towns, begun.size, begun.changed);
    end if;
    if also is null then
      return nobody;
    end if;
    found := coalesce(found & also, also);
  end if;
  if key is not null then
    also := search.union_of_terms(array['#' || key], begun.size, begun.changed);
    found := coalesce(found & also, also);
  end if;
  found := coalesce(found, search.union_of_terms(array['*'], begun.size, begun.changed));
  -- Whose time is over is normally swept out by the next write.
  foreach one in array begun.ended loop
    found := set_bit(found, one, 0);
  end loop;
  total := bit_count(found);
  if total = 0 then
    return nobody;
  end if;

  if order_by = 'relevance' and named is null then
    slots := search.slots_in_rotation(found, begun.turn, skip, size);
  elsif order_by = 'relevance' then
    named := named & found;
    slots := search.slots_in_rotation(named, begun.turn, skip, size);
    if cardinality(slots) < size then
      slots := slots || search.slots_in_rotation(found & ~named, begun.turn, greatest(0, skip - bit_count(named)::int), size - cardinality(slots));
    end if;
  else
    -- Looking at each member costs ten times what an entry of an index does that is walked in order.
    everybody := length(found);
    if 10 * total < least(everybody, (skip + size) * everybody / total) then
      few := search.slots_in_range(found, 0, total);
    end if;
    slots := case order_by
      when 'newest' then search.slots_by_date(found, few, skip, size)
      when 'rating' then search.slots_by_rating(found, few, begun.turn, skip, size)
      else search.slots_by_distance(found, few, total, towns, listed, begun.turn, skip, size) end;
  end if;

  select json_build_object('total', total, 'providers', coalesce(json_agg(card), '[]'),
    'corrected', words.corrected,
    'place', case when place_query.latitude is not null or place_query.corrected then json_build_object('name', place_query.name, 'area', place_query.area,
      'corrected', place_query.corrected, 'within', case when near then place_query.within end, 'near', near) end)
  into answer
  from (select l.provider_id as user_id, l.name, l.title, left(l.bio, 160) as bio, l.image_url, l.business_name,
      l.location, l.rating_average, l.rating_count, get_bit(named, l.slot) = 1 as named,
      case when near then (select round(search.distance_in_miles(place_query.latitude, place_query.longitude, t.latitude, t.longitude))
        from search.terms t where t.kind = 'token' and t.term = '@' || l.place) end as miles
    from search.listings l where l.slot = any (slots) order by array_position(slots, l.slot)) as card;
  return answer;
end $$;

create or replace function public.search_jobs(
  category text default null, location text default null, budget_type text default 'any', budget_min integer default
  null, budget_max integer default null, page_size integer default 5, page_offset integer default 0, posted_after
  timestamptz default null
) returns json
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  size constant int := least(greatest(coalesce(page_size, 5), 0), 50);
  skip constant bigint := greatest(coalesce(page_offset, 0), 0);
  wanted constant text := coalesce(btrim(left(category, 170)), '');
  place constant text := search.normalise_place(location);
  -- Up to so many jobs are looked for place by place; more are compared one by one. Tests set it.
  few constant int := coalesce(nullif(current_setting('jobs.few', true), '')::int, 8000);
  of_category int := (select id from search.job_categories where key = wanted);
  here_latitude real;
  here_longitude real;
  here_name text;
  here_area text;
  places int[];
  meant boolean[];
  in_places bigint;
  swapped constant boolean := coalesce(search_jobs.budget_min > search_jobs.budget_max, false);
  lowest constant int := case when swapped then search_jobs.budget_max else search_jobs.budget_min end;
  highest constant int := case when swapped then search_jobs.budget_min else search_jobs.budget_max end;
  conditions text := '';
  of_letter boolean := false;
  budgets text := '';
  days text;
  total bigint;
  newest int;
  oldest int;
  before bigint;
  ids uuid[];
  nobody constant json := json_build_object('total', 0, 'jobs', '[]'::json);
begin
  if budget_type is null or budget_type not in ('any', 'range', 'hourly', 'fixed') then
    raise exception 'Please choose a budget type: any, range, hourly or fixed.' using errcode = '22023';
  end if;
  if of_category is null then
    return nobody;
  end if;
  if place is not null then
    if search.outward_code(place) is not null then
      select l.latitude, l.longitude, l.name, l.area into here_latitude, here_longitude, here_name, here_area
      from search.locate(place) as l;
    end if;
    if here_latitude is not null then
      -- Who gives a postcode means what is around it, as in the directory; and what says it in its name.
      select array_agg(id) filter (where hit and jobs > 0), sum(jobs) filter (where hit), array_agg(hit order by id)
        into places, in_places, meant
      from (select id, jobs, strpos(name, place) > 0
          or coalesce(search.distance_in_miles(here_latitude, here_longitude, latitude, longitude) <= 10, false) as hit
        from search.job_places) as compared;
    elsif char_length(place) < 3 then
      select array_agg(id) filter (where hit and jobs > 0), sum(jobs) filter (where hit), array_agg(hit order by id)
        into places, in_places, meant
      from (select id, jobs, strpos(name, place) > 0 as hit from search.job_places) as compared;
    else
      select array_agg(id), sum(jobs) into places, in_places from search.job_places
      where name like '%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%' and jobs > 0;
    end if;
    if places is null then
      return nobody;
    end if;
    if in_places <= few then
      conditions := ' and place_id = any ($2)';
    else
      meant := coalesce(meant, (select array_agg(strpos(name, place) > 0 order by id) from search.job_places));
      conditions := ' and ($3)[place_id + 1]';
    end if;
  end if;
  -- Any clears the bounds. Who asks for a type wants to see a number; 'fixed' is whatever is not by the hour.
  if budget_type <> 'any' then
    budgets := case budget_type when 'hourly' then ' and budget_type = ''h''' when 'fixed' then ' and budget_type in (''f'', ''r'')'
        else ' and budget_type <> ''-''' end
      || case when coalesce(lowest, 0) <= 0 then '' else ' and budget_max >= $4' end
      || case when highest is null then '' else ' and budget_min <= $5' end;
    conditions := conditions || budgets;
  end if;
  -- Every job of a place that holds the letter is counted under it, whatever its place.
  of_letter := coalesce(char_length(place) = 1 and of_category = 0 and posted_after is null and in_places > few, false);
  if posted_after is not null then
    conditions := conditions || ' and posted_date > $6 and day >= search.day_number($6)';
  end if;
  -- Of one kind alone the counts are kept; what is asked together is counted.
  days := case
    when conditions = '' then 'select day, jobs from search.job_counts_by_category where category_id = $1'
    when of_letter then 'select day, sum(jobs) as jobs from search.job_counts_by_letter where letter = $11'
      || case when budgets = '' then ' and budget_type = ''*''' else budgets || ' and budget_type <> ''*''' end || ' group by day'
    when of_category > 0 or posted_after is not null or (places is not null and in_places <= few) or (places is not null and budget_type <> 'any')
      then 'select day, count(*) as jobs from search.job_facets' || case when of_category = 0 then '_all where true' else '_by_category where category_id = $1' end
    when places is not null then 'select day, sum(jobs) as jobs from search.job_counts_by_place where true'
    else 'select day, sum(jobs) as jobs from search.job_counts_by_budget where true' end
    || case when conditions = '' or of_letter then '' else conditions || ' group by day' end;
  execute 'with days as (' || days || '), placed as (select day, jobs, sum(jobs) over (order by day desc) - jobs as before from days)
    select coalesce(sum(jobs), 0), max(day) filter (where asked), min(day) filter (where asked), min(before) filter (where asked)
    from (select *, before < $7 + $8 and before + jobs > $7 as asked from placed) as seen'
    into total, newest, oldest, before
    using of_category, places, meant, lowest, highest, posted_after, skip, size, null, null, place;
  if newest is not null then
    execute 'select array(select job_id from search.job_facets where category_id = $1' || conditions || ' and day between $7 and $8
        order by day desc, posted_date desc, job_id limit $9 offset $10)'
      into ids using of_category, places, meant, lowest, highest, posted_after, oldest, newest, size, skip - before;
  end if;
  return json_build_object('total', total, 'jobs', coalesce((
    select json_agg(private.job_card(j) order by page.nr)
    from unnest(ids) with ordinality as page (id, nr) join public.jobs j on j.id = page.id where j.status = 'open'), '[]'),
    'place', case when here_latitude is not null then json_build_object('name', here_name, 'area', here_area, 'within', 10) end);
end $$;

create or replace function public.admin_figures(
  span text default '30d', from_day date default null, to_day date default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := private.uk_day(now());
  first_day date;
  last_day date := today;
  step text := 'day';
  stride interval;
begin
  perform private.require_admin();
  case span
    when '7d' then first_day := today - 6;
    when '30d' then first_day := today - 29;
    when '12w' then
      first_day := date_trunc('week', today::timestamp)::date - 77;
      step := 'week';
    when '12m' then
      first_day := (date_trunc('month', today::timestamp) - interval '11 months')::date;
      step := 'month';
    when 'days' then
      if from_day is null or to_day is null or not isfinite(from_day) or not isfinite(to_day) or from_day > to_day then
        raise exception 'Please choose a first day that is not after the last.' using errcode = 'PT400';
      end if;
      if from_day > today then
        raise exception 'Please choose days that are not in the future.' using errcode = 'PT400';
      end if;
      first_day := from_day;
      last_day := least(to_day, today);
      if last_day - first_day >= 3660 then
        raise exception 'Please choose at most ten years.' using errcode = 'PT400';
      end if;
      step := case when last_day - first_day < 62 then 'day' when last_day - first_day < 400 then 'week' else 'month' end;
    else
      raise exception 'Please choose a span: 7d, 30d, 12w, 12m or days.' using errcode = 'PT400';
  end case;
  stride := ('1 ' || step)::interval;
  return (
    with kept as materialized (
      select case when figure in ('providers', 'seekers') then 'sign_ups' else figure end as figure, day, sum(amount) as amount
      from (select figure, day, amount from stats.daily_figures union all
        select figure, day, amount from stats.figure_changes) as each
      where day <= last_day and (figure = 'members' or day >= first_day - (last_day - first_day + 1))
      group by 1, 2
    ), before as (
      select figure, sum(amount) as amount from kept where day < first_day group by figure
    ), bucketed as (
      select figure, date_trunc(step, day::timestamp) as start, sum(amount) as amount
      from kept where day >= first_day group by figure, start
    ), periods as (
      select start, greatest(start::date, first_day) as first, least((start + stride)::date - 1, last_day) as last
      from generate_series(date_trunc(step, first_day::timestamp), last_day::timestamp, stride) as start
    ), flows as (
      select f.figure, p.start, p.last, coalesce(b.amount, 0) as amount
      from unnest(array['sign_ups', 'members', 'revenue', 'jobs', 'reveals', 'feedback']) as f (figure)
      cross join periods p left join bucketed b on b.figure = f.figure and b.start = p.start
    ), points as (
      select figure, start, case when figure <> 'members' then amount else
        sum(amount) over (partition by figure order by start)
        + coalesce((select amount from before where figure = 'members'), 0)
        -- Whoever ends later today is a member still, and may be renewed by then.
        + case when last = today then (select count(*) from billing.membership_periods m where m.ended_at > now()
            and m.ended_at < (today + 1)::timestamp at time zone 'Europe/London') else 0 end end as amount
      from flows
    )
    select json_build_object('span', span, 'step', step, 'from', first_day, 'to', last_day, 'today', today,
      'periods', (select json_agg(json_build_object('from', first, 'to', last) order by start) from periods),
      'figures', (select json_object_agg(figure, facts) from (
        select p.figure, json_build_object('amounts', json_agg(p.amount order by p.start),
          'total', case when p.figure = 'members' then (array_agg(p.amount order by p.start desc))[1] else sum(p.amount) end,
          'previous', coalesce((select b.amount from before b where b.figure = p.figure), 0)) as facts
        from points p group by p.figure) as each)));
end $$;

create or replace function private.protect_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.account_type = 'admin' and old.is_active and (tg_op = 'DELETE' or new.account_type <> 'admin' or not new.is_active) then
    perform pg_advisory_xact_lock(hashtext('protect_last_admin'));
    if not exists (select from public.profiles where account_type = 'admin' and is_active and id <> old.id) then
      raise exception 'The last admin cannot be deleted, deactivated or demoted. Please make someone else an admin first.'
        using errcode = 'PT409';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function public.admin_update_user(target_user_id uuid, user_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles;
  after public.profiles;
  wrong text;
  changed text[];
  why text;
begin
  perform private.require_admin();
  select key into wrong from jsonb_object_keys(user_data) as key
    where key not in ('first_name', 'last_name', 'business_name', 'location', 'phone_number', 'bio', 'account_type', 'reason', 'seen') limit 1;
  if wrong is not null then
    raise exception 'The field "%" cannot be changed here. Please leave it out.', wrong using errcode = 'PT400';
  end if;
  why := private.clean_reason(user_data ->> 'reason');
  before := private.lock_account(target_user_id, (user_data ->> 'seen')::timestamptz);
  if (user_data ? 'first_name' and coalesce(btrim(user_data ->> 'first_name'), '') = '')
     or (user_data ? 'last_name' and coalesce(btrim(user_data ->> 'last_name'), '') = '') then
    raise exception 'First name and last name are required' using errcode = 'PT400', hint = 'Please enter both names.';
  end if;
  update public.profiles p set
    first_name = case when user_data ? 'first_name' then btrim(user_data ->> 'first_name') else p.first_name end,
    last_name = case when user_data ? 'last_name' then btrim(user_data ->> 'last_name') else p.last_name end,
    business_name = case when user_data ? 'business_name' then nullif(btrim(user_data ->> 'business_name'), '') else p.business_name end,
    location = case when user_data ? 'location' then nullif(btrim(user_data ->> 'location'), '') else p.location end,
    phone_number = case when user_data ? 'phone_number' then nullif(btrim(user_data ->> 'phone_number'), '') else p.phone_number end,
    bio = case when user_data ? 'bio' then nullif(btrim(user_data ->> 'bio'), '') else p.bio end,
    account_type = coalesce(user_data ->> 'account_type', p.account_type)
  where p.id = target_user_id returning * into after;
  select array_agg(k order by n) into changed
    from unnest(array['first_name', 'last_name', 'business_name', 'location', 'phone_number', 'bio', 'account_type']) with ordinality as t (k, n)
    where to_jsonb(before) -> k is distinct from to_jsonb(after) -> k;
  if changed is null then
    return;
  end if;
  perform audit.record('update user', 'profiles', target_user_id::text, to_jsonb(before), to_jsonb(after), why);
  if 'account_type' = any (changed) then
    perform notify.admin_action(target_user_id, 'account_type_changed',
      jsonb_build_object('from', before.account_type, 'to', after.account_type, 'reason', why));
  end if;
  if changed <> array['account_type'] then
    perform notify.admin_action(target_user_id, 'account_edited',
      jsonb_build_object('fields', to_jsonb(array_remove(changed, 'account_type')), 'reason', why));
  end if;
end $$;

create or replace function public.admin_make_provider(target_user_id uuid, details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  website text := private.metadata_text(details, 'website', 300);
begin
  perform private.require_admin();
  if private.metadata_text(details, 'first_name', 80) is null or private.metadata_text(details, 'last_name', 80) is null then
    raise exception 'First name and last name are required' using errcode = 'PT400', hint = 'Please enter both names.';
  end if;
  if private.metadata_text(details, 'business_name', 120) is null then
    raise exception 'Business name is required for providers'
      using errcode = 'PT400', hint = 'Please enter the business name.';
  end if;
  update public.profiles set
    account_type = 'provider',
    first_name = private.metadata_text(details, 'first_name', 80),
    last_name = private.metadata_text(details, 'last_name', 80),
    business_name = private.metadata_text(details, 'business_name', 120),
    location = private.metadata_text(details, 'location', 120),
    phone_number = private.metadata_text(details, 'phone_number', 40),
    bio = private.metadata_text(details, 'bio', 5000),
    categories = private.metadata_texts(details, 'categories'),
    social_links = case when website is null then '{}' else jsonb_build_object('website', website) end,
    profile_image_url = private.metadata_text(details, 'profile_image_url', 600)
  where id = target_user_id and account_type = 'client';
  if not found then
    raise exception 'This account no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  perform audit.record('create provider', 'profiles', target_user_id::text, null,
    (select to_jsonb(p) from public.profiles p where id = target_user_id));
end $$;

create or replace function private.lock_account(target uuid, seen timestamptz) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  found public.profiles;
begin
  select * into found from public.profiles where id = target for update;
  if found.id is null then
    raise exception 'This account no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if seen is not null and found.updated_at <> seen then
    raise exception 'This account has changed since you opened it, so nothing was saved. Please reload the page and try again.'
      using errcode = 'PT409';
  end if;
  return found;
end $$;
comment on function private.set_account_status(uuid,text,boolean,text,timestamptz) is
  'Switches is_active or is_visible of one account, records it and notifies the person. False if nothing changed.';

create or replace function private.check_account_status_field(field text, value boolean) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if field is null or field not in ('is_active', 'is_visible') or value is null then
    raise exception 'Only "active" and "visible" can be switched on or off. Please choose one of them.'
      using errcode = 'PT400';
  end if;
end $$;

create or replace function public.admin_switch_users(
  items jsonb, status_field text, new_value boolean, reason text default null
) returns table (profile_id uuid, outcome text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  item record;
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, not coalesce(new_value, true));
  perform private.check_account_status_field(status_field, new_value);
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 100 then
    raise exception 'Please choose between 1 and 100 accounts.' using errcode = 'PT400';
  end if;
  -- In one order for everybody, so that two admins wait for each other and never in a ring.
  for item in select distinct on (i.id) i.id, i.seen from jsonb_to_recordset(items) as i (id uuid, seen timestamptz)
    where i.id is not null order by i.id
  loop
    profile_id := item.id;
    message := null;
    begin
      outcome := case when private.set_account_status(item.id, status_field, new_value, why, item.seen) then 'done' else 'unchanged' end;
    exception when sqlstate 'PT404' or sqlstate 'PT409' then
      outcome := 'refused';
      message := sqlerrm;
    end;
    return next;
  end loop;
end $$;
