-- Admins choose the brand's colour.

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

insert into public.site_settings (key, value) values ('brand_colour', '""');
