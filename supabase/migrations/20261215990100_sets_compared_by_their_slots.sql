-- Compares the sets of search terms by the bits of a few slots: whole sets, 2 kB each, did not fit into the memory of a query.
-- And a plainer refusal and comment.

create or replace function private.check_term_sets(inout after text, most integer, out differences bigint) returns record
language plpgsql security definer set search_path = '' as $$
declare
  start constant integer := coalesce(after::integer + 1, 0);
  wanted constant integer := start >> 14;
  beyond constant integer := least(start + most, (wanted + 1) << 14);
  -- The bits of these slots, and those around them.
  first constant integer := (start & 16383) + 1;
  many constant integer := beyond - start;
  nobody constant pg_catalog."bit" := repeat('0', many);
  before constant pg_catalog."bit" := repeat('0', first - 1);
  behind constant pg_catalog."bit" := repeat('0', 16385 - first - many);
  wrong integer;
begin
  -- A difference is flipped and not written over, so nobody who changes the same set meanwhile is waited for.
  with expected as (
    select held.term, substring(search.collect_members(held.slot & 16383, 1) from first for many) as members from (
      select l.slot, unnest(tsvector_to_array(l.document)) collate "C" as term from search.listings l where l.slot >= start and l.slot < beyond
      union all select l.slot, '*' from search.listings l where l.slot >= start and l.slot < beyond) as held
    group by held.term),
  found as (
    select term, members from (
      select term, substring(coalesce(dense, members) from first for many) as members from search.term_sets where part = wanted) as each
    where bit_count(members) > 0),
  compared as (
    select term, (before || (coalesce(e.members, nobody) # coalesce(f.members, nobody)) || behind)::pg_catalog."bit" as members
    from expected as e full join found as f using (term) where e.members is distinct from f.members)
  insert into search.term_sets as s (term, part, members, dense)
  select c.term, wanted, case when bit_count(c.members) < 32 then c.members end, case when bit_count(c.members) >= 32 then c.members end
  from compared as c order by c.term
  on conflict (term, part) do update set (members, dense) = (
    select case when bit_count(now.members) < 32 then now.members end, case when bit_count(now.members) >= 32 then now.members end
    from (select coalesce(s.dense, s.members) # coalesce(excluded.dense, excluded.members) as members) as now);
  get diagnostics differences = row_count;
  if differences > 0 then
    delete from search.term_sets where part = wanted and bit_count(members) = 0;
  end if;
  for wrong in
    select coalesce(l.slot, r.slot) from (select * from search.listings where slot >= start and slot < beyond) as l
    full join (select * from search.listing_order where slot >= start and slot < beyond) as r on r.slot = l.slot
    where (l.place, l.rating_score, l.created_at, l.slot) is distinct from (r.place, r.rating_score, r.created_at, r.slot) order by 1
  loop
    -- The row is read again behind the lock: somebody may have written it meanwhile.
    perform from search.listings where slot = wrong for no key update;
    delete from search.listing_order where slot = wrong and not exists (select from search.listings where slot = wrong);
    insert into search.listing_order (slot, place, rating_score, created_at)
    select slot, place, rating_score, created_at from search.listings where slot = wrong
    on conflict (slot) do update set place = excluded.place, rating_score = excluded.rating_score, created_at = excluded.created_at;
    differences := differences + 1;
  end loop;
  after := case when beyond < (wanted + 1) << 14 or exists (select from search.listings where slot >= beyond)
    or exists (select from search.listing_order where slot >= beyond) or exists (select from search.term_sets where part > wanted)
    then beyond - 1 end;
end $$;
comment on function private.check_term_sets(text,integer) is
  'Compares the sets and narrow rows of the next slots, at most those of one part, with their listings, and repairs them.';

create or replace function public.finish_sign_up(details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  type text := case when details ->> 'account_type' = 'provider' then 'provider' else 'client' end;
  problem text;
begin
  perform private.require_active_account();
  problem := private.sign_up_error(details);
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400', hint = 'Please correct this and try again.';
  end if;
  if type = 'provider' and exists (select from public.jobs where user_id = me) then
    raise exception 'You have posted jobs with this account, so it must stay a seeker account. Please choose Seeker, or sign up with another email.'
      using errcode = 'PT409';
  end if;
  -- Once: of two calls at a time the second finds nothing.
  delete from private.unfinished_sign_ups where user_id = me;
  if not found then
    raise exception 'Your sign-up is already complete. Please reload the page to continue.' using errcode = 'PT409';
  end if;
  update public.profiles set
    account_type = type,
    first_name = private.metadata_text(details, 'first_name', 80),
    last_name = coalesce(private.metadata_text(details, 'last_name', 80), ''),
    location = private.metadata_text(details, 'location', 120),
    phone_number = private.metadata_text(details, 'phone_number', 40),
    business_name = case when type = 'provider' then private.metadata_text(details, 'business_name', 120) end,
    categories = private.metadata_texts(details, 'categories')
  where id = me and account_type = 'client';
  if not found then
    raise exception 'Your sign-up is already complete. Please reload the page to continue.' using errcode = 'PT409';
  end if;
end $$;

comment on table stats.figure_sources is
  'What each figure counts: SQL over a row of a table. stats.log_posted_job() and stats.log_posted_feedback() repeat what it says of new jobs and feedback.';
