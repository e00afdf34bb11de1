-- A member's own price is in the copy of their data, and known for those who joined before it was recorded.

update private.export_parts set query = 'select email, subscribed, subscription_tier, subscription_end, cancel_at_period_end, renewal_pence, promo_code, grant_reason, payment_customer, created_at from public.subscribers where user_id = $1'
where name = 'membership';

-- The plans had these prices until admins could set others. `npm run reconcile` corrects a member who pays another.
update public.subscribers set renewal_pence = case subscription_tier when 'yearly' then 2000 else 299 end
where subscribed and payment_subscription is not null and renewal_pence is null;
