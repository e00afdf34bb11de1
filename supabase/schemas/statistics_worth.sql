-- Statistics: what a membership brings: views and search appearances of a provider by day, and the member's figures.

-- Daily counts --------------------------------------------------------------------------------------------------------

create table stats.provider_days (
  provider_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('view', 'own view', 'search', 'word')),
  word text collate "C" not null default '' check ((kind = 'word') = (word <> '') and char_length(word) <= 80),
  amount integer not null check (amount > 0),
  primary key (provider_id, day, kind, word)
) with (fillfactor = 80);
comment on table stats.provider_days is
  'How often a provider''s page was viewed and found by a search, by British day, and by which known words; no visitor is in it (P-46). Deleted with the account, words after 90 days and all after 400.';
comment on column stats.provider_days.kind is
  'Views of the page; those by its owner, which are among them; appearances in results; and appearances for one word.';
create index provider_days_by_day on stats.provider_days (day);
alter table stats.provider_days enable row level security;

create function public.record_impressions(p_impressions jsonb) returns void
language sql security definer set search_path = '' as $$
  with given as materialized (
    select g.nr, g.kind, g.providers, g.words, g.place, g.trade, least(greatest(g.times, 1), 1000000) as times
    from rows from (jsonb_to_recordset(p_impressions) as (kind text, providers uuid[], words text, place text, trade text, times integer))
      with ordinality as g (kind, providers, words, place, trade, times, nr)
    where g.kind in ('view', 'search') limit 500
  ), phrases as materialized (
    select array_to_string(search.split_words(each.phrase), ' ') as phrase from (
      select s.term from public.search_synonyms s union select s.means from public.search_synonyms s
      union select c.name from public.categories c where c.is_active
      union select c.group_name from public.categories c where c.is_active) as each (phrase)
  ), known as materialized (
    select phrase, (ts_lexize('pg_catalog.english_stem', phrase))[1] as stem from (
      select phrase from phrases union select unnest(string_to_array(phrase, ' ')) from phrases) as every
    where char_length(phrase) between 3 and 80 and ts_lexize('pg_catalog.english_stem', phrase) <> '{}'
  ), stems as materialized (
    select distinct on (stem) stem, phrase from known where strpos(phrase, ' ') = 0 order by stem, char_length(phrase), phrase
  ), parts as (
    -- Phrases of up to three of the typed words, and where in the text they are.
    select g.nr, w.at, n.wide, array_to_string(w.words[w.at : w.at + n.wide - 1], ' ') as phrase
    from given g
    cross join lateral (select (search.split_words(left(g.words, 200)))[:12] as words) as typed
    cross join lateral (select typed.words, at from generate_subscripts(typed.words, 1) as at) as w
    cross join generate_series(1, 3) as n (wide)
    where g.kind = 'search' and w.at + n.wide - 1 <= cardinality(w.words)
  ), recognised as materialized (
    select p.nr, p.at, p.wide, coalesce(k.phrase, s.phrase) as word from parts p
    left join known k on k.phrase = p.phrase
    left join stems s on p.wide = 1 and k.phrase is null and s.stem = (ts_lexize('pg_catalog.english_stem', p.phrase))[1]
    where coalesce(k.phrase, s.phrase) is not null
  ), terms as (
    select r.nr, r.word from recognised r where not exists (
      select from recognised w where w.nr = r.nr and w.wide > r.wide and w.at <= r.at and w.at + w.wide >= r.at + r.wide)
    union select g.nr, k.phrase from given g
      join known k on k.phrase = array_to_string(search.split_words(left(g.trade, 170)), ' ') where g.kind = 'search'
    union select g.nr, p.name from given g
      join search.places p on p.kind in ('town', 'outward') and p.name = search.normalise_place(g.place) where g.kind = 'search'
  )
  insert into stats.provider_days as d (provider_id, day, kind, word, amount)
  select p.id, private.uk_day(now()), each.kind, each.word, sum(each.times) from (
    select g.kind, unnest(g.providers) as provider_id, '' as word, g.times from given g
    union all select 'word', unnest(g.providers), t.word, g.times from given g join terms t using (nr)) as each
  join public.profiles p on p.id = each.provider_id and p.account_type = 'provider'
  -- In one order everywhere, so that two processes wait for, and never on, each other.
  group by 1, 3, 4 order by 1, 3, 4
  on conflict (provider_id, day, kind, word) do update
    set amount = least(d.amount::bigint + excluded.amount, 2147483647)
$$;
comment on function public.record_impressions(jsonb) is
  'For the server: adds up to 500 kinds of pages that were sent, each with how often: a provider''s page (view), or results (search) with what was asked for. Of the words only those of synonyms, categories and places are stored.';

create function public.uncount_own_view() returns void
language sql security definer set search_path = '' as $$
  select private.require_session();
  insert into stats.provider_days as d (provider_id, day, kind, amount)
  select p.id, private.uk_day(now()), 'own view', 1 from public.profiles p
  where p.id = (select auth.uid()) and p.account_type = 'provider'
  on conflict (provider_id, day, kind, word) do update set amount = least(d.amount::bigint + 1, 2147483647)
$$;
comment on function public.uncount_own_view() is
  'For a provider who has opened their own page: that view, which the server counted, is subtracted.';
grant execute on function public.uncount_own_view() to authenticated;

-- The member's figures ------------------------------------------------------------------------------------------------

create function public.record_quote_value(job_id uuid, pence integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  if pence not between 0 and 100000000 then
    raise exception 'Please enter a value from £0 to £1,000,000' using errcode = 'PT400';
  end if;
  update public.job_quotes q set worth_pence = record_quote_value.pence
  where q.job_id = record_quote_value.job_id and q.provider_id = (select auth.uid()) and q.state = 'accepted';
  if not found then
    raise exception 'You have no accepted quote here. Please reload the page.' using errcode = 'PT409';
  end if;
end $$;
comment on function public.record_quote_value(uuid,integer) is
  'What an accepted quote was worth to the caller, who sent it; null takes it back. The client never sees it.';
grant execute on function public.record_quote_value(uuid,integer) to authenticated;

create function public.membership_worth() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  today constant date := private.uk_day(now());
  began constant timestamptz := (today - 29)::timestamp at time zone 'Europe/London';
  began_before constant timestamptz := (today - 59)::timestamp at time zone 'Europe/London';
  counted_since constant date := (select min(d.day) from stats.provider_days d where d.provider_id = me);
  person public.profiles;
begin
  perform private.require_session();
  select * into person from public.profiles p where p.id = me and p.account_type = 'provider';
  if person.id is null then
    raise exception 'Only professionals have these figures. Please log in with an account that offers services.' using errcode = '42501';
  end if;
  return (
    with days as materialized (
      select d.day, d.kind, d.word, d.amount from stats.provider_days d where d.provider_id = me and d.day > today - 60
    ), views as (
      select day, greatest(0, sum(case kind when 'view' then amount else -amount end)) as amount
      from days where kind in ('view', 'own view') group by day
    ), responses as materialized (
      select * from private.list_questions(me)
    ), moments (figure, at, amount) as (
      select 'enquiries', asked_at, 1 from responses
      union all select 'answered_within_a_day', asked_at, 1 from responses where minutes <= 1440
      union all select 'contacts', r.revealed_at, 1 from public.job_contact_reveals r where r.provider_id = me
      union all select 'quotes_sent', q.created_at, 1 from public.job_quotes q where q.provider_id = me
      union all select 'quotes_seen', q.seen_at, 1 from public.job_quotes q where q.provider_id = me
      union all select 'jobs_won', h.confirmed_at, 1 from public.hires h where h.provider_id = me and h.undone_at is null
      union all select 'value_pence', q.decided_at, q.worth_pence from public.job_quotes q where q.provider_id = me and q.state = 'accepted'
      union all select 'reviews', f.created_at, 1 from public.feedback f where f.provider_id = me and f.is_public and not f.superseded
    ), sums as (
      select f.figure, coalesce(sum(m.amount) filter (where m.at >= began), 0) as total,
        case when person.created_at <= began_before then coalesce(sum(m.amount) filter (where m.at < began), 0) end as before
      from unnest(array['enquiries', 'answered_within_a_day', 'contacts', 'quotes_sent', 'quotes_seen', 'jobs_won',
        'value_pence', 'reviews']) as f (figure)
      left join moments m on m.figure = f.figure and m.at >= began_before group by f.figure
      union all select 'views', coalesce(sum(v.amount) filter (where v.day > today - 30), 0),
        case when counted_since <= today - 59 then coalesce(sum(v.amount) filter (where v.day <= today - 30), 0) end from views v
      union all select 'found', coalesce(sum(d.amount) filter (where d.day > today - 30), 0),
        case when counted_since <= today - 59 then coalesce(sum(d.amount) filter (where d.day <= today - 30), 0) end
        from days d where d.kind = 'search'
    )
    select json_build_object(
      'from', today - 29, 'to', today, 'counted_since', counted_since,
      'figures', (select json_object_agg(figure, json_build_object('total', total, 'before', before)) from sums),
      -- Fewer than five say nothing, and might say too much.
      'words', (select coalesce(json_agg(json_build_object('word', word, 'total', total) order by total desc, word), '[]') from (
        select word, sum(amount) as total from days where kind = 'word' and day > today - 30
        group by word having sum(amount) >= 5 order by 2 desc, 1 limit 10) as most),
      -- A young question may be answered yet.
      'response_minutes', (select private.typical_reply(array_agg(minutes)) from responses
        where asked_at >= began and (minutes < 'infinity' or asked_at < now() - interval '7 days')),
      'response_minutes_before', (select private.typical_reply(array_agg(minutes)) from responses
        where asked_at >= began_before and asked_at < began),
      'people_so_far', (select count(*) from public.enquiries e where e.provider_id = me) + (select count(*) from public.job_contact_reveals r where r.provider_id = me),
      'without_value', (select count(*) from public.job_quotes q
        where q.provider_id = me and q.state = 'accepted' and q.worth_pence is null),
      'late_answers', (select count(*) from responses
        where asked_at >= began and asked_at < now() - interval '1 day' and minutes > 1440),
      'has', json_build_object(
        'pictures', person.work_samples <> '[]',
        'prices', exists (select from public.services s where s.provider_id = me and s.price_pence is not null),
        'hours', exists (select from public.availability a where a.provider_id = me and a.hours <> '{}'),
        'area', exists (select from public.availability a where a.provider_id = me and (a.places <> '{}' or a.radius is not null)),
        'reviews', (select count(*) from public.feedback f where f.provider_id = me and f.is_public and not f.superseded))));
end $$;
comment on function public.membership_worth() is
  'For a provider: what the last 30 British days brought, and the 30 before. Before is null while the site had not counted, or the account not existed, for all of them.';
grant execute on function public.membership_worth() to authenticated;
