-- Clearer comments and two clearer sentences; the lifetime of a job's contact stands in one function.

create function private.contact_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '90 days' $$;
comment on function private.contact_lifetime() is
  'After which time from a job''s end its contact, pictures and quotes are erased.';

comment on column public.jobs.ended_at is
  'When the job ended; entering an erased contact again restarts it. Null while the job goes on. Set by trigger.';

create or replace function private.check_job_contact() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.contact_email is null and tg_op = 'INSERT' then
    raise exception 'Please enter a contact email' using errcode = '23514';
  elsif new.contact_email is null and new.status in ('open', 'hired', 'paused') then
    raise exception 'The contact details of this job were erased. Please edit the job and enter them again.' using errcode = '23514';
  end if;
  -- Entering an erased contact again restarts its lifetime.
  if tg_op = 'UPDATE' and old.contact_email is null and new.contact_email is not null then
    new.ended_at := null;
  end if;
  new.ended_at := case when new.status in ('closed', 'expired', 'stopped', 'done') then coalesce(new.ended_at, now()) end;
  return new;
end $$;

create or replace function private.erase_job_contacts() returns void
language sql security definer set search_path = '' as $$
  update public.jobs set contact_name = null, contact_email = null, contact_phone = null, pictures = '{}' where id in (
    select j.id from public.jobs j where j.ended_at < now() - private.contact_lifetime() and j.contact_email is not null
    limit 500 for update skip locked)
$$;
comment on function private.erase_job_contacts() is
  'Part of process_job_expiry(): erases the contact and pictures of jobs that ended contact_lifetime() ago. Who unlocked it stays recorded.';

create or replace function private.process_hired_jobs() returns void
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
  -- Without an answer the job is closed and never counts as done.
  update public.jobs set status = 'closed' where id in (
    select j.id from public.jobs j where j.status = 'hired' and j.done_question_at < now() - interval '60 days'
    limit 200 for update skip locked);
  delete from public.job_quotes q where (q.job_id, q.provider_id) in (
    select o.job_id, o.provider_id from public.job_quotes o join public.jobs j on j.id = o.job_id
    where j.ended_at < now() - private.contact_lifetime() limit 500);
end $$;
comment on function private.process_hired_jobs() is
  'Part of process_job_expiry(): asks both sides once after the start whether the work is done, closes after 60 days without the poster''s answer, and erases quotes contact_lifetime() after the end, with the contacts.';

create or replace function private.follow_hire() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- A poster's deletion leaves the hire; an admin's undoes it.
    update public.hires h set undone_at = now() where h.job_id = old.id and h.undone_at is null and private.is_admin();
    return old;
  end if;
  update public.hires h set undone_at = now(), done_at = null
  where h.job_id = new.id and h.undone_at is null
    and (h.provider_id is distinct from new.hired_provider_id or new.status = 'stopped');
  if new.hired_provider_id is not null and new.status <> 'stopped' then
    insert into public.hires as h (job_id, client_id, provider_id, hired_at, confirmed_at, done_at)
    values (new.id, new.user_id, new.hired_provider_id, new.hired_at,
      case when new.done_by_provider_at is not null or exists (select from public.job_quotes q
        where q.job_id = new.id and q.provider_id = new.hired_provider_id and q.state = 'accepted') then now() end,
      case new.status when 'done' then now() end)
    on conflict (job_id, provider_id) do update set hired_at = excluded.hired_at, undone_at = null,
      confirmed_at = coalesce(case when h.undone_at is null then h.confirmed_at end, excluded.confirmed_at),
      done_at = coalesce(case when h.undone_at is null then h.done_at end, excluded.done_at);
  end if;
  return null;
end $$;

create or replace function private.check_new_service() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Imports have no caller. The policy refuses a row of another owner, and reveals nothing about that owner.
  if (select auth.uid()) is distinct from new.provider_id then
    return new;
  end if;
  if not private.is_member(new.provider_id) then
    raise exception 'Subscription required'
      using errcode = '42501', hint = 'Activate a membership to add services and portfolio items.';
  end if;
  -- Adds a provider's services one at a time, so that each takes the next position.
  perform pg_advisory_xact_lock(hashtext('services'), hashtext(new.provider_id::text));
  if (select count(*) >= 60 from public.services s where s.provider_id = new.provider_id) then
    raise exception 'You can list at most 60 services. Please remove one before you add another.'
      using errcode = 'PT409';
  end if;
  new.position := coalesce((select max(s.position) from public.services s where s.provider_id = new.provider_id), 0) + 1;
  return new;
end $$;
comment on function private.cascade_category_to_services() is
  'Trigger: renames or moves a category in every service too, and removes a deleted one from them.';

create or replace function private.add_enquiry_message(
  enquiry uuid, author uuid, recipient uuid, subject text, message text, pictures text[] default '{}',
  id uuid default gen_random_uuid()
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := coalesce(btrim(message, E' \t\r\n'), '');
  shown constant text[] := coalesce(pictures, '{}');
  problem text;
begin
  if words !~ '\S' and cardinality(shown) = 0 then
    raise exception 'Please write a message' using errcode = 'PT400';
  end if;
  if char_length(message) > 5000 then
    raise exception 'Please use at most 5,000 characters' using errcode = 'PT400';
  end if;
  problem := private.picture_problem(shown, '{}', 'enquiry_pictures', author || '/');
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  if exists (select from public.enquiry_blocks where user_id = recipient and blocked_id = author) then
    raise exception 'This person is not accepting messages from you. Please contact someone else.'
      using errcode = 'PT403';
  end if;
  if exists (select from public.enquiry_blocks where user_id = author and blocked_id = recipient) then
    raise exception 'You have blocked this person. Please unblock them to send a message.' using errcode = 'PT409';
  end if;
  -- One message at a time per author, or two at once could exceed the daily limit.
  perform pg_advisory_xact_lock(hashtext('enquiry_messages'), hashtext(author::text));
  if (select count(*) >= 20 from public.enquiry_messages m
      where m.author_id = author and m.created_at > now() - interval '1 day') then
    raise exception 'You have reached the limit of 20 messages a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  insert into public.enquiry_messages (id, enquiry_id, author_id, body, pictures)
  values (add_enquiry_message.id, enquiry, author, words, shown);
  update public.enquiries e set last_message_at = now() where e.id = enquiry;
  perform notify.account(recipient, 'enquiry', jsonb_build_object(
    'enquiry_id', enquiry, 'person', recipient, 'from', private.public_name(author), 'subject', subject,
    'excerpt', left(private.message_excerpt(words, shown), 600)));
end $$;

create or replace function public.receive_reply(
  p_mail uuid, p_from text, p_message text, p_enquiry uuid default null, p_person uuid default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  talk public.enquiries;
  -- The sender is not proven without a reply address: at most, the account of that address is informed.
  author constant uuid := coalesce(p_person, (select p.id from public.profiles p where lower(p.email) = lower(p_from) and p.is_active
    order by p.created_at limit 1));
  why text;
begin
  -- One mail at a time per author, or the same one arriving twice at once could become two messages.
  perform pg_advisory_xact_lock(hashtext('enquiry_messages'), hashtext(author::text));
  if exists (select from public.enquiry_messages m where m.id = p_mail) then
    return 'received before';
  end if;
  begin
    select * into talk from public.enquiries e where e.id = p_enquiry and p_person in (e.sender_id, e.provider_id);
    if talk.id is null then
      raise exception 'This reply address is not valid. Please answer on the site.' using errcode = 'PT404';
    end if;
    if not exists (select from public.profiles p where p.id = author and lower(p.email) = lower(p_from)) then
      raise exception 'A reply came from another address. Please write from the address of your account.' using errcode = 'PT403';
    end if;
    if not exists (select from public.profiles p join auth.users u on u.id = p.id
        where p.id = author and p.is_active and u.email_confirmed_at is not null) then
      raise exception 'Your account cannot send messages at the moment. Please log in to see why.' using errcode = 'PT403';
    end if;
    if private.is_deletion_pending(author) then
      raise exception 'Your account is about to be deleted. Please log in to keep it and answer on the site.' using errcode = 'PT403';
    end if;
    if exists (select from public.jobs j join private.job_states s on s.state = j.status
        where j.id = talk.job_id and not s.takes_places and not s.shows_contact) then
      raise exception 'This job is closed. Please answer on the site.' using errcode = 'PT403';
    end if;
    if talk.last_message_at < now() - interval '90 days' then
      raise exception 'This reply address has expired. Please answer on the site.' using errcode = 'PT403';
    end if;
    perform private.add_enquiry_message(talk.id, author, case when talk.sender_id = author then talk.provider_id else talk.sender_id end,
      talk.subject, p_message, '{}', p_mail);
    return 'added';
  exception when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT429' then
    why := sqlerrm;
  end;
  if author is null then
    return 'ignored';
  end if;
  -- The limit ends a loop of two programs that do not say what they are.
  if (select count(*) < 5 from notify.notices n
      where n.user_id = author and n.kind = 'reply_refused' and n.created_at > now() - interval '1 day') then
    perform notify.account(author, 'reply_refused', jsonb_strip_nulls(jsonb_build_object(
      'reason', why, 'enquiry_id', talk.id, 'subject', talk.subject)), 'reply_refused:' || p_mail);
  end if;
  return 'refused';
end $$;

create or replace function public.report_content(
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
      into label, path, owner from public.jobs j where j.id = target_id and j.status = 'open';
  elsif target_type = 'feedback' then
    select f.title, '/directory/' || f.provider_id || '?tab=feedback', f.user_id
      into label, path, owner from public.feedback f where f.id = target_id and f.is_public;
  elsif target_type = 'message' and private.is_session_valid() then
    select e.subject, '/dashboard/enquiries?open=' || e.id, m.author_id into label, path, owner
      from public.enquiry_messages m join public.enquiries e on e.id = m.enquiry_id
      where m.id = target_id and me in (e.sender_id, e.provider_id) and m.author_id <> me;
  end if;
  if label is null then
    raise exception 'This is no longer on the site, so it cannot be reported. Please contact us if you are still concerned.'
      using errcode = 'PT404';
  end if;
  if reason is null or reason not in ('spam', 'misleading', 'offensive', 'illegal', 'impersonation', 'private', 'other') then
    raise exception 'Please choose a reason' using errcode = 'PT400';
  end if;
  if reason = 'other' and (details is null or details !~ '\S') then
    raise exception 'Please say what is wrong' using errcode = 'PT400';
  end if;
  if char_length(details) > 2000 then
    raise exception 'Please use at most 2,000 characters' using errcode = 'PT400';
  end if;
  if address is not null and (char_length(address) > 200 or address !~ '^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$') then
    raise exception 'Invalid email address' using errcode = 'PT400', hint = 'Please check the address.';
  end if;
  -- One report at a time per target, or two at once could open two cases for one reporter.
  perform pg_advisory_xact_lock(hashtext('report_content'), hashtext(target_id::text));
  select * into made from public.reports r
    where r.target_type = report_content.target_type and r.target_id = report_content.target_id
      and r.state in ('open', 'in review') and (r.reporter_id = me
        -- A visitor's address is not verified: only the same report within ten minutes gets the earlier case, or
        -- anyone could find out whether a person has reported them.
        or (r.reporter_email = address and r.created_at > now() - interval '10 minutes'
          and r.reason = report_content.reason
          and r.details is not distinct from nullif(btrim(report_content.details, E' \t\r\n'), ''))) limit 1;
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
    nullif(btrim(report_content.details, E' \t\r\n'), ''), me, address)
  returning * into made;
  insert into public.report_events (report_id, state) values (made.id, 'open');
  -- A visitor's address is not proven. It is sent no more than three mails an hour, and all of them together no
  -- more than two hundred: the report is taken all the same, and its number is on the screen.
  if me is not null or (
    (select count(*) <= 3 from public.reports r where r.reporter_email = address and r.created_at > now() - interval '1 hour')
    and (select count(*) <= 200 from public.reports r where r.reporter_id is null and r.reporter_email is not null
      and r.created_at > now() - interval '1 hour')) then
    perform notify.reporter(made.id, 'report_received', 'report_received:' || made.id);
  end if;
  return made.case_number;
end $$;

create or replace function public.operator_deactivate_admin(target_user_id uuid, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles where id = target_user_id and account_type = 'admin') then
    raise exception 'This account is not an admin. Please deactivate it at /admin/users.' using errcode = 'PT400';
  end if;
  return private.set_account_status(target_user_id, 'is_active', false, private.clean_reason(reason, true), null);
end $$;

update private.export_parts set title = 'Views by our team' where name = 'support_views';
