-- Businesses: names that were known before their owners came, and how an owner proves to be one.

-- Businesses ----------------------------------------------------------------------------------------------------------

create table public.businesses (
  id uuid primary key default gen_random_uuid(),
  business_name text not null check (business_name ~ '\S' and char_length(business_name) <= 120),
  plain_name text not null generated always as (private.fold(business_name)) stored,
  business_email text check (char_length(business_email) <= 200 and private.is_email_address(business_email)),
  search_words text collate "C" not null generated always as (' ' || private.fold(business_name || ' ' || coalesce(business_email, ''))) stored,
  owner_user_id uuid references public.profiles (id) on delete set null,
  claimed boolean not null default false,
  claim_date timestamptz,
  claim_link_sent_at timestamptz,
  created_at timestamptz not null default now(),
  check (claimed = (claim_date is not null))
);
comment on table public.businesses is
  'Known businesses. Their email addresses are never given to the public (P-09).';
comment on column public.businesses.plain_name is
  'The name as it is compared. Stored, because two letters are looked for in every row: folding 100,000 names takes most of a second.';
comment on column public.businesses.claim_link_sent_at is 'When an admin last sent it its claim link.';
comment on column public.businesses.search_words is 'What admins find it by, each word after a space; never granted, because it has the address.';
create index businesses_by_name on public.businesses using gin (plain_name extensions.gin_trgm_ops);
create index businesses_search on public.businesses using gin (search_words extensions.gin_trgm_ops);
create index businesses_newest on public.businesses (created_at desc, id);
create index businesses_of_owner on public.businesses (owner_user_id);
create index businesses_by_plain_name on public.businesses (plain_name);
create index businesses_sent_link on public.businesses (claim_link_sent_at) where claim_link_sent_at is not null;
grant select (id, business_name, claimed, created_at) on public.businesses to anon, authenticated;
grant insert (business_name, business_email) on public.businesses to authenticated;
grant update (business_name, business_email) on public.businesses to authenticated;
create policy "everyone reads names" on public.businesses for select to anon, authenticated using (true);
create policy "admins add" on public.businesses for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.businesses for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

-- Volatile, since they count: so they are called by POST alone.
create function public.search_businesses(query text) returns table (id uuid, business_name text)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enforce_rate_limit('search businesses', 150, 300, 'Too many searches. Please wait a few minutes.');
  return query
  select b.id, b.business_name from public.businesses b
  where char_length(private.fold(query)) >= 2
    and b.plain_name like private.contains_pattern(private.fold(left(query, 80)))
  order by b.business_name limit 5;
end $$;
comment on function public.search_businesses(text) is
  'For sign-up: at most 5 businesses by part of the name, from two characters on.';

create function public.is_business_email(business_id uuid, email text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enforce_rate_limit('business email', 60, 300, 'Too many tries. Please wait a few minutes.');
  return exists (
    select from public.businesses b
    where b.id = business_id and lower(b.business_email) = lower(btrim(email)));
end $$;
comment on function public.is_business_email(uuid,text) is
  'Whether this is that business''s own address: yes or no, and nothing else (P-09).';

create trigger log_admin_change after insert or update on public.businesses for each row execute function audit.log_admin_change('id');

create function private.check_new_business() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.business_name := btrim(new.business_name);
  new.business_email := nullif(btrim(new.business_email), '');
  if (select auth.uid()) is not null then
    perform pg_advisory_xact_lock(hashtext('check_new_business'), hashtext(private.fold(new.business_name)));
    perform private.refuse_if(exists (select from public.businesses b where b.plain_name = private.fold(new.business_name)
      and lower(coalesce(b.business_email, '')) = lower(coalesce(new.business_email, '')) and b.id <> new.id),
      'PT409', 'This business is already listed. Please search for it in the list.');
    if new.business_email is not null and new.business_email !~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$' then
      raise exception 'Invalid email address' using errcode = 'PT400', hint = 'Please check the address.';
    end if;
  end if;
  return new;
end $$;
comment on function private.check_new_business() is
  'Trigger: the same name under the same address is not listed twice, and an address is one that mail can be sent to.';

create trigger check_new_business before insert or update of business_name, business_email on public.businesses
  for each row execute function private.check_new_business();

-- Claims --------------------------------------------------------------------------------------------------------------

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
comment on table public.business_claims is
  'Claims that a business is one''s own, until the business''s own address or an admin confirms it (P-27).';
create index business_claims_of_claimant on public.business_claims (claimant_id);
create index business_claims_pending on public.business_claims (created_at) where status = 'pending';
create index business_claims_of_admin on public.business_claims (decided_by);
grant select on public.business_claims to authenticated;
grant insert (business_id, claimant_id) on public.business_claims to authenticated;
create policy "claimants and admins read" on public.business_claims for select to authenticated
  using (claimant_id = (select auth.uid()) or (select private.is_admin()));
create policy "confirmed users claim" on public.business_claims for insert to authenticated
  with check (claimant_id = (select auth.uid()) and (select private.require_active_account())
    and exists (select from public.businesses b where b.id = business_id and not b.claimed));
create policy "require valid session" on public.business_claims as restrictive for select to authenticated
  using ((select private.is_session_valid()));

create table private.claim_links (
  claim_id uuid primary key references public.business_claims (id) on delete cascade,
  key_hash bytea not null unique,
  address text not null check (char_length(address) <= 200),
  sent integer not null default 1,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table private.claim_links is
  'The link in the mail to a business''s own address, by which it confirms or refuses a claim: a hash, whom it went to, and until when it holds.';
comment on column private.claim_links.sent is
  'How often the claimant had it sent; each link is new and ends the one before.';
create index claim_links_by_date on private.claim_links (sent_at);

create function private.assign_business(business uuid, claimant uuid, decider uuid) returns void
language sql security definer set search_path = '' as $$
  update public.businesses set owner_user_id = claimant, claimed = true, claim_date = now() where id = business;
  update public.business_claims set
    status = case when claimant_id = claimant then 'approved' else 'refused' end, decided_at = now(), decided_by = decider
  where business_id = business and status = 'pending';
$$;
comment on function private.assign_business(uuid,uuid,uuid) is
  'Gives a business to a claimant, and refuses its other pending claims.';

create function private.create_business_claim(business uuid, claimant uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target public.businesses;
begin
  select * into target from public.businesses where id = business for update;
  perform private.refuse_if(target.id is null, 'PT404', 'This business is no longer listed. Please contact us if it is yours.');
  perform private.refuse_if(target.claimed,
    'PT409', 'This business has already been claimed. If it is yours, please contact us.');
  perform private.refuse_if(exists (select from public.business_claims where business_id = business and claimant_id = claimant and status = 'refused'),
    'PT409', 'Your claim to this business was refused. If it is yours, please contact us.');
  -- A claim that is there already counts for nothing.
  if not exists (select from public.business_claims where business_id = business and claimant_id = claimant) then
    insert into public.business_claims (business_id, claimant_id) values (business, claimant)
      on conflict (business_id, claimant_id) do nothing;
  end if;
  if exists (select from auth.users u where u.id = claimant and u.email_confirmed_at is not null
      and lower(u.email) = lower(btrim(target.business_email))) then
    perform private.assign_business(business, claimant, null);
    return 'approved';
  end if;
  return 'pending';
end $$;
comment on function private.create_business_claim(uuid,uuid) is
  'Makes a claim for an account: approved at once if its confirmed address is the business''s own, else pending.';

create function public.claim_business(business_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  return private.create_business_claim(claim_business.business_id, (select auth.uid()));
end $$;
comment on function public.claim_business(uuid) is
  'Claims a business for the caller, who must be confirmed: answers approved or pending.';

create function private.claim_on_confirmation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.create_business_claim((new.raw_user_meta_data ->> 'claim_business')::uuid, new.id);
  return null;
exception when others then
  -- The metadata are whatever was typed: a claim that cannot be made must not keep anybody from confirming.
  return null;
end $$;
comment on function private.claim_on_confirmation() is
  'Trigger: who signed up on /claim-business claims when they follow the mail.';

create trigger claim_on_confirmation after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null
    and new.raw_user_meta_data ->> 'claim_business' is not null)
  execute function private.claim_on_confirmation();

create function public.admin_decide_claim(claim_id uuid, approve boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  perform private.require_admin();
  perform private.refuse_if(approve is null, 'PT400', 'Please choose whether to approve or refuse the claim.');
  select * into claim from public.business_claims c where c.id = claim_id;
  -- The business first, as private.create_business_claim() does, so that two of them wait for each other and not in a ring.
  perform from public.businesses b where b.id = claim.business_id for update;
  select * into claim from public.business_claims c where c.id = claim_id for update;
  perform private.refuse_if(claim.id is null, 'PT404', 'This claim no longer exists. Please reload the page.');
  perform private.refuse_if(claim.status <> 'pending',
    'PT409', 'This claim has already been decided. Please reload the page to see the decision.');
  if approve then
    perform private.assign_business(claim.business_id, claim.claimant_id, (select auth.uid()));
  else
    update public.business_claims c set status = 'refused', decided_at = now(), decided_by = (select auth.uid())
      where c.id = claim_id;
  end if;
  perform audit.record(case when approve then 'approve claim' else 'refuse claim' end, 'business_claims', claim_id::text,
    to_jsonb(claim), (select to_jsonb(c) from public.business_claims c where c.id = claim_id));
end $$;
comment on function public.admin_decide_claim(uuid,boolean) is
  'An admin gives a business to a claimant, or refuses (P-27).';

create function notify.request_claim_confirmation(claim public.business_claims) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
  own_address text;
  earlier private.claim_links;
  key text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  -- One at a time: two at once could both stay within the limits and together exceed them.
  perform pg_advisory_xact_lock(hashtext('request_claim_confirmation'));
  select * into business from public.businesses b where b.id = claim.business_id;
  own_address := nullif(btrim(business.business_email), '');
  select * into earlier from private.claim_links l where l.claim_id = claim.id;
  if claim.status <> 'pending' or business.claimed or own_address is null
     -- At most: a claim three mails, one a day; a claimant five businesses a day; a mailbox three mails a day.
     or earlier.sent >= 3 or earlier.sent_at > now() - interval '1 day'
     or (select count(*) from private.claim_links l join public.business_claims c on c.id = l.claim_id
         where c.claimant_id = claim.claimant_id and l.sent_at > now() - interval '1 day') >= 5
     or (select count(*) from private.claim_links l
         where private.mailbox_key(l.address) = private.mailbox_key(own_address) and l.sent_at > now() - interval '1 day') >= 3 then
    return false;
  end if;
  insert into private.claim_links as l (claim_id, key_hash, address, expires_at)
  values (claim.id, sha256(convert_to(key, 'UTF8')), own_address, now() + interval '14 days')
  on conflict (claim_id) do update set key_hash = excluded.key_hash, address = excluded.address,
    sent = l.sent + 1, sent_at = now(), expires_at = excluded.expires_at;
  perform notify.address(own_address, 'claim_question', jsonb_build_object('business', business.business_name,
    'business_id', business.id, 'claimant', private.full_name(claim.claimant_id), 'link_key', key),
    'claim_question:' || claim.id || ':' || coalesce(earlier.sent, 0));
  return true;
end $$;
comment on function notify.request_claim_confirmation(public.business_claims) is
  'Asks a business by its own address whether a claim is right, within limits. False where nothing was sent.';

create function notify.claim_created() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  -- Read at the commit: a claim approved in the same transaction needs no confirmation.
  select * into claim from public.business_claims c where c.id = new.id;
  if claim.status = 'pending' then
    perform notify.request_claim_confirmation(claim);
    -- The rest of a day's claims, which can only be of many accounts, are on the screen.
    if private.increment_rate_limit('emails about claims', 'admins', 20, 86400) = 0 then
      perform notify.admins('claim_waiting', jsonb_build_object('claimant', private.full_name(claim.claimant_id),
        'business', (select b.business_name from public.businesses b where b.id = claim.business_id)), 'claim_waiting:' || claim.id);
    end if;
  end if;
  return null;
end $$;
comment on function notify.claim_created() is
  'Trigger: emails the business''s own address and, about 20 a day, the admins about a pending claim, however it was made.';

create constraint trigger notify_claim_created after insert on public.business_claims
  deferrable initially deferred for each row execute function notify.claim_created();

create function public.notify_claim(business_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  perform private.require_active_account();
  select * into claim from public.business_claims c
    where c.business_id = notify_claim.business_id and c.claimant_id = (select auth.uid());
  perform private.refuse_if(claim.id is null,
    'PT404', 'You have not claimed this business. Please open the claim link in our email.');
  perform notify.request_claim_confirmation(claim);
  return exists (select from private.claim_links l where l.claim_id = claim.id and l.expires_at > now());
end $$;
comment on function public.notify_claim(uuid) is
  'For claim-notify, as the claimant: emails the business''s own address if that was not done today. True if a link is open; the address is never returned.';

create function public.claim_by_link(link_key text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('business', b.business_name, 'claimant', private.full_name(p.id))
  from private.claim_links l join public.business_claims c on c.id = l.claim_id
  join public.businesses b on b.id = c.business_id join public.profiles p on p.id = c.claimant_id and p.is_active
  where l.key_hash = sha256(convert_to(left(link_key, 100), 'UTF8')) and l.expires_at > now()
    and c.status = 'pending' and not b.claimed and lower(btrim(b.business_email)) = lower(l.address)
$$;
comment on function public.claim_by_link(text) is
  'The question of a mail''s link; null if it is answered or expired. Reading it does not use the link, because mail scanners open links.';

create function public.answer_claim(link_key text, confirm boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  id_of_claim uuid;
  claim public.business_claims;
begin
  select l.claim_id into id_of_claim from private.claim_links l where l.key_hash = sha256(convert_to(left(link_key, 100), 'UTF8'));
  -- The business first, as private.create_business_claim() does, so that two of them wait for each other and not in a ring.
  perform from public.businesses b where b.id = (select c.business_id from public.business_claims c where c.id = id_of_claim) for update;
  select * into claim from public.business_claims c where c.id = id_of_claim for update;
  perform private.refuse_if(confirm is null or claim.id is null or public.claim_by_link(link_key) is null,
    'PT404', 'This link has been used or has expired. Please contact us if you need help.');
  if confirm then
    perform private.assign_business(claim.business_id, claim.claimant_id, null);
  else
    update public.business_claims c set status = 'refused', decided_at = now() where c.id = claim.id;
  end if;
  perform audit.record(case when confirm then 'approve claim' else 'refuse claim' end, 'business_claims', claim.id::text,
    to_jsonb(claim), (select to_jsonb(c) from public.business_claims c where c.id = claim.id), 'Answered by the business''s own address');
  return case when confirm then 'approved' else 'refused' end;
end $$;
comment on function public.answer_claim(text,boolean) is
  'Whoever reads the business''s own mail confirms or refuses a claim, once.';

create function notify.claim_decided() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
  facts jsonb;
begin
  select * into business from public.businesses b where b.id = new.business_id;
  facts := jsonb_build_object('business', business.business_name, 'claimant', private.full_name(new.claimant_id),
    'approved', new.status = 'approved', 'by_admin', new.decided_by is not null);
  perform notify.account(new.claimant_id, case new.status when 'approved' then 'claim_approved' else 'claim_refused' end,
    facts, 'claim_decided:' || new.id);
  perform notify.admins('claim_decided', facts, 'claim_decided:' || new.id, new.decided_by);
  -- The business is notified of an admin's approval, but not of its own.
  if new.status = 'approved' and new.decided_by is not null and nullif(btrim(business.business_email), '') is not null
     and not exists (select from auth.users u where u.id = new.claimant_id and lower(u.email) = lower(btrim(business.business_email))) then
    perform notify.address(btrim(business.business_email), 'claim_settled', facts, 'claim_settled:' || new.id);
  end if;
  delete from private.claim_links l where l.claim_id = new.id;
  return null;
end $$;
comment on function notify.claim_decided() is
  'Trigger: emails the decision to the claimant, the admins and the business.';

create trigger notify_claim_decided after update of status on public.business_claims
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function notify.claim_decided();

create function public.admin_send_claim_link(business_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
  sent bigint;
  here bigint;
begin
  perform private.require_admin();
  select * into business from public.businesses b where b.id = admin_send_claim_link.business_id for update;
  perform private.refuse_if(business.id is null, 'PT404', 'This business is no longer listed. Please reload the page.');
  perform private.refuse_if(business.claimed,
    'PT409', 'This business has already been claimed. Please reload the page to see its owner.');
  perform private.refuse_if(nullif(btrim(business.business_email), '') is null,
    'PT409', 'This business has no email address. Please add one before you send a claim link.');
  if business.claim_link_sent_at > now() - interval '1 day' then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('admin_send_claim_link'));
  select count(*), count(*) filter (where lower(btrim(b.business_email)) = lower(btrim(business.business_email))) into sent, here
  from public.businesses b where b.claim_link_sent_at > now() - interval '1 day';
  perform private.refuse_if(sent >= 200 or here >= 3,
    'PT429', 'You have reached the daily limit: 200 claim links, and 3 to one address. Please send the rest tomorrow.');
  update public.businesses b set claim_link_sent_at = now() where b.id = business.id;
  perform notify.address(btrim(business.business_email), 'claim_invitation',
    jsonb_build_object('business', business.business_name, 'business_id', business.id),
    'claim_invitation:' || business.id || ':' || extract(epoch from now()));
  perform audit.record('send claim link', 'businesses', business.id::text, null, null);
  return true;
end $$;
comment on function public.admin_send_claim_link(uuid) is
  'Sends a business its claim link, once in 24 hours however often it is pressed: false when it was sent already.';

-- Administration ------------------------------------------------------------------------------------------------------

create function public.get_admin_businesses(
  search text default null, page_size integer default 20, page_offset integer default 0, state text default null
) returns table (id uuid, business_name text, business_email text, claimed boolean, claim_date timestamptz, owner_name text, created_at timestamptz, link_sent_at timestamptz, total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := private.search_pattern(search);
  waits constant text := 'exists (select from public.business_claims c where c.business_id = b.id and c.status = ''pending'')';
  found text := ' from public.businesses b where true' || case when pattern is null then '' else ' and b.search_words like $1' end
    || coalesce(case state when 'claimed' then ' and b.claimed' when 'waiting' then ' and not b.claimed and ' || waits
      when 'unclaimed' then ' and not b.claimed and not ' || waits end, '');
  total bigint;
begin
  perform private.require_admin();
  perform private.refuse_if(state not in ('claimed', 'waiting', 'unclaimed'),
    '22023', 'Please choose a state: claimed, waiting or unclaimed.');
  execute 'select count(*)' || found into total using pattern;
  return query execute
    'select b.id, b.business_name, b.business_email, b.claimed, b.claim_date,
       nullif(btrim(p.first_name || '' '' || p.last_name), ''''), b.created_at, b.claim_link_sent_at, $4
     from (select b.id' || found || ' order by b.created_at desc, b.id limit $2 offset $3) as page
     join public.businesses b using (id)
     left join public.profiles p on p.id = b.owner_user_id
     order by b.created_at desc, b.id'
    using pattern, least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 10000000), total;
end $$;
comment on function public.get_admin_businesses(text,integer,integer,text) is
  'A page of businesses for admins, newest first, with addresses, owners and when the claim link was sent, each row with the total. A state (claimed, waiting for a decision about a claim, unclaimed) leaves out the others.';

create function public.get_admin_claims() returns table (id uuid, created_at timestamptz, business_id uuid, business_name text, business_email text, business_asked_at timestamptz, link_expires_at timestamptz, asked_current_address boolean, claimant_name text, claimant_email text, claimant_type text, claimant_business text, claimant_joined timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select c.id, c.created_at, b.id, b.business_name, b.business_email, l.sent_at, l.expires_at,
    coalesce(lower(l.address) = lower(btrim(b.business_email)), false),
    btrim(p.first_name || ' ' || p.last_name), p.email, p.account_type, nullif(btrim(p.business_name), ''), p.created_at
  from public.business_claims c join public.businesses b on b.id = c.business_id
  join public.profiles p on p.id = c.claimant_id
  left join private.claim_links l on l.claim_id = c.id
  where c.status = 'pending' order by c.created_at, c.id limit 20;
end $$;
comment on function public.get_admin_claims() is
  'The oldest claims that wait for an admin, with what there is to compare: both email addresses, the claimant''s account, when the business was asked, and whether that link still works: until when, and whether it went to the address that the business has now.';
