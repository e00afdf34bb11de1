-- Lets the daily comparison with the payment provider find refunds whose webhook never came.

create function public.recorded_refunds(p_ids text[]) returns table (id text, pence integer)
language sql stable security definer set search_path = '' as $$
  select r.id, r.pence from private.refunds r where r.id = any (p_ids)
$$;
comment on function public.recorded_refunds(text[]) is 'For the comparison with the payment provider: which of these refunds are written, and with how much.';
revoke execute on function public.recorded_refunds(text[]) from public, anon, authenticated;
grant execute on function public.recorded_refunds(text[]) to service_role;
