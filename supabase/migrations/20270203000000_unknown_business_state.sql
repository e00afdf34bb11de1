-- A state of businesses that does not exist is refused.

create or replace function public.get_admin_businesses(
  search text default null, page_size integer default 20, page_offset integer default 0, state text default null
) returns table (id uuid, business_name text, business_email text, claimed boolean, claim_date timestamptz, owner_name text, created_at timestamptz, link_sent_at timestamptz, total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := search.like_pattern(search);
  waits constant text := 'exists (select from public.business_claims c where c.business_id = b.id and c.status = ''pending'')';
  -- Without a state, the search's own table is enough.
  found text := ' from search.admin_business_search s'
    || case when state is null then '' else ' join public.businesses b on b.id = s.business_id' end || ' where true'
    || case when pattern is null then '' else ' and s.words like $1' end
    || coalesce(case state when 'claimed' then ' and b.claimed' when 'waiting' then ' and not b.claimed and ' || waits
      when 'unclaimed' then ' and not b.claimed and not ' || waits end, '');
  total bigint;
begin
  perform private.require_admin();
  if state not in ('claimed', 'waiting', 'unclaimed') then
    raise exception 'Please choose a state: claimed, waiting or unclaimed.' using errcode = '22023';
  end if;
  execute 'select count(*)' || found into total using pattern;
  return query execute
    'select b.id, b.business_name, b.business_email, b.claimed, b.claim_date,
       nullif(btrim(p.first_name || '' '' || p.last_name), ''''), b.created_at, i.sent_at, $4
     from (select s.business_id, s.created_at' || found || '
       order by s.created_at desc, s.business_id limit $2 offset $3) as page
     join public.businesses b on b.id = page.business_id
     left join public.profiles p on p.id = b.owner_user_id
     left join private.claim_invitations i on i.business_id = b.id
     order by page.created_at desc, page.business_id'
    using pattern, least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 10000000), total;
end $$;
