-- Jobs: the alerts that email providers about new jobs.

create table public.job_alerts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  categories text[] not null default '{}' check (cardinality(categories) <= 10),
  area text check (btrim(area) <> '' and char_length(area) <= 120),
  frequency text not null default 'daily' check (frequency in ('immediately', 'daily', 'weekly')),
  is_on boolean not null default true,
  next_at timestamptz not null default now(),
  seen_until timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.job_alerts is
  'A provider''s wish for emails about new jobs in any of these categories (none: all) and in this area (none: anywhere). At most 10 a person.';
comment on column public.job_alerts.area is
  'Part of a place''s name, or an outward postcode such as LS6, which then must be a whole word.';
comment on column public.job_alerts.seen_until is 'Jobs posted before this moment were compared already.';
create index job_alerts_of_user on public.job_alerts (user_id);
create index job_alerts_due on public.job_alerts (next_at) where is_on;
alter table public.job_alerts enable row level security;
grant select, delete on public.job_alerts to authenticated;
grant insert (user_id, categories, area, frequency, is_on) on public.job_alerts to authenticated;
grant update (categories, area, frequency, is_on) on public.job_alerts to authenticated;
create policy "owners read" on public.job_alerts for select to authenticated using (user_id = (select auth.uid()));
create policy "providers create their own" on public.job_alerts for insert to authenticated
  with check (((user_id = (select auth.uid())) and (select private.require_active_account()) and (select private.has_account_type('provider'))));
create policy "owners change" on public.job_alerts for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()) and (select private.require_active_account()));
create policy "owners remove" on public.job_alerts for delete to authenticated using (user_id = (select auth.uid()));
create policy "require second factor" on public.job_alerts as restrictive to authenticated
  using ((select private.is_session_valid()));

create table private.job_alert_deliveries (
  user_id uuid not null references public.profiles (id) on delete cascade,
  job_id uuid not null references public.jobs (id) on delete cascade,
  sent_at timestamptz not null default now(),
  primary key (user_id, job_id)
);
comment on table private.job_alert_deliveries is
  'Which job was emailed to whom: each once a person, however many alerts it matches.';
create index job_alert_deliveries_of_job on private.job_alert_deliveries (job_id);

create function private.next_alert_time(frequency text) returns timestamptz
language sql stable set search_path = '' as $$
  select now() + case frequency when 'daily' then interval '1 day' when 'weekly' then interval '7 days' else interval '0' end
$$;
comment on function private.next_alert_time(text) is 'When an alert that is processed now is due again.';

create function private.check_job_alert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
begin
  new.area := case when search.normalise_place(new.area) is not null then btrim(regexp_replace(new.area, '\s+', ' ', 'g')) end;
  new.categories := array(select distinct category from unnest(private.current_selections(new.categories, 10)) as category where category is not null order by 1);
  if tg_op = 'INSERT' or new.categories is distinct from old.categories then
    unknown := private.unknown_selection(new.categories);
    if unknown is not null or exists (select from unnest(new.categories) as category where category like 'Other: %') then
      raise exception '%', private.unknown_category_error(coalesce(unknown, 'Other')) using errcode = '23514';
    end if;
  end if;
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtext('job_alerts'), hashtext(new.user_id::text));
    if (select count(*) from public.job_alerts where user_id = new.user_id) >= 10 then
      raise exception 'You can have at most 10 job alerts. Please change or remove one of them.'
        using errcode = 'PT409';
    end if;
    new.next_at := private.next_alert_time(new.frequency);
  elsif new.is_on and not old.is_on then
    -- Jobs posted while it was off are never emailed.
    new.seen_until := now();
    new.next_at := private.next_alert_time(new.frequency);
  elsif new.frequency <> old.frequency then
    new.next_at := private.next_alert_time(new.frequency);
  end if;
  new.updated_at := now();
  return new;
end $$;
comment on function private.check_job_alert() is
  'Trigger: real categories, at most 10 a person, and times that are the server''s.';

create trigger check_job_alert before insert or update on public.job_alerts
  for each row execute function private.check_job_alert();

create function private.is_in_area(location text, area text) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when area is null then true
    when area ~* '^[a-z]{1,2}[0-9][a-z0-9]?$' then coalesce(location, '') ~* ('\m' || area || '(\M|[0-9][a-z]{2}\M)')
    else coalesce(strpos(search.place_letters(location), search.place_letters(area)) > 0, false) end
$$;
comment on function private.is_in_area(text,text) is
  'Whether a job''s location is in an alert''s area: LS1 finds ''Leeds LS1 4AP'', not LS12; other words are looked for as letters.';

create function notify.send_job_alerts() returns void
language plpgsql security definer set search_path = '' as $$
declare
  person record;
begin
  for person in
    with due as (
      select a.* from public.job_alerts a
      where a.is_on and a.next_at <= now()
        -- Often there is nothing new, and no alert is read.
        and exists (select from public.jobs j where j.status = 'open' and j.posted_date > a.seen_until - interval '10 minutes')
      order by a.next_at limit 1000 for update skip locked),
    moved as (
      update public.job_alerts a set next_at = private.next_alert_time(a.frequency), seen_until = now() from due where a.id = due.id),
    matching as (
      select distinct due.user_id, j.id, j.posted_date from due
      join public.profiles p on p.id = due.user_id and p.account_type = 'provider' and p.is_active
      -- A job may be committed a little after its posted_date, so ten minutes overlap; deliveries prevent repeats.
      join public.jobs j on j.status = 'open' and j.expires_at > now() and j.user_id <> due.user_id and j.posted_date > due.seen_until - interval '10 minutes'
        and j.posted_date > due.created_at - interval '1 second'
        and (due.categories = '{}' or j.category_keys && due.categories) and private.is_in_area(j.location, due.area)),
    delivered as (
      insert into private.job_alert_deliveries (user_id, job_id) select user_id, id from matching on conflict do nothing
      returning user_id, job_id)
    select delivered.user_id, count(*) as many,
      (array_agg(json_build_object('id', j.id, 'title', j.title, 'category', j.category, 'location', j.location, 'budget', j.budget)
        order by j.posted_date desc))[:10] as jobs
    from delivered join public.jobs j on j.id = delivered.job_id group by delivered.user_id
  loop
    perform notify.account(person.user_id, 'job_alert', jsonb_build_object('many', person.many, 'jobs', to_jsonb(person.jobs)));
  end loop;
  delete from private.job_alert_deliveries where sent_at < now() - interval '120 days';
end $$;
comment on function notify.send_job_alerts() is
  'Task: emails each provider with a due alert the new jobs that match: one mail, no job twice, never a contact.';
