-- Claims that wait, with both email addresses, so that an admin has something to compare.

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
grant execute on function public.get_admin_claims() to authenticated;
