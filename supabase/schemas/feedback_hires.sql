-- Feedback: hires, which give the right to a review and to its label, and the invitations to write one.

-- Hires ---------------------------------------------------------------------------------------------------------------

create table public.hires (
  id uuid primary key default gen_random_uuid(),
  job_id uuid references public.jobs (id) on delete set null,
  client_id uuid references public.profiles (id) on delete set null,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  hired_at timestamptz not null default now(),
  confirmed_at timestamptz,
  done_at timestamptz,
  undone_at timestamptz,
  invited_at timestamptz,
  reminded_at timestamptz,
  reviewable_at timestamptz not null default now(),
  unique (job_id, provider_id)
);
comment on table public.hires is
  'Who hired whom through the site: written by the trigger follow_hire on jobs and by confirm_hire(). It outlives the job, as the feedback does (P-45).';
comment on column public.hires.confirmed_at is
  'Since when both have said so: the provider by an accepted quote, by confirm_hire(), or by saying that the work is done.';
comment on column public.hires.undone_at is
  'When it fell through, or an admin stopped or deleted the job. The same two on the same job have one row, however often they are hired.';
comment on column public.hires.invited_at is 'When both were emailed about a review; reminded_at is when they were reminded.';
comment on column public.hires.reviewable_at is
  'From when on it may be reviewed: the day after the agreed start, or after the hire if none was agreed, or when both have said that the work is done.';
create index hires_newest on public.hires (hired_at);
create index hires_of_client on public.hires (client_id, provider_id, hired_at desc);
create index hires_of_provider on public.hires (provider_id);
create index hires_to_invite on public.hires (done_at) where invited_at is null and undone_at is null and job_id is not null;
create index hires_to_remind on public.hires (invited_at) where reminded_at is null and undone_at is null and job_id is not null;
grant select (id, job_id, client_id, provider_id, hired_at, confirmed_at, done_at, undone_at, reviewable_at) on public.hires to authenticated;
create policy "both sides and admins read" on public.hires for select to authenticated
  using ((select private.is_session_valid()) and (select auth.uid()) in (client_id, provider_id) or (select private.is_admin()));
alter table public.feedback add constraint feedback_hire_id_fkey foreign key (hire_id) references public.hires (id) on delete set null;

create function private.follow_hire() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.hires h set undone_at = now(), done_at = null
  where h.job_id = new.id and h.undone_at is null
    and (h.provider_id is distinct from new.hired_provider_id or new.status = 'stopped');
  if new.hired_provider_id is not null and new.status <> 'stopped' then
    insert into public.hires as h (job_id, client_id, provider_id, hired_at, confirmed_at, done_at, reviewable_at)
    values (new.id, new.user_id, new.hired_provider_id, new.hired_at,
      case when new.done_by_provider_at is not null or exists (select from public.job_quotes q
        where q.job_id = new.id and q.provider_id = new.hired_provider_id and q.state = 'accepted') then now() end,
      case new.status when 'done' then now() end,
      case when new.status = 'done' and new.done_by_provider_at is not null then now()
        else private.uk_midnight(coalesce(new.work_starts_on, private.uk_day(new.hired_at)) + 1) end)
    on conflict (job_id, provider_id) do update set hired_at = excluded.hired_at, undone_at = null,
      confirmed_at = coalesce(case when h.undone_at is null then h.confirmed_at end, excluded.confirmed_at),
      done_at = coalesce(case when h.undone_at is null then h.done_at end, excluded.done_at),
      reviewable_at = least(case when h.undone_at is null then h.reviewable_at end, excluded.reviewable_at);
  end if;
  return null;
end $$;
comment on function private.follow_hire() is
  'Trigger: writes the hire that a job says, confirmed by an accepted quote or the provider''s word, and undoes the one that it no longer says.';

create trigger follow_hire after update on public.jobs
  for each row when ((old.status, old.hired_provider_id, old.hired_at, old.done_by_provider_at)
    is distinct from (new.status, new.hired_provider_id, new.hired_at, new.done_by_provider_at))
  execute function private.follow_hire();

create function public.confirm_hire(job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  update public.hires h set confirmed_at = coalesce(h.confirmed_at, now())
  where h.job_id = confirm_hire.job_id and h.provider_id = (select auth.uid()) and h.undone_at is null;
  perform private.refuse_if(not found, 'PT404', 'We could not find this hire among yours. Please reload the page.');
end $$;
comment on function public.confirm_hire(uuid) is
  'The provider confirms being hired for a job without a quote. A second call changes nothing.';

-- Label ---------------------------------------------------------------------------------------------------------------

create function private.label_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback f set verified = (new.confirmed_at is not null and new.undone_at is null)
  where f.hire_id = new.id and f.verified <> (new.confirmed_at is not null and new.undone_at is null);
  return null;
end $$;
comment on function private.label_feedback() is 'Trigger: the label of feedback follows its hire.';

create trigger label_feedback after update of confirmed_at, undone_at on public.hires
  for each row execute function private.label_feedback();

create function private.reviewable_hires(client uuid, provider uuid) returns setof public.hires
language sql stable security definer set search_path = '' as $$
  select h.* from public.hires h
  where h.client_id = client and h.provider_id = provider and h.undone_at is null and h.reviewable_at <= now()
    and not exists (select from public.feedback f where f.hire_id = h.id)
    and (h.confirmed_at is not null or not exists (
      select from public.feedback f where f.provider_id = provider and f.user_id = client and not f.verified))
  order by h.done_at is null, h.hired_at desc
$$;
comment on function private.reviewable_hires(uuid,uuid) is
  'The hires of these two about which the client may write feedback now, first those whose work is done, then the newest: one each if both confirmed it. The client''s word alone gives no second unverified one.';

create function public.feedback_right(provider_id uuid, job_id uuid default null) returns json
language sql stable security definer set search_path = '' as $$
  with meant as materialized (
    select h.* from public.hires h
    where h.client_id = (select auth.uid()) and h.provider_id = feedback_right.provider_id and h.undone_at is null),
  -- A job without such a hire (deleted, or another's) names none.
  about as (select m.id from meant m where m.job_id = feedback_right.job_id),
  hire as (
    select h.id, h.job_id from private.reviewable_hires((select auth.uid()), feedback_right.provider_id) with ordinality as h
    where h.id in (table about) or not exists (table about) order by h.ordinality limit 1),
  given as (
    select case when f.is_public then 'public' when f.moderated_at is null then 'pending' else 'hidden' end as state
    from public.feedback f
    where f.provider_id = feedback_right.provider_id and f.user_id = (select auth.uid()) and not exists (table hire)
    order by f.hire_id in (table about) desc nulls last, f.created_at desc limit 1)
  select json_build_object('hire_id', (select h.id from hire h),
    'job', (select j.title from public.jobs j join hire h on h.job_id = j.id),
    'given', (select g.state from given g),
    'opens_at', (select min(m.reviewable_at) from meant m
      where m.reviewable_at > now() and not exists (table hire) and (m.id in (table about) or not exists (table about))))
$$;
comment on function public.feedback_right(uuid,uuid) is
  'For a provider''s page, perhaps about one job: {hire_id: the caller''s hire that may be reviewed, job: its title, given: if there is none, whether the caller''s feedback is public, pending or hidden, opens_at: when the next hire may be reviewed}.';

-- Invitations ---------------------------------------------------------------------------------------------------------

create function private.email_about_review(hire public.hires, reminder boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  review public.feedback;
  facts jsonb;
begin
  if hire.client_id is null or private.is_deletion_pending(hire.client_id) or private.is_deletion_pending(hire.provider_id)
      -- The page with the form is there only while the directory lists the provider.
      or not private.is_listed(hire.provider_id) then
    return;
  end if;
  select * into review from public.feedback f where f.hire_id = hire.id;
  select jsonb_build_object('title', j.title, 'job_id', j.id, 'provider_id', hire.provider_id, 'professional', private.public_name(hire.provider_id),
      'client', private.public_name(hire.client_id), 'confirmed', hire.confirmed_at is not null, 'reminder', reminder,
      'reviewed', coalesce(review.is_public, false))
    into facts from public.jobs j where j.id = hire.job_id;
  if exists (select from private.reviewable_hires(hire.client_id, hire.provider_id) r where r.id = hire.id) then
    perform notify.account(hire.client_id, 'feedback_invitation', facts, 'feedback_invitation:' || hire.id || ':' || reminder);
  end if;
  if not reminder or hire.confirmed_at is null or review.id is null
      or (review.is_public and not exists (select from public.feedback_replies r where r.feedback_id = review.id)) then
    perform notify.from_person(hire.client_id, hire.provider_id, 'feedback_prospect', facts, 'feedback_prospect:' || hire.id || ':' || reminder);
  end if;
end $$;
comment on function private.email_about_review(public.hires,boolean) is
  'Invites both sides after the work: the client to review, the provider to confirm the hire, to write a word, or to reply. Nobody is reminded of what is done.';

create function private.invite_feedback() returns void
language plpgsql security definer set search_path = '' as $$
declare
  hire public.hires;
begin
  for hire in
    select * from public.hires h
    where h.undone_at is null and h.job_id is not null and h.invited_at is null and h.done_at < now() - interval '1 day'
      and h.reviewable_at <= now()
    order by h.done_at limit 200 for update skip locked
  loop
    update public.hires set invited_at = now() where id = hire.id;
    perform private.email_about_review(hire, false);
  end loop;
  for hire in
    select * from public.hires h
    where h.undone_at is null and h.job_id is not null and h.reminded_at is null and h.invited_at < now() - interval '7 days'
    order by h.invited_at limit 200 for update skip locked
  loop
    update public.hires set reminded_at = now() where id = hire.id;
    perform private.email_about_review(hire, true);
  end loop;
  perform private.remind_reviewers();
end $$;
comment on function private.invite_feedback() is
  'Task: a day after the work is done both sides are emailed about a review, and 7 days later reminded, each once a hire. Then remind_reviewers().';

-- Administration ------------------------------------------------------------------------------------------------------

create function public.admin_repeated_hires() returns table (client_id uuid, client text, provider_id uuid, provider text, hires integer, reviews integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select h.client_id, private.public_name(h.client_id), h.provider_id, private.public_name(h.provider_id), count(*)::integer,
    (select count(*)::integer from public.feedback f where f.user_id = h.client_id and f.provider_id = h.provider_id)
  from public.hires h
  where h.hired_at > now() - interval '30 days' and h.undone_at is null and h.client_id is not null
  group by h.client_id, h.provider_id having count(*) > 2
  order by count(*) desc, max(h.hired_at) desc limit 20;
end $$;
comment on function public.admin_repeated_hires() is
  'For /admin/feedback: who hired the same provider more than twice in 30 days, the most often first, which may be two who collect reviews.';
