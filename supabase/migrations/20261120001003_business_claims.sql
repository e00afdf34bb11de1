-- Claims that prove themselves (decision 27), and the businesses screen.

create function private.grant_business(business uuid, claimant uuid, decider uuid) returns void
language sql security definer set search_path = '' as $$
  update public.businesses set owner_user_id = claimant, claimed = true, claim_date = now() where id = business;
  update public.business_claims set
    status = case when claimant_id = claimant then 'approved' else 'refused' end, decided_at = now(), decided_by = decider
  where business_id = business and status = 'pending';
$$;
comment on function private.grant_business(uuid, uuid, uuid) is 'Gives a business to a claimant; whoever else waits for it is refused.';

create function private.claim(business uuid, claimant uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target public.businesses;
begin
  select * into target from public.businesses where id = business for update;
  if target.id is null then
    raise exception 'This business does not exist.' using errcode = 'PT404';
  end if;
  if target.claimed then
    raise exception 'This business has already been claimed.' using errcode = 'PT409';
  end if;
  if exists (select from public.business_claims where business_id = business and claimant_id = claimant and status = 'refused') then
    raise exception 'Your claim to this business was refused.' using errcode = 'PT409';
  end if;
  insert into public.business_claims (business_id, claimant_id) values (business, claimant)
    on conflict (business_id, claimant_id) do nothing;
  if exists (select from auth.users u where u.id = claimant and u.email_confirmed_at is not null
      and lower(u.email) = lower(btrim(target.business_email))) then
    perform private.grant_business(business, claimant, null);
    return 'approved';
  end if;
  return 'pending';
end $$;
comment on function private.claim(uuid, uuid) is
  'Claims for somebody: approved at once when their confirmed address is the business''s own, else waiting for an admin.';

create function public.claim_business(business_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_act() then
    raise exception 'Please verify your email to continue.' using errcode = '42501';
  end if;
  return private.claim(claim_business.business_id, (select auth.uid()));
end $$;
comment on function public.claim_business(uuid) is 'Claims a business for the caller, who must be confirmed: answers approved or pending.';
revoke execute on function public.claim_business(uuid) from public, anon;
grant execute on function public.claim_business(uuid) to authenticated, service_role;

create function private.claim_when_confirmed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.claim((new.raw_user_meta_data ->> 'claim_business')::uuid, new.id);
  return null;
exception when others then
  -- The metadata are whatever was typed: a claim that cannot be made must not keep anybody from confirming.
  return null;
end $$;
comment on function private.claim_when_confirmed() is 'Trigger: who signed up on /claim-business claims when they follow the mail.';
create trigger claim_when_confirmed after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null
    and new.raw_user_meta_data ->> 'claim_business' is not null)
  execute function private.claim_when_confirmed();

create function public.get_admin_businesses(
  search text default null, page_size integer default 20, page_offset integer default 0
) returns table (id uuid, business_name text, business_email text, claimed boolean, claim_date timestamptz,
  owner_name text, created_at timestamptz, total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := nullif(btrim(left(search, 120)), '');
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  perform private.require_admin();
  return query
    with matching as materialized (
      select b.id, b.created_at from public.businesses b
      where words is null or b.business_name ilike pattern or b.business_email ilike pattern)
    select b.id, b.business_name, b.business_email, b.claimed, b.claim_date,
      nullif(btrim(p.first_name || ' ' || p.last_name), ''), b.created_at, (select count(*) from matching)
    from (select m.id from matching m order by m.created_at desc, m.id
      limit least(greatest(page_size, 1), 100) offset least(greatest(page_offset, 0), 1000000)) as page
    join public.businesses b on b.id = page.id
    left join public.profiles p on p.id = b.owner_user_id
    order by b.created_at desc, b.id;
end $$;
comment on function public.get_admin_businesses(text, integer, integer) is
  'A page of businesses for admins, newest first, with addresses and owners, each row with the total.';
revoke execute on function public.get_admin_businesses(text, integer, integer) from public, anon;
grant execute on function public.get_admin_businesses(text, integer, integer) to authenticated, service_role;

create function public.admin_decide_claim(claim_id uuid, approve boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  perform private.require_admin();
  if approve is null then
    raise exception 'A claim is approved or refused' using errcode = 'PT400';
  end if;
  select * into claim from public.business_claims c where c.id = claim_id;
  -- The business first, as private.claim() does, so that two of them wait for each other and not in a ring.
  perform from public.businesses b where b.id = claim.business_id for update;
  select * into claim from public.business_claims c where c.id = claim_id for update;
  if claim.id is null then
    raise exception 'This claim does not exist.' using errcode = 'PT404';
  end if;
  if claim.status <> 'pending' then
    raise exception 'This claim has been decided already.' using errcode = 'PT409';
  end if;
  if approve then
    perform private.grant_business(claim.business_id, claim.claimant_id, (select auth.uid()));
  else
    update public.business_claims c set status = 'refused', decided_at = now(), decided_by = (select auth.uid())
      where c.id = claim_id;
  end if;
  perform private.record(case when approve then 'approve claim' else 'refuse claim' end, 'business_claims', claim_id::text,
    to_jsonb(claim), (select to_jsonb(c) from public.business_claims c where c.id = claim_id));
end $$;
comment on function public.admin_decide_claim(uuid, boolean) is 'An admin gives a business to a claimant, or refuses (decision 27).';
revoke execute on function public.admin_decide_claim(uuid, boolean) from public, anon;
grant execute on function public.admin_decide_claim(uuid, boolean) to authenticated, service_role;
