-- A profile page is one call of the data API.

drop function public.provider_gone(uuid);

create function public.provider_page(provider_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  shown json;
begin
  -- The columns that public_providers gives to everybody (P-08).
  select json_build_object('name', l.name, 'business_name', l.business_name, 'bio', l.bio, 'location', l.location,
      'phone_number', l.phone_number, 'image_url', l.image_url, 'created_at', l.created_at, 'selections', p.categories,
      'skills', p.skills, 'work_samples', p.work_samples, 'social_links', p.social_links,
      'rating_average', l.rating_average, 'rating_count', l.rating_count)
    into shown
    from search.listings l join public.profiles p on p.id = l.provider_id
    where l.provider_id = provider_page.provider_id and l.membership_end > now();
  if shown is null and provider_page.provider_id is distinct from (select auth.uid()) then
    return json_build_object('provider', null, 'services', '[]'::json, 'availability', null, 'latest', '[]'::json,
      'departed', exists (select from private.departed_providers d where d.provider_id = provider_page.provider_id));
  end if;
  return json_build_object('provider', shown, 'departed', false,
    'services', coalesce((
      select json_agg(json_build_object('id', s.id, 'title', s.title, 'description', s.description,
        'price_pence', s.price_pence, 'price_text', s.price_text, 'unit', s.unit, 'category', s.category)
        order by s.position, s.id)
      from public.services s where s.provider_id = provider_page.provider_id), '[]'),
    'availability', (
      select json_build_object('hours', a.hours, 'places', a.places, 'radius', a.radius)
      from public.availability a where a.provider_id = provider_page.provider_id),
    'latest', coalesce((
      select json_agg(json_build_object('id', f.id, 'rating', f.rating, 'title', f.title, 'description', f.description,
        'author_name', f.author_name, 'verified', f.verified, 'edited_at', f.edited_at, 'created_at', f.created_at)
        order by f.created_at desc, f.id)
      from (
        select * from public.feedback f where f.provider_id = provider_page.provider_id and f.is_public
        order by f.created_at desc, f.id limit 2) as f), '[]'));
end $$;
comment on function public.provider_page(uuid) is
  'All that a provider''s own page begins with: {provider, services, availability, latest, departed}. Provider is null unless the directory lists it; then only its owner gets the rest. Latest: the newest public feedback. Departed: the provider has left for good (410); a hidden, inactive or lapsed one may return, and counts as unknown (404).';
grant execute on function public.provider_page(uuid) to anon, authenticated;
