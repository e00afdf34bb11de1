-- How many free years are left is cached until a coupon changes; visitors see when the terms were changed.

create trigger invalidate_responses after insert or delete on public.coupons
  for each row execute function private.invalidate_cache('coupons');
create trigger invalidate_responses_on_update after update on public.coupons
  for each row when (old.* is distinct from new.*) execute function private.invalidate_cache('coupons');
create trigger invalidate_responses_on_truncate after truncate on public.coupons
  for each statement execute function private.invalidate_cache();

grant select (updated_at) on public.site_settings to anon, authenticated;
