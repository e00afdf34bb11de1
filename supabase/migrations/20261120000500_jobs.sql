-- Jobs, their private contacts, and who unlocked them.

create function public.parse_budget(budget text, out budget_min integer, out budget_max integer, out budget_type text)
language plpgsql immutable set search_path = '' as $$
declare
  amounts integer[];
  low text := lower(coalesce(budget, ''));
begin
  select array_agg(least(round(replace(hit[1], ',', '')::numeric * case when hit[2] = 'k' then 1000 else 1 end * 100), 2000000000)::integer)
    into amounts
    from (select regexp_matches(left(low, 200), '(\d{1,7}(?:,\d{3})*(?:\.\d{1,2})?)\s*(k?)', 'g') as hit limit 2) as numbers;
  if amounts is null then
    return;
  end if;
  budget_type := case
    when low ~ '(hour|/\s*hr?\M|per hr|p/?h\M)' then 'hourly'
    when cardinality(amounts) = 2 then 'range'
    else 'fixed' end;
  if cardinality(amounts) = 2 then
    -- In '1-2k' the k belongs to both ends.
    if low ~ '\d\s*(-|–|to)\s*[£]?\s*[\d,.]+\s*k' and amounts[1] < amounts[2] / 100 then
      amounts[1] := least(amounts[1]::bigint * 1000, 2000000000)::integer;
    end if;
    budget_min := least(amounts[1], amounts[2]);
    budget_max := greatest(amounts[1], amounts[2]);
  elsif low ~ '(up to|max|under|below|less than|no more than)' then
    budget_max := amounts[1];
  elsif low ~ '(from|min|at least|over|above|more than|\+)' then
    budget_min := amounts[1];
  else
    budget_min := amounts[1];
    budget_max := amounts[1];
  end if;
end $$;
comment on function public.parse_budget(text) is 'Bounds in pence and type (range, hourly, fixed) read from free text as a person would (decision 23); nulls where there is no number.';
revoke execute on function public.parse_budget(text) from public;
grant execute on function public.parse_budget(text) to anon, authenticated, service_role;

create table public.jobs (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and char_length(title) <= 150),
  description text not null check (btrim(description) <> '' and char_length(description) <= 5000),
  category text not null check (char_length(category) <= 170),
  categories text[] not null default '{}' check (cardinality(categories) <= 10),
  category_keys text[] not null default '{}',
  location text check (char_length(location) <= 120),
  budget text check (char_length(budget) <= 100),
  budget_min integer check (budget_min >= 0),
  budget_max integer check (budget_max >= 0),
  budget_type text check (budget_type in ('range', 'hourly', 'fixed')),
  user_id uuid not null references public.profiles (id) on delete cascade,
  posted_by uuid generated always as (user_id) stored,
  contact_name text check (char_length(contact_name) <= 120),
  contact_email text not null check (contact_email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(contact_email) <= 200),
  contact_phone text check (char_length(contact_phone) <= 40),
  status text not null default 'open' check (status in ('open', 'closed')),
  posted_date timestamptz not null default now(),
  closed_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((status = 'closed') = (closed_at is not null)),
  check (budget_min <= budget_max)
);
comment on table public.jobs is 'Posted jobs. No caller can select the contact columns: reveal_job_contact() is their only door (decision 7).';
comment on column public.jobs.posted_by is 'The same value as user_id (decision 22).';
comment on column public.jobs.category_keys is 'The categories spread out for filtering; kept by trigger.';
comment on column public.jobs.budget_min is 'Pence, read from the free text by parse_budget().';
create index jobs_newest on public.jobs (posted_date desc, id) where status = 'open';
create index jobs_by_category on public.jobs using gin (category_keys) with (fastupdate = off) where status = 'open';
create index jobs_by_location on public.jobs using gin (location extensions.gin_trgm_ops) with (fastupdate = off);
create index jobs_of_user on public.jobs (user_id, posted_date desc);

create function private.check_job() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
begin
  if cardinality(new.categories) = 0 then
    new.categories := array[new.category];
  end if;
  new.category := new.categories[1];
  unknown := private.unknown_selection(new.categories);
  if unknown is not null then
    raise exception 'Unknown category: %', unknown
      using errcode = '23514', hint = 'Choose from the categories, or write ''Other: '' and your own words.';
  end if;
  new.category_keys := private.category_keys(new.categories);
  select * into new.budget_min, new.budget_max, new.budget_type from public.parse_budget(new.budget);
  new.closed_at := case when new.status = 'closed' then coalesce(new.closed_at, now()) end;
  new.updated_at := now();
  return new;
end $$;
comment on function private.check_job() is 'Trigger: categories are real ones, the budget is understood, dates are the server''s.';
create trigger check_job before insert or update on public.jobs
  for each row execute function private.check_job();

alter table public.jobs enable row level security;
create policy "everybody reads open jobs" on public.jobs for select to anon, authenticated using (status = 'open');
create policy "posters and admins read" on public.jobs for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "confirmed clients post" on public.jobs for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.can_act()) and (select private.has_type('client')));
create policy "posters change their own" on public.jobs for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()) and (select private.can_act()));
create policy "posters delete their own" on public.jobs for delete to authenticated using (user_id = (select auth.uid()));
revoke all on public.jobs from anon, authenticated;
grant select (id, title, description, category, categories, category_keys, location, budget, budget_min, budget_max,
  budget_type, user_id, posted_by, status, posted_date, closed_at, updated_at) on public.jobs to anon, authenticated;
grant insert (title, description, category, categories, location, budget, user_id, contact_name, contact_email, contact_phone),
  update (title, description, category, categories, location, budget, contact_name, contact_email, contact_phone, status),
  delete on public.jobs to authenticated;
grant all on public.jobs to service_role;

create table public.job_contact_reveals (
  job_id uuid not null references public.jobs (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  revealed_at timestamptz not null default now(),
  primary key (job_id, provider_id)
);
comment on table public.job_contact_reveals is 'Which provider unlocked which job''s contact, and when. Written by reveal_job_contact() only.';
create index job_contact_reveals_of_provider on public.job_contact_reveals (provider_id, revealed_at desc);
alter table public.job_contact_reveals enable row level security;
create policy "providers read their own" on public.job_contact_reveals for select to authenticated
  using (provider_id = (select auth.uid()) or (select private.is_admin()));
revoke all on public.job_contact_reveals from anon, authenticated;
grant select on public.job_contact_reveals to authenticated;
grant all on public.job_contact_reveals to service_role;

create function public.reveal_job_contact(job_id uuid)
returns table (contact_name text, contact_email text, contact_phone text)
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  me uuid := auth.uid();
begin
  select * into job from public.jobs j where j.id = reveal_job_contact.job_id;
  if job.user_id = me or private.is_admin() then
    if job.id is null then
      raise exception 'This job does not exist.' using errcode = 'PT404';
    end if;
    return query select job.contact_name, job.contact_email, job.contact_phone;
    return;
  end if;
  if not (private.has_type('provider') and private.can_act() and private.is_member(me)) then
    raise exception 'Subscription required' using errcode = '42501', hint = 'Contact details are shown to providers with a live membership.';
  end if;
  if job.id is null then
    raise exception 'This job does not exist.' using errcode = 'PT404';
  end if;
  if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me) then
    if job.status <> 'open' then
      raise exception 'This job is closed.' using errcode = 'PT409', hint = 'Its poster takes no more enquiries.';
    end if;
    insert into public.job_contact_reveals (job_id, provider_id) values (job.id, me) on conflict do nothing;
  end if;
  return query select job.contact_name, job.contact_email, job.contact_phone;
end $$;
comment on function public.reveal_job_contact(uuid) is 'A job''s contact, for its poster, an admin, or a provider with a live membership; a provider''s first look is recorded (decision 7).';
revoke execute on function public.reveal_job_contact(uuid) from public, anon;
grant execute on function public.reveal_job_contact(uuid) to authenticated, service_role;

create function public.job_reveals(job_id uuid)
returns table (provider_id uuid, name text, business_name text, image_url text, revealed_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.provider_id, btrim(p.first_name || ' ' || p.last_name), p.business_name, p.profile_image_url, r.revealed_at
  from public.job_contact_reveals r
  join public.jobs j on j.id = r.job_id
  join public.profiles p on p.id = r.provider_id
  where r.job_id = job_reveals.job_id and (j.user_id = (select auth.uid()) or (select private.is_admin()))
  order by r.revealed_at desc limit 500
$$;
comment on function public.job_reveals(uuid) is 'For a job''s poster: who unlocked the contact details, newest first.';
revoke execute on function public.job_reveals(uuid) from public, anon;
grant execute on function public.job_reveals(uuid) to authenticated, service_role;
