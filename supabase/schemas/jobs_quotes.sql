-- Jobs: quotes of providers, and what the two say about them.

create table public.job_quotes (
  job_id uuid not null references public.jobs (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  message text not null check (message ~ '\S' and char_length(message) <= 4000),
  price_type text not null check (price_type in ('fixed', 'range', 'hourly', 'after_visit')),
  price_min integer check (price_min between 100 and 100000000),
  price_max integer check (price_max between 100 and 100000000),
  vat text not null check (vat in ('included', 'added', 'not_registered')),
  earliest_start date,
  valid_until date not null,
  pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  state text not null default 'sent' check (state in ('sent', 'withdrawn', 'declined', 'accepted')),
  reason text check (char_length(reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  seen_at timestamptz,
  decided_at timestamptz,
  primary key (job_id, provider_id),
  check (case price_type when 'after_visit' then num_nonnulls(price_min, price_max) = 0
    when 'range' then coalesce(price_min < price_max, false) else price_min is not null and price_max is null end),
  check ((decided_at is not null) = (state in ('declined', 'accepted')))
);
comment on table public.job_quotes is
  'A provider''s quote for a job, one for each. Read by the provider and the job''s poster only; written by functions alone.';
comment on column public.job_quotes.price_min is 'Pence. Only a range also has price_max; after_visit has neither.';
comment on column public.job_quotes.valid_until is
  'The last day, in Britain, on which it can be accepted. Afterwards people read "expired".';
comment on column public.job_quotes.seen_at is 'When the poster first read the present text.';
comment on column public.job_quotes.reason is 'Why the poster declined, in their words; the provider reads it.';
create index job_quotes_of_provider on public.job_quotes (provider_id, created_at desc);
grant select (job_id, provider_id, message, price_type, price_min, price_max, vat, earliest_start, valid_until, pictures,
  state, reason, created_at, updated_at, seen_at, decided_at) on public.job_quotes to authenticated;
create policy "provider and poster read" on public.job_quotes for select to authenticated
  using ((select private.is_session_valid()) and (provider_id = (select auth.uid())
    or exists (select from public.jobs j where j.id = job_id and j.user_id = (select auth.uid()))));

-- Sending -------------------------------------------------------------------------------------------------------------

create function private.quote_problem(quote public.job_quotes) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.uk_day(now());
begin
  -- Planned once; a function in SQL would be planned for each quote.
  return case
    when coalesce(quote.message, '') = '' then 'Please write a message'
    when char_length(quote.message) > 4000 then 'Please use at most 4,000 characters'
    when quote.price_type is null or quote.price_type not in ('fixed', 'range', 'hourly', 'after_visit') then 'Please choose a kind of price'
    when quote.price_type <> 'after_visit' and quote.price_min is null or quote.price_type = 'range' and quote.price_max is null
      then 'Please enter a price'
    when quote.price_min not between 100 and 100000000 or quote.price_max not between 100 and 100000000
      then 'Please enter a price from £1 to £1,000,000'
    when quote.price_type = 'range' and quote.price_min >= quote.price_max then 'Please enter a highest price above the lowest'
    when quote.vat is null or quote.vat not in ('included', 'added', 'not_registered') then 'Please choose how VAT applies'
    when quote.earliest_start not between today and today + 730 then 'Please choose a start from today to two years ahead'
    when quote.valid_until is null or quote.valid_until not between today and today + 180
      then 'Please choose a last day from today to 180 days ahead'
    else private.picture_problem(quote.pictures, '{}', 'portfolio_media', quote.provider_id || '/portfolio/') end;
end $$;
comment on function private.quote_problem(public.job_quotes) is
  'Why a quote cannot be sent, in words for people, or null: it is within the limits, and shows only pictures of the provider''s own.';

create function private.lock_own_job(target uuid) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  perform private.require_active_account();
  select * into job from public.jobs j where j.id = target and j.user_id = (select auth.uid()) for no key update;
  perform private.refuse_if(job.id is null, 'PT404', 'We could not find this job among yours. Please reload the page.');
  return job;
end $$;
comment on function private.lock_own_job(uuid) is
  'Locks a job of the caller''s. Every change of a quote locks the job first, so that decisions wait for one another.';

create function public.send_quote(
  job_id uuid, message text, price_type text, vat text, valid_until date, price_min integer default null,
  price_max integer default null, earliest_start date default null, pictures text[] default '{}'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  job public.jobs;
  quote public.job_quotes;
  written public.job_quotes;
  problem text;
begin
  select * into job from public.jobs j where j.id = send_quote.job_id;
  if job.user_id = me then
    raise exception 'This job is your own. Please choose another one.' using errcode = 'PT409';
  end if;
  perform private.require_job_access();
  job := private.take_job_place(send_quote.job_id, me);
  select * into quote from public.job_quotes q where q.job_id = job.id and q.provider_id = me for update;
  if quote.state in ('declined', 'accepted') then
    raise exception 'Your quote has already been decided, so it was not changed. Please reload the page.'
      using errcode = 'PT409';
  end if;
  written.job_id := job.id;
  written.provider_id := me;
  written.message := private.visible_text(send_quote.message);
  written.price_type := send_quote.price_type;
  written.price_min := send_quote.price_min;
  written.price_max := send_quote.price_max;
  written.vat := send_quote.vat;
  written.earliest_start := send_quote.earliest_start;
  written.valid_until := send_quote.valid_until;
  written.pictures := coalesce(send_quote.pictures, '{}');
  problem := private.quote_problem(written);
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  insert into public.job_quotes as q (job_id, provider_id, message, price_type, price_min, price_max, vat, earliest_start,
    valid_until, pictures, updated_at)
  values (written.job_id, me, written.message, written.price_type, case when written.price_type <> 'after_visit' then written.price_min end,
    case when written.price_type = 'range' then written.price_max end, written.vat, written.earliest_start, written.valid_until,
    written.pictures, clock_timestamp())
  on conflict on constraint job_quotes_pkey do update set message = excluded.message, price_type = excluded.price_type,
    price_min = excluded.price_min, price_max = excluded.price_max, vat = excluded.vat,
    earliest_start = excluded.earliest_start, valid_until = excluded.valid_until, pictures = excluded.pictures,
    updated_at = excluded.updated_at, state = 'sent', seen_at = null;
  perform private.enforce_rate_limit('quotes', 50, 86400, 'You have sent 50 quotes today, which is the most. Please try again tomorrow.', false);
  -- However often it is edited, one email a day.
  perform notify.from_person(me, job.user_id, 'quote_received', jsonb_build_object('job_id', job.id, 'title', job.title,
    'from', private.public_name(me), 'edited', coalesce(quote.state = 'sent', false)),
    'quote_received:' || job.id || ':' || me || ':' || private.uk_day(now()));
end $$;
comment on function public.send_quote(uuid,text,text,text,date,integer,integer,date,text[]) is
  'Sends the caller''s quote for an open job, or edits it until the client has decided. It takes one of the job''s places, as unlocking does.';

create function public.withdraw_quote(job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  perform from public.jobs j where j.id = withdraw_quote.job_id for no key update;
  update public.job_quotes q set state = 'withdrawn', updated_at = clock_timestamp()
  where q.job_id = withdraw_quote.job_id and q.provider_id = (select auth.uid()) and q.state = 'sent';
  perform private.refuse_if(not found, 'PT409', 'You have no quote here that can be withdrawn. Please reload the page.');
end $$;
comment on function public.withdraw_quote(uuid) is
  'Takes back the caller''s quote while it is undecided. The provider may send another one in its place.';

-- Deciding ------------------------------------------------------------------------------------------------------------

create function private.lock_sent_quote(target uuid, provider uuid, seen timestamptz) returns public.job_quotes
language plpgsql security definer set search_path = '' as $$
declare
  quote public.job_quotes;
begin
  select * into quote from public.job_quotes q where q.job_id = target and q.provider_id = provider for update;
  perform private.refuse_if(quote.job_id is null, 'PT404', 'This quote no longer exists. Please reload the page.');
  perform private.refuse_if(quote.state <> 'sent',
    'PT409', 'This quote has been withdrawn or decided already. Please reload the page.');
  perform private.refuse_if(quote.updated_at is distinct from seen,
    'PT409', 'This quote has changed since you opened it. Please read it again before you decide.');
  return quote;
end $$;
comment on function private.lock_sent_quote(uuid,uuid,timestamptz) is
  'Locks an undecided quote; refuses if it has changed since the caller read it.';

create function public.decline_quote(job_id uuid, provider_id uuid, seen timestamptz, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(decline_quote.job_id);
  why constant text := private.written_text(decline_quote.reason, 500);
begin
  perform private.lock_sent_quote(job.id, decline_quote.provider_id, decline_quote.seen);
  update public.job_quotes q set state = 'declined', decided_at = now(), reason = why
  where q.job_id = job.id and q.provider_id = decline_quote.provider_id;
  perform notify.from_person(job.user_id, decline_quote.provider_id, 'quote_declined',
    jsonb_strip_nulls(jsonb_build_object('title', job.title, 'reason', why)));
end $$;
comment on function public.decline_quote(uuid,uuid,timestamptz,text) is
  'The poster declines a quote as last read, with or without a reason, which the provider gets by email unless they blocked the poster.';

-- Conversation --------------------------------------------------------------------------------------------------------

create function public.write_about_quote(
  job_id uuid, provider_id uuid, message text, pictures text[] default '{}'
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  job public.jobs;
  talk uuid;
begin
  perform private.require_active_account();
  select j.* into job from public.jobs j join public.job_quotes q on q.job_id = j.id
  where j.id = write_about_quote.job_id and q.provider_id = write_about_quote.provider_id and me in (j.user_id, q.provider_id);
  perform private.refuse_if(job.id is null, 'PT404', 'This quote no longer exists. Please reload the page.');
  if me <> job.user_id and not exists (select from public.enquiries e where e.job_id = job.id and e.provider_id = me) then
    -- A provider begins a conversation only where the contact is theirs to read.
    perform public.reveal_job_contact(job.id);
  end if;
  insert into public.enquiries as e (sender_id, provider_id, subject, job_id)
  values (job.user_id, write_about_quote.provider_id, btrim(regexp_replace(job.title, '\s+', ' ', 'g')), job.id)
  on conflict on constraint enquiries_of_quote do update set last_message_at = now() returning e.id into talk;
  perform private.add_enquiry_message(talk, me,
    case when me = job.user_id then write_about_quote.provider_id else job.user_id end, job.title, message, pictures);
  return talk;
end $$;
comment on function public.write_about_quote(uuid,uuid,text,text[]) is
  'Writes into the conversation about a quote, which is among the enquiries of both; the first message begins it, a provider''s only while they may read the contact.';

-- Reading -------------------------------------------------------------------------------------------------------------

create function public.open_job_quotes(
  job_id uuid
) returns table (provider_id uuid, name text, image_url text, listed boolean, rating_average numeric, rating_count integer, miles integer, message text, price_type text, price_min integer, price_max integer, vat text, earliest_start date, valid_until date, expired boolean, pictures text[], state text, reason text, updated_at timestamptz, enquiry_id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  job public.jobs;
begin
  perform private.require_session();
  select * into job from public.jobs j where j.id = open_job_quotes.job_id and j.user_id = (select auth.uid());
  update public.job_quotes q set seen_at = now() where q.job_id = job.id and q.seen_at is null and q.state = 'sent';
  return query
    select q.provider_id, private.public_name(q.provider_id), p.profile_image_url, l.user_id is not null,
      l.rating_average, coalesce(l.rating_count, 0),
      round(here.centre <-> there.centre)::integer,
      q.message, q.price_type, q.price_min, q.price_max, q.vat, q.earliest_start, q.valid_until,
      q.valid_until < private.uk_day(now()), q.pictures, q.state, q.reason, q.updated_at, e.id
    from public.job_quotes q
    join public.profiles p on p.id = q.provider_id
    left join public.public_providers l on l.user_id = q.provider_id
    left join public.enquiries e on e.job_id = q.job_id and e.provider_id = q.provider_id
    left join lateral search.locate(job.location) as here on true
    left join lateral search.locate(p.location) as there on true
    where q.job_id = job.id
    order by array_position(array['accepted', 'sent', 'declined', 'withdrawn'], q.state), q.created_at;
end $$;
comment on function public.open_job_quotes(uuid) is
  'For a job''s poster: its quotes with what compares them, undecided ones first. Marks them as seen.';
