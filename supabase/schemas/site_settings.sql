-- Site: what admins may set for the whole site, in versions.

create table public.site_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles (id) on delete set null,
  check (key <> 'feedback_publication' or value in ('"at once"', '"after approval"'))
);
comment on table public.site_settings is 'What admins may set for the whole site.';
create index site_settings_of_admin on public.site_settings (updated_by);
grant select (key, value, updated_at) on public.site_settings to anon, authenticated;

insert into public.site_settings (key, value) values
  ('brand_colour', '""'), ('company', '{"name": "", "number": "", "address": ""}'), ('contact_email', '""'), ('feedback_publication', '"at once"'),
  ('home_texts', 'null'), ('logo', '""'), ('maintenance_notice', '{"on": false, "text": ""}'), ('plans', 'null'), ('site_name', '""'),
  ('social_links', '{"x": "https://x.com/solutionz", "facebook": "https://www.facebook.com/solutionz", "linkedin": "https://www.linkedin.com/company/solutionz", "instagram": "https://www.instagram.com/solutionz"}');

create function private.load_privacy(content text, previous text default null) returns void
language sql set search_path = '' as $$
  insert into public.site_settings (key, value) values ('legal_privacy', to_jsonb(btrim(content, E'\n'))) on conflict do nothing
$$;
comment on function private.load_privacy(text,text) is 'The privacy notice of a new site, supabase/seed/privacy.md.';

create function private.load_terms(content text, previous text default null) returns void
language sql set search_path = '' as $$
  insert into public.site_settings (key, value) values ('legal_terms', to_jsonb(btrim(content, E'\n'))) on conflict do nothing
$$;
comment on function private.load_terms(text,text) is 'The terms of a new site, supabase/seed/terms.md.';

create policy "everyone reads" on public.site_settings for select to anon, authenticated using (key not like 'mail\_%');

create table private.site_mode (
  trial boolean not null default false,
  release text check (char_length(release) <= 100),
  files_checked_to text not null default ''
);
comment on table private.site_mode is 'One row: whether this is a trial, and what else one installation knows of itself.';
comment on column private.site_mode.trial is 'Written by the server when it starts, as is the release.';
comment on column private.site_mode.files_checked_to is 'How far, by bucket and name, public.unused_files() has come.';
comment on column private.site_mode.release is 'The release that started last. Null where a hosted Supabase is used.';
create unique index site_mode_is_one on private.site_mode ((true));

insert into private.site_mode (trial) values (false);

create view private.setting_changes as
  select id, target_id as key, before -> 'value' as value, created_at as replaced_at, actor_name as replaced_by
  from public.audit_log where target_table = 'site_settings' and action = 'update';
comment on view private.setting_changes is
  'What a setting was before each change, who changed it and when, from the audit log: so that it can be restored.';

create trigger log_admin_change after update on public.site_settings for each row execute function audit.log_admin_change('key');

create function private.site_setting_error(key text, value jsonb) returns text
language plpgsql stable set search_path = '' as $$
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
    when 'home_texts' then
      return case when value <> 'null' and (jsonb_typeof(value) <> 'object' or value - array['headline', 'join', 'solved', 'tagline', 'examples', 'quotes'] <> '{}' or jsonb_path_match(value, '$.headline like_regex "^[^<>]{1,80}$" && $.join like_regex "^[^<>]{1,80}$" 
        && $.solved like_regex "^[^<>]{1,80}$" && $.tagline like_regex "^[^<>]{1,80}$" && $.examples.type() == "boolean"
        && $.quotes.size() == 3 && !exists($.quotes[*] ? (!(@.words like_regex "^[^<>]{1,200}$" && @.who like_regex "^[^<>]{1,80}$")))', '{}', true) is not true) then 'Please fill in each text of the home page, without < or >' end;
    when 'brand_colour' then
      return case when jsonb_typeof(value) is distinct from 'string' or words !~ '^(#[0-9a-fA-F]{6})?$' then 'Please choose a colour, written as # and six digits' end;
    when 'company' then
      return case when jsonb_typeof(value) is distinct from 'object' or not value ?& array['name', 'number', 'address'] or value - array['name', 'number', 'address'] <> '{}'
          or exists (select from jsonb_each(value) as part where jsonb_typeof(part.value) <> 'string' or part.value #>> '{}' ~ '[[:cntrl:]<>]')
        then 'Please enter the company''s name, number and address without < or >'
        when char_length(value ->> 'name') > 120 then 'Please use at most 120 characters for the company''s name'
        when char_length(value ->> 'number') > 30 then 'Please use at most 30 characters for the company''s number'
        when char_length(value ->> 'address') > 250 then 'Please use at most 250 characters for the company''s address' end;
    when 'logo' then
      return case when jsonb_typeof(value) is distinct from 'string' or words !~ '^(site/logo-[0-9]{1,16}\.(png|jpg|webp))?$' then 'Please choose a logo from this page' end;
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
    when 'plans' then
      if value = 'null' then return null; end if;
      if jsonb_typeof(value) is distinct from 'array' then return 'Please enter the monthly and the yearly plan'; end if;
      if (select array_agg(p ->> 'id' order by p ->> 'id') from jsonb_array_elements(value) as p) is distinct from array['monthly', 'yearly'] then
        return 'Please enter the monthly and the yearly plan';
      end if;
      select p ->> 'id' into wrong from jsonb_array_elements(value) as p
        where p - array['id', 'name', 'description', 'pence', 'price_id', 'offered'] <> '{}' or jsonb_typeof(p -> 'offered') is distinct from 'boolean'
          or jsonb_typeof(p -> 'name') is distinct from 'string' or char_length(p ->> 'name') > 40 or p ->> 'name' ~ '[[:cntrl:]<>]'
          or jsonb_typeof(p -> 'description') is distinct from 'string' or char_length(p ->> 'description') > 120 or p ->> 'description' ~ '[[:cntrl:]<>]' limit 1;
      if wrong is not null then return format('Please use at most 40 characters for the name of the %s plan and 120 for its description, without < or >', wrong); end if;
      select p ->> 'id' into wrong from jsonb_array_elements(value) as p
        where jsonb_typeof(p -> 'pence') is distinct from 'number' or p ->> 'pence' !~ '^[0-9]{2,6}$' or (p ->> 'pence')::numeric not between 30 and 100000 limit 1;
      if wrong is not null then return format('Please enter a price from £0.30 to £1,000 for the %s plan', wrong); end if;
      select p ->> 'id' into wrong from jsonb_array_elements(value) as p
        where jsonb_typeof(p -> 'price_id') is distinct from 'string' or p ->> 'price_id' !~ '^(price_[A-Za-z0-9_]{1,100})?$' limit 1;
      if wrong is not null then return format('Please enter the price id of the %s plan as Stripe shows it: it begins with price_', wrong); end if;
      return case when not value @> '[{"offered": true}]' then 'Please offer at least one plan' end;
    when 'legal_terms', 'legal_privacy' then
      return case when jsonb_typeof(value) is distinct from 'string' or btrim(words) = '' then 'Please enter the text of this page'
        when char_length(words) > 40000 then 'Please use at most 40,000 characters' end;
    else
      return case when key like 'mail\_%' then private.mail_wording_error(substr(key, 6), value)
        else 'This setting does not exist. Please reload the page.' end;
  end case;
end $$;
comment on function private.site_setting_error(text,jsonb) is
  'Why a setting cannot have this value, in words for people; null when it can.';

create function private.check_site_setting() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong text := private.site_setting_error(new.key, new.value);
begin
  perform private.refuse_if(wrong is not null, '23514', wrong);
  if tg_op = 'UPDATE' and new.value is distinct from old.value then
    new.updated_by := (select auth.uid());
  end if;
  return new;
end $$;
comment on function private.check_site_setting() is 'Trigger: refuses an invalid value, and notes who changed it.';

create trigger check_site_setting before insert or update on public.site_settings for each row execute function private.check_site_setting();

create function private.settings_with_history(mails boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(s.key, jsonb_build_object('value', s.value, 'updated_at', s.updated_at,
    'revisions', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'key' order by c.id desc), '[]')
      from (select * from private.setting_changes c where c.key = s.key order by c.id desc limit 10) as c)))
  from public.site_settings s where (s.key like 'mail\_%') = mails
$$;
comment on function private.settings_with_history(boolean) is
  'The words of mails, or all other settings, each with its last change and its last ten values.';

create function public.admin_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'settings', private.settings_with_history(false),
    'coupons', (
      select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'months', c.months, 'is_active', c.is_active,
        'max_redemptions', c.max_redemptions, 'redeemed', c.redeemed, 'updated_at', c.updated_at) order by c.code), '[]')
      from public.coupons c));
end $$;
comment on function public.admin_settings() is
  'For /admin/settings: every setting with its last change and its last ten values, and the coupons.';

create function public.admin_save_setting(
  setting_key text, new_value jsonb, seen timestamptz default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  perform private.require_admin();
  -- The data API passes the JSON null, which is a mail's original, as no value.
  new_value := coalesce(new_value, 'null');
  perform from public.site_settings s where s.key = setting_key for update;
  wrong := case when not found then 'This setting does not exist. Please reload the page.' else private.site_setting_error(setting_key, new_value) end;
  perform private.refuse_if(wrong is not null, 'PT400', wrong);
  perform private.refuse_if_stale('setting', (select s.updated_at from public.site_settings s where s.key = setting_key), seen);
  perform set_config('moderation.reason', private.clean_reason(reason, true), true);
  update public.site_settings s set value = new_value where s.key = setting_key and s.value <> new_value;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_save_setting(text,jsonb,timestamptz,text) is
  'Changes a setting, with a reason for the audit log; seen is the updated_at that the caller saw.';

create function public.admin_restore_setting(
  revision_id bigint, seen timestamptz default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  revision private.setting_changes;
begin
  perform private.require_admin();
  select * into revision from private.setting_changes c where c.id = revision_id;
  perform private.refuse_if(revision.id is null, 'PT404', 'This version no longer exists. Please reload the page.');
  perform public.admin_save_setting(revision.key, revision.value, seen, reason);
end $$;
comment on function public.admin_restore_setting(bigint,timestamptz,text) is
  'Gives a setting the value of an earlier version, as admin_save_setting does.';
