-- A change of a setting says why, and a restored version overwrites no colleague's change.

create or replace function private.trace() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_admin() then
    perform private.record(lower(tg_op), tg_table_name, coalesce(to_jsonb(new) ->> tg_argv[0], to_jsonb(old) ->> tg_argv[0]),
      case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end,
      coalesce(nullif(current_setting('moderation.reason', true), ''), to_jsonb(new) ->> 'edit_reason'));
  end if;
  return null;
end $$;

-- By the function alone, which asks why and compares what was seen.
drop policy "admins change" on public.site_settings;
revoke update on public.site_settings from authenticated;
revoke update (value) on public.site_settings from authenticated;

drop function public.admin_save_setting(text, jsonb, bigint);
create function public.admin_save_setting(setting_key text, new_value jsonb, seen bigint default null, reason text default null)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  perform private.require_admin();
  perform from public.site_settings s where s.key = setting_key for update;
  wrong := case when not found then 'There is no such setting' else private.setting_error(setting_key, new_value) end;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'PT400';
  end if;
  if seen is not null and private.setting_version(setting_key) <> seen then
    raise exception 'Another admin has changed this setting since you opened it. Nothing was overwritten: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  perform set_config('moderation.reason', private.clean_reason(reason, true), true);
  update public.site_settings s set value = new_value where s.key = setting_key and s.value <> new_value;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_save_setting(text, jsonb, bigint, text) is
  'Changes a setting, with a reason for the audit log; seen, the version that the caller saw, refuses to overwrite a later change.';

drop function public.admin_restore_setting(bigint);
create function public.admin_restore_setting(revision_id bigint, seen bigint default null, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  revision public.site_setting_revisions;
begin
  perform private.require_admin();
  select * into revision from public.site_setting_revisions r where r.id = revision_id;
  if revision.id is null then
    raise exception 'This version does not exist.' using errcode = 'PT404';
  end if;
  perform public.admin_save_setting(revision.key, revision.value, seen, reason);
end $$;
comment on function public.admin_restore_setting(bigint, bigint, text) is
  'Gives a setting the value of an earlier version, as admin_save_setting does.';

drop function public.admin_set_coupon(text, boolean, integer);
create function public.admin_set_coupon(coupon_code text, active boolean, most integer, seen jsonb default null, reason text default null)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.coupons;
  stood jsonb;
begin
  perform private.require_admin();
  select * into before from public.coupons c where c.code = coupon_code for update;
  if before.code is null then
    raise exception 'This coupon does not exist.' using errcode = 'PT404';
  end if;
  if active is null or most is null or most not between 1 and 100000 then
    raise exception 'The maximum is a number from 1 to 100,000' using errcode = 'PT400';
  end if;
  if most < before.redeemed then
    raise exception 'The coupon has been used % times already: the maximum cannot be lower', before.redeemed using errcode = 'PT400';
  end if;
  stood := jsonb_build_object('is_active', before.is_active, 'max_redemptions', before.max_redemptions);
  if seen <> stood then
    raise exception 'Another admin has changed this coupon since you opened it. Nothing was overwritten: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  if (before.is_active, before.max_redemptions) is distinct from (active, most) then
    perform private.record('change coupon', 'coupons', coupon_code, stood,
      jsonb_build_object('is_active', active, 'max_redemptions', most), private.clean_reason(reason, true));
    update public.coupons c set is_active = active, max_redemptions = most where c.code = coupon_code;
  end if;
end $$;
comment on function public.admin_set_coupon(text, boolean, integer, jsonb, text) is
  'Switches a coupon on or off and sets how often it can be used, never below what was used, with a reason; seen, {is_active, max_redemptions}, refuses to overwrite a later change.';

do $$
declare
  signature text;
begin
  foreach signature in array array['admin_save_setting(text, jsonb, bigint, text)',
    'admin_restore_setting(bigint, bigint, text)', 'admin_set_coupon(text, boolean, integer, jsonb, text)'] loop
    execute format('revoke execute on function public.%s from public, anon', signature);
    execute format('grant execute on function public.%s to authenticated, service_role', signature);
  end loop;
end $$;
