-- Admins choose the site's logo, and say who runs it.

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
    when 'brand_colour' then
      return case when jsonb_typeof(value) is distinct from 'string' or words !~ '^(#[0-9a-fA-F]{6})?$' then 'Please choose a colour, written as # and six digits' end;
    when 'company' then
      return case when jsonb_typeof(value) is distinct from 'object' or value - array['name', 'number', 'address'] <> '{}'
          or jsonb_typeof(value -> 'name') is distinct from 'string' or jsonb_typeof(value -> 'number') is distinct from 'string'
          or jsonb_typeof(value -> 'address') is distinct from 'string'
          or value ->> 'name' ~ '[[:cntrl:]<>]' or value ->> 'number' ~ '[[:cntrl:]<>]' or value ->> 'address' ~ '[[:cntrl:]<>]'
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
    when 'legal_terms', 'legal_privacy' then
      return case when jsonb_typeof(value) is distinct from 'string' or btrim(words) = '' then 'Please enter the text of this page'
        when char_length(words) > 40000 then 'Please use at most 40,000 characters' end;
    else
      return 'This setting does not exist. Please reload the page.';
  end case;
end $$;

create or replace function private.can_write_file(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case bucket
    when 'avatars' then split_part(name, '/', 1) = (select auth.uid())::text and exists (
      select from public.profiles where id = (select auth.uid()) and is_active)
    when 'portfolio_media' then split_part(name, '/', 1) = (select auth.uid())::text
      and split_part(name, '/', 2) = 'portfolio' and private.has_account_type('provider') and private.is_member((select auth.uid()))
    when 'business_logos' then split_part(name, '/', 1) in ('providers', 'site') and private.is_admin()
    else false end
$$;

insert into public.site_settings (key, value) values
  ('company', '{"name": "", "number": "", "address": ""}'), ('logo', '""');
