-- The remaining columns of a directory card, for saved professionals.

create or replace view public.public_providers as
  select l.provider_id as id, l.provider_id as user_id, l.name, l.title, l.bio, l.image_url, l.business_name,
    l.location, l.phone_number, 'active'::text as membership_status, l.plan_type, null::text as promo_code,
    true as is_visible, l.created_at, l.updated_at, l.updated_at as modified_at,
    l.categories, l.rating_average, l.rating_count,
    p.first_name, p.last_name, p.categories as selections, p.skills, p.work_samples, p.social_links,
    l.main_category, l.picture
  from search.listings l left join public.profiles p on p.id = l.provider_id
  where l.membership_end > now();
