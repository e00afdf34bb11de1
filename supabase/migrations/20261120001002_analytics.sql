-- The analytics screen: counted in the database, so that no rows travel.

create index feedback_by_approval on public.feedback (approved);

create function private.recent_activity(most integer) returns json
language sql stable security definer set search_path = '' as $$
  -- The newest of each kind come from its own index; only those few are sorted together.
  select coalesce(json_agg(json_build_object('type', type, 'description', description, 'timestamp', happened)
    order by happened desc, description), '[]')
  from (
    select * from (
      (select 'user_joined' as type,
         case p.account_type when 'provider' then 'New provider: ' || coalesce(p.business_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown')
           else 'New user: ' || coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown') end as description,
         p.created_at as happened
       from public.profiles p where p.account_type <> 'admin' order by p.created_at desc, p.id limit most)
      union all
      (select 'feedback_added', 'Feedback by ' || f.author_name || ' for '
         || coalesce(p.business_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown') || ': ' || f.title, f.created_at
       from public.feedback f join public.profiles p on p.id = f.provider_id order by f.created_at desc, f.id limit most)
      union all
      (select 'business_added', 'Business listed: ' || b.business_name, b.created_at
       from public.businesses b order by b.created_at desc, b.id limit most)
    ) as each
    order by happened desc, description limit most) as newest
$$;
comment on function private.recent_activity(integer) is 'The newest sign-ups, feedback and businesses together (decision 19).';

create function public.admin_analytics() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return json_build_object(
    'providers', (select count(*) from public.profiles where account_type = 'provider'),
    'seekers', (select count(*) from public.profiles where account_type = 'client'),
    'active_sessions', (select count(*) from auth.sessions where not_after is null or not_after > now()),
    'sessions_24h', (select count(*) from auth.sessions where created_at >= now() - interval '24 hours'),
    'approved_feedback', (select count(*) from public.feedback where approved),
    'pending_feedback', (select count(*) from public.feedback where not approved),
    'new_users_30d', (select count(*) from public.profiles where created_at >= now() - interval '30 days'),
    'businesses', (select count(*) from public.businesses),
    'popular', (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'group_name', c.group_name, 'count', used.count)
        order by used.count desc, c.group_name, c.name), '[]')
      from (select category_id, count(*) as count from public.provider_categories
        group by category_id order by count(*) desc, category_id limit 10) as used
      join public.categories c on c.id = used.category_id),
    'activity', private.recent_activity(10));
end $$;
comment on function public.admin_analytics() is
  'The figures of the analytics screen: cards, the ten categories with most providers, and what happened last.';
revoke execute on function public.admin_analytics() from public, anon;
grant execute on function public.admin_analytics() to authenticated, service_role;
