-- Members read what their next renewal costs.
grant select (renewal_pence) on public.subscribers to authenticated;
