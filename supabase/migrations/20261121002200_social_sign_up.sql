-- Who comes from an identity provider brings a name in that provider's words and nothing else that the
-- sign-up form asks for. The account is a client's until its owner finishes the sign-up, once; so there
-- is never half a provider, and nobody turns an old account into one (decision 1).

create function private.is_social(provider text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(provider, 'email') not in ('email', 'phone')
$$;
comment on function private.is_social(text) is 'Whether an account came from an identity provider (app_metadata.provider).';

create function private.names_of(metadata jsonb, out first_name text, out last_name text)
language plpgsql immutable set search_path = '' as $$
declare
  whole text := regexp_replace(coalesce(private.text_of(metadata, 'full_name', 160), private.text_of(metadata, 'name', 160), ''), '\s+', ' ', 'g');
begin
  first_name := coalesce(private.text_of(metadata, 'first_name', 80), private.text_of(metadata, 'given_name', 80));
  last_name := coalesce(private.text_of(metadata, 'last_name', 80), private.text_of(metadata, 'family_name', 80));
  if first_name is null and whole <> '' then
    -- As the form splits a full name: on the first space.
    first_name := left(split_part(whole, ' ', 1), 80);
    last_name := coalesce(last_name, nullif(left(btrim(substr(whole, length(split_part(whole, ' ', 1)) + 1)), 80), ''));
  end if;
end $$;
comment on function private.names_of(jsonb) is 'First and last name out of untrusted metadata: ours, those of OpenID Connect, or a full name in one piece.';

create table private.unfinished_sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.unfinished_sign_ups is 'Accounts from identity providers whose owners have not said yet what the sign-up form asks.';

create function private.sign_up_problem(metadata jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
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
  return coalesce(problem, 'Unknown category: ' || private.unknown_selection(private.texts_of(metadata, 'categories')));
end $$;
comment on function private.sign_up_problem(jsonb) is 'What the sign-up form refuses (spec 1 section 5), or null.';

create or replace function public.before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  problem text;
begin
  -- Nobody can write app_metadata but the service itself.
  if private.is_social(event -> 'user' -> 'app_metadata' ->> 'provider') then
    return '{}';
  end if;
  problem := private.sign_up_problem(coalesce(event -> 'user' -> 'user_metadata', '{}'));
  if problem is null then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', problem));
end $$;
comment on function public.before_user_created(jsonb) is 'Auth hook: refuses at sign-up what the form refuses (spec 1 section 5), when the form is skipped. Who comes from an identity provider is asked afterwards.';

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
  social boolean := private.is_social(new.raw_app_meta_data ->> 'provider');
  type text := case when metadata ->> 'account_type' = 'provider' and not social then 'provider' else 'client' end;
  names record := private.names_of(metadata);
begin
  insert into public.profiles (id, email, account_type, first_name, last_name, location, phone_number,
    business_name, categories)
  values (new.id, new.email, type, coalesce(names.first_name, ''), coalesce(names.last_name, ''),
    -- Of what a provider says of somebody only the name is taken.
    case when not social then private.text_of(metadata, 'location', 120) end,
    case when not social then private.text_of(metadata, 'phone_number', 40) end,
    case when type = 'provider' then private.text_of(metadata, 'business_name', 120) end,
    case when social then '{}' else private.texts_of(metadata, 'categories') end);
  if social then
    insert into private.unfinished_sign_ups (user_id) values (new.id);
  end if;
  return new;
end $$;
comment on function private.create_profile() is 'Trigger: sign-up metadata makes the profile; its account type can only be client or provider, and from an identity provider only client (decision 1).';

create function public.sign_up_unfinished() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_stands() and exists (
    select from private.unfinished_sign_ups where user_id = (select auth.uid()))
$$;
comment on function public.sign_up_unfinished() is 'Whether the caller came from an identity provider and has not finished the sign-up.';

create function public.finish_sign_up(details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  type text := case when details ->> 'account_type' = 'provider' then 'provider' else 'client' end;
  problem text;
begin
  if me is null or not private.can_act() then
    raise exception 'Please log in again.' using errcode = '42501';
  end if;
  problem := private.sign_up_problem(details);
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  if type = 'provider' and exists (select from public.jobs where user_id = me) then
    raise exception 'You have posted jobs with this account, so it is a Solutionz Seeker''s.' using errcode = 'PT409';
  end if;
  -- Once: of two calls at a time the second finds nothing.
  delete from private.unfinished_sign_ups where user_id = me;
  if not found then
    raise exception 'Your sign-up is finished already.' using errcode = 'PT409';
  end if;
  update public.profiles set
    account_type = type,
    first_name = private.text_of(details, 'first_name', 80),
    last_name = coalesce(private.text_of(details, 'last_name', 80), ''),
    location = private.text_of(details, 'location', 120),
    phone_number = private.text_of(details, 'phone_number', 40),
    business_name = case when type = 'provider' then private.text_of(details, 'business_name', 120) end,
    categories = private.texts_of(details, 'categories')
  where id = me and account_type = 'client';
  if not found then
    raise exception 'Your sign-up is finished already.' using errcode = 'PT409';
  end if;
end $$;
comment on function public.finish_sign_up(jsonb) is 'What the sign-up form asks, told after the first sign-in with an identity provider: once, by the owner, with the rules of sign-up. The one place where an owner says of which type the account is.';

revoke execute on function public.sign_up_unfinished(), public.finish_sign_up(jsonb) from public, anon;
grant execute on function public.sign_up_unfinished(), public.finish_sign_up(jsonb) to authenticated, service_role;
