-- The consent to support access in plainer words.

create or replace function private.consent_wording(purpose text) returns text
language sql immutable set search_path = '' as $$
  select case purpose
    when 'marketing' then 'Marketing emails: news, tips and offers by email. You can stop them at any time.'
    when 'support' then 'Support access: our support team may see your notification choices, your consents, your devices without their addresses, and which kinds of emails we sent you, until the time you choose. They can''t change anything.'
  end
$$;
