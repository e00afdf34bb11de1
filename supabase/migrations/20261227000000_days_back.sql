-- Days back: members report contacts that were no use, and their membership is extended.

alter table public.jobs add column ended_at timestamptz;
comment on column public.jobs.ended_at is 'Since when the job has been closed, expired, stopped or done; null otherwise. Set by trigger.';
alter table public.jobs disable trigger user;
update public.jobs set ended_at = coalesce(closed_at, case when status = 'expired' then expires_at end, updated_at)
  where status in ('closed', 'expired', 'stopped');
alter table public.jobs enable trigger user;

alter table public.subscribers add column paid_until timestamptz check (paid_until < subscription_end);
comment on column public.subscribers.paid_until is
  'When the payment provider''s period ends, if days back moved the membership''s end beyond it; null otherwise.';
grant select (paid_until) on public.subscribers to authenticated;

alter table public.reports drop constraint reports_target_type_check, drop constraint reports_reason_check,
  add column days_back integer check (days_back between 0 and 3),
  add check (target_type in ('profile', 'job', 'feedback', 'lead')),
  add check (reason in ('spam', 'misleading', 'offensive', 'illegal', 'impersonation', 'private', 'other',
    'wrong number', 'bounced mail', 'never existed', 'already hired')),
  add check ((target_type = 'lead') = (reason in ('wrong number', 'bounced mail', 'never existed', 'already hired'))),
  add check (days_back is null or target_type = 'lead');
comment on table public.reports is
  'One case about a profile, job, feedback or lead (the contact of a job that the reporter unlocked): open, in review, upheld or rejected, perhaps appealed once and decided again.';
comment on column public.reports.days_back is
  'By how many days the reporter''s membership was extended when a report of a lead was first upheld.';
create unique index reports_of_lead on public.reports (target_id, reporter_id) where target_type = 'lead';
grant select (days_back) on public.reports to authenticated;

update private.export_parts set query = replace(query, 'subscription_end, cancel', 'subscription_end, paid_until, cancel')
  where name = 'membership';
update private.export_parts set query = replace(query, 'appeal_text, created_at', 'appeal_text, days_back, created_at')
  where name = 'reports';

create or replace function billing.next_date(member public.subscribers) returns timestamptz
language sql immutable set search_path = '' as $$
  select case when member.cancel_at_period_end then member.subscription_end
    else coalesce(member.paid_until, member.subscription_end) end
$$;
comment on function billing.next_date(public.subscribers) is
  'When a membership is charged again, or ends if it will not be. Days back move the end alone.';

create or replace function notify.membership_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was boolean := old.subscribed and coalesce(old.subscription_end > now(), false);
  live boolean := new.subscribed and coalesce(new.subscription_end > now(), false);
  facts jsonb := jsonb_build_object('tier', new.subscription_tier, 'ends_at', billing.next_date(new),
    'cancels', new.cancel_at_period_end, 'promo', new.promo_code, 'pence', new.renewal_pence);
  stamp text := new.user_id || ':' || extract(epoch from now());
begin
  if live and not was then
    perform notify.account(new.user_id, 'membership_started', facts, 'membership_started:' || stamp);
  elsif live and new.payment_subscription is not null and new.cancel_at_period_end and not old.cancel_at_period_end then
    perform notify.account(new.user_id, 'membership_cancelled', facts, 'membership_cancelled:' || stamp);
  elsif live and new.payment_subscription is not null and old.cancel_at_period_end and not new.cancel_at_period_end
    and old.promo_code is null then
    perform notify.account(new.user_id, 'membership_resumed', facts, 'membership_resumed:' || stamp);
  end if;
  return null;
end $$;
comment on function notify.membership_changed() is
  'Trigger: emails members that their membership has started, will not renew, or will renew after all.';

create or replace function public.redeem_coupon(coupon_code text, member_id uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  coupon public.coupons;
  ends_at timestamptz;
begin
  -- The member's rows are locked first, so that two clicks of one person queue up behind each other.
  perform from public.profiles where id = member_id for no key update;
  insert into public.subscribers (user_id, email)
  select p.id, p.email from public.profiles p where p.id = member_id and p.account_type = 'provider' and p.is_active
  on conflict (user_id) do nothing;
  perform from public.subscribers s join public.profiles p on p.id = s.user_id
    where s.user_id = member_id and p.account_type = 'provider' and p.is_active for update of s;
  if not found then
    raise exception 'Only service providers can purchase subscriptions.'
      using errcode = '42501', hint = 'Please log in with an account that offers services.';
  end if;
  if private.is_member(member_id) then
    raise exception 'You already have an active subscription.'
      using errcode = 'PT409', hint = 'Open the membership page to see when it ends.';
  end if;
  select * into coupon from public.coupons where code = upper(btrim(coupon_code)) and is_active for update;
  if not found then
    raise exception 'Invalid coupon code'
      using errcode = 'PT400', hint = 'Please check the code, or continue without it.';
  end if;
  if exists (select from public.coupon_redemptions where user_id = member_id) then
    raise exception 'You have already used a coupon. Please continue without one.' using errcode = 'PT409';
  end if;
  if coupon.redeemed >= coupon.max_redemptions then
    raise exception 'Sorry, the % offer has already been fully claimed.', coupon.code
      using errcode = 'PT409', hint = 'Please continue without the code.';
  end if;
  update public.coupons set redeemed = redeemed + 1 where code = coupon.code;
  insert into public.coupon_redemptions (user_id, code) values (member_id, coupon.code);
  ends_at := now() + make_interval(months => coupon.months);
  update public.subscribers set
    subscribed = true, subscription_tier = 'yearly', subscription_end = ends_at,
    cancel_at_period_end = true, promo_code = coupon.code, payment_subscription = null, paid_until = null
  where user_id = member_id;
  return ends_at;
end $$;
comment on function public.redeem_coupon(text,uuid) is
  'For create-checkout: gives the coupon''s months in one transaction, ending by itself. Returns the end; raises with the spec''s words.';

create or replace function billing.days_back_reason() returns text
language sql immutable set search_path = '' as $$ select 'Days back for job contacts that were no use.' $$;
comment on function billing.days_back_reason() is
  'Why a membership goes on that nobody pays for any more, as its member reads it.';

create or replace function public.apply_payment_event(
  event_id text, event_type text, event_made_at timestamptz, member_id uuid, customer text, subscription text, live
  boolean, tier text, period_end timestamptz, cancels boolean, price_pence integer default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member public.subscribers;
  ends_at timestamptz := period_end;
  -- The subscription has ended, but not the days back that come after it.
  outlasts boolean := false;
begin
  insert into billing.payment_events (id, type, made_at) values (event_id, event_type, event_made_at)
  on conflict do nothing;
  if not found then
    return 'duplicate';
  end if;
  perform from public.profiles where id = member_id for no key update;
  insert into public.subscribers (user_id, email)
  select p.id, p.email from public.profiles p where p.id = member_id
  on conflict (user_id) do nothing;
  select * into member from public.subscribers where user_id = member_id for update;
  if not found then
    return 'unknown member';
  end if;
  -- The end of an old subscription must not end the membership that replaced it.
  if member.payment_event_at > event_made_at
     or (not live and private.is_member(member_id) and member.payment_subscription is distinct from subscription) then
    return 'stale';
  end if;
  if private.is_member(member_id) then
    if member.paid_until is not null then
      ends_at := case when live then period_end else least(period_end, now()) end + (member.subscription_end - member.paid_until);
      outlasts := not live and ends_at > now();
    elsif live and member.payment_subscription is null then
      -- Whoever pays during a free year keeps what is left of it.
      ends_at := greatest(member.subscription_end, period_end);
    end if;
  end if;
  update public.subscribers set
    subscribed = live or outlasts, subscription_tier = tier, subscription_end = ends_at,
    paid_until = case when live and member.paid_until is not null and ends_at > period_end then period_end end,
    promo_code = case when live then null else promo_code end,
    cancel_at_period_end = cancels or outlasts, payment_customer = customer,
    payment_subscription = case when not outlasts then subscription end, payment_event_at = event_made_at,
    renewal_pence = case when not outlasts then price_pence end,
    grant_reason = case when outlasts then billing.days_back_reason() else grant_reason end
  where user_id = member_id;
  return 'applied';
end $$;
comment on function public.apply_payment_event(text,text,timestamptz,uuid,text,text,boolean,text,timestamptz,boolean,integer) is
  'For the webhook: applies one event once and in order of making. Answers applied, duplicate, stale or unknown member.';

create or replace function notify.send_membership_reminders() returns void
language sql security definer set search_path = '' as $$
  select notify.account(due.user_id, due.kind,
    jsonb_build_object('tier', due.subscription_tier, 'ends_at', due.ends_at, 'promo', due.promo_code, 'pence', due.renewal_pence), due.key)
  from (
    select s.*, reminder.kind, ends_at, reminder.kind || ':' || s.user_id || ':' || extract(epoch from ends_at) as key
    from public.subscribers s,
      lateral (select case when s.subscription_end < now() then s.subscription_end else billing.next_date(s) end as ends_at) as moment,
      lateral (select case
        -- The provider's word of a renewal may come a while after the end that it moves.
        when ends_at < now() - interval '1 day' and ends_at = s.subscription_end then 'membership_ended'
        when ends_at < now() or not s.subscribed then null
        when s.promo_code is not null then 'free_year_ending'
        when s.subscription_tier = 'yearly' and not s.cancel_at_period_end then 'renewal_reminder' end as kind) as reminder
    where ends_at between now() - interval '8 days' and now() + interval '14 days'
  ) as due
  where due.kind is not null and not exists (select from notify.notices n where n.key = due.key)
  order by due.subscription_end limit 500
$$;
comment on function notify.send_membership_reminders() is
  'Task: a fortnight before a yearly charge or the end of a free year, and once a membership has ended. A month''s membership renews without a mail; its receipt follows.';

create or replace function billing.extend_membership(member_id uuid, days integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_member(member_id) then
    update public.subscribers s set subscription_end = s.subscription_end + make_interval(days => days),
      paid_until = case when s.payment_subscription is not null then coalesce(s.paid_until, s.subscription_end) end
    where s.user_id = member_id;
  else
    update public.subscribers s set subscribed = true, subscription_end = now() + make_interval(days => days),
      subscription_tier = coalesce(s.subscription_tier, 'yearly'), cancel_at_period_end = true, promo_code = null,
      payment_subscription = null, paid_until = null, grant_reason = billing.days_back_reason()
    where s.user_id = member_id;
  end if;
end $$;
comment on function billing.extend_membership(uuid,integer) is
  'Moves a membership''s end by days that nobody pays for; one that is over goes on from now. What is paid for is charged on its day as before.';

create or replace function public.admin_set_membership(target_user_id uuid, until date, reason text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  person public.profiles;
  before public.subscribers;
  after public.subscribers;
  was_live boolean;
  -- The last second, so that a screen shows the day that was chosen.
  ends_at constant timestamptz := (until + 1)::timestamp at time zone 'Europe/London' - interval '1 second';
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  person := private.lock_account(target_user_id, null);
  if person.account_type <> 'provider' then
    raise exception 'Only accounts that offer services can have a membership. Please change the account type first.'
      using errcode = 'PT409';
  end if;
  if until is not null and (ends_at <= now() or until > current_date + 1830) then
    raise exception 'Please choose a day from today up to five years ahead.' using errcode = 'PT400';
  end if;
  insert into public.subscribers (user_id, email) values (person.id, person.email) on conflict (user_id) do nothing;
  select * into before from public.subscribers s where s.user_id = person.id for update;
  was_live := before.subscribed and before.subscription_end > now();
  if was_live and before.payment_subscription is not null then
    raise exception 'This membership is paid for through the payment provider. Please cancel or refund it there.'
      using errcode = 'PT409';
  end if;
  if until is null and not was_live then
    raise exception 'This person has no membership to end. Please reload the page.' using errcode = 'PT409';
  end if;
  if until is null then
    update public.subscribers s set subscribed = false, subscription_end = now(), paid_until = null, grant_reason = null
      where s.user_id = person.id returning * into after;
    -- By the key of notify.send_membership_reminders(), so that they hear of it once.
    perform notify.account(person.id, 'membership_ended', jsonb_build_object('ends_at', after.subscription_end, 'reason', why),
      'membership_ended:' || person.id || ':' || extract(epoch from after.subscription_end));
  else
    update public.subscribers s set subscribed = true, subscription_tier = coalesce(s.subscription_tier, 'yearly'),
      subscription_end = ends_at, cancel_at_period_end = true, promo_code = null, payment_subscription = null,
      paid_until = null, grant_reason = why
      where s.user_id = person.id returning * into after;
  end if;
  perform audit.record(case when until is null then 'end membership' when was_live then 'extend membership' else 'grant membership' end,
    'profiles', person.id::text,
    jsonb_build_object('member', was_live, 'subscription_end', before.subscription_end, 'promo_code', before.promo_code),
    jsonb_build_object('member', until is not null, 'subscription_end', after.subscription_end), why);
  return after.subscription_end;
end $$;
comment on function public.admin_set_membership(uuid,date,text) is
  'Grants a membership, or moves its end, to the end of that British day; null ends it now. Needs a reason, which the member sees. Refuses a membership that is paid for.';
grant execute on function public.admin_set_membership(uuid,date,text) to authenticated;

create or replace function private.set_job_ended_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.ended_at := case when new.status in ('closed', 'expired', 'stopped', 'done') then coalesce(new.ended_at, now()) end;
  return new;
end $$;
comment on function private.set_job_ended_at() is 'Trigger, after check_job: notes when a job ended.';
create trigger set_ended_at before insert or update of status on public.jobs
  for each row execute function private.set_job_ended_at();

create or replace function notify.reporter(case_id uuid, kind text, key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.reports;
  facts jsonb;
begin
  select * into found from public.reports where id = case_id;
  facts := jsonb_build_object('case_number', found.case_number, 'link_key', found.link_key, 'label', found.target_label,
    'state', found.state, 'reason', found.outcome_reason, 'appealed', found.appealed_at is not null,
    'days_back', found.days_back);
  if found.reporter_id is not null then
    perform notify.account(found.reporter_id, kind, facts, key);
  elsif found.reporter_email is not null then
    -- Whoever owns this address may have asked for nothing: until one of us has decided, words that others
    -- chose (a name, a title) stay out of it.
    perform notify.address(found.reporter_email, kind,
      case when kind = 'report_received' then facts - 'label' else facts end, key);
  end if;
end $$;
comment on function notify.reporter(uuid,text,text) is 'Emails the reporter, if there is an address.';

create or replace function public.admin_decide_report(report_id uuid, uphold boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.reports;
  decided public.reports;
begin
  perform private.require_admin();
  if reason is null or reason !~ '\S' then
    raise exception 'Please give a reason' using errcode = 'PT400';
  end if;
  if uphold is null then
    raise exception 'Please choose whether to uphold the report.' using errcode = 'PT400';
  end if;
  if char_length(reason) > 2000 then
    raise exception 'Please use at most 2,000 characters' using errcode = 'PT400';
  end if;
  select * into before from public.reports where id = admin_decide_report.report_id for update;
  if before.id is null then
    raise exception 'This case no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if before.state not in ('open', 'in review', 'appealed') then
    raise exception 'This case has already been decided. Please reload the page to see the decision.'
      using errcode = 'PT409';
  end if;
  update public.reports r set state = case when uphold then 'upheld' else 'rejected' end,
    outcome_reason = btrim(admin_decide_report.reason, E' \t\r\n'), decided_at = now(), decisions = r.decisions + 1
  where r.id = before.id returning * into decided;
  insert into public.report_events (report_id, state, note, actor_id)
  values (decided.id, decided.state, decided.outcome_reason, (select auth.uid()));
  perform audit.record('decide report', 'reports', decided.id::text, jsonb_build_object('state', before.state),
    jsonb_build_object('state', decided.state, 'case_number', decided.case_number), decided.outcome_reason);
  if decided.target_type = 'lead' and decided.state = 'upheld' then
    perform private.give_days_back(decided.id);
  end if;
  perform notify.reporter(decided.id, 'report_outcome', 'report_outcome:' || decided.id || ':' || decided.decisions);
  if decided.state = 'upheld' and decided.target_owner is not null then
    perform notify.account(decided.target_owner, 'report_upheld', jsonb_build_object('case_number', decided.case_number,
      'label', decided.target_label, 'type', decided.target_type, 'reason', decided.outcome_reason),
      'report_upheld:' || decided.id || ':' || decided.decisions);
  end if;
end $$;
comment on function public.admin_decide_report(uuid,boolean,text) is
  'Upholds or rejects a case with a reason, and emails it to the reporter; if upheld, also to the account concerned.';
grant execute on function public.admin_decide_report(uuid,boolean,text) to authenticated;

create function private.days_back_of_year(member uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(r.days_back), 0)::integer from public.reports r
  where r.reporter_id = member and r.days_back > 0 and r.decided_at > now() - interval '1 year'
$$;
comment on function private.days_back_of_year(uuid) is 'How many days back a member has had within a year: at most 30.';

create function private.give_days_back(case_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lead public.reports;
  given integer;
begin
  select * into lead from public.reports where id = case_id for update;
  if lead.days_back is not null or lead.reporter_id is null then
    return;
  end if;
  -- Decisions about one member wait here for one another, so that the year's limit holds.
  perform from public.profiles where id = lead.reporter_id for no key update;
  given := greatest(0, least(3, 30 - private.days_back_of_year(lead.reporter_id)));
  update public.reports set days_back = given where id = case_id;
  if given > 0 then
    perform billing.extend_membership(lead.reporter_id, given);
  end if;
end $$;
comment on function private.give_days_back(uuid) is
  'Extends the reporter''s membership for a lead that was upheld: by 3 days, at most 30 in a year, and once for each lead.';

create function private.prove_dead_lead(
  job public.jobs, member uuid, unlocked_at timestamptz, problem text
) returns text
language sql stable security definer set search_path = '' as $$
  select case
    -- Whom the client hired found the lead alive.
    when job.hired_provider_id = member then null
    when problem = 'already hired' and job.hired_at <= unlocked_at + interval '2 hours'
      then 'Somebody else was hired within two hours of your unlocking it.'
    when problem in ('already hired', 'never existed') and job.status in ('closed', 'stopped')
      and job.ended_at <= unlocked_at + interval '2 hours'
      then 'The job was closed within two hours of your unlocking it.'
    when problem = 'bounced mail' and exists (
      select from public.profiles p join notify.notices n on n.user_id = p.id
      where p.id = job.user_id and lower(p.email) = lower(job.contact_email) and n.last_error like '% RCPT TO 55_'
        and n.dropped_at > unlocked_at - interval '90 days'
        and not exists (select from notify.notices later where later.user_id = p.id and later.sent_at > n.dropped_at))
      then 'Our own email to this address was refused too.' end
$$;
comment on function private.prove_dead_lead(public.jobs,uuid,timestamptz,text) is
  'What proves that a lead was dead, in words for its member; null where an admin has to find out. An address is known to be dead if its mail server refused the newest notice to it for good.';

create function public.report_lead(job_id uuid, problem text, details text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  job public.jobs;
  unlocked timestamptz;
  proof text;
  made public.reports;
begin
  perform private.require_job_access();
  if problem is null or problem not in ('wrong number', 'bounced mail', 'never existed', 'already hired') then
    raise exception 'Please choose what was wrong' using errcode = 'PT400';
  end if;
  if char_length(details) > 2000 then
    raise exception 'Please use at most 2,000 characters' using errcode = 'PT400';
  end if;
  -- One report of a member after the other: two at once would both be the first.
  perform from public.profiles where id = me for no key update;
  if exists (select from public.reports r
      where r.target_type = 'lead' and r.target_id = report_lead.job_id and r.reporter_id = me) then
    raise exception 'You have already reported this contact. Please see Days back on the membership page.' using errcode = 'PT409';
  end if;
  select * into job from public.jobs j where j.id = report_lead.job_id;
  select r.revealed_at into unlocked from public.job_contact_reveals r
    where r.job_id = report_lead.job_id and r.provider_id = me and r.revealed_at > now() - interval '30 days';
  if job.id is null or unlocked is null then
    raise exception 'You can report a contact for 30 days after you unlock it. Please contact us about any other.'
      using errcode = 'PT409';
  end if;
  if private.days_back_of_year(me) >= 30 then
    raise exception 'You have had 30 days back this year, which is the most we give. Please contact us if contacts are often wrong.'
      using errcode = 'PT409';
  end if;
  perform private.enforce_rate_limit('lead report', 10, 86400, 'You have reported many contacts. Please try again tomorrow.');
  proof := private.prove_dead_lead(job, me, unlocked, problem);
  insert into public.reports (target_type, target_id, target_label, target_path, reason, details, reporter_id, state,
    outcome_reason, decided_at, decisions)
  values ('lead', job.id, job.title, '/job-directory?job=' || job.id, problem, nullif(btrim(details, E' \t\r\n'), ''), me,
    case when proof is null then 'open' else 'upheld' end, proof, case when proof is not null then now() end,
    case when proof is null then 0 else 1 end)
  returning * into made;
  insert into public.report_events (report_id, state, note) values (made.id, made.state, proof);
  if proof is not null then
    perform private.give_days_back(made.id);
  end if;
  perform notify.reporter(made.id, case when proof is null then 'report_received' else 'report_outcome' end, 'report_lead:' || made.id);
  return made.state;
end $$;
comment on function public.report_lead(uuid,text,text) is
  'A member reports a contact that they unlocked and that was no use, once for each job. Gives the case''s state: upheld at once where the database has the proof, otherwise open for an admin.';
grant execute on function public.report_lead(uuid,text,text) to authenticated;

create function public.list_leads() returns table (
  job_id uuid, title text, unlocked_at timestamptz, case_number text, problem text, state text, days_back integer,
  outcome_reason text, link_key uuid, reported_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select private.require_session();
  select coalesce(r.job_id, c.target_id), coalesce(c.target_label, j.title), r.revealed_at, c.case_number, c.reason,
    c.state, c.days_back, c.outcome_reason, c.link_key, c.created_at
  from (select * from public.job_contact_reveals
      where provider_id = (select auth.uid()) and revealed_at > now() - interval '30 days') as r
    join public.jobs j on j.id = r.job_id
    full join (select * from public.reports where target_type = 'lead' and reporter_id = (select auth.uid())) as c
      on c.target_id = r.job_id
  order by coalesce(c.created_at, r.revealed_at) desc limit 200
$$;
comment on function public.list_leads() is
  'The caller''s ledger of days back, and the contacts that they can still report, newest first.';
grant execute on function public.list_leads() to authenticated;
