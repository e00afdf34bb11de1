-- Cheaper writes: conditions of triggers without functions, fewer queries for each feedback, and a plan that is kept.

-- The condition of a trigger is planned in each statement, and a function in it parsed anew.
create or replace function private.check_feedback_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  problem constant text := case when auth.uid() is not null then
    private.picture_problem(new.pictures, '{}', 'pictures', new.user_id || '/') end;
begin
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  return new;
end $$;

drop trigger check_feedback_pictures on public.feedback;
create trigger check_feedback_pictures before insert on public.feedback
  for each row when (new.pictures <> '{}') execute function private.check_feedback_pictures();

create or replace function private.check_job_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  problem constant text := case when auth.uid() is not null then
    private.picture_problem(new.pictures, case when tg_op = 'UPDATE' then old.pictures end, 'pictures', new.user_id || '/') end;
begin
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  return new;
end $$;

drop trigger check_job_pictures on public.jobs;
create trigger check_job_pictures before insert or update of pictures on public.jobs
  for each row when (new.pictures <> '{}') execute function private.check_job_pictures();

create or replace function private.check_job_quote() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.uk_day(now());
  problem text;
begin
  -- What the owner of the database loads (the sample) has dates of its own.
  if auth.uid() is null then
    return new;
  end if;
  new.message := btrim(new.message, E' \t\r\n');
  problem := case
    when coalesce(new.message, '') = '' then 'Please write a message'
    when char_length(new.message) > 4000 then 'Please use at most 4,000 characters'
    when new.price_type is null or new.price_type not in ('fixed', 'range', 'hourly', 'after_visit') then 'Please choose a kind of price'
    when new.price_type <> 'after_visit' and new.price_min is null or new.price_type = 'range' and new.price_max is null
      then 'Please enter a price'
    when new.price_min not between 100 and 100000000 or new.price_max not between 100 and 100000000
      then 'Please enter a price from £1 to £1,000,000'
    when new.price_type = 'range' and new.price_min >= new.price_max then 'Please enter a highest price above the lowest'
    when new.vat is null or new.vat not in ('included', 'added', 'not_registered') then 'Please choose how VAT applies'
    when new.earliest_start not between today and today + 730 then 'Please choose a start from today to two years ahead'
    when new.valid_until is null or new.valid_until not between today and today + 180
      then 'Please choose a last day from today to 180 days ahead'
    else private.picture_problem(new.pictures, '{}', 'portfolio_media', new.provider_id || '/portfolio/') end;
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  if new.price_type <> 'range' then
    new.price_max := null;
  end if;
  if new.price_type = 'after_visit' then
    new.price_min := null;
  end if;
  new.updated_at := clock_timestamp();
  return new;
end $$;

drop trigger check_job_quote on public.job_quotes;
create trigger check_job_quote before insert or update of message, price_type, price_min, price_max, vat, earliest_start, valid_until, pictures
  on public.job_quotes for each row execute function private.check_job_quote();

drop index public.feedback_of_user;
create index feedback_of_user on public.feedback (user_id, provider_id);

create or replace function private.have_interacted(p_provider uuid, p_person uuid) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  -- Planned once: by its costs PostgreSQL would plan it anew for each pair, which takes longer than the answer.
  return exists (
    select from public.job_contact_reveals r join public.jobs j on j.id = r.job_id
    where r.provider_id = p_provider and j.user_id = p_person)
  or exists (
    select from public.enquiries e
    where e.provider_id = p_provider and e.sender_id = p_person
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_provider)
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_person));
end $$;

create or replace function private.prepare_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  author text;
  hired boolean;
  reviewed boolean;
  at_once boolean;
  hire uuid;
  confirmed boolean;
begin
  -- The policy refuses this, and nothing before it may say whom somebody else hired or reviewed.
  if new.user_id <> me then
    return new;
  end if;
  -- One review of a person after the other: two at once would both be the first without a confirmed hire.
  select nullif(btrim(p.first_name || ' ' || p.last_name), '') into author
  from public.profiles p where p.id = new.user_id for no key update;
  if me is not null then
    new.author_name := coalesce(author, 'Anonymous User');
  end if;
  select exists (select from public.hires h where h.client_id = new.user_id and h.provider_id = new.provider_id),
    exists (select from public.feedback f where f.user_id = new.user_id and f.provider_id = new.provider_id),
    (select s.value = '"at once"' from public.site_settings s where s.key = 'feedback_publication')
  into hired, reviewed, at_once;
  if new.hire_id is not null and not exists (select from public.hires h where h.id = new.hire_id
      and h.client_id = new.user_id and h.provider_id = new.provider_id and h.undone_at is null) then
    raise exception 'We could not find this hire among yours. Please reload the page.' using errcode = 'PT404';
  end if;
  if hired then
    -- The lock: a confirmation under way is waited for, and a later one finds this feedback.
    select h.id, h.confirmed_at is not null into hire, confirmed from public.hires h
    where h.id in (select r.id from private.reviewable_hires(new.user_id, new.provider_id) r)
      and h.id = coalesce(new.hire_id, h.id)
    order by h.hired_at desc limit 1 for share;
  end if;
  if hire is null and reviewed then
    raise exception 'You have already submitted feedback for this provider'
      using errcode = '23505', hint = 'Open their profile to see your review.';
  end if;
  new.hire_id := hire;
  new.verified := coalesce(confirmed, false);
  new.in_contact := new.user_id is not null and private.have_interacted(new.provider_id, new.user_id);
  new.is_public := new.approved or (new.moderated_at is null and at_once);
  return new;
end $$;

drop function search.rating_of(uuid);
create function search.rating_of(
  person uuid
) returns table (average numeric, count integer, verified_average numeric, verified_count integer)
language sql stable rows 1 as $$
  select round(avg(f.rating), 2), count(*)::int, round(avg(f.rating) filter (where f.verified), 2),
    (count(*) filter (where f.verified))::int
  from public.feedback f where f.provider_id = person and f.is_public
$$;
comment on function search.rating_of(uuid) is 'The average and number of a provider''s public feedback, and of that of verified hires.';

create or replace function private.invalidate_listing_on_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- What decides which lists show it, and their order; its place; and its rating.
  listed constant boolean := (old.provider_id, old.slot, old.categories, old.membership_end, old.created_at)
    is distinct from (new.provider_id, new.slot, new.categories, new.membership_end, new.created_at);
  moved constant boolean := (old.place, old.location) is distinct from (new.place, new.location);
  rated constant boolean := (old.rating_average, old.rating_count) is distinct from (new.rating_average, new.rating_count);
  ended text[] := array['listings', 'listing:' || new.provider_id];
  key text;
begin
  if listed then
    ended := ended || 'directory'::text;
  end if;
  if moved then
    ended := ended || 'places'::text;
  end if;
  -- Each feedback comes here: expressions only, as in private.invalidate_listing().
  if listed or moved or rated then
    foreach key in array case when old.categories = new.categories then new.categories else old.categories || new.categories end loop
      ended := ended || ('category-page:' || md5(key));
      if listed then
        ended := ended || ('category:' || md5(key));
      end if;
    end loop;
  end if;
  if rated or (old.name, old.title, old.bio, old.image_url, old.business_name, old.location, old.main_category, old.picture)
      is distinct from (new.name, new.title, new.bio, new.image_url, new.business_name, new.location, new.main_category, new.picture) then
    ended := ended || ('card:' || new.provider_id);
  end if;
  if (old.document, old.words) is distinct from (new.document, new.words) then
    ended := ended || 'words'::text || array(
      select 'term:' || ltrim(token, '~') from private.symmetric_difference(tsvector_to_array(old.document), tsvector_to_array(new.document)) as token
      union
      select unnest(array['term:' || (ts_lexize('pg_catalog.english_stem', word))[1], 'begin:' || left(word, 2)])
      from private.symmetric_difference(old.words, new.words) as word);
  end if;
  if rated then
    ended := ended || 'ratings'::text;
  end if;
  insert into private.cache_changes (tags) values (ended);
  return null;
end $$;

create or replace function private.caller_state(
  claims jsonb default nullif(current_setting('request.jwt.claims', true), '')::jsonb
) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := nullif(claims ->> 'sub', '')::uuid;
  session text := coalesce(claims ->> 'session_id', '');
  state text;
begin
  if coalesce(claims ->> 'client_id', '') <> '' then
    return 'application';
  end if;
  if me is null then
    return 'visitor';
  end if;
  if session = '' then
    return case when (select p.is_active from public.profiles p where p.id = me) is false then 'deactivated' else 'valid' end;
  end if;
  select case
      when s.not_after <= now()
        or (p.account_type = 'admin' and private.is_admin_session_expired(s.created_at, s.refreshed_at)) then 'ended'
      when p.is_active is false then 'deactivated'
      when claims ->> 'aal' is distinct from 'aal2' and exists (
        select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then 'first step'
      else 'valid' end
    into state
    from auth.sessions s left join public.profiles p on p.id = me
    where s.id = session::uuid and s.user_id = me;
  return coalesce(state, 'ended');
end $$;
