-- Comments in plainer words, and the trigger of new feedback named by what it does.

alter function private.set_feedback_author_name() rename to prepare_feedback;
alter trigger set_feedback_author_name on public.feedback rename to prepare_feedback;
comment on function private.prepare_feedback() is
  'Trigger: the author''s name is the profile''s, whatever the caller sent; whether new feedback is public follows approval and the setting (P-15).';
comment on column public.feedback.edited_at is
  'When a moderator changed the text (P-34); the original is in feedback_revisions.';
comment on function private.is_email_address(text) is
  'Whether this is an email address; the same rule as isEmailAddress() in domain/values/email-address.ts.';
comment on table private.export_parts is
  'The parts of ''Download my data'': a query each, $1 being the account. A table with data of a person gets its row here with its migration (tests/security/accounts-export.test.ts requires it).';
comment on function public.get_admin_user_details(text,text,integer,integer,text) is
  'Specified (docs/specification.md, 2.7): a page of accounts for admins, each row with the exact total and at most three category names; sort is newest, oldest or name. Its columns are those of private.list_admin_accounts() and the total. The screen calls admin_users, which also counts a page past the last.';
comment on function public.count_profiles_by_type(text) is 'Specified (docs/specification.md, 2.7): accounts of this type.';
comment on function public.count_profiles_by_date(integer) is 'Specified (docs/specification.md, 2.7): accounts created in so many last days.';

create or replace function notify.feedback_received() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What the owner of the database loads (imports, the sample) needs no notice.
  if new.user_id is not null and (select auth.uid()) is not null then
    perform notify.account(new.provider_id, 'feedback_received',
      jsonb_build_object('provider_id', new.provider_id, 'author', new.author_name, 'rating', new.rating, 'title', new.title),
      'feedback_received:' || new.id);
  end if;
  return null;
end $$;

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
  social boolean := private.is_external_provider(new.raw_app_meta_data ->> 'provider');
  type text := case when metadata ->> 'account_type' = 'provider' and not social then 'provider' else 'client' end;
  names record := private.names_from_metadata(metadata);
begin
  insert into public.profiles (id, email, account_type, first_name, last_name, location, phone_number,
    business_name, categories)
  values (new.id, new.email, type, coalesce(names.first_name, ''), coalesce(names.last_name, ''),
    -- Of a provider's data only the name is used.
    case when not social then private.metadata_text(metadata, 'location', 120) end,
    case when not social then private.metadata_text(metadata, 'phone_number', 40) end,
    case when type = 'provider' then private.metadata_text(metadata, 'business_name', 120) end,
    case when social then '{}' else private.metadata_texts(metadata, 'categories') end);
  if social then
    insert into private.unfinished_sign_ups (user_id) values (new.id);
  end if;
  return new;
end $$;

create or replace function notify.claim_created() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  -- Read at the commit: a claim approved in the same transaction needs no confirmation.
  select * into claim from public.business_claims c where c.id = new.id;
  if claim.status = 'pending' then
    perform notify.request_claim_confirmation(claim);
    perform notify.admins('claim_waiting', jsonb_build_object('claimant', private.full_name(claim.claimant_id),
      'business', (select b.business_name from public.businesses b where b.id = claim.business_id)), 'claim_waiting:' || claim.id);
  end if;
  return null;
end $$;

create or replace function notify.claim_decided() returns trigger
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

create or replace function search.refresh_listing(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two that refresh at once take turns, and the second sees what the first has written.
  perform from public.profiles where id = person for no key update;
  insert into search.listings as listed (provider_id, slot, name, title, bio, image_url, business_name, location,
    phone_number, plan_type, membership_end, categories, rating_average, rating_count, created_at, updated_at,
    place, words, document)
  select p.id, coalesce((select l.slot from search.listings l where l.provider_id = p.id), search.allocate_slot()),
    coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'),
    coalesce(nullif(split_part(p.categories[1], ' > ', 2), ''), nullif(regexp_replace(p.categories[1], '^Other: ', ''), '')),
    p.bio, p.profile_image_url, p.business_name, p.location,
    case when p.show_phone then p.phone_number end,
    s.subscription_tier, s.subscription_end, facets.categories,
    rating.average, rating.count, p.created_at, p.updated_at,
    search.normalise_place(p.location), search.distinct_words(said.strong || said.weak),
    search.listing_document(said.strong, said.weak, search.normalise_place(p.location), facets.categories)
  from public.profiles p
  join public.subscribers s on s.user_id = p.id and s.subscribed and s.subscription_end > now()
  cross join lateral private.category_keys(p.categories) as facets (categories)
  cross join lateral search.listing_text(p) as said
  cross join lateral (
    select round(avg(f.rating), 2) as average, count(*)::int as count
    from public.feedback f where f.provider_id = p.id and f.is_public) as rating
  where p.id = person and p.account_type = 'provider' and p.is_active and p.is_visible
  on conflict (provider_id) do update set
    name = excluded.name, title = excluded.title, bio = excluded.bio, image_url = excluded.image_url,
    business_name = excluded.business_name, location = excluded.location, phone_number = excluded.phone_number,
    plan_type = excluded.plan_type, membership_end = excluded.membership_end, categories = excluded.categories,
    rating_average = excluded.rating_average, rating_count = excluded.rating_count,
    created_at = excluded.created_at, updated_at = excluded.updated_at,
    place = excluded.place, words = excluded.words, document = excluded.document;
  if not found then
    delete from search.listings where provider_id = person;
  end if;
  -- Memberships expire without a write, so the next write deletes up to 20 expired listings: a search never
  -- has many of them to leave out.
  delete from search.listings where provider_id in (
    select l.provider_id from search.listings l where l.membership_end <= now() and l.provider_id <> person
    order by l.membership_end limit 20 for update skip locked);
end $$;

create or replace function notify.security_change(p_user uuid, p_kind text, p_data jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  -- An admin's identity is no mailbox (.internal is kept from the public net); and while an account is
  -- erased, its rows go after it, which needs no notice.
  select notify.account(u.id, p_kind, p_data) from auth.users u join public.profiles p on p.id = u.id
  where u.id = p_user and u.email not like '%.internal'
$$;

create or replace function public.record_payment(
  p_id text, p_member uuid, p_paid_at timestamptz, p_pence integer, p_currency text, p_number text default null,
  p_period_start timestamptz default null, p_period_end timestamptz default null, p_receipt_url text default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  payer uuid;
begin
  select id into payer from public.profiles where id = p_member;
  insert into public.payments (id, user_id, paid_at, pence, currency, number, period_start, period_end, receipt_url)
  values (p_id, payer, p_paid_at, p_pence, lower(p_currency), p_number, p_period_start, p_period_end, p_receipt_url)
  on conflict do nothing;
  if not found then return false; end if;
  -- What reconciling finds long after needs no notice.
  if payer is not null and p_paid_at > now() - interval '7 days' then
    perform notify.account(payer, 'payment_receipt', jsonb_build_object(
      'pence', p_pence, 'currency', p_currency, 'paid_at', p_paid_at, 'number', p_number, 'period_end', p_period_end),
      'payment_receipt:' || p_id);
  end if;
  return true;
end $$;
