-- Who hears of a claim (decision 27): the business's own address, which can confirm it; the admins; the
-- claimant. And the invitation that an admin sends to a business. Nobody is shown another's address.

insert into private.notice_kinds (kind, topic) values
  ('claim_invitation', 'account'), ('claim_question', 'account'), ('claim_settled', 'account'),
  ('claim_approved', 'account'), ('claim_refused', 'account'), ('claim_waiting', 'email'), ('claim_decided', 'email');

-- A claim that waits: its business is asked by its own address -------------------------------------

create table private.claim_links (
  claim_id uuid primary key references public.business_claims (id) on delete cascade,
  key_hash bytea not null unique,
  address text not null check (char_length(address) <= 200),
  sent integer not null default 1,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table private.claim_links is 'The link in the mail to a business''s own address, by which it confirms or refuses a claim: a hash, whom it went to, and until when it holds.';
comment on column private.claim_links.sent is 'How often the claimant had it sent; each link is new and ends the one before.';
create index claim_links_by_address on private.claim_links (lower(address), sent_at);
alter table private.claim_links enable row level security;

create function private.name_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Somebody') from public.profiles p where p.id = person
$$;
comment on function private.name_of(uuid) is 'What a person is called in mails to others.';

create function private.tell_admins(p_kind text, p_data jsonb, p_key text, but_not uuid default null) returns void
language sql security definer set search_path = '' as $$
  select private.notify(p.id, p_kind, p_data, p_key || ':' || p.id)
  from public.profiles p where p.account_type = 'admin' and p.is_active and p.id is distinct from but_not
  order by p.created_at limit 50
$$;
comment on function private.tell_admins(text, jsonb, text, uuid) is 'Tells every active admin, or all but the one whose doing it is, once a key.';

create function private.ask_business(claim public.business_claims) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
  own_address text;
  earlier private.claim_links;
  key text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  -- One after the other, or two at once would both find a free place.
  perform pg_advisory_xact_lock(hashtext('ask_business'));
  select * into business from public.businesses b where b.id = claim.business_id;
  own_address := nullif(btrim(business.business_email), '');
  select * into earlier from private.claim_links l where l.claim_id = claim.id;
  if claim.status <> 'pending' or business.claimed or own_address is null
     -- Three mails a claim, one a day; five businesses a day for one claimant; three mails a day to one address.
     or earlier.sent >= 3 or earlier.sent_at > now() - interval '1 day'
     or (select count(*) from private.claim_links l join public.business_claims c on c.id = l.claim_id
         where c.claimant_id = claim.claimant_id and l.sent_at > now() - interval '1 day') >= 5
     or (select count(*) from private.claim_links l
         where lower(l.address) = lower(own_address) and l.sent_at > now() - interval '1 day') >= 3 then
    return false;
  end if;
  insert into private.claim_links as l (claim_id, key_hash, address, expires_at)
  values (claim.id, sha256(convert_to(key, 'UTF8')), own_address, now() + interval '14 days')
  on conflict (claim_id) do update set key_hash = excluded.key_hash, address = excluded.address,
    sent = l.sent + 1, sent_at = now(), expires_at = excluded.expires_at;
  perform private.notify_address(own_address, 'claim_question', jsonb_build_object('business', business.business_name,
    'business_id', business.id, 'claimant', private.name_of(claim.claimant_id), 'link_key', key),
    'claim_question:' || claim.id || ':' || coalesce(earlier.sent, 0));
  return true;
end $$;
comment on function private.ask_business(public.business_claims) is 'Asks a business by its own address whether a claim is right, within limits. False where nothing was sent.';

create function private.claim_made() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  -- As it stands at the commit: what was approved in the same breath is asked of nobody.
  select * into claim from public.business_claims c where c.id = new.id;
  if claim.status = 'pending' then
    perform private.ask_business(claim);
    perform private.tell_admins('claim_waiting', jsonb_build_object('claimant', private.name_of(claim.claimant_id),
      'business', (select b.business_name from public.businesses b where b.id = claim.business_id)), 'claim_waiting:' || claim.id);
  end if;
  return null;
end $$;
comment on function private.claim_made() is 'Trigger: the business''s own address and the admins hear of a claim that waits, whichever way it was made.';
create constraint trigger claim_made after insert on public.business_claims
  deferrable initially deferred for each row execute function private.claim_made();

create function public.notify_claim(business_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  if not private.can_act() then
    raise exception 'Please verify your email to continue.' using errcode = '42501';
  end if;
  select * into claim from public.business_claims c
    where c.business_id = notify_claim.business_id and c.claimant_id = (select auth.uid());
  if claim.id is null then
    raise exception 'You have not claimed this business.' using errcode = 'PT404';
  end if;
  perform private.ask_business(claim);
  return exists (select from private.claim_links l where l.claim_id = claim.id and l.expires_at > now());
end $$;
comment on function public.notify_claim(uuid) is
  'For claim-notify, as the claimant: asks the business by its own address if that was not done today. Whether it has been asked; its address is not told.';
revoke execute on function public.notify_claim(uuid) from public, anon;
grant execute on function public.notify_claim(uuid) to authenticated, service_role;

-- The business answers ------------------------------------------------------------------------------

create function public.claim_by_link(link_key text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('business', b.business_name, 'claimant', private.name_of(p.id))
  from private.claim_links l join public.business_claims c on c.id = l.claim_id
  join public.businesses b on b.id = c.business_id join public.profiles p on p.id = c.claimant_id and p.is_active
  where l.key_hash = sha256(convert_to(left(link_key, 100), 'UTF8')) and l.expires_at > now()
    and c.status = 'pending' and not b.claimed and lower(btrim(b.business_email)) = lower(l.address)
$$;
comment on function public.claim_by_link(text) is 'What the link of the mail asks; null when it asks nothing any more. Looking uses nothing up: mail scanners do.';

create function public.answer_claim(link_key text, confirm boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  asked uuid;
  claim public.business_claims;
begin
  select l.claim_id into asked from private.claim_links l where l.key_hash = sha256(convert_to(left(link_key, 100), 'UTF8'));
  -- The business first, as private.claim() does, so that two of them wait for each other and not in a ring.
  perform from public.businesses b where b.id = (select c.business_id from public.business_claims c where c.id = asked) for update;
  select * into claim from public.business_claims c where c.id = asked for update;
  if confirm is null or claim.id is null or public.claim_by_link(link_key) is null then
    raise exception 'This link has been used or is no longer valid.' using errcode = 'PT404';
  end if;
  if confirm then
    perform private.grant_business(claim.business_id, claim.claimant_id, null);
  else
    update public.business_claims c set status = 'refused', decided_at = now() where c.id = claim.id;
  end if;
  perform private.record(case when confirm then 'approve claim' else 'refuse claim' end, 'business_claims', claim.id::text,
    to_jsonb(claim), (select to_jsonb(c) from public.business_claims c where c.id = claim.id), 'Answered by the business''s own address');
  return case when confirm then 'approved' else 'refused' end;
end $$;
comment on function public.answer_claim(text, boolean) is 'Whoever reads the business''s own mail confirms or refuses a claim, once.';
revoke execute on function public.claim_by_link(text), public.answer_claim(text, boolean) from public;
grant execute on function public.claim_by_link(text), public.answer_claim(text, boolean) to anon, authenticated, service_role;

create function private.claim_decided() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
  facts jsonb;
begin
  select * into business from public.businesses b where b.id = new.business_id;
  facts := jsonb_build_object('business', business.business_name, 'claimant', private.name_of(new.claimant_id),
    'approved', new.status = 'approved', 'by_admin', new.decided_by is not null);
  perform private.notify(new.claimant_id, case new.status when 'approved' then 'claim_approved' else 'claim_refused' end,
    facts, 'claim_decided:' || new.id);
  perform private.tell_admins('claim_decided', facts, 'claim_decided:' || new.id, new.decided_by);
  -- The business hears what an admin gave away in its name; of what it confirmed itself it knows.
  if new.status = 'approved' and new.decided_by is not null and nullif(btrim(business.business_email), '') is not null
     and not exists (select from auth.users u where u.id = new.claimant_id and lower(u.email) = lower(btrim(business.business_email))) then
    perform private.notify_address(btrim(business.business_email), 'claim_settled', facts, 'claim_settled:' || new.id);
  end if;
  delete from private.claim_links l where l.claim_id = new.id;
  return null;
end $$;
comment on function private.claim_decided() is 'Trigger: claimant, admins and business hear what was decided, whoever decided it.';
create trigger claim_decided after update of status on public.business_claims
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function private.claim_decided();

-- An admin invites a business -------------------------------------------------------------------------

create table private.claim_invitations (
  business_id uuid primary key references public.businesses (id) on delete cascade,
  sent_at timestamptz not null default now()
);
comment on table private.claim_invitations is 'When a business was last sent its claim link.';
create index claim_invitations_newest on private.claim_invitations (sent_at);
alter table private.claim_invitations enable row level security;
revoke all on private.claim_links, private.claim_invitations from public, anon, authenticated, service_role;

create function public.admin_send_claim_link(business_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
begin
  perform private.require_admin();
  select * into business from public.businesses b where b.id = admin_send_claim_link.business_id for update;
  if business.id is null then
    raise exception 'This business does not exist.' using errcode = 'PT404';
  end if;
  if business.claimed then
    raise exception 'This business has already been claimed.' using errcode = 'PT409';
  end if;
  if nullif(btrim(business.business_email), '') is null then
    raise exception 'This business has no email address.' using errcode = 'PT409';
  end if;
  if exists (select from private.claim_invitations i where i.business_id = business.id and i.sent_at > now() - interval '1 day') then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('admin_send_claim_link'));
  if (select count(*) from private.claim_invitations i where i.sent_at > now() - interval '1 day') >= 200
     or (select count(*) from private.claim_invitations i join public.businesses b on b.id = i.business_id
         where lower(btrim(b.business_email)) = lower(btrim(business.business_email)) and i.sent_at > now() - interval '1 day') >= 3 then
    raise exception 'Enough claim links have been sent today. Please go on tomorrow.'
      using errcode = 'PT429', hint = 'At most 200 a day, and 3 to one address.';
  end if;
  insert into private.claim_invitations (business_id) values (business.id)
  on conflict on constraint claim_invitations_pkey do update set sent_at = now();
  perform private.notify_address(btrim(business.business_email), 'claim_invitation',
    jsonb_build_object('business', business.business_name, 'business_id', business.id),
    'claim_invitation:' || business.id || ':' || extract(epoch from now()));
  perform private.record('send claim link', 'businesses', business.id::text, null, null);
  return true;
end $$;
comment on function public.admin_send_claim_link(uuid) is
  'Sends a business its claim link, once in 24 hours however often it is pressed: false when it was sent already.';

drop function public.get_admin_businesses(text, integer, integer);
create function public.get_admin_businesses(
  search text default null, page_size integer default 20, page_offset integer default 0
) returns table (id uuid, business_name text, business_email text, claimed boolean, claim_date timestamptz,
  owner_name text, created_at timestamptz, link_sent_at timestamptz, total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := private.words_pattern(search);
  condition text := case when pattern is null then '' else ' where words like $1' end;
  total bigint;
begin
  perform private.require_admin();
  execute 'select count(*) from private.business_words' || condition into total using pattern;
  return query execute
    'select b.id, b.business_name, b.business_email, b.claimed, b.claim_date,
       nullif(btrim(p.first_name || '' '' || p.last_name), ''''), b.created_at, i.sent_at, $4
     from (select business_id, created_at from private.business_words' || condition || '
       order by created_at desc, business_id limit $2 offset $3) as page
     join public.businesses b on b.id = page.business_id
     left join public.profiles p on p.id = b.owner_user_id
     left join private.claim_invitations i on i.business_id = b.id
     order by page.created_at desc, page.business_id'
    using pattern, least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 10000000), total;
end $$;
comment on function public.get_admin_businesses(text, integer, integer) is
  'A page of businesses for admins, newest first, with addresses, owners and when the claim link was sent, each row with the total.';
revoke execute on function public.admin_send_claim_link(uuid), public.get_admin_businesses(text, integer, integer) from public, anon;
grant execute on function public.admin_send_claim_link(uuid), public.get_admin_businesses(text, integer, integer)
  to authenticated, service_role;

-- One business is listed once -----------------------------------------------------------------------

create function private.refuse_known_business() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.business_name := btrim(new.business_name);
  new.business_email := nullif(btrim(new.business_email), '');
  if (select auth.uid()) is not null then
    perform pg_advisory_xact_lock(hashtext('refuse_known_business'), hashtext(lower(new.business_name)));
    if exists (select from public.businesses b where lower(b.business_name) = lower(new.business_name)
        and lower(coalesce(b.business_email, '')) = lower(coalesce(new.business_email, '')) and b.id <> new.id) then
      raise exception 'This business is listed already.' using errcode = 'PT409';
    end if;
    if new.business_email is not null and new.business_email !~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$' then
      raise exception 'Invalid email address' using errcode = 'PT400';
    end if;
  end if;
  return new;
end $$;
comment on function private.refuse_known_business() is 'Trigger: the same name under the same address is not listed twice, and an address is one that mail can be sent to.';
create index businesses_by_plain_name on public.businesses (lower(business_name));
create trigger refuse_known_business before insert or update of business_name, business_email on public.businesses
  for each row execute function private.refuse_known_business();
