-- A moderator never changes a rating (P-34), so the mail about an edit does not compare ratings.
create or replace function private.record_feedback_moderation() returns trigger
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
  perform audit.record('update', 'feedback', new.id::text, to_jsonb(old), to_jsonb(new), why);
  select jsonb_build_object('title', old.title, 'reason', why, 'provider_id', p.id,
      'provider', coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(p.first_name || ' ' || p.last_name), '')))
    into facts from public.profiles p where p.id = new.provider_id;
  if (new.title, new.description) is distinct from (old.title, old.description) then
    perform notify.admin_action(new.user_id, 'feedback_edited', facts || jsonb_build_object(
      'new_title', new.title, 'description', new.description));
  end if;
  if old.is_public and not new.is_public then
    perform notify.admin_action(new.user_id, 'feedback_hidden', facts);
  elsif new.is_public and not old.is_public then
    perform notify.admin_action(new.user_id, 'feedback_shown', facts);
  end if;
  return null;
end $$;
