-- Jobs: what clients post, who may see the contact, and what may become of a job.

-- Posting -------------------------------------------------------------------------------------------------------------

create function private.job_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '30 days' $$;
comment on function private.job_lifetime() is
  'For how long a job is shown after it was posted, reopened or confirmed as still wanted.';

create function private.contact_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '90 days' $$;
comment on function private.contact_lifetime() is
  'After which time from a job''s end its contact, pictures and quotes are erased.';

create table public.jobs (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title ~ '\S' and char_length(title) <= 150),
  description text not null check (description ~ '\S' and char_length(description) <= 5000),
  category text not null check (char_length(category) <= 170),
  categories text[] not null default '{}' check (cardinality(categories) <= 10),
  category_keys text[] not null default '{}',
  location text check (char_length(location) <= 120),
  place text collate "C",
  position point,
  sector text,
  budget text check (char_length(budget) <= 100),
  budget_min integer check (budget_min >= 0),
  budget_max integer check (budget_max >= 0),
  budget_type text check (budget_type in ('range', 'hourly', 'fixed')),
  user_id uuid not null references public.profiles (id) on delete cascade,
  posted_by uuid generated always as (user_id) stored,
  contact_name text check (char_length(contact_name) <= 120),
  contact_email text check (char_length(contact_email) <= 200 and private.is_email_address(contact_email)),
  contact_phone text check (char_length(contact_phone) <= 40),
  status text not null default 'open' check (status in ('open', 'closed', 'expired', 'paused', 'stopped', 'hired', 'done')),
  posted_date timestamptz not null default now(),
  closed_at timestamptz,
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + private.job_lifetime(),
  expiry_notice_at timestamptz,
  told_at timestamptz,
  widened_at timestamptz,
  reveal_limit integer check (reveal_limit between 1 and 100),
  outcome text check (outcome in ('here', 'elsewhere', 'nobody')),
  hired_provider_id uuid references public.profiles (id) on delete set null,
  hired_at timestamptz,
  work_starts_on date,
  done_question_at timestamptz,
  done_by_provider_at timestamptz,
  ended_at timestamptz,
  contact_erased boolean generated always as (contact_email is null) stored,
  pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  check ((status = 'closed') = (closed_at is not null)),
  check (budget_min <= budget_max),
  check (hired_at is not null or work_starts_on is null),
  check (hired_at is null or outcome is not distinct from 'here'),
  check (status not in ('hired', 'done') or hired_at is not null)
);
comment on table public.jobs is
  'Posted jobs. No caller can select the contact columns: only reveal_job_contact() gives them (P-07).';
comment on column public.jobs.category_keys is 'The categories expanded for filtering; set by trigger.';
comment on column public.jobs.place is 'The location by search.place_letters(); set by trigger.';
comment on column public.jobs.position is
  'Where the location is on the map of search.map_point(), if that is known; set by trigger, and again when places are loaded. Not the sector, which distances would tell.';
comment on column public.jobs.sector is
  'Of a postcode in the location its first half and sector, for those who may see the contact; the location has the first half only, of every one.';
comment on column public.jobs.budget_min is 'Pence, read from the free text by parse_budget().';
comment on column public.jobs.posted_by is 'The same value as user_id (P-22).';
comment on column public.jobs.expires_at is
  'Until when an open job is shown; see private.job_lifetime().';
comment on column public.jobs.status is
  'closed: by the poster; stopped: by a moderator (people read "A moderator has closed this job"); paused: while the account is deactivated; hired, done: see jobs_hires.sql.';
comment on column public.jobs.outcome is
  'Whom the poster hired, as the poster said: somebody here, elsewhere, nobody. Null: nothing is known, and nothing is assumed.';
comment on column public.jobs.work_starts_on is
  'The start that the accepted quote offers; null where none was agreed. After it, or the day of the hire, both are asked whether the work is done.';
comment on column public.jobs.done_by_provider_at is 'When the hired provider said that the work is done; only the poster''s word makes the job done.';
comment on column public.jobs.expiry_notice_at is
  'When the poster was emailed the question whether the job is still wanted; null until then, and again after an answer.';
comment on column public.jobs.told_at is 'When fitting members were told of it (jobs_matches.sql).';
comment on column public.jobs.widened_at is 'When those further away and of related trades were told too, after 48 hours without a quote.';
comment on column public.jobs.reveal_limit is
  'How many providers may reveal the contact, chosen by the poster; null is any number. Enforced by reveal_job_contact(). People read "unlock".';
comment on column public.jobs.ended_at is
  'When the job ended; entering an erased contact again restarts it. Null while the job goes on. Set by trigger.';
comment on column public.jobs.pictures is 'Addresses of files that the poster uploaded; erased with the contact (P-47).';
comment on column public.jobs.contact_erased is 'Whether the poster must enter the contact again before the job can be reopened.';
create index jobs_by_date on public.jobs (posted_date);
create index jobs_of_user on public.jobs (user_id, posted_date desc);
create index jobs_open_by_id on public.jobs (id) where status = 'open';
create index jobs_expiring on public.jobs (expires_at, posted_date desc, id) where status = 'open';
create index jobs_to_tell on public.jobs (posted_date) where status = 'open' and told_at is null;
create index jobs_quiet on public.jobs (told_at) where status = 'open' and widened_at is null;
create index jobs_to_erase on public.jobs (ended_at) where contact_email is not null;
create index jobs_hired on public.jobs (done_question_at) where status = 'hired';
create index jobs_of_hired_provider on public.jobs (hired_provider_id);
grant delete on public.jobs to authenticated;
grant select (id, title, description, category, categories, category_keys, location, budget, budget_min, budget_max,
  budget_type, user_id, posted_by, status, posted_date, closed_at, updated_at, expires_at, reveal_limit, contact_erased,
  pictures)
  on public.jobs to anon, authenticated;
grant insert (title, description, category, categories, location, budget, user_id, contact_name, contact_email,
  contact_phone, reveal_limit, pictures) on public.jobs to authenticated;
grant update (title, description, category, categories, location, budget, contact_name, contact_email, contact_phone,
  status, reveal_limit, pictures) on public.jobs to authenticated;

create function private.job_state(job public.jobs) returns text
language sql stable set search_path = '' as $$
  select case when job.status = 'open' and job.expires_at <= now() then 'expired' else job.status end
$$;
comment on function private.job_state(public.jobs) is
  'A job''s status for people: the stored one stays open for up to 15 minutes after the end, until process_job_expiry() runs.';

create function private.is_hired(job public.jobs) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(job.hired_provider_id = (select auth.uid()), false) and job.status <> 'stopped'
    and job.contact_email is not null and private.is_session_valid()
$$;
comment on function private.is_hired(public.jobs) is
  'Whether the caller is the provider hired for a job, who reads it until its contact is erased, unless a moderator stopped it.';

create policy "everyone reads open jobs" on public.jobs for select to anon, authenticated
  using (status = 'open' and expires_at > now());
create policy "hired providers read" on public.jobs for select to authenticated
  using (hired_provider_id = (select auth.uid()) and private.is_hired(jobs));
create policy "posters and admins read" on public.jobs for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_session_valid())) or (select private.is_admin()));
create policy "confirmed clients post" on public.jobs for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('client')));
create policy "posters change their own" on public.jobs for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()) and (select private.require_active_account()));
create policy "posters delete their own" on public.jobs for delete to authenticated using (user_id = (select auth.uid()));
create policy "require valid session" on public.jobs as restrictive for delete to authenticated
  using ((select private.is_session_valid()));

create function public.parse_budget(
  budget text, OUT budget_min integer, OUT budget_max integer, OUT budget_type text
) returns record
language plpgsql immutable set search_path = '' as $$
declare
  typed text := lower(private.plain_digits(left(budget, 200)));
  digits constant text := '([0-9.,]*[0-9](?:[km]\M)?)';
  bare constant text := '(?<![0-9.,£])(?=[0-9])';
  amount constant text := '((?:[1-9][0-9]*|0)(?:[.,][0-9]{1,2})?)((?:[km]\M)?)(?![.,]?[0-9]|[%¼-¾⅐-⅞⁄])';
  no constant text := '(?:no|not|never|cannot|(?:do|ca|wo)n''?t)(?: [a-z]+){0,3} ';
  lowest constant text := '(?:\m(?:from|min|minimum|at least|over|above|more than|starting at|' || no || '(?:less|lower) than)\M|>=?|≥)';
  highest constant text := '(?:\m(?:up ?to|max|maximum|at most|within|limit|under|below|less than|' || no
    || '(?:more than|higher than|over|above|exceed(?:ing)?))\M|<=?|≤)';
  filler constant text := '\m(?:about|around|approx|approximately|roughly|circa|say|maybe|just|budget|total|cash|only|or so|of|is|my|our|the|at|a|in|all)\M';
  others constant text := '(?:' || filler || '|[~:.,;!?() ])*';
  joined constant text := ' ?(-+|\m(?:up )?to\M|\mand\M|&) ?';
  after constant text := '(?: ?\(?(\+(?! ?[a-z])|\m(?:or (?:more|over|above)|and (?:up|over|above)|min|minimum)\M(?! ?[0-9£a]))'
    || '| ?\(?(\m(?:or (?:less|under|below)|max|maximum|tops|at most)\M(?! ?[0-9£a])))?';
  hit text[];
  first numeric;
  second numeric;
begin
  -- Every amount becomes £1000 or £2k, with /h if it is by the hour. '1 000', '1.000' and '1,000' are a thousand.
  typed := regexp_replace(typed, '(?<=[0-9])[,.''](?=[0-9]{3}(?![0-9]))|(?<=[0-9])(?<![0-9]{4}) (?=[0-9]{3}(?![0-9a-z]))', '', 'g');
  typed := regexp_replace(regexp_replace(typed, '(?<=[0-9]) ?(?:k|grand|thousand)\M', 'k', 'g'), '(?<=[0-9]) ?(?:m|million)\M', 'm', 'g');
  typed := regexp_replace(typed, '(?:£|\mgbp) ?(?=[0-9])', '£', 'g');
  typed := regexp_replace(typed, bare || digits || ' ?(?:£|(?:gbp|pounds?|quid)\M)', '£\1', 'g');
  typed := regexp_replace(typed, '(?:£|' || bare || ')' || digits || '((?:\+| max| min| or more)?)[ -]*'
    || '(?:(?:/|p\.?/?|\m(?:per|an?|each|every)\M)[ -]*(?:hour|hr|h)|hourly)\M', '£\1/h\2', 'g');
  typed := regexp_replace(typed, '\m(?:hourly|per hour)(?: rate| budget)?(?: of| is|:)? (?:£|' || bare || ')' || digits || '(?!/)', '£\1/h', 'g');
  -- Numbers without a sign are money if nothing else is written, if they have a k, or as the other end of a range.
  if typed ~ format('^(?:%s|%s|between|\+|%s)*%s(?:%s%4$s)?(?:%6$s|%3$s)*$', lowest, highest, others, amount, joined, after) then
    typed := regexp_replace(typed, bare, '£', 'g');
  elsif typed !~ '£[0-9]' then
    typed := regexp_replace(typed, bare || '(?=[0-9.,]*[0-9][km]\M)', '£', 'g');
  end if;
  typed := regexp_replace(typed, format('(?<=(?:^|between|%s|%s|%s) ?)%s(?=%s(?:/h)?%s£)', lowest, highest, filler, bare, amount, joined), '£', 'g');
  typed := regexp_replace(typed, format('(?<=£[0-9.,]*[0-9][km]?(?:/h)?\+?%s)%s(?=%s ?(?:$|[.,;:()!?+]|\m(?:for|per|an?|each|depending|inc|incl|'
    'including|plus|max|maximum|total|if|or|all|in|on|with|but|budget|only|cash)\M))', joined, bare, amount), '£', 'g');
  hit := regexp_match(typed, format('(?:(%s)|(%s)|(between))?%s£%s(/h\M)?%s(?:%s£%4$s(/h\M)?)?%5$s', lowest, highest, others, amount, after, joined));
  if hit is null then
    return;
  end if;
  first := replace(hit[4], ',', '.')::numeric;
  if (hit[9] not in ('and', '&') or hit[3] is not null) and (hit[6] is null or hit[12] is not null) then
    second := replace(hit[10], ',', '.')::numeric;
  end if;
  -- In '1-2k' the k belongs to both ends.
  first := first * case case when hit[5] = '' and first < second then hit[11] else hit[5] end when 'k' then 100000 when 'm' then 100000000 else 100 end;
  second := second * case hit[11] when 'k' then 100000 when 'm' then 100000000 else 100 end;
  budget_type := case when num_nonnulls(hit[6], hit[12]) > 0 then 'hourly' when second is null then 'fixed' else 'range' end;
  budget_min := case when second is not null or num_nonnulls(hit[2], hit[8], hit[14]) = 0 then least(first, second, 2000000000) end;
  budget_max := case when second is not null or num_nonnulls(hit[1], hit[7], hit[13]) = 0 then least(greatest(first, second), 2000000000) end;
end $$;
comment on function public.parse_budget(text) is
  'Bounds in pence and type (range, hourly, fixed) read from free text as a person would (P-23); nulls where there is no amount: a number with a sign or unit, or nothing else. The one grammar of budgets; domain/jobs/budget.test.ts has its cases.';

create function private.check_job() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
  problem text;
  poster_is_active boolean;
  code record;
  typed text;
  shorter text;
begin
  -- The tasks' notes change nothing that people read.
  if tg_op = 'UPDATE' and (new.told_at, new.widened_at) is distinct from (old.told_at, old.widened_at) then
    return new;
  end if;
  if tg_op = 'INSERT' or new.categories is distinct from old.categories or new.category is distinct from old.category then
    new.category := private.current_selection(new.category);
    new.categories := private.current_selections(new.categories, 10);
  end if;
  if tg_op = 'UPDATE' and new.status <> old.status and not exists (
      select from private.job_transitions() t where t.was = old.status and t.becomes = new.status
        and (t.by_poster or (select auth.uid()) is null or private.is_admin())
        -- No caller can set the time: a hire goes through accept_quote() or mark_job_hired(), also after an earlier one.
        and (new.status <> 'hired' or new.hired_at is distinct from old.hired_at)) then
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
  if tg_op = 'INSERT' or new.location is distinct from old.location then
    perform private.refuse_unknown_postcode(new.location);
    code := search.postcode(new.location);
    if code.sector is not null then
      shorter := search.shorten_postcodes(new.location);
      typed := substring(shorter from '(?i)\m' || code.outward || '[\s.-]*[0-9](?:\s*[a-z]{2})?\M');
      new.sector := upper(code.sector);
      new.location := case when typed is not null then replace(shorter, typed, upper(code.outward))
        -- With gaps in it, nothing else is there.
        when shorter = private.plain_digits(new.location) then upper(code.outward) else shorter end;
    elsif tg_op = 'INSERT' or (new.location ~* ('\m' || split_part(old.sector, ' ', 1) || '\M')) is not true then
      new.sector := null;
    end if;
    new.place := search.place_letters(new.location);
    new.position := (search.locate(new.location)).centre;
  end if;
  if tg_op = 'INSERT' or new.budget is distinct from old.budget then
    select * into new.budget_min, new.budget_max, new.budget_type from public.parse_budget(new.budget);
  end if;
  new.closed_at := case when new.status = 'closed' then coalesce(new.closed_at, now()) end;
  -- A pause does not change the expiry date. A stopped job of a deactivated account goes on as paused.
  if tg_op = 'UPDATE' and new.status in ('open', 'paused') and old.status not in ('open', 'paused') then
    new.expires_at := now() + private.job_lifetime();
    new.expiry_notice_at := null;
    new.outcome := null;
    new.hired_provider_id := null;
    new.hired_at := null;
    new.work_starts_on := null;
    new.done_question_at := null;
    new.done_by_provider_at := null;
  end if;
  problem := case
    when new.contact_email is null and tg_op = 'INSERT' then 'Please enter a contact email'
    when new.contact_email is null and new.status in ('open', 'hired', 'paused')
      then 'The contact details of this job were erased. Please edit the job and enter them again.' end;
  if problem is not null then
    raise exception '%', problem using errcode = '23514';
  end if;
  -- Entering an erased contact again restarts its lifetime.
  if tg_op = 'UPDATE' and old.contact_email is null and new.contact_email is not null then
    new.ended_at := null;
  end if;
  new.ended_at := case when new.status in ('closed', 'expired', 'stopped', 'done') then coalesce(new.ended_at, now()) end;
  -- What was verified before is not verified again.
  if new.pictures <> '{}' and new.pictures is distinct from old.pictures and auth.uid() is not null then
    problem := private.picture_problem(new.pictures, old.pictures, 'pictures', new.user_id || '/');
    if problem is not null then
      raise exception '%', problem using errcode = 'PT400';
    end if;
  end if;
  if btrim(new.contact_phone) <> '' and new.contact_phone is distinct from old.contact_phone then
    new.contact_phone := private.check_phone(new.contact_phone);
  end if;
  new.updated_at := now();
  return new;
end $$;
comment on function private.check_job() is
  'Trigger: allows only listed transitions, existing categories, and pictures that the poster uploaded; a job that goes on has a contact. Locates the job, parses the budget, and sets the dates.';

create trigger check_job before insert or update on public.jobs
  for each row execute function private.check_job();

create function private.revive_job() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.expires_at := now() + private.job_lifetime();
  new.expiry_notice_at := null;
  return new;
end $$;
comment on function private.revive_job() is
  'Trigger: a job whose time is over can be reopened before the task has made it expired.';

create trigger revive_job before update of status on public.jobs
  for each row when (old.status = 'open' and new.status = 'open' and old.expires_at <= now()) execute function private.revive_job();

create function private.leave_deleted_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.enquiries e set withdrawn = true from public.job_contact_reveals r
  where e.job_id = old.id and r.job_id = e.job_id and r.provider_id = e.provider_id and r.revoked_at is not null;
  update public.enquiry_messages m set pictures = '{}',
    body = coalesce(nullif(m.body, ''), 'The pictures of this message were removed with its job.')
  from public.enquiries e
  where e.job_id = old.id and e.withdrawn and m.enquiry_id = e.id and m.author_id = old.user_id and cardinality(m.pictures) > 0;
  -- A poster's deletion leaves the hire; an admin's undoes it.
  if old.hired_provider_id is not null and private.is_admin() then
    update public.hires h set undone_at = now() where h.job_id = old.id and h.undone_at is null;
  end if;
  return old;
end $$;
comment on function private.leave_deleted_job() is
  'Trigger: what outlives a deleted job. With it goes the record of who lost access to it, so the conversations with them are marked, and its poster''s pictures leave them; who unlocked its contact may still report it.';

create trigger leave_deleted_job before delete on public.jobs
  for each row execute function private.leave_deleted_job();

-- Contacts ------------------------------------------------------------------------------------------------------------

create table public.job_contact_reveals (
  job_id uuid not null references public.jobs (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  revealed_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (job_id, provider_id)
);
comment on table public.job_contact_reveals is
  'Which provider revealed which job''s contact, and when. Written by functions only. A row outlives the contact.';
comment on column public.job_contact_reveals.revoked_at is
  'When the poster withdrew this provider''s access. The place stays taken.';
create index job_contact_reveals_newest on public.job_contact_reveals (revealed_at desc);
create index job_contact_reveals_of_provider on public.job_contact_reveals (provider_id, revealed_at desc);
grant select on public.job_contact_reveals to authenticated;
create policy "providers read their own" on public.job_contact_reveals for select to authenticated
  using ((provider_id = (select auth.uid()) and revoked_at is null) or (select private.is_admin()));

create function private.require_job_access() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  perform private.refuse_if(not (private.has_account_type('provider') and private.is_member((select auth.uid()))),
    '42501', 'Subscription required', 'Activate a membership to see contact details.');
end $$;
comment on function private.require_job_access() is
  'Raises unless the caller may unlock jobs: a confirmed, active provider with a live membership.';

create function private.take_job_place(target uuid, provider uuid) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  -- Providers wait here for one another, so that the limit holds; closing the job waits too.
  select * into job from public.jobs j where j.id = target for no key update;
  if job.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if exists (select from public.job_contact_reveals r
      where r.job_id = job.id and r.provider_id = provider and r.revoked_at is not null) then
    raise exception 'This person has withdrawn your access to the job. Please choose another one.' using errcode = 'PT403';
  end if;
  if private.has_blocked(job.user_id, provider) then
    raise exception 'This person is not accepting messages from you. Please choose another job.' using errcode = 'PT403';
  end if;
  if private.job_state(job) <> 'open' then
    raise exception 'This job is closed. Please choose another one.' using errcode = 'PT409';
  end if;
  perform private.refuse_if(private.is_own_mailbox(provider, (select private.mailbox_key(p.email) from public.profiles p where p.id = job.user_id)),
    'PT409', 'This job is your own. Please choose another one.');
  if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = provider)
     and (select count(*) from public.job_contact_reveals r where r.job_id = job.id) >= job.reveal_limit then
    raise exception 'This person has heard from enough professionals. Please choose another job.'
      using errcode = 'PT409';
  end if;
  insert into public.job_contact_reveals (job_id, provider_id) values (job.id, provider) on conflict do nothing;
  if found then
    -- Each place emails the poster.
    perform private.enforce_rate_limit('job places', 50, 86400,
      'You have got in touch about 50 jobs today, which is the most. Please try again tomorrow.', false);
    -- Feedback written before the two were in contact is marked.
    update public.feedback f set in_contact = true
    where f.provider_id = provider and f.user_id = job.user_id and not f.in_contact;
  end if;
  return job;
end $$;
comment on function private.take_job_place(uuid,uuid) is
  'Locks an open job and gives a provider whom its poster has not blocked one of the places that the limit leaves, once.';

create function notify.job_unlocked(job public.jobs, provider uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Several unlocks share one email: those of a quarter of an hour are sent at its end.
  slot timestamptz := date_bin('15 minutes', now(), 'epoch') + interval '15 minutes';
begin
  loop
    insert into notify.notices as n (kind, user_id, data, key, due_at)
    values ('job_unlocked', job.user_id, jsonb_build_object('job_id', job.id, 'title', job.title, 'many', 1,
      'providers', jsonb_build_array(private.public_name(provider))), 'job_unlocked:' || job.id || ':' || extract(epoch from slot), slot)
    on conflict (key) do update set data = n.data || jsonb_build_object('many', (n.data ->> 'many')::integer + 1,
        'providers', case when jsonb_array_length(n.data -> 'providers') < 20 then n.data -> 'providers' || (excluded.data -> 'providers')
          else n.data -> 'providers' end)
      where n.sent_at is null and n.dropped_at is null and n.claimed_until is null;
    exit when found;
    -- That email is being sent at this moment.
    slot := slot + interval '15 minutes';
  end loop;
end $$;
comment on function notify.job_unlocked(public.jobs,uuid) is
  'Emails a poster who unlocked the contact of a locked job.';

create function public.reveal_job_contact(
  job_id uuid
) returns table (contact_name text, contact_email text, contact_phone text, sector text)
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  me uuid := auth.uid();
  hired boolean;
begin
  select * into job from public.jobs j where j.id = reveal_job_contact.job_id;
  if not (coalesce(job.user_id = me, false) or private.is_admin()) then
    hired := private.is_hired(job);
    if hired then
      perform private.require_active_account();
    else
      perform private.require_job_access();
    end if;
    if not exists (select from public.job_contact_reveals r
        where r.job_id = job.id and r.provider_id = me and r.revoked_at is null) then
      job := private.take_job_place(reveal_job_contact.job_id, me);
      -- Of two calls at once only one has recorded it.
      perform notify.job_unlocked(job, me) from public.job_contact_reveals r
        where r.job_id = job.id and r.provider_id = me and r.revealed_at = now();
    elsif not hired and private.job_state(job) <> 'open' then
      raise exception 'These contact details are no longer shared. Please choose another job.' using errcode = 'PT403';
    end if;
  end if;
  perform private.refuse_if(job.id is null, 'PT404', 'This job no longer exists. Please reload the page.');
  return query select job.contact_name, job.contact_email, job.contact_phone, job.sector;
end $$;
comment on function public.reveal_job_contact(uuid) is
  'A job''s contact, for its poster, an admin, a provider with a live membership while the job is open and its limit allows it, or the hired provider; unless the poster has withdrawn access. A provider''s first reveal is recorded, and the poster emailed (P-07).';

create function public.job_reveals(
  job_id uuid
) returns table (provider_id uuid, name text, business_name text, image_url text, revealed_at timestamptz, revoked_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.provider_id, btrim(p.first_name || ' ' || p.last_name), p.business_name, p.profile_image_url, r.revealed_at, r.revoked_at
  from public.job_contact_reveals r
  join public.jobs j on j.id = r.job_id
  join public.profiles p on p.id = r.provider_id
  where r.job_id = job_reveals.job_id and (j.user_id = (select auth.uid()) or (select private.is_admin()))
  order by r.revealed_at desc limit 500
$$;
comment on function public.job_reveals(uuid) is 'For a job''s poster: who revealed the contact details, newest first.';

create function public.my_contacts() returns table (job_id uuid, title text, contact_name text, job_state text, unlocked_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select private.require_session();
  select j.id, j.title,
    case when s.job_state <> 'closed' and j.status in ('open', 'hired', 'done')
      and (select private.has_account_type('provider') and private.is_member((select auth.uid()))) then j.contact_name end,
    s.job_state, r.revealed_at
  from public.job_contact_reveals r
  join public.jobs j on j.id = r.job_id
  cross join lateral (select case when j.hired_provider_id = r.provider_id then 'won'
    when private.job_state(j) = 'open' then 'open' else 'closed' end as job_state) as s
  where r.provider_id = (select auth.uid()) and r.revoked_at is null
  order by r.revealed_at desc limit 200
$$;
comment on function public.my_contacts() is
  'The newest 200 contacts that the caller unlocked and that were not withdrawn: whether the job is open, closed or won by the caller, and the name while the member may see the contact.';

create function public.revoke_job_contact(job_id uuid, provider_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(revoke_job_contact.job_id);
begin
  update public.job_contact_reveals r set revoked_at = coalesce(r.revoked_at, now())
  where r.job_id = job.id and r.provider_id = revoke_job_contact.provider_id;
  perform private.refuse_if(not found,
    'PT404', 'This professional has not unlocked your contact details. Please reload the page.');
end $$;
comment on function public.revoke_job_contact(uuid,uuid) is
  'The poster withdraws one provider''s access to a job''s contact, for good unless the poster hires them.';

-- Lifecycle -----------------------------------------------------------------------------------------------------------

create function private.job_transitions() returns table (was text, becomes text, by_poster boolean, poster_notice text, notified text)
language sql immutable as $$ values
  ('closed', 'hired', true, null::text, 'quoting'), ('closed', 'open', true, null, null), ('closed', 'stopped', false, null, null),
  ('expired', 'closed', true, null, 'quoting'), ('expired', 'hired', true, null, 'quoting'), ('expired', 'open', true, null, null),
  ('expired', 'stopped', false, null, null), ('hired', 'closed', true, null, 'hired'), ('hired', 'done', true, null, 'hired'),
  ('hired', 'open', true, null, 'hired'), ('hired', 'stopped', false, null, null), ('open', 'closed', true, null, 'quoting'),
  ('open', 'expired', false, 'job_expired', null), ('open', 'hired', true, null, 'quoting'), ('open', 'paused', false, null, null),
  ('open', 'stopped', false, null, null), ('paused', 'open', false, null, null), ('paused', 'stopped', false, null, null),
  ('stopped', 'open', false, null, null), ('stopped', 'paused', false, null, null)
$$;
comment on function private.job_transitions() is
  'The allowed changes of a job''s status, which of them its poster may make, and who is emailed: the poster of a change without a caller, and providers: all others with an undecided quote (quoting), or the hired one. Admins'' functions and changes without a caller (expiry, the answer to ''still looking?'') may make all of them.';

create table private.job_questions (
  token_hash bytea primary key,
  job_id uuid not null references public.jobs (id) on delete cascade,
  sent_at timestamptz not null default now(),
  answered_at timestamptz,
  answer text check (answer in ('yes', 'no')),
  check ((answer is null) = (answered_at is null))
);
comment on table private.job_questions is
  'Links of ''still looking?'' mails. A link answers for its job once, for 30 days; only its hash is stored.';
create index job_questions_of_job on private.job_questions (job_id);

create function private.process_job_expiry() returns void
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
  update public.jobs set status = 'expired' where id in (
    select j.id from public.jobs j where j.status = 'open' and j.expires_at <= now()
    order by j.expires_at limit 200 for update skip locked);
  perform private.process_hired_jobs();
  perform private.widen_quiet_jobs();
  with erased as (
    update public.jobs set contact_name = null, contact_email = null, contact_phone = null, sector = null, pictures = '{}' where id in (
      select j.id from public.jobs j where j.ended_at < now() - private.contact_lifetime() and j.contact_email is not null
      limit 500 for update skip locked) returning id)
  delete from public.job_matches m using erased where m.job_id = erased.id;
  delete from private.job_questions where sent_at < now() - interval '90 days';
end $$;
comment on function private.process_job_expiry() is
  'Task: emails posters whether their jobs are still wanted, expires jobs whose time is over, continues with hired ones, widens quiet ones, and erases contact, pictures and matches of those that ended contact_lifetime() ago. Who unlocked it stays recorded.';

create function private.find_job_question(token text) returns private.job_questions
language sql stable security definer set search_path = '' as $$
  select q from private.job_questions q
  where q.token_hash = sha256(convert_to(token, 'UTF8')) and q.sent_at > now() - interval '30 days'
$$;
comment on function private.find_job_question(text) is 'The question of a mail''s link, for 30 days after it was sent.';

create function public.job_question(token text) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('title', j.title, 'status', private.job_state(j), 'expires_at', j.expires_at, 'answer', q.answer)
  from private.find_job_question(job_question.token) as q join public.jobs j on j.id = q.job_id
$$;
comment on function public.job_question(text) is
  'The job and answer of a ''still looking?'' link: {title, status, expires_at, answer}, or null. Changes nothing.';

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
  perform private.refuse_if(job.id is null or still_looking is null or not exists (select from public.profiles p where p.id = job.user_id and p.is_active),
    'PT404', 'This link has expired. Please log in to see your jobs.');
  if question.answer is not null then
    if (question.answer = 'yes') = still_looking then
      return public.job_question(token);
    end if;
    raise exception 'You have already answered this email. Please log in to change the job.' using errcode = 'PT409';
  end if;
  perform private.refuse_if(still_looking and job.status = 'stopped',
    'PT409', 'A moderator has closed this job. Please see our email for the reason, or contact us.');
  perform private.refuse_if(still_looking and job.status not in ('open', 'expired', 'paused'),
    'PT409', 'This job is closed. Please log in to reopen it.');
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

create function private.pause_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_active then
    update public.jobs set status = 'open' where user_id = new.id and status = 'paused';
  else
    update public.jobs set status = 'paused' where user_id = new.id and status = 'open';
  end if;
  return null;
end $$;
comment on function private.pause_jobs() is 'Trigger: deactivating an account pauses its open jobs, and activating it opens them again.';

create trigger pause_jobs after update of is_active on public.profiles
  for each row when (old.is_active <> new.is_active) execute function private.pause_jobs();

-- Saved jobs ----------------------------------------------------------------------------------------------------------

create table public.saved_jobs (
  provider_id uuid not null references public.profiles (id) on delete cascade,
  job_id uuid not null references public.jobs (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider_id, job_id)
);
comment on table public.saved_jobs is 'Which provider saved which job; seen by its owner only.';
create index saved_jobs_of_job on public.saved_jobs (job_id);
grant select, delete on public.saved_jobs to authenticated;
grant insert (provider_id, job_id) on public.saved_jobs to authenticated;
create policy "owners read" on public.saved_jobs for select to authenticated using (provider_id = (select auth.uid()));
create policy "providers save" on public.saved_jobs for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.has_account_type('provider'))
    and exists (select from public.jobs j where j.id = job_id));
create policy "owners unsave" on public.saved_jobs for delete to authenticated using (provider_id = (select auth.uid()));

-- Job page ------------------------------------------------------------------------------------------------------------

create function private.job_card(job public.jobs) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', job.id, 'title', job.title, 'description', job.description, 'category', job.category,
    'categories', job.categories, 'location', job.location, 'budget', job.budget, 'budget_type', job.budget_type,
    'budget_min', job.budget_min, 'budget_max', job.budget_max, 'user_id', job.user_id, 'status', job.status,
    'posted_date', job.posted_date, 'pictures', job.pictures, 'expires_at', job.expires_at, 'reveal_limit', job.reveal_limit, 'reveals_left', case when job.reveal_limit is not null then greatest(0,
      job.reveal_limit - (select count(*) from public.job_contact_reveals r where r.job_id = job.id)) end)
$$;
comment on function private.job_card(public.jobs) is
  'What anybody may read of an open job, by name: never its contact (P-07).';

create function public.job_page(job_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when private.job_state(j) = 'open' or j.user_id = (select auth.uid()) or (select private.is_admin())
        or private.is_hired(j)
      then json_build_object('state', private.job_state(j), 'job', private.job_card(j))
      else json_build_object('state', 'closed', 'job', null) end
    from public.jobs j where j.id = job_page.job_id), json_build_object('state', 'unknown', 'job', null))
$$;
comment on function public.job_page(uuid) is
  'One job for its own page: {state, job}. Of a job that is no longer open, all but its poster, the hired provider and admins get only that.';

-- Administration ------------------------------------------------------------------------------------------------------

create function private.lock_job(target uuid, seen timestamptz) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  found public.jobs;
begin
  select * into found from public.jobs where id = target for update;
  perform private.refuse_if(found.id is null, 'PT404', 'This job no longer exists. Please reload the page.');
  perform private.refuse_if_stale('job', found.updated_at, seen);
  return found;
end $$;
comment on function private.lock_job(uuid,timestamptz) is
  'Locks a job for an admin''s change; refuses if it has changed since the caller read it.';

create function private.moderate_job(job public.jobs, becomes text, kind text, why text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.jobs set status = becomes where id = job.id;
  perform audit.record(case becomes when 'stopped' then 'close job' else 'allow job' end, 'jobs', job.id::text,
    jsonb_build_object('title', job.title, 'status', job.status), jsonb_build_object('title', job.title, 'status', becomes), why);
  perform notify.admin_action(job.user_id, kind, jsonb_build_object('title', job.title, 'job_id', job.id, 'reason', why));
end $$;
comment on function private.moderate_job(public.jobs,text,text,text) is
  'Changes a job''s status as an admin, records it and emails its poster.';

create function public.admin_stop_job(job_id uuid, reason text, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  job public.jobs;
begin
  job := private.lock_job(job_id, seen);
  perform private.refuse_if(job.status = 'stopped',
    'PT409', 'Another moderator has already closed this job. Please reload the page.');
  perform private.moderate_job(job, 'stopped', 'job_stopped', why);
end $$;
comment on function public.admin_stop_job(uuid,text,timestamptz) is
  'Stops a job so that only an admin can open it again, and emails its poster the reason.';

create function public.admin_allow_job(
  job_id uuid, reason text default null, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason);
  job public.jobs;
begin
  job := private.lock_job(job_id, seen);
  perform private.refuse_if(job.status <> 'stopped',
    'PT409', 'This job is not closed by a moderator, so it cannot be reopened here. Please reload the page.');
  perform private.moderate_job(job, case when p.is_active then 'open' else 'paused' end, 'job_allowed', why)
    from public.profiles p where p.id = job.user_id;
end $$;
comment on function public.admin_allow_job(uuid,text,timestamptz) is
  'Opens a stopped job again with a new expiry date, and emails its poster.';

create function public.admin_delete_job(job_id uuid, reason text, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  job public.jobs;
begin
  job := private.lock_job(job_id, seen);
  delete from public.jobs where id = job.id;
  perform audit.record('delete job', 'jobs', job.id::text,
    to_jsonb(job) - array['contact_name', 'contact_email', 'contact_phone', 'sector', 'category_keys'], null, why);
  perform notify.admin_action(job.user_id, 'job_removed', jsonb_build_object('title', job.title, 'reason', why));
end $$;
comment on function public.admin_delete_job(uuid,text,timestamptz) is
  'Deletes a job and emails its poster the reason. The audit log records it without the contact.';

create function public.admin_hide_job_picture(
  job_id uuid, picture text, reason text, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  job public.jobs;
begin
  job := private.lock_job(job_id, seen);
  perform private.refuse_if(not coalesce(picture = any (job.pictures), false),
    'PT404', 'This picture is no longer on the job. Please reload the page.');
  perform private.hide_picture(job.user_id, picture, why);
  perform audit.record('hide picture', 'jobs', job.id::text, jsonb_build_object('title', job.title, 'pictures', job.pictures),
    jsonb_build_object('title', job.title, 'pictures', array_remove(job.pictures, picture)), why);
  perform notify.admin_action(job.user_id, 'job_picture_hidden', jsonb_build_object('title', job.title, 'job_id', job.id, 'reason', why));
end $$;
comment on function public.admin_hide_job_picture(uuid,text,text,timestamptz) is
  'Takes a picture off all jobs and feedback of its poster for good, and emails them the reason. The caller then deletes the file; otherwise tidy-portfolio does.';
