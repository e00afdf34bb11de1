-- What an admin does to an account or to what somebody wrote: told to whom it concerns, with the
-- reason, and never done over what somebody else has just done.

insert into private.notice_kinds (kind, topic) values
  ('account_deactivated', 'account'), ('account_reactivated', 'account'), ('account_edited', 'account'),
  ('account_type_changed', 'account'), ('account_removed', 'account'), ('profile_hidden', 'account'),
  ('profile_shown', 'account'), ('feedback_hidden', 'account'), ('feedback_shown', 'account'),
  ('feedback_edited', 'account'), ('feedback_removed', 'account');

create function private.clean_reason(reason text, required boolean default false) returns text
language plpgsql immutable set search_path = '' as $$
declare
  cleaned text := nullif(btrim(reason, E' \t\r\n'), '');
begin
  if required and cleaned is null then
    raise exception 'A reason is required' using errcode = 'PT400';
  end if;
  if char_length(cleaned) > 500 then
    raise exception 'Please keep the reason to 500 characters' using errcode = 'PT400';
  end if;
  return cleaned;
end $$;
comment on function private.clean_reason(text, boolean) is 'A reason as it is kept and told: trimmed, null where nothing was written, at most 500 characters.';

create function private.tell_of_act(person uuid, kind text, facts jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.notify(person, kind, jsonb_strip_nulls(facts))
  where person is not null and person is distinct from (select auth.uid())
$$;
comment on function private.tell_of_act(uuid, text, jsonb) is 'Tells somebody what an admin did, unless they did it themselves.';

create function private.lock_account(target uuid, seen timestamptz) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  found public.profiles;
begin
  select * into found from public.profiles where id = target for update;
  if found.id is null then
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
  if seen is not null and found.updated_at <> seen then
    raise exception 'This account has changed since you opened it. Nothing was overwritten: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  return found;
end $$;
comment on function private.lock_account(uuid, timestamptz) is 'Holds an account for a change; refuses where it changed after the moment at which the caller saw it.';

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
    raise exception 'Column % cannot be set here', wrong using errcode = 'PT400';
  end if;
  why := private.clean_reason(user_data ->> 'reason');
  before := private.lock_account(target_user_id, (user_data ->> 'seen')::timestamptz);
  if (user_data ? 'first_name' and coalesce(btrim(user_data ->> 'first_name'), '') = '')
     or (user_data ? 'last_name' and coalesce(btrim(user_data ->> 'last_name'), '') = '') then
    raise exception 'First name and last name are required' using errcode = 'PT400';
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
  perform private.record('update user', 'profiles', target_user_id::text, to_jsonb(before), to_jsonb(after), why);
  if 'account_type' = any (changed) then
    perform private.tell_of_act(target_user_id, 'account_type_changed',
      jsonb_build_object('from', before.account_type, 'to', after.account_type, 'reason', why));
  end if;
  if changed <> array['account_type'] then
    perform private.tell_of_act(target_user_id, 'account_edited',
      jsonb_build_object('fields', to_jsonb(array_remove(changed, 'account_type')), 'reason', why));
  end if;
end $$;
comment on function public.admin_update_user(uuid, jsonb) is
  'Changes the named columns of an account; every text is trimmed. reason goes to the audit log and to the person; seen, the updated_at that the caller saw, refuses to overwrite a later change.';

create function private.switch_account(target uuid, field text, value boolean, reason text, seen timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles := private.lock_account(target, seen);
  kind text;
begin
  if (to_jsonb(before) ->> field)::boolean = value then
    return false;
  end if;
  update public.profiles set
    is_active = case when field = 'is_active' then value else is_active end,
    is_visible = case when field = 'is_visible' then value else is_visible end
  where id = target;
  if field = 'is_active' and not value then
    delete from auth.sessions where user_id = target;
  end if;
  perform private.record('switch ' || field, 'profiles', target::text,
    jsonb_build_object(field, not value), jsonb_build_object(field, value), reason);
  kind := case when field = 'is_active' then case when value then 'account_reactivated' else 'account_deactivated' end
    when value then 'profile_shown' else 'profile_hidden' end;
  -- Whether they are shown means something to providers alone.
  if field = 'is_active' or before.account_type = 'provider' then
    perform private.tell_of_act(target, kind, jsonb_build_object('reason', reason));
  end if;
  return true;
end $$;
comment on function private.switch_account(uuid, text, boolean, text, timestamptz) is 'Switches is_active or is_visible of one account, records and tells it. False where it stood so already.';

create function private.check_switch(field text, value boolean) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if field is null or field not in ('is_active', 'is_visible') or value is null then
    raise exception 'Only is_active and is_visible can be switched' using errcode = 'PT400';
  end if;
end $$;
comment on function private.check_switch(text, boolean) is 'Refuses what is no switch of an account.';

drop function public.admin_toggle_user_status(uuid, text, boolean);
create function public.admin_toggle_user_status(target_user_id uuid, status_field text, new_value boolean,
  reason text default null, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_switch(status_field, new_value);
  perform private.switch_account(target_user_id, status_field, new_value, private.clean_reason(reason), seen);
end $$;
comment on function public.admin_toggle_user_status(uuid, text, boolean, text, timestamptz) is
  'Activates or deactivates, shows or hides an account, tells the person why, and refuses over a change made after seen. Deactivating ends its sessions.';

create function public.admin_switch_users(items jsonb, status_field text, new_value boolean, reason text default null)
returns table (profile_id uuid, outcome text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  item record;
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, not coalesce(new_value, true));
  perform private.check_switch(status_field, new_value);
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 100 then
    raise exception 'Choose between 1 and 100 accounts' using errcode = 'PT400';
  end if;
  -- In one order for everybody, so that two admins wait for each other and never in a ring.
  for item in select distinct on (i.id) i.id, i.seen from jsonb_to_recordset(items) as i (id uuid, seen timestamptz)
    where i.id is not null order by i.id
  loop
    profile_id := item.id;
    message := null;
    begin
      outcome := case when private.switch_account(item.id, status_field, new_value, why, item.seen) then 'done' else 'unchanged' end;
    exception when sqlstate 'PT404' or sqlstate 'PT409' then
      outcome := 'refused';
      message := sqlerrm;
    end;
    return next;
  end loop;
end $$;
comment on function public.admin_switch_users(jsonb, text, boolean, text) is
  'Switches up to 100 accounts, [{id, seen}], in one transaction with one reason, and says of each what became of it: done, unchanged or refused with a message.';

create or replace function public.admin_delete_user(target_user_id uuid, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles;
  why text;
  reachable boolean;
begin
  perform private.require_admin();
  why := private.clean_reason(reason);
  before := private.lock_account(target_user_id, null);
  select u.email_confirmed_at is not null into reachable from auth.users u where u.id = target_user_id;
  perform private.forget_person(target_user_id);
  perform private.record('delete user', 'profiles', target_user_id::text,
    to_jsonb(before) - array['bio', 'work_samples', 'social_links', 'skills'], null, why);
  if reachable and before.email is not null and target_user_id is distinct from (select auth.uid()) then
    perform private.notify_address(before.email, 'account_removed',
      jsonb_strip_nulls(jsonb_build_object('reason', why)), 'account_removed:' || target_user_id);
  end if;
end $$;
comment on function public.admin_delete_user(uuid, text) is
  'Removes an account and all its rows and tells its confirmed address why; feedback it gave stays without its name.';

-- Feedback -------------------------------------------------------------------------------------------

create function private.feedback_state(approved boolean, moderated_at timestamptz) returns text
language sql immutable set search_path = '' as $$
  select case when approved then 'approved' when moderated_at is null then 'pending' else 'hidden' end
$$;
comment on function private.feedback_state(boolean, timestamptz) is
  'The one meaning of the three states (decision 15): pending is what no admin has looked at yet, hidden what one has not approved.';

create function private.feedback_version(item public.feedback) returns text
language sql immutable set search_path = '' as $$
  select coalesce(extract(epoch from item.moderated_at)::text, '') || '/' || coalesce(extract(epoch from item.edited_at)::text, '')
$$;
comment on function private.feedback_version(public.feedback) is 'Changes with every moderator''s act; what a moderator saw, for comparing.';

create function private.feedback_acted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  facts jsonb;
begin
  if not private.is_admin() then
    return null;
  end if;
  -- The column keeps the reason of the last edit; a later act must not be recorded with it.
  why := coalesce(nullif(current_setting('moderation.reason', true), ''),
    case when new.edit_reason is distinct from old.edit_reason then new.edit_reason end);
  perform private.record('update', 'feedback', new.id::text, to_jsonb(old), to_jsonb(new), why);
  select jsonb_build_object('title', old.title, 'reason', why, 'provider_id', p.id,
      'provider', coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(p.first_name || ' ' || p.last_name), '')))
    into facts from public.profiles p where p.id = new.provider_id;
  if (new.rating, new.title, new.description) is distinct from (old.rating, old.title, old.description) then
    perform private.tell_of_act(new.user_id, 'feedback_edited', facts || jsonb_build_object(
      'old_rating', old.rating, 'rating', new.rating, 'new_title', new.title, 'description', new.description));
  end if;
  if old.is_public and not new.is_public then
    perform private.tell_of_act(new.user_id, 'feedback_hidden', facts);
  elsif new.is_public and not old.is_public then
    perform private.tell_of_act(new.user_id, 'feedback_shown', facts);
  end if;
  return null;
end $$;
comment on function private.feedback_acted() is 'Trigger: traces a moderator''s act and tells the author what became of the feedback, and why.';
drop trigger trace on public.feedback;
create trigger feedback_acted after update on public.feedback for each row execute function private.feedback_acted();

create function private.lock_feedback(target uuid, seen text) returns public.feedback
language plpgsql security definer set search_path = '' as $$
declare
  found public.feedback;
begin
  select * into found from public.feedback where id = target for update;
  if found.id is null then
    raise exception 'This feedback does not exist.' using errcode = 'PT404';
  end if;
  if seen is not null and private.feedback_version(found) <> seen then
    raise exception 'Another moderator has dealt with this feedback since you opened it. Nothing was overwritten: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  return found;
end $$;
comment on function private.lock_feedback(uuid, text) is 'Holds feedback for a moderator''s act; refuses where another has acted since the version that was seen.';

create function private.moderate(target uuid, approve boolean, seen text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback := private.lock_feedback(target, seen);
begin
  if item.moderated_at is not null and item.approved = approve then
    return false;
  end if;
  update public.feedback set approved = approve, moderated_at = clock_timestamp() where id = target;
  return true;
end $$;
comment on function private.moderate(uuid, boolean, text) is 'Approves or hides one item. False where it stood so already.';

create function public.admin_moderate_feedback(items jsonb, approve boolean, reason text default null)
returns table (feedback_id uuid, outcome text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  item record;
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, not coalesce(approve, true));
  if approve is null then
    raise exception 'Say whether to approve or to hide' using errcode = 'PT400';
  end if;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 100 then
    raise exception 'Choose between 1 and 100 items' using errcode = 'PT400';
  end if;
  perform set_config('moderation.reason', coalesce(why, ''), true);
  for item in select distinct on (i.id) i.id, i.version from jsonb_to_recordset(items) as i (id uuid, version text)
    where i.id is not null order by i.id
  loop
    feedback_id := item.id;
    message := null;
    begin
      outcome := case when private.moderate(item.id, approve, item.version) then 'done' else 'unchanged' end;
    exception when sqlstate 'PT404' or sqlstate 'PT409' then
      outcome := 'refused';
      message := sqlerrm;
    end;
    return next;
  end loop;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_moderate_feedback(jsonb, boolean, text) is
  'Approves or hides up to 100 items, [{id, version}], in one transaction with one reason (hiding needs one), and says of each what became of it: done, unchanged or refused with a message.';

create function public.admin_edit_feedback(feedback_id uuid, rating integer, title text, description text, reason text, version text default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  perform private.lock_feedback(admin_edit_feedback.feedback_id, version);
  if admin_edit_feedback.rating is null or admin_edit_feedback.rating not between 1 and 5 then
    raise exception 'Please select a rating' using errcode = 'PT400';
  end if;
  if nullif(btrim(admin_edit_feedback.title), '') is null then
    raise exception 'Title is required' using errcode = 'PT400';
  end if;
  perform set_config('moderation.reason', why, true);
  update public.feedback f set rating = admin_edit_feedback.rating, title = btrim(admin_edit_feedback.title),
    description = nullif(btrim(admin_edit_feedback.description), ''), edit_reason = why
  where f.id = admin_edit_feedback.feedback_id;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_edit_feedback(uuid, integer, text, text, text, text) is
  'Edits what feedback says, with a reason; the original is kept (decision 16), and the author told.';

drop function public.admin_delete_feedback(uuid, text);
create function public.admin_delete_feedback(feedback_id uuid, reason text, version text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.feedback;
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  before := private.lock_feedback(admin_delete_feedback.feedback_id, version);
  delete from public.feedback f where f.id = before.id;
  perform private.record('delete feedback', 'feedback', before.id::text, to_jsonb(before), null, why);
  perform private.tell_of_act(before.user_id, 'feedback_removed', (
    select jsonb_build_object('title', before.title, 'reason', why,
      'provider', coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(p.first_name || ' ' || p.last_name), '')))
    from public.profiles p where p.id = before.provider_id));
end $$;
comment on function public.admin_delete_feedback(uuid, text, text) is
  'Deletes feedback with a reason and tells its author; the audit log keeps what it said (decision 16).';

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'admin_toggle_user_status(uuid, text, boolean, text, timestamptz)', 'admin_switch_users(jsonb, text, boolean, text)',
    'admin_moderate_feedback(jsonb, boolean, text)', 'admin_edit_feedback(uuid, integer, text, text, text, text)',
    'admin_delete_feedback(uuid, text, text)'] loop
    execute format('revoke execute on function public.%s from public, anon', signature);
    execute format('grant execute on function public.%s to authenticated, service_role', signature);
  end loop;
end $$;
