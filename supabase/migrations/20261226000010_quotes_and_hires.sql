-- Quotes, hires and what becomes of a job after them.

insert into notify.notice_kinds (kind, topic) values
  ('job_done_question', 'email'), ('job_hired', 'email'), ('job_outcome', 'email'), ('quote_declined', 'email'),
  ('quote_received', 'email');
insert into notify.mail_kinds (kind, placeholders, required) values
  ('job_done_question', '{link,site,name,title,other,news,request}', '{link}'),
  ('job_hired', '{link,site,name,title,other}', '{link}'),
  ('job_outcome', '{link,site,name,title,other,news}', '{link}'),
  ('quote_declined', '{link,site,name,title,reason}', '{link}'),
  ('quote_received', '{link,site,name,title,from,news}', '{link}');
insert into public.site_settings (key, value)
values ('mail_job_done_question', 'null'), ('mail_job_hired', 'null'), ('mail_job_outcome', 'null'),
  ('mail_quote_declined', 'null'), ('mail_quote_received', 'null');

insert into private.export_parts (name, place, title, query) values
  ('quotes_sent', 43, 'Quotes you sent',
    $$select j.title as job, q.message, q.price_type, q.price_min, q.price_max, q.vat, q.earliest_start, q.valid_until,
        q.pictures, q.state, q.reason, q.created_at, q.updated_at, q.seen_at, q.decided_at from public.job_quotes q
      join public.jobs j on j.id = q.job_id where q.provider_id = $1 order by q.created_at desc$$),
  ('quotes_received', 44, 'Quotes for your jobs',
    $$select j.title as job, private.public_name(q.provider_id) as provider, q.message, q.price_type, q.price_min, q.price_max,
        q.vat, q.earliest_start, q.valid_until, q.state, q.reason, q.created_at, q.decided_at from public.job_quotes q
      join public.jobs j on j.id = q.job_id where j.user_id = $1 order by q.created_at desc$$),
  ('hired_for', 45, 'Jobs you were hired for',
    $$select title as job, hired_at, work_starts_on, done_by_provider_at from public.jobs where hired_provider_id = $1
      order by hired_at desc$$);

alter table public.jobs drop constraint jobs_status_check;
alter table public.jobs add constraint jobs_status_check
  check (status in ('open', 'closed', 'expired', 'paused', 'stopped', 'hired', 'done'));
alter table public.jobs
  add column outcome text check (outcome in ('here', 'elsewhere', 'nobody')),
  add column hired_provider_id uuid references public.profiles (id) on delete set null,
  add column hired_at timestamptz,
  add column work_starts_on date,
  add column done_question_at timestamptz,
  add column done_by_provider_at timestamptz,
  add check ((hired_at is not null) = (work_starts_on is not null)),
  add check (hired_at is null or outcome is not distinct from 'here'),
  add check (status not in ('hired', 'done') or hired_at is not null);
comment on column public.jobs.status is
  'closed: by the poster; stopped: by a moderator (people read "A moderator has closed this job"); paused: while the account is deactivated; hired, done: see jobs_hires.sql.';
comment on column public.jobs.outcome is
  'Whom the poster hired, as the poster said: somebody here, elsewhere, nobody. Null: nothing is known, and nothing is assumed.';
comment on column public.jobs.work_starts_on is
  'The start that the accepted quote offers, else the day of the hire. After it both are asked whether the work is done.';
comment on column public.jobs.done_by_provider_at is 'When the hired provider said that the work is done; only the poster''s word makes the job done.';
create index jobs_hired on public.jobs (work_starts_on) where status = 'hired';
create index jobs_of_hired_provider on public.jobs (hired_provider_id);

create table private.job_states (
  state text primary key,
  takes_places boolean not null,
  shows_contact boolean not null
);
comment on table private.job_states is
  'What each status of a job allows: whether more providers may unlock the contact or quote, and whether those who did may read it, of whom after a hire only the hired one.';
alter table private.job_states enable row level security;

insert into private.job_states (state, takes_places, shows_contact) values
  ('open', true, true), ('closed', false, true), ('expired', false, true), ('paused', false, true), ('stopped', false, true),
  ('hired', false, true), ('done', false, true);

alter table private.job_transitions
  add foreign key (was) references private.job_states (state),
  add column poster_notice text,
  add column notified text check (notified in ('quoting', 'hired'));
comment on table private.job_transitions is
  'The allowed changes of a job''s status, which of them its poster may make, and who is emailed. Admins'' functions and changes without a caller (expiry, the answer to ''still looking?'') may make all of them.';
comment on column private.job_transitions.poster_notice is 'What the poster is emailed of a change without a caller.';
comment on column private.job_transitions.notified is
  'Which providers are emailed: all others with an undecided quote, or the hired one.';

delete from private.job_transitions;
insert into private.job_transitions (was, becomes, by_poster, poster_notice, notified) values
  ('closed', 'hired', true, null, 'quoting'), ('closed', 'open', true, null, null), ('closed', 'stopped', false, null, null),
  ('expired', 'closed', true, null, 'quoting'), ('expired', 'hired', true, null, 'quoting'), ('expired', 'open', true, null, null),
  ('expired', 'stopped', false, null, null), ('hired', 'closed', true, null, 'hired'), ('hired', 'done', true, null, 'hired'),
  ('hired', 'open', true, null, 'hired'), ('hired', 'stopped', false, null, null), ('open', 'closed', true, null, 'quoting'),
  ('open', 'expired', false, 'job_expired', null), ('open', 'hired', true, null, 'quoting'), ('open', 'paused', false, null, null),
  ('open', 'stopped', false, null, null), ('paused', 'open', false, null, null), ('paused', 'stopped', false, null, null),
  ('stopped', 'open', false, null, null), ('stopped', 'paused', false, null, null);

create or replace function private.check_job() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
  poster_is_active boolean;
begin
  if tg_op = 'UPDATE' and new.status <> old.status and not exists (
      select from private.job_transitions t where t.was = old.status and t.becomes = new.status
        and (t.by_poster or (select auth.uid()) is null or private.is_admin())
        -- No caller can set the time: a hire goes through accept_quote() or mark_job_hired().
        and (new.status <> 'hired' or new.hired_at is not null)) then
    raise exception 'A job with this status cannot be changed in this way. Please reload the page.'
      using errcode = '23514', detail = old.status || ' to ' || new.status;
  end if;
  -- The lock waits for a deactivation that is under way, so that no job opens after it.
  if new.status = 'open' and (tg_op = 'INSERT' or old.status <> 'open') then
    select p.is_active into poster_is_active from public.profiles p where p.id = new.user_id for share;
    if not poster_is_active then
      new.status := 'paused';
    end if;
  end if;
  if cardinality(new.categories) = 0 then
    new.categories := array[new.category];
  end if;
  new.category := new.categories[1];
  -- Unchanged selections are not checked: a job whose category was renamed or deleted can still be closed or expire.
  if tg_op = 'INSERT' or new.categories is distinct from old.categories or new.category is distinct from old.category then
    unknown := private.unknown_selection(new.categories);
    if unknown is not null then
      raise exception '%', private.unknown_category_error(unknown) using errcode = '23514';
    end if;
  end if;
  new.category_keys := private.category_keys(new.categories);
  select * into new.budget_min, new.budget_max, new.budget_type from public.parse_budget(new.budget);
  new.closed_at := case when new.status = 'closed' then coalesce(new.closed_at, now()) end;
  -- A pause does not change the expiry date.
  if tg_op = 'UPDATE' and new.status = 'open' and old.status not in ('open', 'paused') then
    new.expires_at := now() + private.job_lifetime();
    new.expiry_notice_at := null;
    new.outcome := null;
    new.hired_provider_id := null;
    new.hired_at := null;
    new.work_starts_on := null;
    new.done_question_at := null;
    new.done_by_provider_at := null;
  end if;
  new.updated_at := now();
  return new;
end $$;
comment on function private.check_job() is
  'Trigger: allows only listed transitions and existing categories, parses the budget, and sets the dates.';

create or replace function private.take_job_place(target uuid, provider uuid) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  -- Providers wait here for one another, so that the limit holds; closing the job waits too.
  select * into job from public.jobs j where j.id = target for no key update;
  if job.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if not (select s.takes_places from private.job_states s where s.state = job.status) or job.expires_at <= now() then
    raise exception 'This job is closed. Please choose another one.' using errcode = 'PT409';
  end if;
  if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = provider)
     and (select count(*) from public.job_contact_reveals r where r.job_id = job.id) >= job.reveal_limit then
    raise exception 'This person has heard from enough professionals. Please choose another job.'
      using errcode = 'PT409';
  end if;
  insert into public.job_contact_reveals (job_id, provider_id) values (job.id, provider) on conflict do nothing;
  return job;
end $$;
comment on function private.take_job_place(uuid,uuid) is
  'Locks an open job and gives a provider one of the places that its poster''s limit leaves, once.';

create or replace function public.reveal_job_contact(
  job_id uuid
) returns table (contact_name text, contact_email text, contact_phone text)
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  me uuid := auth.uid();
begin
  select * into job from public.jobs j where j.id = reveal_job_contact.job_id;
  if not (coalesce(job.user_id = me, false) or private.is_admin()) then
    perform private.require_job_access();
    if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me) then
      job := private.take_job_place(reveal_job_contact.job_id, me);
    elsif not (select s.shows_contact from private.job_states s where s.state = job.status)
        or job.hired_at is not null and job.hired_provider_id is distinct from me then
      raise exception 'These contact details are no longer shared. Please choose another job.' using errcode = 'PT403';
    end if;
  end if;
  if job.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  return query select job.contact_name, job.contact_email, job.contact_phone;
end $$;
comment on function public.reveal_job_contact(uuid) is
  'A job''s contact, for its poster, an admin, or a provider with a live membership while the poster''s limit is not reached; a provider''s first reveal is recorded (P-07).';
grant execute on function public.reveal_job_contact(uuid) to authenticated;

create or replace function private.process_job_expiry() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  token text;
begin
  -- The question is sent once, five days before the end.
  for job in
    select j.id, j.user_id, j.title, j.posted_date, j.expires_at from public.jobs j
    where j.status = 'open' and j.expiry_notice_at is null and j.expires_at <= now() + interval '5 days' and j.expires_at > now()
    order by j.expires_at limit 200 for update skip locked
  loop
    token := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
    insert into private.job_questions (token_hash, job_id) values (sha256(convert_to(token, 'UTF8')), job.id);
    update public.jobs set expiry_notice_at = now() where id = job.id;
    perform notify.account(job.user_id, 'job_still_looking', jsonb_build_object('title', job.title,
      'posted_date', job.posted_date, 'shown_until', job.expires_at, 'token', token), 'job_still_looking:' || job.id || ':' || job.expires_at);
  end loop;
  for job in
    select j.id from public.jobs j where j.status = 'open' and j.expires_at <= now()
    order by j.expires_at limit 200 for update skip locked
  loop
    update public.jobs set status = 'expired' where id = job.id;
  end loop;
  perform private.process_hired_jobs();
  delete from private.job_questions where sent_at < now() - interval '90 days';
  delete from search.job_counts_by_category where jobs = 0;
  delete from search.job_counts_by_place where jobs = 0;
  delete from search.job_counts_by_budget where jobs = 0;
  delete from search.job_counts_by_letter where jobs = 0;
end $$;
comment on function private.process_job_expiry() is
  'Task: emails posters whether their jobs are still wanted, expires jobs whose time is over, continues with hired ones, deletes counts of zero.';

drop function public.answer_job_question(text,boolean);
create function public.answer_job_question(
  token text, still_looking boolean, hired_elsewhere boolean default null
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  question private.job_questions;
  job public.jobs;
begin
  select * into question from private.find_job_question(token);
  select * into job from public.jobs j where j.id = question.job_id for no key update;
  -- Read again: a second press waits for the first at the lock.
  select * into question from private.find_job_question(token);
  if job.id is null or still_looking is null or not exists (select from public.profiles p where p.id = job.user_id and p.is_active) then
    raise exception 'This link has expired. Please log in to see your jobs.' using errcode = 'PT404';
  end if;
  if question.answer is not null then
    if (question.answer = 'yes') = still_looking then
      return public.job_question(token);
    end if;
    raise exception 'You have already answered this email. Please log in to change the job.' using errcode = 'PT409';
  end if;
  if still_looking and job.status = 'stopped' then
    raise exception 'A moderator has closed this job. Please see our email for the reason, or contact us.'
      using errcode = 'PT409';
  end if;
  if still_looking and job.status not in ('open', 'expired', 'paused') then
    raise exception 'This job is closed. Please log in to reopen it.' using errcode = 'PT409';
  end if;
  if still_looking and job.status = 'open' then
    update public.jobs set expires_at = now() + private.job_lifetime(), expiry_notice_at = null where id = job.id;
  elsif still_looking then
    update public.jobs set status = 'open' where id = job.id;
  elsif job.status in ('open', 'expired') then
    update public.jobs set status = 'closed', outcome = case hired_elsewhere when true then 'elsewhere' when false then 'nobody' end
    where id = job.id;
  end if;
  update private.job_questions set answered_at = now(), answer = case when still_looking then 'yes' else 'no' end
  where token_hash = question.token_hash;
  return public.job_question(token);
end $$;
comment on function public.answer_job_question(text,boolean,boolean) is
  'Answers a ''still looking?'' mail, signed in or not: yes gives the job a new expiry date, no closes it, with whether somebody was hired elsewhere. The same answer twice changes nothing.';
grant execute on function public.answer_job_question(text,boolean,boolean) to anon, authenticated;

create or replace function public.unused_portfolio_files(p_limit integer default 1000) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  start text;
  walked text[];
  most constant integer := least(greatest(p_limit, 1), 1000);
begin
  select s.reached into start from private.portfolio_cleanup s for update;
  select array_agg(n.name order by n.name collate "C") into walked from (
    select o.name from storage.objects o
    where o.bucket_id = 'portfolio_media' and o.name collate "C" > start
    order by o.name collate "C" limit most) as n;
  update private.portfolio_cleanup
    set reached = case when cardinality(walked) = most then walked[most] else '' end;
  return query
    select o.name from unnest(walked) as w (name)
      join storage.objects o on o.bucket_id = 'portfolio_media' and o.name = w.name
      left join public.profiles p
        on p.id = case when o.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then split_part(o.name, '/', 1)::uuid end
    -- A name with other characters may stand in an address in another spelling: it is left alone.
    where o.name ~ '^[0-9a-f-]{36}/portfolio/[A-Za-z0-9._-]+$'
      and o.created_at < now() - interval '1 day'
      and (p.id is null or strpos(p.work_samples::text, o.name) = 0)
      and not exists (select from public.job_quotes q
        where q.provider_id = p.id and '/storage/v1/object/public/portfolio_media/' || o.name = any (q.pictures));
end $$;
comment on function public.unused_portfolio_files(integer) is
  'For tidy-portfolio: of the next files of all portfolios those that are a day old and shown by no item and no quote. Each call walks on; after the last it begins again.';

alter table public.enquiries
  add column job_id uuid references public.jobs (id) on delete set null,
  add constraint enquiries_of_quote unique (job_id, provider_id);
comment on table public.enquiries is
  'One conversation about one matter, begun on a provider''s profile or about a quote. Only its two sides read it; written by functions alone.';
comment on column public.enquiries.job_id is 'The job whose quote it is about; its poster is the sender.';

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
alter table public.job_quotes enable row level security;
grant select on public.job_quotes to authenticated;
create policy "provider and poster read" on public.job_quotes for select to authenticated
  using ((select private.is_session_valid()) and (provider_id = (select auth.uid())
    or exists (select from public.jobs j where j.id = job_id and j.user_id = (select auth.uid()))));

-- Sending -------------------------------------------------------------------------------------------------------------

create function private.check_job_quote() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.uk_day(now());
  shelf constant text := '/storage/v1/object/public/portfolio_media/';
  problem text;
begin
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
    when cardinality(new.pictures) > 5 then 'Please add at most 5 pictures'
    when exists (
      select from unnest(new.pictures) as picture (address)
      where not exists (
        select from storage.objects o
        where o.bucket_id = 'portfolio_media' and picture.address = shelf || o.name
          and o.name = substr(picture.address, length(shelf) + 1)
          and starts_with(o.name, new.provider_id || '/portfolio/') and starts_with(o.metadata ->> 'mimetype', 'image/')))
      then 'You can only show pictures that you uploaded yourself. Please upload the picture again.' end;
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
comment on function private.check_job_quote() is
  'Trigger: what a provider writes is within the limits, and shows only pictures of the provider''s own.';

-- What the owner of the database loads (the sample) has dates of its own.
create trigger check_job_quote before insert or update of message, price_type, price_min, price_max, vat, earliest_start, valid_until, pictures
  on public.job_quotes for each row when (auth.uid() is not null) execute function private.check_job_quote();

create function private.lock_own_job(target uuid) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  perform private.require_active_account();
  select * into job from public.jobs j where j.id = target and j.user_id = (select auth.uid()) for no key update;
  if job.id is null then
    raise exception 'We could not find this job among yours. Please reload the page.' using errcode = 'PT404';
  end if;
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
begin
  select * into job from public.jobs j where j.id = send_quote.job_id;
  if job.user_id = me then
    raise exception 'This job is your own. Please choose another one.' using errcode = 'PT409';
  end if;
  perform private.require_job_access();
  if exists (select from public.enquiry_blocks b where b.user_id = job.user_id and b.blocked_id = me) then
    raise exception 'This person is not accepting messages from you. Please choose another job.' using errcode = 'PT403';
  end if;
  job := private.take_job_place(send_quote.job_id, me);
  select * into quote from public.job_quotes q where q.job_id = job.id and q.provider_id = me for update;
  if quote.state in ('declined', 'accepted') then
    raise exception 'Your quote has already been decided, so it was not changed. Please reload the page.'
      using errcode = 'PT409';
  end if;
  insert into public.job_quotes as q (job_id, provider_id, message, price_type, price_min, price_max, vat, earliest_start,
    valid_until, pictures)
  values (job.id, me, send_quote.message, send_quote.price_type, send_quote.price_min, send_quote.price_max, send_quote.vat,
    send_quote.earliest_start, send_quote.valid_until, coalesce(send_quote.pictures, '{}'))
  on conflict on constraint job_quotes_pkey do update set message = excluded.message, price_type = excluded.price_type,
    price_min = excluded.price_min, price_max = excluded.price_max, vat = excluded.vat,
    earliest_start = excluded.earliest_start, valid_until = excluded.valid_until, pictures = excluded.pictures,
    state = 'sent', seen_at = null;
  -- However often it is edited, one email a day.
  perform notify.account(job.user_id, 'quote_received', jsonb_build_object('job_id', job.id, 'title', job.title,
    'from', private.public_name(me), 'edited', coalesce(quote.state = 'sent', false)),
    'quote_received:' || job.id || ':' || me || ':' || private.uk_day(now()));
end $$;
comment on function public.send_quote(uuid,text,text,text,date,integer,integer,date,text[]) is
  'Sends the caller''s quote for an open job, or edits it until the client has decided. It takes one of the job''s places, as unlocking does.';
grant execute on function public.send_quote(uuid,text,text,text,date,integer,integer,date,text[]) to authenticated;

create function public.withdraw_quote(job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  perform from public.jobs j where j.id = withdraw_quote.job_id for no key update;
  update public.job_quotes q set state = 'withdrawn', updated_at = clock_timestamp()
  where q.job_id = withdraw_quote.job_id and q.provider_id = (select auth.uid()) and q.state = 'sent';
  if not found then
    raise exception 'You have no quote here that can be withdrawn. Please reload the page.' using errcode = 'PT409';
  end if;
end $$;
comment on function public.withdraw_quote(uuid) is
  'Takes back the caller''s quote while it is undecided. The provider may send another one in its place.';
grant execute on function public.withdraw_quote(uuid) to authenticated;

-- Deciding ------------------------------------------------------------------------------------------------------------

create function private.lock_sent_quote(target uuid, provider uuid, seen timestamptz) returns public.job_quotes
language plpgsql security definer set search_path = '' as $$
declare
  quote public.job_quotes;
begin
  select * into quote from public.job_quotes q where q.job_id = target and q.provider_id = provider for update;
  if quote.job_id is null then
    raise exception 'This quote no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if quote.state <> 'sent' then
    raise exception 'This quote has been withdrawn or decided already. Please reload the page.' using errcode = 'PT409';
  end if;
  if quote.updated_at is distinct from seen then
    raise exception 'This quote has changed since you opened it. Please read it again before you decide.' using errcode = 'PT409';
  end if;
  return quote;
end $$;
comment on function private.lock_sent_quote(uuid,uuid,timestamptz) is
  'Locks an undecided quote; refuses if it has changed since the caller read it.';

create function public.decline_quote(job_id uuid, provider_id uuid, seen timestamptz, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(decline_quote.job_id);
  why constant text := nullif(btrim(decline_quote.reason, E' \t\r\n'), '');
begin
  perform private.lock_sent_quote(job.id, decline_quote.provider_id, decline_quote.seen);
  if char_length(why) > 500 then
    raise exception 'Please use at most 500 characters' using errcode = 'PT400';
  end if;
  update public.job_quotes q set state = 'declined', decided_at = now(), reason = why
  where q.job_id = job.id and q.provider_id = decline_quote.provider_id;
  perform notify.account(decline_quote.provider_id, 'quote_declined',
    jsonb_strip_nulls(jsonb_build_object('title', job.title, 'reason', why)));
end $$;
comment on function public.decline_quote(uuid,uuid,timestamptz,text) is
  'The poster declines a quote as last read, with or without a reason, which the provider gets by email.';
grant execute on function public.decline_quote(uuid,uuid,timestamptz,text) to authenticated;

-- Conversation --------------------------------------------------------------------------------------------------------

create function public.write_about_quote(job_id uuid, provider_id uuid, message text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  job public.jobs;
  talk uuid;
begin
  perform private.require_active_account();
  select j.* into job from public.jobs j join public.job_quotes q on q.job_id = j.id
  where j.id = write_about_quote.job_id and q.provider_id = write_about_quote.provider_id and me in (j.user_id, q.provider_id);
  if job.id is null then
    raise exception 'This quote no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  insert into public.enquiries as e (sender_id, provider_id, subject, job_id)
  values (job.user_id, write_about_quote.provider_id, btrim(regexp_replace(job.title, '\s+', ' ', 'g')), job.id)
  on conflict on constraint enquiries_of_quote do update set last_message_at = now() returning e.id into talk;
  perform private.add_enquiry_message(talk, me,
    case when me = job.user_id then write_about_quote.provider_id else job.user_id end, job.title, message);
  return talk;
end $$;
comment on function public.write_about_quote(uuid,uuid,text) is
  'Writes into the conversation about a quote, which is among the enquiries of both; the first message begins it.';
grant execute on function public.write_about_quote(uuid,uuid,text) to authenticated;

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
    select q.provider_id, private.public_name(q.provider_id), p.profile_image_url, l.provider_id is not null,
      l.rating_average, coalesce(l.rating_count, 0),
      round(search.distance_in_miles(here.latitude, here.longitude, there.latitude, there.longitude))::integer,
      q.message, q.price_type, q.price_min, q.price_max, q.vat, q.earliest_start, q.valid_until,
      q.valid_until < private.uk_day(now()), q.pictures, q.state, q.reason, q.updated_at, e.id
    from public.job_quotes q
    join public.profiles p on p.id = q.provider_id
    left join search.listings l on l.provider_id = q.provider_id and l.membership_end > now()
    left join public.enquiries e on e.job_id = q.job_id and e.provider_id = q.provider_id
    left join lateral search.locate(job.location) as here on true
    left join lateral search.locate(p.location) as there on true
    where q.job_id = job.id
    order by array_position(array['accepted', 'sent', 'declined', 'withdrawn'], q.state), q.created_at;
end $$;
comment on function public.open_job_quotes(uuid) is
  'For a job''s poster: its quotes with what compares them, undecided ones first. Marks them as seen.';
grant execute on function public.open_job_quotes(uuid) to authenticated;

-- Hiring --------------------------------------------------------------------------------------------------------------

create function private.hire(job public.jobs, provider uuid, starts date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if job.status in ('hired', 'done') then
    raise exception 'You have already hired someone for this job. Please reload the page.' using errcode = 'PT409';
  end if;
  if not exists (select from private.job_transitions t where t.was = job.status and t.becomes = 'hired') then
    raise exception 'You cannot hire for this job at the moment. Please open it under My Jobs.' using errcode = 'PT409';
  end if;
  if not exists (select from public.profiles p where p.id = provider and p.is_active) then
    raise exception 'This professional''s account is switched off. Please choose someone else.' using errcode = 'PT409';
  end if;
  update public.jobs set status = 'hired', outcome = 'here', hired_provider_id = provider, hired_at = now(),
    work_starts_on = greatest(starts, private.uk_day(now()))
  where id = job.id;
  perform notify.account(provider, 'job_hired', jsonb_build_object('job_id', job.id, 'title', job.title,
    'other', private.public_name(job.user_id)));
end $$;
comment on function private.hire(public.jobs,uuid,date) is
  'Marks a locked job as hired, and emails the provider. A second hire is refused.';

create function public.accept_quote(job_id uuid, provider_id uuid, seen timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(accept_quote.job_id);
  quote public.job_quotes;
begin
  if job.status in ('hired', 'done') then
    raise exception 'You have already hired someone for this job. Please reload the page.' using errcode = 'PT409';
  end if;
  quote := private.lock_sent_quote(job.id, accept_quote.provider_id, accept_quote.seen);
  if quote.valid_until < private.uk_day(now()) then
    raise exception 'This quote has expired. Please ask for a new one.' using errcode = 'PT409';
  end if;
  update public.job_quotes q set state = 'accepted', decided_at = now()
  where q.job_id = job.id and q.provider_id = quote.provider_id;
  perform private.hire(job, quote.provider_id, quote.earliest_start);
end $$;
comment on function public.accept_quote(uuid,uuid,timestamptz) is
  'The poster accepts a quote as last read, which marks the job as hired. Of two at once one is refused.';
grant execute on function public.accept_quote(uuid,uuid,timestamptz) to authenticated;

create function public.mark_job_hired(job_id uuid, outcome text, provider_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(mark_job_hired.job_id);
begin
  if mark_job_hired.outcome = 'here' then
    if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = mark_job_hired.provider_id) then
      raise exception 'Please choose a professional who has unlocked your contact details' using errcode = 'PT400';
    end if;
    if exists (select from public.job_quotes q where q.job_id = job.id and q.provider_id = mark_job_hired.provider_id
        and q.state = 'sent' and q.valid_until >= private.uk_day(now())) then
      raise exception 'This professional has sent you a quote. Please accept or decline it.' using errcode = 'PT409';
    end if;
    perform private.hire(job, mark_job_hired.provider_id, null);
  elsif mark_job_hired.outcome in ('elsewhere', 'nobody') then
    if job.status not in ('open', 'expired', 'closed') then
      raise exception 'This job cannot be closed at the moment. Please reload the page.' using errcode = 'PT409';
    end if;
    update public.jobs j set status = 'closed', outcome = mark_job_hired.outcome where j.id = job.id;
  else
    raise exception 'Please choose whom you hired' using errcode = 'PT400';
  end if;
end $$;
comment on function public.mark_job_hired(uuid,text,uuid) is
  'The poster says whom they hired: here (one who unlocked the contact), elsewhere, or nobody, which both close the job.';
grant execute on function public.mark_job_hired(uuid,text,uuid) to authenticated;

create function private.follow_job_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change private.job_transitions;
  facts constant jsonb := jsonb_build_object('job_id', new.id, 'title', new.title, 'status', new.status,
    'other', private.public_name(new.user_id));
begin
  select * into change from private.job_transitions t where t.was = old.status and t.becomes = new.status;
  if change.poster_notice is not null and (select auth.uid()) is null then
    perform notify.account(new.user_id, change.poster_notice, facts, change.poster_notice || ':' || new.id || ':' || old.expires_at);
  end if;
  if change.notified = 'quoting' then
    perform notify.account(q.provider_id, 'job_outcome',
      -- Whom somebody hired elsewhere, or that nobody was hired, is not for others.
      facts, 'job_outcome:' || new.id || ':' || q.provider_id || ':' || new.status)
    from public.job_quotes q
    where q.job_id = new.id and q.state = 'sent' and q.provider_id is distinct from new.hired_provider_id;
  elsif change.notified = 'hired' then
    perform notify.account(old.hired_provider_id, 'job_outcome', facts) where old.hired_provider_id is not null;
  end if;
  -- Reopening takes the hire back, and the quote is as it was before.
  if new.status = 'open' then
    update public.job_quotes q set state = 'sent', decided_at = null, updated_at = clock_timestamp()
    where q.job_id = new.id and q.state = 'accepted';
  end if;
  return null;
end $$;
comment on function private.follow_job_status() is
  'Trigger: emails whom private.job_transitions names, and takes an acceptance back when the job is reopened.';

create trigger follow_job_status after update of status on public.jobs
  for each row when (old.status <> new.status) execute function private.follow_job_status();

-- Done ----------------------------------------------------------------------------------------------------------------

create function private.question_done(job public.jobs, person uuid) returns void
language sql security definer set search_path = '' as $$
  select notify.account(person, 'job_done_question', jsonb_build_object('job_id', job.id, 'title', job.title,
    'to_client', person = job.user_id, 'said_done', job.done_by_provider_at is not null,
    'other', private.public_name(case person when job.user_id then job.hired_provider_id else job.user_id end)),
    'job_done_question:' || job.id || ':' || job.hired_at || ':' || person || ':' || (job.done_by_provider_at is not null))
  where person is not null
$$;
comment on function private.question_done(public.jobs,uuid) is
  'Emails one of the two the question whether the work is done, once a hire, and the poster again when the provider says so.';

create function public.mark_job_done(job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  job public.jobs;
begin
  perform private.require_active_account();
  select * into job from public.jobs j
  where j.id = mark_job_done.job_id and me in (j.user_id, j.hired_provider_id) for no key update;
  if job.id is null then
    raise exception 'We could not find this job among yours. Please reload the page.' using errcode = 'PT404';
  end if;
  if job.status <> 'hired' then
    raise exception 'This job is not in progress. Please reload the page.' using errcode = 'PT409';
  end if;
  if job.user_id = me then
    update public.jobs j set status = 'done' where j.id = job.id;
  elsif job.done_by_provider_at is null then
    update public.jobs j set done_by_provider_at = now() where j.id = job.id returning j.* into job;
    perform private.question_done(job, job.user_id);
  end if;
end $$;
comment on function public.mark_job_done(uuid) is
  'Says that the work is done. The poster''s word makes the job done; the provider''s is recorded, and the poster is asked.';
grant execute on function public.mark_job_done(uuid) to authenticated;

create function private.process_hired_jobs() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  for job in
    select * from public.jobs j
    where j.status = 'hired' and j.done_question_at is null and j.work_starts_on < private.uk_day(now())
    order by j.work_starts_on limit 200 for update skip locked
  loop
    update public.jobs set done_question_at = now() where id = job.id;
    perform private.question_done(job, job.user_id);
    perform private.question_done(job, job.hired_provider_id);
  end loop;
  -- Silence is no outcome: the job is closed, and never counts as done.
  update public.jobs set status = 'closed' where id in (
    select j.id from public.jobs j where j.status = 'hired' and j.done_question_at < now() - interval '60 days'
    limit 200 for update skip locked);
end $$;
comment on function private.process_hired_jobs() is
  'Part of process_job_expiry(): asks both sides once after the start whether the work is done, and closes after 60 days without the poster''s answer.';

-- The provider's list -------------------------------------------------------------------------------------------------

create function public.my_quotes(
  page_size integer default 20, page_offset integer default 0
) returns table (job_id uuid, title text, location text, client text, user_id uuid, job_status text, mine boolean, message text, price_type text, price_min integer, price_max integer, vat text, earliest_start date, valid_until date, expired boolean, pictures text[], state text, reason text, seen boolean, sent_at timestamptz, said_done boolean, enquiry_id uuid, total_count bigint)
language sql stable security definer set search_path = '' as $$
  select j.id, j.title, j.location, private.public_name(j.user_id), j.user_id,
    case when j.status = 'open' and j.expires_at <= now() then 'expired' else j.status end,
    coalesce(j.hired_provider_id = (select auth.uid()), false), q.message, q.price_type, q.price_min, q.price_max, q.vat,
    q.earliest_start, q.valid_until, q.valid_until < private.uk_day(now()), coalesce(q.pictures, '{}'), q.state, q.reason,
    q.seen_at is not null, coalesce(q.created_at, j.hired_at), j.done_by_provider_at is not null, e.id, count(*) over ()
  from public.jobs j
  left join public.job_quotes q on q.job_id = j.id and q.provider_id = (select auth.uid())
  left join public.enquiries e on e.job_id = j.id and e.provider_id = (select auth.uid())
  where j.id in (select o.job_id from public.job_quotes o where o.provider_id = (select auth.uid())
      union select h.id from public.jobs h where h.hired_provider_id = (select auth.uid()))
    and private.is_session_valid()
  order by coalesce(q.created_at, j.hired_at) desc, j.id
  limit least(greatest(page_size, 1), 100) offset least(greatest(page_offset, 0), 100000)
$$;
comment on function public.my_quotes(integer,integer) is
  'The caller''s quotes and hires, newest first, with what became of each job; of others'' quotes nothing.';
grant execute on function public.my_quotes(integer,integer) to authenticated;
