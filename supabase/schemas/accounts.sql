-- Accounts: one row for each person who signs in, how it comes to be, and what it may do.
-- Names that are public are in views and tables of their own (providers_listing.sql).

-- Profile -------------------------------------------------------------------------------------------------------------

create function private.valid_file_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(address) <= 600 and address ~* '^(https?:/|/storage/v1/object/public)/[^\s<>"]+$'
$$;
comment on function private.valid_file_address(text) is
  'A web address, or the path of a public file of ours, which stays right when the site moves.';

create function private.valid_social_links(links jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(links) = 'object'
    and (select count(*) <= 12 and coalesce(bool_and(
           char_length(key) <= 30
           and jsonb_typeof(value) = 'string'
           and char_length(value #>> '{}') <= 300
           and ((value #>> '{}') = '' or (value #>> '{}') ~* '^https?://[^\s<>"]+$')), true)
         from jsonb_each(links))
$$;
comment on function private.valid_social_links(jsonb) is
  'At most 12 named web addresses, each http(s) or empty: never a script address.';

create function private.valid_skills(skills jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(skills) = 'array' and jsonb_array_length(skills) <= 60
    and not exists (
      select from jsonb_array_elements(skills) as skill
      where jsonb_typeof(skill) <> 'object'
         or jsonb_typeof(skill -> 'name') is distinct from 'string'
         or skill ->> 'name' !~ '\S' or char_length(skill ->> 'name') > 80
         or char_length(coalesce(skill ->> 'category', '')) > 120)
    and (select count(*) = count(distinct private.fold(skill ->> 'name'))
         from jsonb_array_elements(skills) as skill)
$$;
comment on function private.valid_skills(jsonb) is
  'A list of {name, category}: trimmed, non-empty, no name twice (spec 1 section 5).';

create function private.valid_work_samples(samples jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(samples) is distinct from 'array' then false
    else jsonb_array_length(samples) <= 40
      and octet_length(samples::text) <= 200000
      and not exists (select from jsonb_array_elements(samples) as sample where not private.valid_work_sample(sample))
    end
$$;
comment on function private.valid_work_samples(jsonb) is 'At most 40 work samples, each valid, 200 kB in all.';

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  account_type text not null default 'client' check (account_type in ('client', 'provider', 'admin')),
  first_name text not null default '' check (char_length(first_name) <= 80),
  last_name text not null default '' check (char_length(last_name) <= 80),
  email text,
  location text check (char_length(location) <= 120),
  business_name text check (char_length(business_name) <= 120),
  bio text check (char_length(bio) <= 5000),
  phone_number text check (char_length(phone_number) <= 40),
  show_phone boolean not null default false,
  vat_number text check (vat_number ~ '^GB([0-9]{9}|[0-9]{12})$'),
  categories text[] not null default '{}' check (cardinality(categories) <= 40),
  skills jsonb not null default '[]' check (private.valid_skills(skills)),
  work_samples jsonb not null default '[]' check (private.valid_work_samples(work_samples)),
  social_links jsonb not null default '{}' check (private.valid_social_links(social_links)),
  profile_image_url text check (private.valid_file_address(profile_image_url)),
  is_active boolean not null default true,
  is_visible boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_words text collate "C" not null generated always as (
    ' ' || private.fold(first_name || ' ' || last_name || ' ' || coalesce(business_name, '') || ' ' || coalesce(email, ''))) stored
);
comment on table public.profiles is
  'One row an account (spec 1 section 3). A row is read by its owner and by admins only; what is public is in public_providers.';
comment on column public.profiles.email is 'Copied from authentication; changes there, never here.';
comment on column public.profiles.show_phone is 'The provider chose to show the phone number in public (P-08).';
comment on column public.profiles.categories is 'Selections: ''Main'', ''Main > Sub'' or ''Other: text'' (P-26).';
comment on column public.profiles.search_words is
  'What admins find an account by and sort it by: its names and its address, each word after a space. Stored, because folding 100,000 of them takes two seconds.';
create index profiles_by_type on public.profiles (account_type, created_at desc, id);
create index profiles_newest on public.profiles (created_at desc, id);
create index profiles_hidden on public.profiles (created_at desc, id) where account_type = 'provider' and not is_visible;
create index profiles_inactive on public.profiles (created_at desc, id) where not is_active;
create index profiles_by_name on public.profiles (search_words, id) include (account_type);
create index profiles_search on public.profiles using gin (search_words extensions.gin_trgm_ops);
create index profiles_by_selection on public.profiles using gin (categories);
grant select on public.profiles to authenticated;
grant update (first_name, last_name, location, business_name, bio, phone_number, show_phone, vat_number, categories, skills,
  work_samples, social_links, profile_image_url, updated_at) on public.profiles to authenticated;
create policy "owners change their own" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()) and is_active);

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles
    where id = (select auth.uid()) and account_type = 'admin' and is_active)
    and private.is_session_valid()
$$;
comment on function private.is_admin() is 'Whether the caller is an active admin whose session is valid.';

create policy "owners and admins read" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

create function private.sync_profile_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end $$;
comment on function private.sync_profile_email() is
  'Trigger: the profile shows the address that authentication confirmed.';

create trigger sync_profile_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.sync_profile_email();

create function private.valid_phone(phone text) returns boolean
language sql immutable set search_path = '' as $$
  select regexp_replace(private.plain_digits(phone), '[-().\s]', '', 'g') ~ '^\+?[0-9]{10,15}$'
$$;
comment on function private.valid_phone(text) is
  'Dashes, dots, brackets and spaces aside: an optional plus and 10 to 15 digits of any script (spec 1 section 5).';

create function private.profile_texts() returns text[]
language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum) from pg_attribute a
  where a.attrelid = 'public.profiles'::regclass and a.atttypid = 'text'::regtype and a.attname <> 'profile_image_url'
    and has_column_privilege('authenticated', a.attrelid, a.attnum, 'update')
$$;
comment on function private.profile_texts() is 'The texts of a profile that its owner writes, by column. Admins may write the same.';

create function private.write_profile_texts(target uuid, given jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  columns text[] := array(select name from unnest(private.profile_texts()) as name where given ? name);
  named constant text := (select string_agg(format('%I', name), ', ') from unnest(columns) as name);
  trimmed jsonb;
begin
  if named is null then
    return;
  end if;
  -- A name is never null, and any other text never empty.
  select jsonb_object_agg(name, case when name in ('first_name', 'last_name') then coalesce(private.visible_text(given ->> name), '')
    else nullif(private.visible_text(given ->> name), '') end) into trimmed from unnest(columns) as name;
  execute format('update public.profiles set (%1$s) = (select %1$s from jsonb_populate_record(null::public.profiles, $1)) where id = $2',
    named) using trimmed, target;
end $$;
comment on function private.write_profile_texts(uuid,jsonb) is 'Writes those texts of a profile that are given, trimmed.';

create function private.check_phone(phone text) returns text
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if(not private.valid_phone(phone),
    '23514', 'Invalid phone number format', 'Please correct this and try again.');
  return btrim(private.plain_digits(phone));
end $$;
comment on function private.check_phone(text) is 'A telephone number as it is stored; refuses what is none, whoever writes it.';

create function private.check_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
begin
  if tg_op = 'INSERT' or new.categories is distinct from old.categories then
    new.categories := private.current_selections(new.categories, 40);
    unknown := private.unknown_selection(new.categories);
  end if;
  if tg_op = 'UPDATE' and new.location is distinct from old.location and (select auth.uid()) = new.id then
    perform private.refuse_unknown_postcode(new.location);
  end if;
  if new.phone_number is distinct from old.phone_number and new.phone_number is not null then
    new.phone_number := private.check_phone(new.phone_number);
  end if;
  if unknown is not null then
    raise exception '%', private.unknown_category_error(unknown) using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' and new.account_type = 'provider' and (select auth.uid()) = new.id
     and (new.skills, new.work_samples) is distinct from (old.skills, old.work_samples) and not private.is_member(new.id)
     and (jsonb_array_length(new.skills) > jsonb_array_length(old.skills)
       or jsonb_array_length(new.work_samples) > jsonb_array_length(old.work_samples)
       -- One item put in the place of another, or a file into an item, adds to the portfolio too.
       or exists (select address from private.work_sample_files(new.work_samples)
         except select address from private.work_sample_files(old.work_samples))) then
    raise exception 'Subscription required'
      using errcode = '42501', hint = 'Activate a membership to add services and portfolio items.';
  end if;
  return new;
end $$;
comment on function private.check_profile() is
  'Trigger: a telephone number is one, and a postcode too; only categories that the picker could have made, after mergers; adding services or portfolio items needs a live membership (spec 2 section 5).';

create trigger check_profile before insert or update of phone_number, location, categories, skills, work_samples on public.profiles
  for each row execute function private.check_profile();

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
    when new.first_name is distinct from old.first_name and new.first_name !~ '\S' then 'First name is required'
    when new.last_name is distinct from old.last_name and new.last_name !~ '\S' then 'Last name is required'
    when new.categories is distinct from old.categories and new.account_type = 'provider'
      and cardinality(new.categories) = 0 then 'Please select at least one business category'
    -- Pictures of the shelf that only admins fill are given by admins alone.
    when new.profile_image_url is distinct from old.profile_image_url and strpos(lower(new.profile_image_url), 'business_logos') > 0
      then 'You cannot use this picture. Please upload your own.'
  end;
  perform private.refuse_if(problem is not null, '23514', problem, 'Please correct this and try again.');
  return new;
end $$;
comment on function private.check_own_profile() is
  'Trigger: names, the picture and a provider''s categories keep their rules when their owner changes them. Runs as the caller, so that it knows who writes.';

-- Before check_profile, whose words are about single categories.
create trigger check_own_profile before update of first_name, last_name, categories, profile_image_url on public.profiles
  for each row execute function private.check_own_profile();

create function private.public_name(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(business_name), ''), nullif(btrim(first_name || ' ' || last_name), ''), 'Somebody')
  from public.profiles where id = person
$$;
comment on function private.public_name(uuid) is
  'The name of an account in public: the business, else the person.';

create function private.full_name(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Somebody') from public.profiles p where p.id = person
$$;
comment on function private.full_name(uuid) is 'What a person is called in mails to others.';

create function private.is_email_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(address) <= 200
    and address ~* '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$'
$$;
comment on function private.is_email_address(text) is
  'Whether this is an email address; the same rule as isEmailAddress() in domain/values/email-address.ts.';

create function public.cancel_email_change() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  update auth.users set email_change = '', email_change_confirm_status = 0
    where id = (select auth.uid());
  delete from auth.one_time_tokens
    where user_id = (select auth.uid())
      and token_type in ('email_change_token_new', 'email_change_token_current');
end $$;
comment on function public.cancel_email_change() is
  'Takes back a change of the caller''s email address that is not confirmed yet: the links of its mails stop working.';

-- Permissions ---------------------------------------------------------------------------------------------------------

create function private.require_active_account() returns boolean
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

create function private.has_account_type(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles
    where id = (select auth.uid()) and account_type = wanted and is_active)
$$;
comment on function private.has_account_type(text) is 'Whether the caller is active and of this account type.';

create function private.is_provider(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = person and account_type = 'provider')
$$;
comment on function private.is_provider(uuid) is 'Whether this account is a provider.';

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Not authorized. Admin access only.' using errcode = '42501', hint = 'Please log in as an admin.';
  end if;
end $$;
comment on function private.require_admin() is 'Stops everybody but an active admin.';

create function private.require_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or not private.is_session_valid() then
    raise exception 'Please log in again.'
      using errcode = '42501', detail = 'session_ended', hint = 'Your session has ended.';
  end if;
end $$;
comment on function private.require_session() is
  'Raises unless the caller is signed in with a valid session (see private.is_session_valid()).';

-- Sign-up -------------------------------------------------------------------------------------------------------------

create function private.metadata_text(metadata jsonb, key text, longest integer) returns text
language sql immutable set search_path = '' as $$
  select nullif(left(private.visible_text(case when jsonb_typeof(metadata -> key) = 'string' then metadata ->> key end), longest), '')
$$;
comment on function private.metadata_text(jsonb,text,integer) is
  'A trimmed, shortened text out of untrusted metadata, or null.';

create function private.metadata_texts(metadata jsonb, key text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce((
    select array_agg(word order by place)
    from (select left(private.visible_text(item #>> '{}'), 120) as word, min(place) as place
          from jsonb_array_elements(
            case when jsonb_typeof(metadata -> key) = 'array' then metadata -> key else '[]' end)
            with ordinality as listed (item, place)
          where jsonb_typeof(item) = 'string' and private.visible_text(item #>> '{}') <> ''
          group by word order by place limit 40) as texts), '{}')
$$;
comment on function private.metadata_texts(jsonb,text) is
  'At most 40 distinct trimmed texts out of untrusted metadata, in their order: the first category names a provider''s trade.';

create function public.before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  problem text;
begin
  -- Nobody can write app_metadata but the service itself.
  if coalesce(event -> 'user' -> 'app_metadata' ->> 'provider', 'email') not in ('email', 'phone') then
    return '{}';
  end if;
  problem := private.sign_up_error(coalesce(event -> 'user' -> 'user_metadata', '{}'));
  if problem is null then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', problem));
end $$;
comment on function public.before_user_created(jsonb) is
  'Auth hook: refuses at sign-up what the form refuses (spec 1 section 5), when the form is skipped. People from an identity provider fill in the form afterwards.';

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
  social boolean := coalesce(new.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone');
  type text := case when metadata ->> 'account_type' = 'provider' and not social then 'provider' else 'client' end;
  names record := private.names_from_metadata(metadata);
  phone constant text := private.metadata_text(metadata, 'phone_number', 40);
begin
  insert into public.profiles (id, email, account_type, first_name, last_name, location, phone_number,
    business_name, categories)
  values (new.id, new.email, type, coalesce(names.first_name, ''), coalesce(names.last_name, ''),
    -- Of a provider's data only the name is used.
    case when not social then private.metadata_text(metadata, 'location', 120) end,
    -- Whoever skips the hook's rules, as the secret key does, still makes an account.
    case when not social and private.valid_phone(phone) then phone end,
    case when type = 'provider' then private.metadata_text(metadata, 'business_name', 120) end,
    case when social then '{}' else private.metadata_texts(metadata, 'categories') end);
  insert into public.notification_settings (user_id) values (new.id);
  if social then
    insert into private.unfinished_sign_ups (user_id) values (new.id);
  end if;
  return new;
end $$;
comment on function private.create_profile() is
  'Trigger: sign-up metadata makes the profile, with its notification choices; its account type can only be client or provider, and from an identity provider only client (P-01).';

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.names_from_metadata(metadata jsonb, OUT first_name text, OUT last_name text) returns record
language plpgsql immutable set search_path = '' as $$
declare
  whole text := regexp_replace(coalesce(private.metadata_text(metadata, 'full_name', 160), private.metadata_text(metadata, 'name', 160), ''), '\s+', ' ', 'g');
begin
  first_name := coalesce(private.metadata_text(metadata, 'first_name', 80), private.metadata_text(metadata, 'given_name', 80));
  last_name := coalesce(private.metadata_text(metadata, 'last_name', 80), private.metadata_text(metadata, 'family_name', 80));
  if first_name is null and whole <> '' then
    -- As the form splits a full name: on the first space.
    first_name := left(split_part(whole, ' ', 1), 80);
    last_name := coalesce(last_name, nullif(left(btrim(substr(whole, length(split_part(whole, ' ', 1)) + 1)), 80), ''));
  end if;
end $$;
comment on function private.names_from_metadata(jsonb) is
  'First and last name out of untrusted metadata: ours, those of OpenID Connect, or a full name in one piece.';

create function private.sign_up_error(metadata jsonb) returns text
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
comment on function private.sign_up_error(jsonb) is 'What the sign-up form refuses (spec 1 section 5), or null.';

-- Sign-in rules -------------------------------------------------------------------------------------------------------

create function public.custom_access_token(event jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.profiles p where p.id = (event ->> 'user_id')::uuid and not p.is_active)
      then jsonb_build_object('error', jsonb_build_object('http_code', 403,
        'message', 'Your account is deactivated. ' || private.deactivation_message((event ->> 'user_id')::uuid)))
    else jsonb_build_object('claims', event -> 'claims') end
$$;
comment on function public.custom_access_token(jsonb) is
  'Auth hook: nobody gets a token for a deactivated account.';

create function public.own_account_type() returns text
language sql stable security definer set search_path = '' as $$
  select p.account_type from public.profiles p
  where p.id = coalesce((select auth.uid()), (auth.jwt() ->> 'first_step')::uuid)
$$;
comment on function public.own_account_type() is
  'The caller''s account type, also before the second step: a login compares it with the chosen tab first. Null for visitors.';

create function private.deactivation_message(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(' ',
    (select 'Reason: ' || rtrim(a.reason, '. ') || '.' from (
      select l.reason from public.audit_log l
      where l.target_table = 'profiles' and l.target_id = person::text and l.action = 'switch is_active'
        and l.after = '{"is_active": false}'
      order by l.created_at desc, l.id desc limit 1) a),
    case when coalesce(s.value #>> '{}', '') = '' then 'To object, write to the contact address at the foot of this site.'
      else 'To object, write to ' || (s.value #>> '{}') || '.' end)
  from (select 1) as one left join public.site_settings s on s.key = 'contact_email'
$$;
comment on function private.deactivation_message(uuid) is
  'Why an account was deactivated, and how its owner can object.';

create function public.reset_needs_second_step(p_token_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.one_time_tokens t
    join auth.mfa_factors f on f.user_id = t.user_id and f.status = 'verified'
    where t.token_type = 'recovery_token'
      -- The service of a hosted project stores the link's text, our own its digest.
      and t.token_hash in (p_token_hash, encode(sha256(convert_to(p_token_hash, 'UTF8')), 'hex')))
$$;
comment on function public.reset_needs_second_step(text) is
  'Whether the account of a reset link has two-step verification; false for an unknown link. Spends nothing.';

create function public.must_choose_password() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users u
    where u.id = (select auth.uid()) and u.email_confirmed_at is not null and coalesce(u.encrypted_password, '') = ''
      and not exists (select from auth.identities i where i.user_id = u.id and i.provider <> 'email'))
$$;
comment on function public.must_choose_password() is
  'Whether the caller logs in by email and has no password: several were chosen before the address was confirmed, so the service dropped them all (P-32).';

-- Sign-up with an identity provider -----------------------------------------------------------------------------------

create table private.unfinished_sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.unfinished_sign_ups is
  'Accounts from identity providers whose owners have not filled in the sign-up form yet.';

create function public.sign_up_unfinished() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_session_valid() and exists (
    select from private.unfinished_sign_ups where user_id = (select auth.uid()))
$$;
comment on function public.sign_up_unfinished() is
  'Whether the caller came from an identity provider and has not finished the sign-up.';

create function public.finish_sign_up(details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  type text := case when details ->> 'account_type' = 'provider' then 'provider' else 'client' end;
  problem text;
begin
  perform private.require_active_account();
  problem := private.sign_up_error(details);
  perform private.refuse_if(problem is not null, 'PT400', problem, 'Please correct this and try again.');
  perform private.refuse_if(type = 'provider' and exists (select from public.jobs where user_id = me),
    'PT409', 'You have posted jobs with this account, so it must stay a seeker account. Please choose Seeker, or sign up with another email.');
  -- Once: of two calls at a time the second finds nothing.
  delete from private.unfinished_sign_ups where user_id = me;
  perform private.refuse_if(not found, 'PT409', 'Your sign-up is already complete. Please reload the page to continue.');
  update public.profiles set
    account_type = type,
    first_name = private.metadata_text(details, 'first_name', 80),
    last_name = coalesce(private.metadata_text(details, 'last_name', 80), ''),
    location = private.metadata_text(details, 'location', 120),
    phone_number = private.metadata_text(details, 'phone_number', 40),
    business_name = case when type = 'provider' then private.metadata_text(details, 'business_name', 120) end,
    categories = private.metadata_texts(details, 'categories')
  where id = me and account_type = 'client';
  perform private.refuse_if(not found, 'PT409', 'Your sign-up is already complete. Please reload the page to continue.');
end $$;
comment on function public.finish_sign_up(jsonb) is
  'Saves the sign-up form after the first sign-in with an identity provider: once, by the owner, with the rules of sign-up. The only place where an owner chooses the account type.';
