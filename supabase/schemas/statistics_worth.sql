-- Statistics: what a membership brings: views and search appearances of a provider by day, and the member's figures.

-- Daily counts --------------------------------------------------------------------------------------------------------

create table stats.provider_days (
  provider_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('view', 'own view', 'search')),
  amount integer not null check (amount > 0),
  primary key (provider_id, day, kind)
) with (fillfactor = 80);
comment on table stats.provider_days is
  'How often a provider''s page was viewed and found by a search, by British day; no visitor is in it (P-46). Deleted with the account, and after 90 days.';
comment on column stats.provider_days.kind is
  'Views of the page; those by its owner, which are among them; and appearances in results.';
create index provider_days_by_day on stats.provider_days (day);

create function public.record_impressions(p_impressions jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into stats.provider_days as d (provider_id, day, kind, amount)
  select p.id, private.uk_day(now()), each.kind, sum(each.times) from (
    select g.kind, unnest(g.providers) as provider_id, least(greatest(g.times, 1), 1000000) as times
    from jsonb_to_recordset(p_impressions) as g (kind text, providers uuid[], times integer)
    where g.kind in ('view', 'search') limit 50000) as each
  join public.profiles p on p.id = each.provider_id and p.account_type = 'provider'
  -- In one order everywhere, so that two processes wait for, and never on, each other.
  group by 1, 3 order by 1, 3
  on conflict (provider_id, day, kind) do update
    set amount = least(d.amount::bigint + excluded.amount, 2147483647);
  select stats.record_empty_searches(p_impressions) where p_impressions @> '[{"kind": "nobody"}]'
$$;
comment on function public.record_impressions(jsonb) is
  'For the server: adds pages that were sent, each with how often: a provider''s page (view), the providers of a search''s results, or what a search wanted that found nobody.';

create function public.uncount_own_view() returns void
language sql security definer set search_path = '' as $$
  select private.require_session();
  insert into stats.provider_days as d (provider_id, day, kind, amount)
  select p.id, private.uk_day(now()), 'own view', 1 from public.profiles p
  where p.id = (select auth.uid()) and p.account_type = 'provider'
  on conflict (provider_id, day, kind) do update set amount = least(d.amount::bigint + 1, 2147483647)
$$;
comment on function public.uncount_own_view() is
  'For a provider who has opened their own page: that view, which the server counted, is subtracted.';

-- The member's figures ------------------------------------------------------------------------------------------------

create function public.membership_worth() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  today constant date := private.uk_day(now());
  began constant timestamptz := private.uk_midnight(today - 29);
  person public.profiles;
begin
  perform private.require_session();
  select * into person from public.profiles p where p.id = me and p.account_type = 'provider';
  perform private.refuse_if(person.id is null,
    '42501', 'Only professionals have these figures. Please log in with an account that offers services.');
  return (
    with days as (
      select d.day, d.kind, d.amount from stats.provider_days d where d.provider_id = me and d.day > today - 30
    ), questions as materialized (
      select * from private.list_questions(me) where asked_at >= began
    )
    select json_build_object(
      'figures', json_build_object(
        'views', (select coalesce(sum(greatest(0, amount)), 0) from (select sum(case kind when 'view' then amount else -amount end) as amount
          from days where kind <> 'search' group by day) as each),
        'found', (select coalesce(sum(amount), 0) from days where kind = 'search'),
        'enquiries', (select count(*) from questions),
        'answered_within_a_day', (select count(*) from questions where minutes <= 1440),
        'contacts', (select count(*) from public.job_contact_reveals r where r.provider_id = me and r.revealed_at >= began),
        'quotes_sent', (select count(*) from public.job_quotes q where q.provider_id = me and q.created_at >= began),
        'quotes_seen', (select count(*) from public.job_quotes q where q.provider_id = me and q.seen_at >= began),
        'jobs_won', (select count(*) from public.hires h where h.provider_id = me and h.confirmed_at >= began and h.undone_at is null),
        'reviews', (select count(*) from public.feedback f where f.provider_id = me and f.created_at >= began and f.is_public and not f.superseded)),
      -- A young question may be answered yet.
      'response_minutes', (select private.typical_reply(array_agg(minutes)) from questions
        where minutes < 'infinity' or asked_at < now() - interval '7 days'),
      'people_so_far', (select count(*) from public.enquiries e where e.provider_id = me) + (select count(*) from public.job_contact_reveals r where r.provider_id = me),
      'late_answers', (select count(*) from questions where asked_at < now() - interval '1 day' and minutes > 1440),
      'has', json_build_object(
        'pictures', person.work_samples <> '[]',
        'prices', exists (select from public.services s where s.provider_id = me and s.price_pence is not null),
        'hours', exists (select from public.availability a where a.provider_id = me and a.hours <> '{}'),
        'area', exists (select from public.availability a where a.provider_id = me and (a.places <> '{}' or a.miles is not null or a.whole_uk)),
        'reviews', (select count(*) from public.feedback f where f.provider_id = me and f.is_public and not f.superseded))));
end $$;
comment on function public.membership_worth() is 'For a provider: what the last 30 British days brought.';
