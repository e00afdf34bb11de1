-- Accounts: who somebody is. Names that are public live in views of their own (see directory).

-- Nothing is reachable unless a later line says so.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

create schema private;
comment on schema private is 'Rules and rows that no caller may reach; policies call its functions.';
grant usage on schema private to anon, authenticated, service_role;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Trigger: the server, not the caller, says when a row changed.';

create function private.valid_file_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(address) <= 600 and address ~* '^(https?:/|/storage/v1/object/public)/[^\s<>"]+$'
$$;
comment on function private.valid_file_address(text) is 'A web address, or the path of a public file of ours, which stays right when the site moves.';
grant execute on function private.valid_file_address(text) to anon, authenticated, service_role;

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
comment on function private.valid_social_links(jsonb) is 'At most 12 named web addresses, each http(s) or empty: never a script address.';
grant execute on function private.valid_social_links(jsonb) to anon, authenticated, service_role;

create function private.valid_skills(skills jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(skills) = 'array' and jsonb_array_length(skills) <= 60
    and not exists (
      select from jsonb_array_elements(skills) as skill
      where jsonb_typeof(skill) <> 'object'
         or jsonb_typeof(skill -> 'name') is distinct from 'string'
         or btrim(skill ->> 'name') = '' or char_length(skill ->> 'name') > 80
         or char_length(coalesce(skill ->> 'category', '')) > 120)
    and (select count(*) = count(distinct lower(btrim(skill ->> 'name')))
         from jsonb_array_elements(skills) as skill)
$$;
comment on function private.valid_skills(jsonb) is 'A list of {name, category}: trimmed, non-empty, no name twice (spec 1 section 5).';
grant execute on function private.valid_skills(jsonb) to anon, authenticated, service_role;

create function private.valid_work_samples(samples jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(samples) = 'array' and jsonb_array_length(samples) <= 40
    and not exists (
      select from jsonb_array_elements(samples) as sample
      where jsonb_typeof(sample) <> 'object'
         or coalesce(sample ->> 'id', '') = ''
         or (jsonb_typeof(sample -> 'media') is distinct from 'array' and sample ->> 'imageUrl' is null)
         or not coalesce(private.valid_file_address(sample ->> 'imageUrl'), true)
         or exists (
           select from jsonb_array_elements(
             case when jsonb_typeof(sample -> 'media') = 'array' then sample -> 'media' else '[]' end) as item
           where jsonb_typeof(item) <> 'object'
              or not coalesce(private.valid_file_address(item ->> 'url'), false)
              or coalesce(item ->> 'type', '') not in ('image', 'video')))
    and octet_length(samples::text) <= 100000
$$;
comment on function private.valid_work_samples(jsonb) is 'A list of {id, media: [{id, url, type, filename}]}; an older item may carry imageUrl instead.';
grant execute on function private.valid_work_samples(jsonb) to anon, authenticated, service_role;

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
  categories text[] not null default '{}' check (cardinality(categories) <= 40),
  skills jsonb not null default '[]' check (private.valid_skills(skills)),
  work_samples jsonb not null default '[]' check (private.valid_work_samples(work_samples)),
  social_links jsonb not null default '{}' check (private.valid_social_links(social_links)),
  profile_image_url text check (private.valid_file_address(profile_image_url)),
  is_active boolean not null default true,
  is_visible boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is 'One row an account (spec 1 section 3). A row is read by its owner and by admins only; what is public is in public_providers.';
comment on column public.profiles.email is 'Copied from authentication; changes there, never here.';
comment on column public.profiles.categories is 'Selections: ''Main'', ''Main > Sub'' or ''Other: text'' (decision 26).';
comment on column public.profiles.show_phone is 'The provider chose to show the phone number in public (decision 8).';
create index profiles_by_type on public.profiles (account_type, created_at desc, id);
create index profiles_newest on public.profiles (created_at desc, id);

create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles
    where id = (select auth.uid()) and account_type = 'admin' and is_active)
$$;
comment on function private.is_admin() is 'Whether the caller is an active admin.';

create function private.can_act() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.id = (select auth.uid()) and p.is_active
      and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null)
$$;
comment on function private.can_act() is 'Whether the caller is active and confirmed: others read, but do not post, reveal, review or buy (decision 5).';

create function private.has_type(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles
    where id = (select auth.uid()) and account_type = wanted and is_active)
$$;
comment on function private.has_type(text) is 'Whether the caller is active and of this account type.';

create function private.is_provider(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = person and account_type = 'provider')
$$;
comment on function private.is_provider(uuid) is 'Whether this account is a provider, whoever asks.';

grant execute on function private.is_admin(), private.can_act(), private.has_type(text), private.is_provider(uuid)
  to anon, authenticated, service_role;

alter table public.profiles enable row level security;
create policy "owners and admins read" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
create policy "owners change their own" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()) and is_active);

-- Account type, visibility, activity, address and dates are not for their owner to change (decision 1).
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (first_name, last_name, location, business_name, bio, phone_number, show_phone, categories,
  skills, work_samples, social_links, profile_image_url, updated_at) on public.profiles to authenticated;
grant all on public.profiles to service_role;

create function private.text_of(metadata jsonb, key text, longest int) returns text
language sql immutable set search_path = '' as $$
  select nullif(left(btrim(case when jsonb_typeof(metadata -> key) = 'string' then metadata ->> key end), longest), '')
$$;
comment on function private.text_of(jsonb, text, int) is 'A trimmed, shortened text out of untrusted metadata, or null.';

create function private.texts_of(metadata jsonb, key text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce((
    select array_agg(word order by place)
    from (select left(btrim(item #>> '{}'), 120) as word, min(place) as place
          from jsonb_array_elements(
            case when jsonb_typeof(metadata -> key) = 'array' then metadata -> key else '[]' end)
            with ordinality as listed (item, place)
          where jsonb_typeof(item) = 'string' and btrim(item #>> '{}') <> ''
          group by word order by place limit 40) as kept), '{}')
$$;
comment on function private.texts_of(jsonb, text) is 'At most 40 distinct trimmed texts out of untrusted metadata, in their order: the first category names a provider''s trade.';

create function public.before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(event -> 'user' -> 'user_metadata', '{}');
  problem text;
begin
  if coalesce(metadata ->> 'account_type', 'client') = 'provider' then
    problem := case
      when private.text_of(metadata, 'first_name', 80) is null then 'Full name is required'
      when private.text_of(metadata, 'location', 120) is null then 'Location is required'
      when private.text_of(metadata, 'phone_number', 40) is null then 'Phone number is required for providers'
      when regexp_replace(metadata ->> 'phone_number', '[-()\s]', '', 'g') !~ '^\+?\d{10,15}$' then 'Invalid phone number format'
      when private.text_of(metadata, 'business_name', 120) is null then 'Business name is required'
      when cardinality(private.texts_of(metadata, 'categories')) = 0 then 'At least one category is required for providers'
    end;
  elsif private.text_of(metadata, 'first_name', 80) is null then
    problem := 'Full name is required';
  end if;
  problem := coalesce(problem, 'Unknown category: ' || private.unknown_selection(private.texts_of(metadata, 'categories')));
  if problem is null then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', problem));
end $$;
comment on function public.before_user_created(jsonb) is 'Auth hook: refuses at sign-up what the form refuses (spec 1 section 5), when the form is skipped.';
revoke execute on function public.before_user_created(jsonb) from anon, authenticated, public;
do $$ begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant execute on function public.before_user_created(jsonb) to supabase_auth_admin;
    grant usage on schema public to supabase_auth_admin;
  end if;
end $$;

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
  type text := case when metadata ->> 'account_type' = 'provider' then 'provider' else 'client' end;
begin
  insert into public.profiles (id, email, account_type, first_name, last_name, location, phone_number,
    business_name, categories)
  values (new.id, new.email, type,
    coalesce(private.text_of(metadata, 'first_name', 80), ''),
    coalesce(private.text_of(metadata, 'last_name', 80), ''),
    private.text_of(metadata, 'location', 120),
    private.text_of(metadata, 'phone_number', 40),
    case when type = 'provider' then private.text_of(metadata, 'business_name', 120) end,
    private.texts_of(metadata, 'categories'));
  return new;
end $$;
comment on function private.create_profile() is 'Trigger: sign-up metadata makes the profile; its account type can only be client or provider (decision 1).';
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end $$;
comment on function private.follow_email() is 'Trigger: the profile shows the address that authentication confirmed.';
create trigger follow_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.follow_email();
