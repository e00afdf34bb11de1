-- Businesses that may be claimed by the people who run them.

create table public.businesses (
  id uuid primary key default gen_random_uuid(),
  business_name text not null check (btrim(business_name) <> '' and char_length(business_name) <= 120),
  business_email text check (char_length(business_email) <= 200),
  owner_user_id uuid references public.profiles (id) on delete set null,
  claimed boolean not null default false,
  claim_date timestamptz,
  created_at timestamptz not null default now(),
  check (claimed = (claim_date is not null))
);
comment on table public.businesses is 'Known businesses. Their e-mail addresses are never answered to the public (decision 9).';
create index businesses_by_name on public.businesses using gin (business_name extensions.gin_trgm_ops);
create index businesses_newest on public.businesses (created_at desc, id);
create index businesses_of_owner on public.businesses (owner_user_id);
alter table public.businesses enable row level security;
create policy "everybody reads names" on public.businesses for select to anon, authenticated using (true);
create policy "admins add" on public.businesses for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.businesses for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
revoke all on public.businesses from anon, authenticated;
grant select (id, business_name, claimed, created_at) on public.businesses to anon, authenticated;
grant insert (business_name, business_email), update (business_name, business_email) on public.businesses to authenticated;
grant all on public.businesses to service_role;

create function public.search_businesses(query text)
returns table (id uuid, business_name text)
language sql stable security definer set search_path = '' as $$
  select b.id, b.business_name from public.businesses b
  where char_length(btrim(query)) >= 2
    and b.business_name ilike '%' || replace(replace(replace(btrim(left(query, 80)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  order by b.business_name limit 5
$$;
comment on function public.search_businesses(text) is 'For sign-up: at most 5 businesses by part of the name, from two characters on.';
revoke execute on function public.search_businesses(text) from public;
grant execute on function public.search_businesses(text) to anon, authenticated, service_role;

create function public.is_business_email(business_id uuid, email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.businesses b
    where b.id = business_id and lower(b.business_email) = lower(btrim(email)))
$$;
comment on function public.is_business_email(uuid, text) is 'Whether this is that business''s own address: yes or no, and nothing else (decision 9).';
revoke execute on function public.is_business_email(uuid, text) from public;
grant execute on function public.is_business_email(uuid, text) to anon, authenticated, service_role;

create table public.business_claims (
  id uuid primary key default gen_random_uuid(),
  business_id uuid not null references public.businesses (id) on delete cascade,
  claimant_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references public.profiles (id) on delete set null,
  unique (business_id, claimant_id),
  check ((status = 'pending') = (decided_at is null))
);
comment on table public.business_claims is 'Who says that a business is theirs, until the business''s own address or an admin confirms it (decision 27).';
create index business_claims_of_claimant on public.business_claims (claimant_id);
create index business_claims_pending on public.business_claims (created_at) where status = 'pending';
create index business_claims_of_admin on public.business_claims (decided_by);
alter table public.business_claims enable row level security;
create policy "claimants and admins read" on public.business_claims for select to authenticated
  using (claimant_id = (select auth.uid()) or (select private.is_admin()));
create policy "confirmed people claim" on public.business_claims for insert to authenticated
  with check (claimant_id = (select auth.uid()) and (select private.can_act())
    and exists (select from public.businesses b where b.id = business_id and not b.claimed));
revoke all on public.business_claims from anon, authenticated;
grant select, insert (business_id, claimant_id) on public.business_claims to authenticated;
grant all on public.business_claims to service_role;
