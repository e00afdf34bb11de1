-- A form without scripts cannot show a second factor, so it has to know of one before it redeems the link.

create function public.reset_needs_second_step(p_token_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.one_time_tokens t
    join auth.mfa_factors f on f.user_id = t.user_id and f.status = 'verified'
    where t.token_type = 'recovery_token'
      -- The service of a hosted project stores the link's text, our own its digest.
      and t.token_hash in (p_token_hash, encode(sha256(convert_to(p_token_hash, 'UTF8')), 'hex')))
$$;
comment on function public.reset_needs_second_step(text) is 'Whether the account of a reset link has two-step verification; false for an unknown link. Spends nothing.';
revoke execute on function public.reset_needs_second_step(text) from public;
grant execute on function public.reset_needs_second_step(text) to anon, authenticated, service_role;
