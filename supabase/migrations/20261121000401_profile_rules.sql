-- What sign-up refuses, a later change of the profile refuses too: the form is not the only way here.

create function private.valid_phone(phone text) returns boolean
language sql immutable set search_path = '' as $$
  select regexp_replace(phone, '[-()\s]', '', 'g') ~ '^\+?\d{10,15}$'
$$;
comment on function private.valid_phone(text) is 'Dashes, brackets and spaces aside: an optional plus and 10 to 15 digits (spec 1 section 5).';
grant execute on function private.valid_phone(text) to anon, authenticated, service_role;

create function private.check_own_profile() returns trigger
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
    raise exception '%', problem using errcode = '23514';
  end if;
  return new;
end $$;
comment on function private.check_own_profile() is 'Trigger: names, telephone number and a provider''s categories keep their rules when their owner changes them. Runs as the caller, so that it knows who writes.';
-- Before check_selections, whose words are about single categories.
create trigger check_own_profile before update of first_name, last_name, phone_number, categories on public.profiles
  for each row execute function private.check_own_profile();

create or replace function public.before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(event -> 'user' -> 'user_metadata', '{}');
  phone text := private.text_of(metadata, 'phone_number', 40);
  problem text;
begin
  problem := case when private.text_of(metadata, 'first_name', 80) is null then 'Full name is required' end;
  if problem is null and coalesce(metadata ->> 'account_type', 'client') = 'provider' then
    problem := case
      when private.text_of(metadata, 'location', 120) is null then 'Location is required'
      when phone is null then 'Phone number is required for providers'
      when not private.valid_phone(phone) then 'Invalid phone number format'
      when private.text_of(metadata, 'business_name', 120) is null then 'Business name is required'
      when cardinality(private.texts_of(metadata, 'categories')) = 0 then 'At least one category is required for providers'
    end;
  elsif problem is null and not coalesce(private.valid_phone(phone), true) then
    problem := 'Invalid phone number format';
  end if;
  problem := coalesce(problem, 'Unknown category: ' || private.unknown_selection(private.texts_of(metadata, 'categories')));
  if problem is null then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', problem));
end $$;
