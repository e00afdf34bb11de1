-- Reports: reported content, decided with a reason, and appealed at most once.

-- Cases ---------------------------------------------------------------------------------------------------------------

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  case_number text not null generated always as ('R-' || lpad(number::text, 6, '0')) stored unique,
  target_type text not null check (target_type in ('profile', 'job', 'feedback', 'message')),
  target_id uuid not null,
  target_label text not null,
  target_path text not null,
  target_owner uuid references public.profiles (id) on delete set null,
  reason text not null check (reason in ('spam', 'misleading', 'offensive', 'illegal', 'impersonation', 'private', 'contact', 'other')),
  details text check (char_length(details) <= 2000),
  reporter_id uuid references public.profiles (id) on delete set null,
  reporter_email text check (char_length(reporter_email) <= 320),
  state text not null default 'open' check (state in ('open', 'in review', 'upheld', 'rejected', 'appealed')),
  outcome_reason text check (char_length(outcome_reason) <= 2000),
  decided_at timestamptz,
  decisions integer not null default 0,
  appeal_text text check (char_length(appeal_text) <= 2000),
  appealed_at timestamptz,
  link_key uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (state not in ('upheld', 'rejected') or (decided_at is not null and outcome_reason is not null)),
  check (state <> 'appealed' or appealed_at is not null),
  check (reason <> 'contact' or target_type = 'job')
);
comment on table public.reports is
  'One case about a profile, job, feedback or message of a conversation: open, in review, upheld or rejected, perhaps appealed once and decided again.';
comment on column public.reports.target_owner is 'The account that the report is about; emailed if the report is upheld.';
comment on column public.reports.link_key is
  'Part of the links in the case''s mails: it lets its holder see the case and appeal. No caller can select it.';
create index reports_queue on public.reports (state, created_at, id);
create index reports_of_target on public.reports (target_type, target_id, created_at desc);
create index reports_of_reporter on public.reports (reporter_id, created_at desc);
create index reports_of_owner on public.reports (target_owner);
create index reports_newest on public.reports (created_at desc);
grant select (id, number, case_number, target_type, target_id, target_label, target_path, target_owner, reason, details,
  reporter_id, reporter_email, state, outcome_reason, decided_at, decisions, appeal_text, appealed_at, created_at,
  updated_at) on public.reports to authenticated;
create policy "admins read" on public.reports for select to authenticated using ((select private.is_admin()));

create table public.report_events (
  id bigint generated always as identity primary key,
  report_id uuid not null references public.reports (id) on delete cascade,
  state text not null,
  note text,
  actor_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.report_events is
  'The history of a case; actor_id is the admin, or null for the reporter.';
create index report_events_of_report on public.report_events (report_id, id);
create index report_events_of_actor on public.report_events (actor_id);
grant select on public.report_events to authenticated;
create policy "admins read" on public.report_events for select to authenticated using ((select private.is_admin()));

create function public.report_case(
  case_number text, link_key uuid
) returns table (target_label text, reason text, details text, state text, created_at timestamptz, outcome_reason text, decided_at timestamptz, appeal_text text, may_appeal boolean)
language sql stable security definer set search_path = '' as $$
  select r.target_label, r.reason, r.details, r.state, r.created_at, r.outcome_reason, r.decided_at, r.appeal_text,
    r.state in ('upheld', 'rejected') and r.appealed_at is null and r.decided_at > now() - interval '6 months'
  from public.reports r
  where r.case_number = report_case.case_number and r.link_key = report_case.link_key
$$;
comment on function public.report_case(text,uuid) is
  'The state of a case, for the link of its mails; null for any other key.';

-- Reporting -----------------------------------------------------------------------------------------------------------

create function public.report_content(
  target_type text, target_id uuid, reason text, details text default null, email text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  address text := lower(nullif(btrim(email), ''));
  label text;
  path text;
  owner uuid;
  made public.reports;
begin
  if me is not null then address := null; end if;
  if target_type = 'profile' then
    select coalesce(nullif(btrim(p.business_name), ''), p.name), '/directory/' || p.user_id, p.user_id
      into label, path, owner from public.public_providers p where p.user_id = target_id;
  elsif target_type = 'job' then
    select j.title, '/job-directory?job=' || j.id, j.user_id
      into label, path, owner from public.jobs j where j.id = target_id and (private.job_state(j) = 'open' or private.is_hired(j)
        or exists (select from public.job_contact_reveals r where r.job_id = j.id and r.provider_id = me));
  elsif target_type = 'feedback' then
    select f.title, '/directory/' || f.provider_id || '?tab=feedback', f.user_id
      into label, path, owner from public.feedback f where f.id = target_id and f.is_public;
  elsif target_type = 'message' and private.is_session_valid() then
    select e.subject, '/dashboard/enquiries?open=' || e.id, m.author_id into label, path, owner
      from public.enquiry_messages m join public.enquiries e on e.id = m.enquiry_id
      where m.id = target_id and me in (e.sender_id, e.provider_id) and m.author_id <> me;
  end if;
  perform private.refuse_if(label is null,
    'PT404', 'This is no longer on the site, so it cannot be reported. Please contact us if you are still concerned.');
  perform private.refuse_if(reason is null or reason not in ('spam', 'misleading', 'offensive', 'illegal', 'impersonation', 'private', 'contact', 'other')
    or reason = 'contact' and target_type <> 'job',
    'PT400', 'Please choose a reason');
  details := private.written_text(details, 2000, case reason when 'other' then 'Please say what is wrong' end);
  perform private.refuse_if(address is not null and (char_length(address) > 200 or address !~ '^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$'),
    'PT400', 'Invalid email address', 'Please check the address.');
  -- One report at a time per target, or two at once could open two cases for one reporter.
  perform pg_advisory_xact_lock(hashtext('report_content'), hashtext(target_id::text));
  select * into made from public.reports r
    where r.target_type = report_content.target_type and r.target_id = report_content.target_id
      and r.state in ('open', 'in review') and (r.reporter_id = me
        -- A visitor's address is not verified: only the same report within ten minutes gets the earlier case, or
        -- anyone could find out whether a person has reported them.
        or (r.reporter_email = address and r.created_at > now() - interval '10 minutes'
          and r.reason = report_content.reason
          and r.details is not distinct from report_content.details)) limit 1;
  if made.id is not null then
    return made.case_number;
  end if;
  -- By network and account alone, and about one thing less: nobody can use up the reports of others, least of
  -- all who is reported.
  perform private.enforce_rate_limit('report', 10, 3600, 'You have sent many reports. Please try again in an hour.');
  if me is null then
    perform private.enforce_rate_limit('report ' || target_id, 3, 3600, 'You have sent many reports. Please try again in an hour.');
  end if;
  insert into public.reports (target_type, target_id, target_label, target_path, target_owner, reason, details, reporter_id, reporter_email)
  values (report_content.target_type, report_content.target_id, left(label, 200), path, owner, report_content.reason,
    report_content.details, me, address)
  returning * into made;
  insert into public.report_events (report_id, state) values (made.id, 'open');
  -- A visitor's address is not proven. Its mailbox is sent no more than three mails a day, and all of them together no
  -- more than two hundred an hour: the report is taken all the same, and its number is on the screen.
  if me is not null or (
    private.increment_rate_limit('reports to', encode(private.mailbox_hash(private.mailbox_key(address)), 'hex'), 3, 86400) = 0
    and (select count(*) <= 200 from public.reports r where r.reporter_id is null and r.reporter_email is not null
      and r.created_at > now() - interval '1 hour')) then
    perform notify.reporter(made.id, 'report_received', 'report_received:' || made.id);
  end if;
  return made.case_number;
end $$;
comment on function public.report_content(text,uuid,text,text,text) is
  'Reports what the caller can see; needs no account. Gives the case number; the same report twice is one case.';

-- Notifications -------------------------------------------------------------------------------------------------------

create function notify.reporter(case_id uuid, kind text, key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.reports;
  facts jsonb;
begin
  select * into found from public.reports where id = case_id;
  facts := jsonb_build_object('case_number', found.case_number, 'link_key', found.link_key, 'label', found.target_label,
    'state', found.state, 'reason', found.outcome_reason, 'appealed', found.appealed_at is not null);
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

-- Appeals -------------------------------------------------------------------------------------------------------------

create function public.appeal_report(case_number text, link_key uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.reports;
begin
  select * into found from public.reports r
    where r.case_number = appeal_report.case_number and r.link_key = appeal_report.link_key for update;
  perform private.refuse_if(found.id is null, 'PT404', 'We could not find this case. Please open the link in our email again.');
  perform private.refuse_if(found.appealed_at is not null,
    'PT409', 'This case has already been appealed. Please wait for our decision by email.');
  perform private.refuse_if(found.state not in ('upheld', 'rejected') or found.decided_at <= now() - interval '6 months',
    'PT409', 'This case cannot be appealed now. Please contact us if you need help.');
  words := private.written_text(words, 2000, 'Please say why you disagree');
  update public.reports set state = 'appealed', appealed_at = now(), appeal_text = words where id = found.id;
  insert into public.report_events (report_id, state, note) values (found.id, 'appealed', words);
end $$;
comment on function public.appeal_report(text,uuid,text) is
  'Appeals a decided case once, within six months, with the link of its mail.';

-- Administration ------------------------------------------------------------------------------------------------------

create function public.admin_take_report(report_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.reports set state = 'in review' where id = admin_take_report.report_id and state = 'open';
  perform private.refuse_if(not found, 'PT409', 'This case is no longer open. Please reload the page.');
  insert into public.report_events (report_id, state, actor_id)
  values (admin_take_report.report_id, 'in review', (select auth.uid()));
  perform audit.record('take report', 'reports', admin_take_report.report_id::text,
    jsonb_build_object('state', 'open'), jsonb_build_object('state', 'in review'));
end $$;
comment on function public.admin_take_report(uuid) is
  'Takes an open case into review; refuses a second admin.';

create function public.admin_decide_report(report_id uuid, uphold boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.reports;
  decided public.reports;
begin
  perform private.require_admin();
  reason := private.written_text(reason, 2000, 'Please give a reason');
  perform private.refuse_if(uphold is null, 'PT400', 'Please choose whether to uphold the report.');
  select * into before from public.reports where id = admin_decide_report.report_id for update;
  perform private.refuse_if(before.id is null, 'PT404', 'This case no longer exists. Please reload the page.');
  perform private.refuse_if(before.state not in ('open', 'in review', 'appealed'),
    'PT409', 'This case has already been decided. Please reload the page to see the decision.');
  update public.reports r set state = case when uphold then 'upheld' else 'rejected' end,
    outcome_reason = admin_decide_report.reason, decided_at = now(), decisions = r.decisions + 1
  where r.id = before.id returning * into decided;
  insert into public.report_events (report_id, state, note, actor_id)
  values (decided.id, decided.state, decided.outcome_reason, (select auth.uid()));
  perform audit.record('decide report', 'reports', decided.id::text, jsonb_build_object('state', before.state),
    jsonb_build_object('state', decided.state, 'case_number', decided.case_number), decided.outcome_reason);
  perform notify.reporter(decided.id, 'report_outcome', 'report_outcome:' || decided.id || ':' || decided.decisions);
  if decided.state = 'upheld' and decided.target_owner is not null then
    perform notify.account(decided.target_owner, 'report_upheld', jsonb_build_object('case_number', decided.case_number,
      'label', decided.target_label, 'type', decided.target_type, 'reason', decided.outcome_reason),
      'report_upheld:' || decided.id || ':' || decided.decisions);
  end if;
end $$;
comment on function public.admin_decide_report(uuid,boolean,text) is
  'Upholds or rejects a case with a reason, and emails it to the reporter; if upheld, also to the account concerned.';

create function public.admin_reported_message(
  report_id uuid
) returns table (body text, pictures text[], created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  message public.enquiry_messages;
begin
  perform private.require_admin();
  select m.* into message from public.reports r join public.enquiry_messages m on m.id = r.target_id
  where r.id = admin_reported_message.report_id and r.target_type = 'message';
  perform private.refuse_if(message.id is null,
    'PT404', 'This message no longer exists. Please decide the case by its details.');
  perform audit.record('view reported message', 'reports', admin_reported_message.report_id::text, null,
    jsonb_build_object('message', message.id));
  return query select message.body, message.pictures, message.created_at;
end $$;
comment on function public.admin_reported_message(uuid) is
  'For an admin: the message that a case is about, and no other of the conversation. Each view is recorded.';

create function public.admin_remove_message_pictures(report_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  message public.enquiry_messages;
begin
  select m.* into message from public.reports r join public.enquiry_messages m on m.id = r.target_id
  where r.id = admin_remove_message_pictures.report_id and r.target_type = 'message' for update of m;
  perform private.refuse_if(message.id is null or cardinality(message.pictures) = 0,
    'PT404', 'These pictures are no longer there. Please reload the page.');
  insert into private.hidden_pictures (name, user_id)
  select regexp_replace(p.address, '^/storage/v1/object/[a-z]+/[a-z_]+/', ''), message.author_id
  from unnest(message.pictures) as p (address) on conflict do nothing;
  update public.enquiry_messages m set pictures = array(select p.address from unnest(m.pictures) as p (address)
      where p.address <> all (message.pictures)),
    body = coalesce(nullif(m.body, ''), 'A moderator has removed the pictures of this message.')
  where m.author_id = message.author_id and m.pictures && message.pictures;
  perform audit.record('remove pictures', 'reports', admin_remove_message_pictures.report_id::text,
    jsonb_build_object('message', message.id, 'pictures', cardinality(message.pictures)), null, why);
end $$;
comment on function public.admin_remove_message_pictures(uuid,text) is
  'Takes the pictures of a reported message out of all conversations of its author for good. tidy-portfolio then deletes the files.';
